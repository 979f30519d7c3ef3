"""Matches that computers play alone, to be looked at and forgotten: `manage.py botplay`."""

from __future__ import annotations

from django.db import transaction

from games.rules.clock import ClockPreset
from games.rules.levels import Level
from games.rules.rulecard import RuleCard
from games.rules.sides import Pair, Side
from matches.codec import encode_card
from matches.models import Match, Seat
from matches.services.start import match_start


def practice_start(card: RuleCard, levels: Pair[Level]) -> Match:
    """Begin a match of two computers, without a clock, hidden from everybody. Raises RulesError."""
    with transaction.atomic():
        match = Match.objects.create(
            origin=Match.Origin.COMPUTER,
            card=encode_card(card),
            kind=card.kind.value,
            preset=card.preset.value,
            length=card.length,
            clock_preset=ClockPreset.UNTIMED.value,
            pace=0,
        )
        Seat.objects.bulk_create(Seat(match=match, side=side.value, level=levels.of(side).value) for side in Side)
        match_start(match)
    return match


def practice_forget(match_id: int) -> None:
    """Delete a match of two computers, with everything that belongs to it."""
    Match.objects.filter(pk=match_id, created_by__isnull=True, seats__user__isnull=True).delete()
