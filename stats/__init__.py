"""What it all meant: reads; owns anonymous statistics, ratings and analysis results; rebuildable.

- `models` the tables: they know no person, no match and no moment
- `services/` what changes them: `moving` out of the outboxes, `beacons` from browsers, `purging`, `summing`, `dice`
- `selectors/` what is read: `usage`, `purges`, `audit`
- `tasks` what Celery does · `views/`, `urls` the pages · `consent` whom a beacon asks first
"""
