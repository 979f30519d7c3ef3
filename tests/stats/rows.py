"""Rows of the tables of statistics, as short as a test can say them."""

from __future__ import annotations

from datetime import date
from typing import Any
from uuid import uuid4

from django.apps import apps
from django.db import models

from matches.models import GameFactOutbox
from stats.models import BeaconOutbox, BrowserFact, DroppedBeacon, DropReason, GameFact

START: dict[str, Any] = {"moment": "started", "play": "online_match", "preset": "match", "length": 5}
END: dict[str, Any] = {
    **START,
    "moment": "ended",
    "ending": "borne_off",
    "winner": "white",
    "result": 2,
    "turns": 4,
    "duration": 3,
    "cube_turns": 1,
}
BROWSER: dict[str, Any] = {
    "board": "flat",
    "frame": "none",
    "is_phone": False,
    "memory": "8",
    "cores": "4",
    "browser": "firefox",
    "system": "linux",
}
FORGOTTEN_TABLES: tuple[type[models.Model], ...] = (GameFactOutbox, BeaconOutbox, GameFact, BrowserFact, DroppedBeacon)
"""What is kept for 30 days."""


def game_waits(day: date, **more: Any) -> GameFactOutbox:
    """A fact in the outbox of matches."""
    return GameFactOutbox.objects.create(day=day, **START | more)


def game_fact(day: date, **more: Any) -> GameFact:
    return GameFact.objects.create(key=uuid4(), day=day, **START | more)


def game_facts(day: date, count: int, **more: Any) -> None:
    GameFact.objects.bulk_create(GameFact(key=uuid4(), day=day, **START | more) for _ in range(count))


def beacon_waits(day: date, **more: Any) -> BeaconOutbox:
    return BeaconOutbox.objects.create(**{"key": uuid4(), "day": day, **BROWSER, **more})


def browser_fact(day: date, **more: Any) -> BrowserFact:
    return BrowserFact.objects.create(**{"key": uuid4(), "day": day, **BROWSER, **more})


def one_of_each(day: date) -> None:
    """A row of that day in each table that is forgotten."""
    game_waits(day)
    beacon_waits(day)
    game_fact(day)
    browser_fact(day)
    DroppedBeacon.objects.create(day=day, reason=DropReason.FORGED, count=1)


def days_kept() -> dict[str, list[date]]:
    """The days of the rows of each table that is forgotten."""
    return {
        table.__name__: list(table._default_manager.order_by("day").values_list("day", flat=True))
        for table in FORGOTTEN_TABLES
    }


def stats_tables() -> list[type[models.Model]]:
    """Every table of statistics, and the outbox that `matches` keeps for them."""
    return [*apps.get_app_config("stats").get_models(), GameFactOutbox]
