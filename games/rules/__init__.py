"""Pure values and functions: the rules of backgammon.

Start at ``match``: ``start``, ``apply``, ``evolve``, ``replay``, ``legal_actions``. What it stands on, lower first:

* ``errors`` how the rules say no · ``sides`` White, Black, a pair of anything
* ``board``, ``dice`` · ``plays`` checker moves · ``cube`` · ``score`` · ``clock`` · ``rulecard`` options and presets
* ``state`` the match as a value · ``actions`` what is asked for · ``events`` what happened
* ``steps``, ``stepgraph``, ``legal`` every legal play and every order of its steps
* ``worth`` what a win is worth · ``race_bounds`` how long a race can take
* ``game`` may anything be done at all · by topic, each with its refusals, decisions and part of ``evolve``:
  ``openings``, ``turns``, ``taking_back``, ``doubling``, ``resigning``, ``proposing``, ``ending``, ``timing``
* ``legal_actions`` everything a side may do now

Nothing here knows the time of day, chance, files or the network: time and dice are handed in.
"""
