"""The rules as pure values and functions: nothing here reads a clock, draws a number or does input or output.

From the ground up; each module imports only from the lines above its own:

- ``errors``    how the rules say no.
- ``sides``     White and Black, and one value for each.
- ``board``, ``dice``    positions and rolls.
- ``plays``, ``cube``, ``clock``, ``score``, ``rulecard``    the values a game is made of.
- ``steps``, ``stepgraph``    which checker may move by one die; all orders of steps that make a legal play.
- ``state``, ``rulings``    what holds now; what a director rules.
- ``actions``, ``events``    what somebody wants, and what happened.
- ``legal``     every legal play of a roll.
- ``worth``, ``race_bounds``    what a win is worth; how many turns a race can still take.
- ``game``      may anything be done at all, and how a turn passes.
- ``openings``, ``ending``, ``doubling``, ``resigning``, ``proposing``, ``taking_back``, ``turns``, ``timing``,
  ``control``, ``directing``
                one topic each: why an action is refused, what it makes happen, what its events change.
- ``legal_actions``    everything a side may do now, asked of the same refusals.
- ``match``     ``start``, ``apply``, ``evolve``, ``replay``: the one door. Start reading there.

Section numbers in docstrings ("rules.md 2.5") are those of the written rules of this project.
"""
