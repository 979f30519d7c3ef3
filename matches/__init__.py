"""People playing: the only writer of match state.

Start reading at `services/play.py`: `submit_action` is the one door through which a match changes.

- `models` tables · `codec` events and state to JSON and back · `view` what a table shows
- `services/` writes: `play` the door, `start`, `clocks`, `outage`, `lifecycle` · `selectors/` reads
- `protocol` frames as types, `wire` frames out, `refusals` their sentences · `publish` the one sender on the
  channel layer, always after commit · `line` the life of a socket, `handshake` its language and address, `consumers`
  what a table's frames mean, `asks` whom asks beside the game go to · `presence` who is at a table · `tasks` Celery
- `composer` the rule card as a form (`composer_choices` what it offers, `composer_cards` from answers to a card),
  `seat_forms` who sits where, `start_views` the pages on which play starts, `views` invitations, tables and lists
- `table_settings` what can be set for tables and boards, the one list; `settings_page`, `settings_preview`,
  `settings_views` the page for it, `context` what templates know of it
- `facts` what statistics may know of a game, `fact_columns` the same as columns, `consent` who is asked before ·
  `record_views` the players' own record, taken along or forgotten
- `board_svg` a position as a picture, by `board_layout` (where things lie), `board_style` (how they look) and the
  drawings in `board_art/`; the browser's board reads the same files
- `dice` the one module that draws

Never here: a rule of backgammon (`games`), a rating or a statistic (`stats`), an import of `bgsite`.
"""
