"""Backgammon itself. Knows the game and nothing else: no Django, no tables, no clock on the wall, no sockets.

- ``rules``     what may happen: boards, dice, legal plays, cube, score, matches; pure values and functions.
- ``notation``  text for it: plays, position and match IDs, XGID, a board drawn with characters.
- ``engines``   who plays without being a person.
- ``odds``      shots: how many of the 36 rolls hit, for pages that teach.
- ``cli`` and ``jsonl``  the command line, ``python -m games --help``.

Imports run one way: ``engines > notation > rules``. Start reading at ``rules.board``, then ``rules.legal``.
"""
