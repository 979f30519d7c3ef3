"""The administration of matches: to look at, never to change; and what administrators do about people who talk.

The log is the truth and only the door writes it, so there is nothing to add, change or delete in matches. A match
shows its seats, games and log, and says on demand whether replaying the log gives the stored snapshot. Its review shows
the table after every event; directors note, flag and rule there, by services.

- `looking`: what all pages share · `quick`: lists of a million rows · `filters`: how lists are narrowed down
- `matches`: matches · `games`: their games · `tables`: seats, own devices, events, offers, rulings, notes
- `review`: one match step by step · `ruling_form`: what a director fills in
- `chat`: what was said at one match · `reports`: reported lines and what is done about them · `mutes`: who is muted
"""

from matches.admin import games, matches, mutes, reports, tables
from matches.admin.matches import EVENTS_A_PAGE

__all__ = ["EVENTS_A_PAGE", "games", "matches", "mutes", "reports", "tables"]
