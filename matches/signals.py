"""What happens at matches, for those above: tournaments, ratings, statistics, bots subscribe in `bgsite.wiring`."""

from __future__ import annotations

from django.dispatch import Signal

match_moved = Signal()
"""After commit: `match_id`, `before` and `after` (MatchState; `before` is None at the start) and `events`.

Best effort like all publishing: who must not miss anything finds the rest in the tables. A receiver that fails is
logged and hurts nobody. Receivers do nothing slow; they start a Celery task.
"""
