"""Things that tests need in the database, made the way the server makes them."""

from __future__ import annotations

from django.db import transaction

from bgsite.accounts.models import User
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.levels import Level
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.sides import Side
from games.rules.state import TakeBackRule
from matches.codec import encode_card
from matches.models import Match, Seat
from matches.services.start import match_start
from tests.people import alice, bob

UNTIMED = ClockSetting(ClockPreset.UNTIMED)


def open_match(
    creator: User | None = None,
    *,
    card: RuleCard | None = None,
    clock: ClockSetting = UNTIMED,
    take_back: TakeBackRule = TakeBackRule.NEVER,
    is_public: bool = False,
) -> Match:
    """A match that waits for the other player. Without a card: to 3 points."""
    agreed = card or card_for(Preset.MATCH, 3)
    return Match.objects.create(
        created_by=creator or alice(),
        card=encode_card(agreed),
        kind=agreed.kind.value,
        preset=agreed.preset.value,
        length=agreed.length,
        clock_preset=clock.preset.value,
        clock_days=clock.days,
        take_back=take_back.value,
        is_public=is_public,
    )


def running_match(
    white: User | None = None,
    black: User | None = None,
    *,
    card: RuleCard | None = None,
    clock: ClockSetting = UNTIMED,
    take_back: TakeBackRule = TakeBackRule.NEVER,
    is_public: bool = False,
) -> Match:
    """A match that has begun: alice has White and bob Black, unless others are named."""
    with transaction.atomic():
        match = open_match(white, card=card, clock=clock, take_back=take_back, is_public=is_public)
        seat(match, Side.WHITE, white or alice())
        seat(match, Side.BLACK, black or bob())
        match_start(match)
    match.refresh_from_db()
    return match


def against_expert(card: RuleCard | None = None) -> Match:
    """A match that has begun: alice has White, an expert Black, and what is played may be taken back."""
    with transaction.atomic():
        match = open_match(card=card, take_back=TakeBackRule.AGAINST_COMPUTER)
        seat(match, Side.WHITE, alice())
        Seat.objects.create(match=match, side=Side.BLACK.value, level=Level.EXPERT.value)
        match_start(match)
    return match


def seat(match: Match, side: Side, user: User) -> Seat:
    """Somebody sits down."""
    return Seat.objects.create(match=match, side=side.value, user=user)
