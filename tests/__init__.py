"""The tests mirror the packages; `golden/` holds files made by real programs.

- `games/ matches/ stats/ site/` one folder a package · `browser/` real browsers, in their own pytest call
- `servers` gives every pytest run its own PostgreSQL and Valkey · `conftest` hypothesis profiles
"""
