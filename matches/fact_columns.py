"""The columns of `matches.facts.GameFact` as a table has them: once for our outbox, once for `stats`.

Each value is one of a fixed few, and the database itself refuses any other: nothing that somebody made up, and nothing
that tells one game from the next, can stand in such a table.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from enum import Enum
from typing import Any

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from games.rules.levels import Level
from games.rules.rulecard import MAX_LENGTH, Preset
from games.rules.score import Termination
from games.rules.sides import Side
from matches.facts import DURATION_EDGES, MOST_CUBE_TURNS, MOST_RECONNECTS, MOST_TURNS, Moment, Play
from matches.wording.facts import MOMENTS, PLAYS
from matches.wording.names import LEVELS, PRESETS, SIDES, TERMINATIONS, Words


def _choices(words: Mapping[Any, Words]) -> list[tuple[str, Words]]:
    return [(one.value, text) for one, text in words.items()]


def _one_of(field: str, values: Iterable[Enum], *, name: str, or_empty: bool = False) -> models.CheckConstraint:
    allowed = [one.value for one in values] + ([""] if or_empty else [])
    return models.CheckConstraint(condition=Q(**{f"{field}__in": allowed}), name=f"%(app_label)s_%(class)s_{name}")


def _within(field: str, least: int, most: int, *, name: str) -> models.CheckConstraint:
    """Null passes, as for every constraint."""
    return models.CheckConstraint(
        condition=Q(**{f"{field}__range": (least, most)}), name=f"%(app_label)s_%(class)s_{name}"
    )


class FactColumns(models.Model):
    """What a `GameFact` says, but for its key."""

    day = models.DateField(_("day"))
    """The UTC day."""
    moment = models.CharField(_("what"), max_length=7, choices=_choices(MOMENTS))
    play = models.CharField(_("kind of play"), max_length=13, choices=_choices(PLAYS))
    level = models.CharField(_("computer"), max_length=12, choices=_choices(LEVELS), blank=True)
    preset = models.CharField(_("rule card"), max_length=16, choices=_choices(PRESETS))
    length = models.PositiveSmallIntegerField(_("length"), null=True, blank=True)
    result = models.PositiveSmallIntegerField(_("kind of win"), null=True, blank=True)
    ending = models.CharField(_("ended by"), max_length=10, choices=_choices(TERMINATIONS), blank=True)
    winner = models.CharField(_("winner"), max_length=5, choices=_choices(SIDES), blank=True)
    turns = models.PositiveSmallIntegerField(_("turns, in tens"), null=True, blank=True)
    duration = models.PositiveSmallIntegerField(_("duration, bucket"), null=True, blank=True)
    cube_turns = models.PositiveSmallIntegerField(_("cube turns"), null=True, blank=True)
    connected = models.BooleanField(_("connected"), null=True, blank=True)
    reconnects = models.PositiveSmallIntegerField(_("reconnections"), null=True, blank=True)

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["day"], name="%(app_label)s_%(class)s_day")]
        constraints = [
            _one_of("moment", Moment, name="moment"),
            _one_of("play", Play, name="play"),
            _one_of("level", Level, name="level", or_empty=True),
            _one_of("preset", Preset, name="preset"),
            _one_of("ending", Termination, name="ending", or_empty=True),
            _one_of("winner", Side, name="winner", or_empty=True),
            _within("length", 1, MAX_LENGTH, name="length"),
            _within("result", 1, 3, name="result"),
            _within("turns", 0, MOST_TURNS, name="turns"),
            _within("duration", 0, len(DURATION_EDGES), name="duration"),
            _within("cube_turns", 0, MOST_CUBE_TURNS, name="cube_turns"),
            _within("reconnects", 0, MOST_RECONNECTS, name="reconnects"),
            models.CheckConstraint(
                condition=Q(
                    moment=Moment.STARTED.value,
                    ending="",
                    winner="",
                    result=None,
                    turns=None,
                    duration=None,
                    cube_turns=None,
                    connected=None,
                    reconnects=None,
                )
                | (
                    Q(moment=Moment.ENDED.value, turns__isnull=False, duration__isnull=False, cube_turns__isnull=False)
                    & ~Q(ending="")
                ),
                name="%(app_label)s_%(class)s_start_or_end",
            ),
            models.CheckConstraint(
                condition=Q(connected=None, reconnects=None)
                | Q(connected__isnull=False, reconnects__isnull=False, play=Play.FRIEND_LINK.value),
                name="%(app_label)s_%(class)s_link",
            ),
        ]
