"""How long the computer waits before each of its acts."""

from __future__ import annotations

from uuid import uuid4

import pytest

from bgsite.accounts.models import User
from matches.models import Match
from matches.protocol import Pace, ProtocolCode, TableCode
from matches.selectors.beside import beside_of
from matches.services.answers import DONE, Answer
from matches.services.pace import pace_set
from tests.factories import running_match
from tests.matches.bots.tables import against_computer
from tests.people import alice, charlie

pytestmark = pytest.mark.django_db


def set_by(user: User, match: Match, millis: int) -> Answer:
    return pace_set(match.pk, user.pk, Pace(uuid4(), millis))


@pytest.mark.parametrize("millis", [0, 2000])
def test_a_player_chooses(millis: int) -> None:
    match = against_computer()
    assert set_by(alice(), match, millis) == DONE
    assert Match.objects.get(pk=match.pk).pace == millis
    assert beside_of(match.pk, alice().pk, ()).pace == millis


def test_more_than_two_seconds_is_refused() -> None:
    match = against_computer()
    assert set_by(alice(), match, 2001) == Answer(TableCode.PACE_RANGE, {"max": 2000})
    assert Match.objects.get(pk=match.pk).pace == 1000


def test_nobody_else_chooses_and_nothing_without_a_computer() -> None:
    assert set_by(charlie(), against_computer(), 5) == Answer(ProtocolCode.NOT_PLAYING)
    assert set_by(alice(), running_match(), 5) == Answer(TableCode.NO_COMPUTER)
