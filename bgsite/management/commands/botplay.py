"""`manage.py botplay`: a level of the computer against itself, at the real door and in the database, without Celery."""

from __future__ import annotations

import time
from argparse import ArgumentParser
from collections.abc import Iterator
from random import Random
from typing import Any

from django.core.management.base import BaseCommand, CommandError

from games.engines.selfplay import random_card
from games.rules.levels import Level
from games.rules.rulecard import RuleCard
from matches.bots.practice import practise
from matches.bots.waking import wake
from matches.signals import match_moved

_SHOWN = 5


class Command(BaseCommand):
    """Play games of a level against itself under random rule cards, and say what must not have happened."""

    help = (
        "Let a level of the computer play against itself under random rule cards, and look for refused actions, stuck "
        "seats and forbidden resignations. The matches are deleted again."
    )

    def add_arguments(self, parser: ArgumentParser) -> None:
        """How many games, which level, and which cards."""
        parser.add_argument("--games", type=int, default=200)
        parser.add_argument("--level", type=Level, choices=list(Level), default=Level.BEGINNER)
        parser.add_argument("--seed", type=int, default=1, help="of the rule cards; the dice are the server's")

    def handle(self, *args: Any, **options: Any) -> None:
        """Play and report. Raises CommandError when something was found."""
        del args
        level, began = options["level"], time.monotonic()
        match_moved.disconnect(wake, dispatch_uid="matches.bots.wake")  # the computers are called right here
        found = practise(level, options["games"], _cards(Random(options["seed"])))  # noqa: S311 - repeatable on purpose
        spent = time.monotonic() - began
        self.stdout.write(
            f"{level}: {found.games} games in {found.matches} matches, {found.thoughts} thoughts, {spent:.0f} s; "
            f"{len(found.faults)} faults"
        )
        if found.faults:
            raise CommandError("\n".join(found.faults[:_SHOWN]))


def _cards(random: Random) -> Iterator[RuleCard]:
    while True:
        yield random_card(random)
