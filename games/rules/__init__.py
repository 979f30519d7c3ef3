"""The rules as pure values and functions: nothing here reads a clock, draws a number or does input or output.

From the ground up; each module imports only from the lines above its own:

- ``errors``    how the rules say no.
- ``sides``     White and Black, and one value for each.
- ``board``, ``dice``    positions and rolls.
- ``plays``, ``cube``, ``clock``, ``score``, ``rulecard``    the values a game is made of.
- ``steps``, ``stepgraph``    which checker may move by one die; all orders of steps that make a legal play.
- ``actions``, ``events``, ``state``    what somebody wants, what happened, and what holds now.
- ``legal``     every legal play of a roll.
- ``game``, ``match``    ``apply``, ``evolve`` and ``legal_actions``.

Section numbers in docstrings ("rules.md 2.5") are those of the written rules of this project.
"""
