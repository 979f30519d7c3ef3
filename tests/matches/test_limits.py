"""How much one socket may send."""

from __future__ import annotations

from matches.limits import FRAMES_A_SECOND, FRAMES_AT_ONCE, TokenBucket


class Clock:
    """A clock that is set by hand."""

    now = 100.0

    def __call__(self) -> float:
        return self.now


def taken(bucket: TokenBucket, tries: int) -> int:
    return sum(bucket.take() for _ in range(tries))


def test_a_burst_then_a_steady_stream() -> None:
    clock = Clock()
    bucket = TokenBucket(5, 2, clock)
    assert taken(bucket, 8) == 5
    clock.now += 1
    assert taken(bucket, 8) == 2
    clock.now += 0.25
    assert taken(bucket, 8) == 0
    clock.now += 0.25
    assert taken(bucket, 8) == 1


def test_a_rest_does_not_save_more_than_a_burst() -> None:
    clock = Clock()
    bucket = TokenBucket(5, 2, clock)
    clock.now += 3600
    assert taken(bucket, 100) == 5


def test_a_hasty_person_is_never_too_fast() -> None:
    clock = Clock()
    bucket = TokenBucket(clock=clock)
    for _ in range(600):
        assert bucket.take()
        clock.now += 0.1
    assert FRAMES_A_SECOND < FRAMES_AT_ONCE
