"""The tests mirror the packages; `golden/` holds files made by real programs.

- `games/ matches/ stats/ site/` one folder a package
- `chaos/` kills and clocks, `browser/` real browsers: both in pytest calls of their own
- `servers` gives every pytest run its own PostgreSQL and Valkey · `conftest` hypothesis profiles
"""
