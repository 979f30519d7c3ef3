"""The first events of a match."""

from __future__ import annotations

from django.db import transaction

from games.rules import match as rules
from games.rules.events import MatchStarted
from games.rules.levels import Level
from games.rules.sides import Pair, Side
from games.rules.state import TakeBackRule
from matches import publish
from matches.codec import clock_setting, decode_card
from matches.dice import SystemDice
from matches.models import Match
from matches.moment import as_datetime, as_millis, now_millis
from matches.services.facts import facts_note
from matches.services.news import News
from matches.services.records import games_update
from matches.services.rows import match_columns, transition_store
from matches.wire import StoredEvent


def match_start(match: Match) -> None:
    """Start a match whose two seats are taken: MatchStarted and the opening, snapshot, first game record.

    Call it in a transaction that holds the row lock of `match`. `match` is brought up to date, and open sockets of
    the match look again after the commit. Raises ValueError when it is not OPEN, RulesError for terms that the
    rules refuse.
    """
    if match.status != Match.Status.OPEN or match.version:
        raise ValueError(f"match {match.code} is {match.status}")
    levels = dict(match.seats.values_list("side", "level"))
    if len(levels) != len(Side):
        raise ValueError(f"match {match.code} has an empty seat")
    now = now_millis()
    terms = MatchStarted(
        decode_card(match.card),
        clock_setting(match.clock_preset, match.clock_days),
        TakeBackRule(match.take_back),
        Pair(_computer(levels[Side.WHITE.value]), _computer(levels[Side.BLACK.value])),
    )
    transition = rules.start(terms, now=now, dice=SystemDice())
    stored = tuple(StoredEvent(seq, now, event) for seq, event in enumerate(transition.events, start=1))
    columns = match_columns(match, None, transition.after, now)
    columns |= {"status": Match.Status.RUNNING.value, "started_at": as_datetime(now)}
    transition_store(match, None, columns, stored, None)
    games_update(match.pk, None, transition.after, stored)
    facts_note(match.pk, transition.after, stored)
    match.refresh_from_db()
    next_at = None if match.next_at is None else as_millis(match.next_at)
    transaction.on_commit(News(match.pk, None, transition.after, stored, next_at, None).send, robust=True)
    publish.match_changed(match)


def _computer(level: str) -> Level | None:
    return Level(level) if level else None
