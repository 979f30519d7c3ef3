"""The computer as a seat: woken when it is awaited, it thinks in a Celery worker and acts through the one door.

- `awaited` which computer somebody waits for, and how long it lets a person look first
- `waking` the receiver of `match_moved`: sends the nudge · `sending` the nudges themselves, best effort
- `thinking` one thought: read without a lock, ask the engine, submit for the decision that was seen
- `answering` what a level would do, and what is done when it fails: a match is never stuck
- `advising` the frame that answers a hint · `warming` engines loaded before the first thought
- `tasks` all of it as Celery tasks, and the sweeper: a lost nudge is found again in `Match.bot_due_at`
"""
