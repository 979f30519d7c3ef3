"""What it all meant: reads; owns anonymous statistics, ratings and analysis results; rebuildable.

- `models` the tables: they know no person, no match and no moment
- `services/` what changes them: `moving` out of the outboxes, `beacons` from browsers, `purging`, `summing`
  with what is `hiding` (small numbers), `dice`
- `selectors/` what is read: `usage` with its `labels` and `charts`, `purges`, `audit` · `chance` chi-square and its p
- `tasks` what Celery does · `views/`, `urls` the pages · `consent` whom a beacon asks first
"""
