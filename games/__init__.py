"""Backgammon. Knows the game and nothing else: no Django, no tables, no clock on the wall, no sockets.

- `rules/` pure values and functions
- `notation/` text to values and back
- `engines/` the Engine protocol and its adapters
"""
