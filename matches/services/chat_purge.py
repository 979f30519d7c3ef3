"""What was said at tables is forgotten after 180 days (architecture, "What is kept")."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Final

from django.utils import timezone

from matches.models import ChatLine, ChatReport

KEPT_FOR: Final = timedelta(days=180)
"""Lines from when they were written, reports from when they were handled."""
UNHANDLED_FOR: Final = timedelta(days=365)
"""Reports that nobody looked at."""
A_BATCH: Final = 1000


def chat_forget() -> int:
    """Delete old lines and reports, some at a time, so that nobody waits for a long lock; how many."""
    now = timezone.now()
    return _lines_forget(now - KEPT_FOR) + _reports_forget(now)


def _lines_forget(before: datetime) -> int:
    total = 0
    while True:
        batch = list(ChatLine.objects.filter(at__lt=before).values_list("pk", flat=True)[:A_BATCH])
        if not batch:
            return total
        count, _by_table = ChatLine.objects.filter(pk__in=batch).delete()
        total += count


def _reports_forget(now: datetime) -> int:
    handled, _by_table = ChatReport.objects.filter(handled_at__lt=now - KEPT_FOR).delete()
    others, _by_table = ChatReport.objects.filter(handled_at=None, created_at__lt=now - UNHANDLED_FOR).delete()
    return handled + others
