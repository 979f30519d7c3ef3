"""Writes. `play` is the one door to a match that runs; `lifecycle` is everything before and around it.

Before: `sitting` (computer, one screen), `seeks`, `rematch`, `own_device`. Beside the game, asked over the socket
(`matches.asks`) and answered with an `Answer`: `absence`, `pace`, `hints`, `chat`. By Celery: `clocks`, `lapsing`,
`turn_mail`. About people: `people`, `muting`, `moving`, `forgetting`, `own_records`. For statistics: `facts`. For
staff: `rulings`, `staff`; for them, `connections`.

What `lifecycle` and pages call (each docstring says which lock must be held):

- `start.match_start(match: Match) -> None` – both seats are taken: first events, snapshot, first GameRecord
- `play.submit_server_action(match_id: int, action: ServerAction) -> Outcome` – forfeit, void, pause …
- `publish.match_changed(match: Match) -> None` – after a change that is no event (joined, cancelled, deleted): open
  sockets look again. Sends after commit.
- `publish.kick_user(user_id: int, code: int) -> None` – close all sockets of a person (4401 logged out, password
  changed or account deleted; 4409 banned). Sends after commit.
- `codec.encode_card(card: RuleCard) -> dict`, `codec.decode_card(data) -> RuleCard`
"""
