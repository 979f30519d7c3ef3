"""What people read about matches: rule cards, clocks, results and the log in words.

* `names.py` – the words for sides, presets, terminations, results;
* `cards.py` – a rule card as a list of facts and in one line, what points are worth as a stake;
* `levels.py` – what a level of the computer plays like, with its measured error rate;
* `rows.py` – sentences one after the other;
* `clocks.py` – a clock in minutes;
* `moves.py` – the events of a game as lines of a move log;
* `status.py` – whose turn it is and what is awaited;
* `faults.py` – why a service that a page called refused.

All of it is text for people through gettext; nothing here decides anything or reads the database.
"""
