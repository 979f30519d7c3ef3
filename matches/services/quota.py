"""How often something may be done by one person or from one address, counted in the cache for all processes."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Final

from django.core.cache import cache
from django.utils.crypto import salted_hmac

from matches.moment import now_millis

HOUR_MILLIS: Final = 3_600_000


@dataclass(frozen=True, slots=True)
class Quota:
    """At most `limit` times within `millis`, under the name `what`."""

    what: str
    limit: int
    millis: int = HOUR_MILLIS

    def is_left(self, whom: str) -> bool:
        """Whether `whom` (a number of a person, an address; empty: nobody, and always allowed) may once more."""
        return not whom or len(self._recent(whom)) < self.limit

    def take(self, whom: str) -> None:
        """Count one more. Two in the same instant may count as one: a limit, not a balance."""
        if whom:
            cache.set(self._key(whom), [*self._recent(whom), now_millis()], timeout=self.millis // 1000)

    def _recent(self, whom: str) -> list[int]:
        since = now_millis() - self.millis
        return [at for at in cache.get(self._key(whom), []) if at > since]

    def _key(self, whom: str) -> str:
        """A keyed hash: the cache's table names nobody and no address."""
        return f"quota:{self.what}:{salted_hmac('matches.services.quota', whom, algorithm='sha256').hexdigest()}"
