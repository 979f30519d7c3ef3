"""People playing: the only writer of match state.

Start reading at `services/play.py`: `submit_action` is the one door through which a match changes.

- `models` tables · `codec` events and state to JSON and back · `view` what a table shows
- `services/` writes: `play` the door, `start`, `clocks`, `outage`, `lifecycle` · `selectors/` reads
- `protocol` frames as types, `wire` frames out, `refusals` their sentences · `publish` the one sender on the
  channel layer, always after commit · `consumers` sockets · `tasks` Celery
- `dice` the one module that draws

Never here: a rule of backgammon (`games`), a rating or a statistic (`stats`), an import of `bgsite`.
"""
