"""Open offers: who may post, withdraw and take them, and how long they live."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from datetime import timedelta
from functools import partial

import pytest
from django.utils import timezone

from bgsite.accounts.models import User
from bgsite.accounts.services import account_ban, account_delete
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.rulecard import Preset, card_for
from games.rules.sides import Side
from matches.models import Block, Match, Seat, Seek
from matches.selectors.lobby import seeks_open
from matches.services import seeks
from matches.services.lifecycle import Terms
from matches.services.quota import Quota
from matches.services.seeks import SeekError, SeekFault, seek_post, seek_take, seek_withdraw, seeks_keep, seeks_sweep
from matches.tasks import sweep_seeks
from matches.wording.seeks import SEEK_FAULTS
from tests.matches.matchmaking import person, terms
from tests.matches.together import answers_at_once

pytestmark = pytest.mark.django_db


def rated(length: int = 5) -> Terms:
    return replace(terms(length=length), is_rated=True)


def fault(work: Callable[[], object]) -> SeekFault:
    before = (Seek.objects.count(), Match.objects.count())
    with pytest.raises(SeekError) as refused:
        work()
    assert (Seek.objects.count(), Match.objects.count()) == before
    return refused.value.fault


def lapse(seek: Seek) -> None:
    Seek.objects.filter(pk=seek.pk).update(alive_until=timezone.now() - timedelta(milliseconds=1))


def guest() -> User:
    return User.objects.create_user("guest-1", is_guest=True)


# --- posting ----------------------------------------------------------------------------------------------------


def test_an_offer_says_what_is_played(anna: User) -> None:
    clock = ClockSetting(ClockPreset.CORRESPONDENCE, 3)
    seek = seek_post(anna, Terms(card_for(Preset.MATCH, 7), clock, Side.BLACK, is_public=True, is_rated=True))
    assert (seek.length, seek.kind, seek.preset, seek.owner_side) == (7, "match", "match", "black")
    assert (seek.clock_preset, seek.clock_days, seek.is_rated) == ("correspondence", 3, True)


def test_only_registered_players_post_and_take(anna: User) -> None:
    seek, nobody = seek_post(anna, terms()), guest()
    assert fault(lambda: seek_post(nobody, terms())) is SeekFault.REGISTERED_ONLY
    assert fault(lambda: seek_take(seek.pk, nobody)) is SeekFault.REGISTERED_ONLY


def test_the_same_terms_are_offered_once(anna: User, bart: User) -> None:
    seek_post(anna, terms(length=3))
    assert fault(lambda: seek_post(anna, terms(length=3, side=Side.BLACK))) is SeekFault.SAME
    seek_post(anna, rated(3))
    seek_post(anna, terms(length=3, clock=ClockPreset.FAST))
    seek_post(bart, terms(length=3))
    assert Seek.objects.count() == 4


def test_a_lapsed_offer_is_no_obstacle(anna: User) -> None:
    lapse(seek_post(anna, terms()))
    seek = seek_post(anna, terms())
    assert list(Seek.objects.values_list("pk", flat=True)) == [seek.pk]


def test_five_offers_at_once(anna: User) -> None:
    for length in range(1, 6):
        seek_post(anna, terms(length=length))
    assert fault(lambda: seek_post(anna, terms(length=6))) is SeekFault.TOO_MANY_OPEN


def test_thirty_offers_an_hour_for_a_person_and_for_an_address(anna: User, bart: User) -> None:
    for _ in range(seeks.SEEKS_AN_HOUR):
        seek_withdraw(seek_post(anna, terms(), "192.0.2.1").pk, anna)
    assert fault(lambda: seek_post(anna, terms(), "192.0.2.9")) is SeekFault.TOO_MANY
    assert fault(lambda: seek_post(bart, terms(), "192.0.2.1")) is SeekFault.TOO_MANY
    seek_post(bart, terms(), "192.0.2.2")


@pytest.mark.parametrize("card", [card_for(Preset.MATCH, 26), card_for(Preset.MONEY), card_for(Preset.SINGLE_GAME)])
def test_what_cannot_be_rated(anna: User, card: object) -> None:
    assert fault(lambda: seek_post(anna, replace(rated(), card=card))) is SeekFault.RATED_TERMS  # type: ignore[arg-type]
    seek_post(anna, rated(25))
    seek_post(anna, rated(1))


def test_a_closed_account_posts_nothing(anna: User) -> None:
    account_ban(anna)
    assert fault(lambda: seek_post(anna, terms())) is SeekFault.CLOSED


# --- withdrawing and taking ---------------------------------------------------------------------------------------


def test_only_the_owner_withdraws(anna: User, bart: User) -> None:
    seek = seek_post(anna, terms())
    assert fault(lambda: seek_withdraw(seek.pk, bart)) is SeekFault.GONE
    seek_withdraw(seek.pk, anna)
    assert fault(lambda: seek_withdraw(seek.pk, anna)) is SeekFault.GONE


@pytest.mark.parametrize("side", [Side.WHITE, Side.BLACK])
def test_taking_begins_the_match_as_offered(anna: User, bart: User, side: Side) -> None:
    seek = seek_post(anna, replace(rated(), creator_side=side))
    match = seek_take(seek.pk, bart)
    assert (match.status, match.origin, match.is_rated, match.length) == ("running", "seek", True, 5)
    assert Seat.objects.get(match=match, side=side.value).user == anna
    assert Seat.objects.get(match=match, side=side.other.value).user == bart
    assert not Seek.objects.exists()


def test_what_cannot_be_taken(anna: User, bart: User) -> None:
    seek = seek_post(anna, terms())
    assert fault(lambda: seek_take(seek.pk, anna)) is SeekFault.OWN
    assert fault(lambda: seek_take(seek.pk + 1, bart)) is SeekFault.GONE
    account_ban(bart)
    assert fault(lambda: seek_take(seek.pk, bart)) is SeekFault.CLOSED


@pytest.mark.parametrize("turned", [False, True])
def test_who_blocked_is_not_played_with(anna: User, bart: User, turned: bool) -> None:
    seek = seek_post(anna, terms())
    Block.objects.create(owner=bart if turned else anna, person=anna if turned else bart)
    assert fault(lambda: seek_take(seek.pk, bart)) is SeekFault.BLOCKED


def test_nobody_empties_the_lobby(anna: User, bart: User, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(seeks, "TAKEN", Quota("seek-taken", 2))
    for _ in range(2):
        seek_take(seek_post(anna, terms()).pk, bart)
    waiting = seek_post(anna, terms())
    with pytest.raises(SeekError) as refused:
        seek_take(waiting.pk, bart)
    assert refused.value.fault is SeekFault.TOO_MANY_TAKEN
    assert Seek.objects.filter(pk=waiting.pk).exists()
    assert seek_take(waiting.pk, person("carol")).status == Match.Status.RUNNING


def test_every_refusal_has_a_sentence() -> None:
    assert set(SEEK_FAULTS) == set(SeekFault)


# --- the owner is gone (case 137) -----------------------------------------------------------------------------------


def test_nobody_is_matched_with_somebody_who_is_gone(anna: User, bart: User) -> None:
    """Case 137: whether or not the sweeper came by."""
    seek = seek_post(anna, terms())
    lapse(seek)
    assert seeks_open() == []
    assert fault(lambda: seek_take(seek.pk, bart)) is SeekFault.GONE


def test_the_word_of_the_owner_keeps_an_offer_but_raises_none(anna: User) -> None:
    alive, dead = seek_post(anna, terms(length=1)), seek_post(anna, terms(length=3))
    lapse(dead)
    Seek.objects.filter(pk=alive.pk).update(alive_until=timezone.now() + timedelta(seconds=1))
    assert seeks_keep(anna.pk) == 1
    alive.refresh_from_db()
    assert alive.alive_until > timezone.now() + timedelta(seconds=50)
    assert [one.view.id for one in seeks_open()] == [alive.pk]


def test_the_sweeper_drops_what_lapsed(anna: User) -> None:
    alive, dead = seek_post(anna, terms(length=1)), seek_post(anna, terms(length=3))
    lapse(dead)
    assert sweep_seeks() == 1
    assert seeks_sweep() == 0
    assert list(Seek.objects.all()) == [alive]


def test_closed_and_deleted_accounts_offer_nothing(anna: User, bart: User) -> None:
    banned, deleted = seek_post(anna, terms()), seek_post(bart, terms())
    account_ban(anna)
    account_delete(bart)
    assert seeks_open() == []
    assert not Seek.objects.filter(pk=deleted.pk).exists()
    assert fault(lambda: seek_take(banned.pk, person("carl"))) is SeekFault.GONE


# --- in the same instant --------------------------------------------------------------------------------------------


at_once = partial(answers_at_once, (SeekError,))


@pytest.mark.django_db(transaction=True)
def test_of_many_takers_exactly_one_plays() -> None:
    owner, takers = person("anna"), [person(f"taker{number}") for number in range(6)]
    for _ in range(5):
        seek = seek_post(owner, terms())
        answers = at_once(*[lambda taker=taker: seek_take(seek.pk, taker) for taker in takers])  # noqa: B023
        assert sum(isinstance(answer, Match) for answer in answers) == 1
        assert [answer for answer in answers if not isinstance(answer, Match)] == [SeekFault.GONE] * 5
    assert Match.objects.count() == 5
    assert Seat.objects.count() == 10


@pytest.mark.django_db(transaction=True)
def test_two_who_take_each_other_at_once_wait_in_no_circle() -> None:
    anna, bart = person("anna"), person("bart")
    for _ in range(5):
        hers, his = seek_post(anna, terms()), seek_post(bart, terms())
        answers = at_once(lambda: seek_take(his.pk, anna), lambda: seek_take(hers.pk, bart))  # noqa: B023
        assert all(isinstance(answer, Match) for answer in answers)


@pytest.mark.django_db(transaction=True)
def test_taken_and_withdrawn_at_once_is_one_of_the_two() -> None:
    anna, bart = person("anna"), person("bart")
    for _ in range(5):
        Match.objects.all().delete()
        seek = seek_post(anna, terms())
        withdrawn, taken = at_once(lambda: seek_withdraw(seek.pk, anna), lambda: seek_take(seek.pk, bart))  # noqa: B023
        assert (withdrawn is SeekFault.GONE) == isinstance(taken, Match)
        assert Match.objects.count() == isinstance(taken, Match)
        assert not Seek.objects.exists()


@pytest.mark.django_db(transaction=True)
def test_the_same_offer_from_two_tabs_is_one() -> None:
    anna = person("anna")
    answers = at_once(*[lambda: seek_post(anna, terms())] * 4)
    assert sum(isinstance(answer, Seek) for answer in answers) == 1
    assert set(answers) - set(Seek.objects.all()) == {SeekFault.SAME}


@pytest.mark.django_db(transaction=True)
def test_an_account_that_is_deleted_while_its_offer_is_taken_leaves_no_stuck_match() -> None:
    for number in range(3):
        anna, bart = person(f"anna{number}"), person(f"bart{number}")
        seek = seek_post(anna, terms())
        _, taken = at_once(lambda: account_delete(anna), lambda: seek_take(seek.pk, bart))  # noqa: B023
        if isinstance(taken, Match):
            taken.refresh_from_db()
            assert taken.status == Match.Status.FINISHED
        assert not Seek.objects.exists()
