"""What the lobby shows: open offers, names of who is online, and what waits for one person."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from datetime import timedelta
from typing import Final

from django.contrib.auth import get_user_model
from django.db.models import Q, QuerySet
from django.utils import timezone
from django.utils.translation import gettext as _
from django.utils.translation import pgettext
from msgspec.structs import replace

from games.rules.sides import Side
from matches.codec import clock_setting, decode_card
from matches.lobby.protocol import (
    ChallengeView,
    Fact,
    GameView,
    Mine,
    Online,
    PersonView,
    RefusalView,
    SeekView,
    Whereabouts,
)
from matches.models import Block, Kind, Match, PlayerSettings, Seat, Seek
from matches.moment import as_millis
from matches.selectors.lists import MatchRow, current_matches
from matches.wording.cards import card_facts, card_title
from matches.wording.clocks import clock_meaning, clock_title
from matches.wording.names import SIDES

SEEKS_SHOWN: Final = 100
PEOPLE_SHOWN: Final = 100
GAMES_SHOWN: Final = 50
DECLINED_SHOWN_FOR: Final = timedelta(hours=1)
_NOBODY: Final[frozenset[int]] = frozenset()


@dataclass(frozen=True, slots=True)
class OpenSeek:
    """An open offer and whose it is."""

    owner_id: int
    view: SeekView


def seeks_open() -> list[OpenSeek]:
    """The offers whose owner is here, the oldest first, in the active language."""
    return [OpenSeek(seek.owner_id, _seek_view(seek)) for seek in _alive().select_related("owner")[:SEEKS_SHOWN]]


def seeks_for(seeks: Iterable[OpenSeek], reader_id: int | None, shunned: frozenset[int] = _NOBODY) -> list[SeekView]:
    """The offers as one reader sees them: the own ones marked, without those of people in `shunned`."""
    return [
        _marked(seek.view) if seek.owner_id == reader_id else seek.view
        for seek in seeks
        if seek.owner_id not in shunned
    ]


def shunned_by(person_id: int | None) -> frozenset[int]:
    """With whom the person cannot play: who is blocked, and who blocked."""
    if person_id is None:
        return _NOBODY
    pairs = Block.objects.filter(Q(owner_id=person_id) | Q(person_id=person_id)).values_list("owner_id", "person_id")
    return frozenset(number for pair in pairs for number in pair) - {person_id}


def people_online(where: Mapping[int, Whereabouts]) -> dict[int, PersonView]:
    """The registered people among these numbers who do not hide, by name."""
    hidden = PlayerSettings.objects.filter(is_hidden=True, person_id__in=where).values("person_id")
    accounts = get_user_model().objects.filter(pk__in=where, is_active=True, is_guest=False).exclude(pk__in=hidden)
    found = sorted(((str(one), one.pk) for one in accounts), key=lambda one: one[0].casefold())
    return {pk: PersonView(name=name, at=where[pk], me=False) for name, pk in found}


def guests_among(numbers: Iterable[int]) -> int:
    """How many of these numbers are guests."""
    return get_user_model().objects.filter(pk__in=list(numbers), is_guest=True).count()


def online_for(people: Mapping[int, PersonView], guests: int, reader_id: int | None, shunned: frozenset[int]) -> Online:
    """Who is here, as one reader sees it."""
    seen = [
        PersonView(one.name, one.at, me=number == reader_id) for number, one in people.items() if number not in shunned
    ]
    return Online(known=True, people=seen[:PEOPLE_SHOWN], more=max(0, len(seen) - PEOPLE_SHOWN), guests=guests)


def mine_of(person_id: int) -> Mine:
    """What concerns one person, in the active language."""
    lists = current_matches(person_id)
    games = [*lists.waiting_for_me, *lists.running]
    outgoing = [row for row in lists.open if row.match.invited_id is not None]
    return Mine(
        waiting=len(lists.waiting_for_me) + len(lists.invitations),
        games=[_game_view(row, person_id) for row in games[:GAMES_SHOWN]],
        incoming=[_challenge_view(row) for row in lists.invitations[:GAMES_SHOWN]],
        outgoing=[_challenge_view(row) for row in outgoing[:GAMES_SHOWN]],
        declined=_declined(person_id),
    )


def decline_reasons() -> list[tuple[str, str]]:
    """What may be said with a no: value and words, no reason first."""
    return [(value, str(words)) for value, words in Match.DeclineReason.choices]


def stamps_of(person_ids: Iterable[int]) -> dict[int, int]:
    """A number for each person that changes when what waits for them does: heals what a lost message left."""
    people = set(person_ids)
    facts: dict[int, set[object]] = {person: set() for person in people}
    seats = Seat.objects.filter(user_id__in=people, match__status=Match.Status.RUNNING)
    columns = ("user_id", "match_id", "match__to_act", "match__paused", "match__score_white", "match__score_black")
    for person, *row in seats.values_list(*columns):
        facts[person].add(tuple(row))
    asked = Match.objects.filter(Q(created_by_id__in=people) | Q(invited_id__in=people), status=Match.Status.OPEN)
    for match_id, *both in asked.values_list("pk", "created_by_id", "invited_id"):
        for person in people.intersection(both):
            facts[person].add(match_id)
    return {person: hash(frozenset(found)) for person, found in facts.items()}


def seated_at(match_id: int) -> list[int]:
    """The people who have a seat at the match."""
    seats = Seat.objects.filter(match_id=match_id, user_id__isnull=False)
    return list(seats.values_list("user_id", flat=True).distinct())


def _alive() -> QuerySet[Seek]:
    return Seek.objects.filter(alive_until__gt=timezone.now(), owner__is_active=True).order_by("created_at", "pk")


def _seek_view(seek: Seek) -> SeekView:
    card = decode_card(seek.card)
    clock = clock_setting(seek.clock_preset, seek.clock_days)
    return SeekView(
        id=seek.pk,
        owner=str(seek.owner),
        title=card_title(card),
        clock=clock_title(clock),
        clock_meaning=clock_meaning(clock, seek.length),
        colour=_takers_colour(seek.owner_side),
        rated=seek.is_rated,
        mine=False,
        facts=[Fact(name, value) for name, value in card_facts(card)],
    )


def _takers_colour(owner_side: str) -> str:
    if owner_side == Match.CreatorSide.RANDOM:
        return pgettext("colour", "Random")
    return str(SIDES[Side(owner_side).other])


def _marked(view: SeekView) -> SeekView:
    return replace(view, mine=True)


def _game_view(row: MatchRow, person_id: int) -> GameView:
    match = row.match
    score = "" if match.kind == Kind.SINGLE else f"{row.score.white} : {row.score.black}"
    return GameView(
        code=match.code,
        opponent=row.opponent,
        title=row.title,
        score=score,
        my_turn=row.my_turn,
        paused=match.paused,
        mine=match.created_by_id == person_id and match.origin in {Match.Origin.SEEK, Match.Origin.NAMED},
    )


def _challenge_view(row: MatchRow) -> ChallengeView:
    match = row.match
    card = decode_card(match.card)
    clock = clock_setting(match.clock_preset, match.clock_days)
    return ChallengeView(
        code=match.code,
        name=row.opponent,
        title=row.title,
        clock=clock_title(clock),
        clock_meaning=clock_meaning(clock, match.length),
        rated=match.is_rated,
        until=None if match.expires_at is None else as_millis(match.expires_at),
        facts=[Fact(name, value) for name, value in card_facts(card)],
    )


def _declined(person_id: int) -> list[RefusalView]:
    """Challenges of the person that were declined a short time ago."""
    since = timezone.now() - DECLINED_SHOWN_FOR
    found = Match.objects.filter(
        created_by_id=person_id, status=Match.Status.CANCELLED, declined=True, ended_at__gt=since
    ).select_related("invited")
    return [
        RefusalView(
            code=match.code,
            name=_("deleted player") if match.invited is None else str(match.invited),
            title=card_title(decode_card(match.card)),
            reason=str(Match.DeclineReason(match.decline_reason).label) if match.decline_reason else "",
        )
        for match in found.order_by("-ended_at")[:GAMES_SHOWN]
    ]
