"""Text for the values of ``games.rules``, both ways. ``parse_*`` is strict and says what is wrong.

- ``errors``       what a text can have wrong, as codes with parameters.
- ``idstate``      ``PositionState``: what position ID, match ID and XGID say, as one value.
- ``position_id``, ``match_id``    GNU Backgammon's IDs; ``gnubg_id`` for both joined by a colon.
- ``xgid``         eXtreme Gammon's ID.
- ``ids``          whichever of these a text is.
- ``play_text``    "24/18*/13 6/5(2)".
- ``board_text``   the board drawn with characters.

Players of the IDs: player 0 is White (left column of a .mat file, top), player 1 is Black (right, bottom).
"""
