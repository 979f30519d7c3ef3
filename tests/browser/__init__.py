"""Real Chromium against a real process of the site. Run in a pytest call of their own (`tests/run.py` does).

* `conftest.py` – the browser, the built front end, people with a window each, and no error in any console;
* `table_page.py`, `two_tables.py` – a table as a person uses it, and both of one match: roles, `data-` attributes;
* `person.py`, `keyboard.py` – who goes through the pages, and who has no mouse;
* `opponent.py` – the other side of a match, at a raw socket; `pilot.py` – a script in the page that plays on;
* `scripted.py` – what a test does at the real door with dice that are written down; browsers see it happen;
* `line.py`, `spoiler.py` – a line that can really be cut, and real pages that send what they never would;
* `gallery.py`, `tidy_play.py` – every page and every state of a table, with something on it: for `test_axe.py`, and
  for `pictures.py`, which takes pictures of all of them and is no test.

`BARPOINT_CUT_SECONDS=20` cuts the line of the whole match for the 20 s that are promised.
"""
