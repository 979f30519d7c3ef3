"""The one door."""

from __future__ import annotations

import logging
from typing import Any
from uuid import uuid4

import pytest
from django.db import DatabaseError, transaction

from games.rules.actions import (
    AcceptResignation,
    Double,
    Drop,
    ForfeitMatch,
    Next,
    OfferEndOfSession,
    OfferResignation,
    PauseMatch,
    PlayCheckers,
    PlayerAction,
    ResignMatch,
    Roll,
    StartNextGame,
    Take,
    VoidMatch,
)
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import Refusal
from games.rules.plays import CheckerMove
from games.rules.rulecard import Preset, card_for
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import ToRoll, game_of, to_act
from matches.codec import SCHEMA
from matches.models import Command, GameRecord, Match, MatchEvent, Seat
from matches.protocol import ProtocolCode
from matches.selectors.replays import is_like_its_log, unlike_their_log
from matches.services import start, visit
from matches.services.play import Accepted, NotFound, Refused, submit_action, submit_server_action
from tests.factories import open_match, running_match, seat
from tests.matches.doing import act, everything, must, play_some, player, refusal, some_play, state_now, with_dice
from tests.people import alice, bob, charlie

pytestmark = pytest.mark.django_db

NORMAL = ClockSetting(ClockPreset.NORMAL)


@pytest.fixture
def match(monkeypatch: pytest.MonkeyPatch) -> Match:
    """A match to 3 that White opened with 3-1."""

    class Opening:
        def throw(self) -> tuple[int, int]:
            return 3, 1

    monkeypatch.setattr(start, "SystemDice", Opening)
    return running_match()


# --- what an accepted action leaves ---------------------------------------------------------------------------


def test_an_action_is_stored_as_events_snapshot_columns_and_command(match: Match) -> None:
    before, cid = state_now(match), uuid4()
    version = must(act(match, some_play(before), cid=cid))
    match.refresh_from_db()
    assert match.version == version == before.version + 1
    event = MatchEvent.objects.get(match=match, seq=version)
    assert (event.kind, event.data["side"]) == ("checkers_played", "white")
    assert match.to_act == "black"
    assert is_like_its_log(match)
    command = Command.objects.get(match=match)
    assert (command.side, command.cid, command.version) == ("white", cid, version)
    assert command.answer == {"t": "done", "id": str(cid), "v": version}


def test_events_are_numbered_without_a_gap_and_in_time(match: Match) -> None:
    for _ in range(5):
        play_some(match)
        while isinstance(game_of(state_now(match)).phase, ToRoll):  # again after a dance
            must(act(match, Roll()))
    seqs = list(MatchEvent.objects.filter(match=match).order_by("seq").values_list("seq", "at"))
    assert [seq for seq, _ in seqs] == list(range(1, len(seqs) + 1))
    assert [at for _, at in seqs] == sorted(at for _, at in seqs)


def test_the_game_record_follows_the_cube_and_the_end(match: Match) -> None:
    play_some(match)
    must(act(match, Double()))
    record = GameRecord.objects.get(match=match)
    assert (record.cube_value, record.cube_owner, record.termination) == (1, None, "")
    must(act(match, Take()))
    record.refresh_from_db()
    assert (record.cube_value, record.cube_owner) == (2, "white")
    must(act(match, OfferResignation(ResultKind.SINGLE), Side.BLACK))
    version = must(act(match, AcceptResignation(), Side.WHITE))
    record.refresh_from_db()
    assert (record.winner, record.points, record.result_kind, record.termination) == ("white", 2, 1, "resigned")
    assert record.last_event == version
    assert record.ended_at is not None


def test_a_drop_costs_the_cube_before_the_offer_and_the_next_game_waits_for_both(match: Match) -> None:
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    match.refresh_from_db()
    assert (match.score_white, match.score_black, match.to_act, match.next_at) == (0, 1, None, None)
    must(act(match, Next(), Side.WHITE))
    assert GameRecord.objects.filter(match=match).count() == 1
    must(act(match, Next(), Side.BLACK))
    second = GameRecord.objects.get(match=match, number=2)
    assert (second.score_white, second.score_black, second.crawford) == (0, 1, "pending")
    assert second.first_event > GameRecord.objects.get(match=match, number=1).last_event  # type: ignore[operator]


def test_both_may_press_next_at_the_same_moment(match: Match) -> None:
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    decision = state_now(match).decision
    must(act(match, Next(), Side.WHITE, decision=decision))
    must(act(match, Next(), Side.BLACK, decision=decision))
    assert game_of(state_now(match)).number == 2


def test_the_end_of_a_match_is_in_the_columns(match: Match) -> None:
    must(act(match, ResignMatch(), Side.WHITE))
    match.refresh_from_db()
    assert (match.status, match.winner, match.termination) == (Match.Status.FINISHED, "black", "forfeited")
    assert match.ended_at is not None
    assert (match.to_act, match.deadline_at, match.next_at) == (None, None, None)
    record = GameRecord.objects.get(match=match)
    assert (record.termination, record.points, record.winner) == ("forfeited", 0, "black")
    assert refusal(act(match, Roll(), Side.WHITE)) is Refusal.MATCH_OVER


def test_the_deadline_is_a_column() -> None:
    match = running_match(clock=NORMAL)
    state = state_now(match)
    assert state.clock is not None
    assert match.deadline_at is not None
    play_some(match)
    match.refresh_from_db()
    clock = state_now(match).clock
    assert clock is not None
    assert clock.deadline is not None
    assert match.deadline_at.timestamp() * 1000 == pytest.approx(clock.deadline, abs=1)


# --- the same command twice (case 119, 121) -------------------------------------------------------------------


def test_the_same_command_again_gets_the_stored_answer_and_does_nothing(match: Match) -> None:
    cid, play = uuid4(), some_play(state_now(match))
    decision = state_now(match).decision
    first = act(match, play, Side.WHITE, decision=decision, cid=cid)
    stored = everything(match)
    again = act(match, play, Side.WHITE, decision=decision, cid=cid)
    assert again == Accepted(must(first), repeated=True)
    assert everything(match) == stored


def test_a_command_is_remembered_when_its_decision_is_long_gone(match: Match) -> None:
    cid = uuid4()
    first = must(act(match, some_play(state_now(match)), cid=cid))
    must(act(match, Double()))
    must(act(match, Take()))
    assert act(match, Roll(), Side.WHITE, cid=cid, decision=1) == Accepted(first, repeated=True)


def test_a_step_sent_twice_moves_one_checker(match: Match) -> None:
    """Case 119: the second frame of a double click finds the play made, whatever its own id."""
    play, decision = some_play(state_now(match)), state_now(match).decision
    must(act(match, play, Side.WHITE, decision=decision))
    stored = everything(match)
    assert refusal(act(match, play, Side.WHITE, decision=decision)) is ProtocolCode.STALE
    assert everything(match) == stored


def test_the_same_id_on_both_sides_is_two_commands() -> None:
    match = running_match(alice(), alice())
    cid = uuid4()
    must(act(match, some_play(state_now(match)), cid=cid))
    must(act(match, Double(), cid=cid))
    assert Command.objects.filter(match=match, cid=cid).count() == 2


# --- refusals change nothing -----------------------------------------------------------------------------------


def refused(match: Match, code: object, action: PlayerAction, **how: Any) -> None:
    stored = everything(match)
    outcome = act(match, action, **how)
    assert refusal(outcome) is code
    assert everything(match) == stored
    assert isinstance(outcome, Refused)
    assert (outcome.version, outcome.decision) == (match.version, state_now(match).decision)


def test_an_illegal_play_is_refused_with_its_step(match: Match) -> None:
    refused(match, Refusal.ILLEGAL_STEP, PlayCheckers((CheckerMove(24, 18, 6),)))
    outcome = act(match, PlayCheckers((CheckerMove(24, 18, 6),)))
    assert isinstance(outcome, Refused)
    assert outcome.params == {"from_": 24, "to": 18, "die": 6, "step": 0}


def test_an_incomplete_play_is_refused(match: Match) -> None:
    refused(match, Refusal.PLAY_INCOMPLETE, PlayCheckers((CheckerMove(8, 5, 3),)))


def test_out_of_turn_is_refused(match: Match) -> None:
    refused(match, Refusal.NOT_YOUR_TURN, Roll(), side=Side.BLACK)


def test_a_double_after_rolling_is_refused(match: Match) -> None:
    refused(match, Refusal.ALREADY_ROLLED, Double(), side=Side.WHITE)


def test_a_dead_double_is_refused(match: Match) -> None:
    one_point = running_match(card=card_for(Preset.MATCH, 1))
    play_some(one_point)
    one_point.refresh_from_db()
    refused(one_point, Refusal.DEAD_CUBE, Double())


def test_a_side_one_does_not_control_is_refused(match: Match) -> None:
    refused(match, ProtocolCode.NOT_YOUR_SIDE, some_play(state_now(match)), side=Side.WHITE, user=bob())


def test_a_spectator_a_stranger_and_nobody_are_refused(match: Match) -> None:
    Match.objects.filter(pk=match.pk).update(is_public=True)
    refused(match, ProtocolCode.NOT_PLAYING, some_play(state_now(match)), user=charlie())
    stored = everything(match)
    outcome = submit_action(match.code, None, Roll(), side=Side.WHITE, decision=match.version, cid=uuid4())
    assert refusal(outcome) is ProtocolCode.NOT_PLAYING
    assert everything(match) == stored


@pytest.mark.parametrize("decision", [0, 1, 10_000])
def test_a_decision_that_does_not_stand_is_stale(match: Match, decision: int) -> None:
    refused(match, ProtocolCode.STALE, some_play(state_now(match)), decision=decision)


def test_what_does_not_change_the_decision_makes_nothing_stale() -> None:
    match = running_match(card=card_for(Preset.MONEY))
    decision, side = state_now(match).decision, to_act(state_now(match))
    assert side is not None
    must(act(match, OfferEndOfSession(), side.other))
    must(act(match, some_play(state_now(match)), side, decision=decision))


def test_a_match_that_has_not_started_takes_no_action() -> None:
    match = open_match()
    seat(match, Side.WHITE, alice())
    outcome = submit_action(match.code, alice().pk, Roll(), side=Side.WHITE, decision=0, cid=uuid4())
    assert outcome == Refused(ProtocolCode.NOT_STARTED)


def test_a_deleted_match_is_not_found(match: Match) -> None:
    code, white = match.code, player(match, Side.WHITE)
    match.delete()
    assert submit_action(code, white.pk, Roll(), side=Side.WHITE, decision=3, cid=uuid4()) == NotFound()


def test_who_gave_up_the_seat_is_refused(match: Match) -> None:
    white = player(match, Side.WHITE)
    Seat.objects.filter(match=match, side="white").update(user=None)
    refused(match, ProtocolCode.NOT_PLAYING, some_play(state_now(match)), side=Side.WHITE, user=white)


# --- a bug costs nobody a game ---------------------------------------------------------------------------------


def test_a_bug_of_the_rules_is_refused_logged_and_rolled_back(
    match: Match, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def broken(*_args: object, **_kwargs: object) -> None:
        raise ZeroDivisionError

    play, stored = some_play(state_now(match)), everything(match)
    with monkeypatch.context() as patch:
        patch.setattr("games.rules.match.apply", broken)
        with caplog.at_level(logging.ERROR, "matches"):
            outcome = act(match, play)
    assert outcome == Refused(ProtocolCode.SERVER_FAULT, {}, match.version, state_now(match).decision)
    assert everything(match) == stored
    assert f"match {match.code} at version {match.version}" in caplog.text
    assert "ZeroDivisionError" in caplog.text
    must(act(match, play))


def test_a_bug_while_storing_leaves_nothing_behind(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    def broken(*_args: object) -> None:
        raise KeyError("cube")

    stored, play = everything(match), some_play(state_now(match))
    with monkeypatch.context() as patch:
        patch.setattr(visit, "games_update", broken)
        assert refusal(act(match, play)) is ProtocolCode.SERVER_FAULT
    assert everything(match) == stored


def test_a_broken_snapshot_is_a_fault_and_not_an_ending(match: Match) -> None:
    play = some_play(state_now(match))
    decision = state_now(match).decision
    Match.objects.filter(pk=match.pk).update(snapshot={"broken": True, "decision": 1})
    assert (
        refusal(submit_action(match.code, alice().pk, play, side=Side.WHITE, decision=decision, cid=uuid4()))
        is ProtocolCode.SERVER_FAULT
    )
    assert unlike_their_log() == [match.code]


def test_a_snapshot_of_an_older_schema_is_rebuilt_from_the_log(match: Match) -> None:
    before = state_now(match)
    Match.objects.filter(pk=match.pk).update(snapshot={"old": "shape", "decision": 1}, snapshot_schema=0)
    assert state_now(match) == before
    play_some(match)
    match.refresh_from_db()
    assert match.snapshot_schema == SCHEMA
    assert is_like_its_log(match)


def test_a_gap_in_the_log_is_noticed(match: Match) -> None:
    assert unlike_their_log() == []
    MatchEvent.objects.filter(match=match, seq=2).delete()
    assert unlike_their_log() == [match.code]


def test_a_match_that_goes_on_while_it_is_compared_is_compared_anew(match: Match) -> None:
    read = Match.objects.get(pk=match.pk)
    play_some(match)
    assert is_like_its_log(read)
    MatchEvent.objects.filter(match=match, seq=2).delete()
    assert not is_like_its_log(read)


# --- the server's own actions ----------------------------------------------------------------------------------


def test_the_server_forfeits_and_voids(match: Match) -> None:
    must(submit_server_action(match.pk, ForfeitMatch(Side.WHITE)))
    match.refresh_from_db()
    assert (match.winner, match.termination) == ("black", "forfeited")
    assert refusal(submit_server_action(match.pk, VoidMatch())) is Refusal.MATCH_OVER
    assert submit_server_action(0, VoidMatch()) == NotFound()


def test_a_pause_stops_play(match: Match) -> None:
    must(submit_server_action(match.pk, PauseMatch()))
    match.refresh_from_db()
    assert (match.paused, match.to_act) == (True, None)
    assert refusal(act(match, Roll(), Side.WHITE)) is Refusal.PAUSED


def test_next_ends_a_pause_between_games() -> None:
    match = running_match(card=card_for(Preset.MONEY), clock=NORMAL)
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    must(submit_server_action(match.pk, PauseMatch()))
    match.refresh_from_db()
    assert match.next_at is None
    must(act(match, Next(), Side.WHITE))
    match.refresh_from_db()
    assert (match.paused, match.next_at) == (False, None)  # nobody is drawn into a game while away
    must(act(match, Next(), Side.BLACK))
    assert game_of(state_now(match)).number == 2


def test_a_refused_next_leaves_the_pause() -> None:
    match = running_match(card=card_for(Preset.MONEY))
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    must(act(match, Next(), Side.WHITE))
    must(submit_server_action(match.pk, PauseMatch()))
    match.refresh_from_db()
    refused(match, Refusal.ALREADY_READY, Next(), side=Side.WHITE)


def test_with_a_clock_the_next_game_starts_by_itself_after_a_minute() -> None:
    match = running_match(clock=NORMAL)
    play_some(match)
    must(act(match, Double()))
    must(act(match, Drop()))
    match.refresh_from_db()
    ended = GameRecord.objects.get(match=match).ended_at
    assert ended is not None
    assert match.next_at is not None
    assert (match.next_at - ended).total_seconds() == 60
    must(act(match, Next(), Side.WHITE))
    still = Match.objects.get(pk=match.pk)
    assert still.next_at == match.next_at
    must(submit_server_action(match.pk, StartNextGame()))
    match.refresh_from_db()
    assert Match.objects.get(pk=match.pk).next_at is None
    assert GameRecord.objects.filter(match=match).count() == 2


# --- dice (case 134) --------------------------------------------------------------------------------------------


def test_the_same_dice_however_often_one_looks(match: Match, monkeypatch: pytest.MonkeyPatch) -> None:
    play_some(match)
    with_dice(monkeypatch, (2, 1))
    must(act(match, Roll()))
    seen = {game_of(state_now(match)).phase for _ in range(3)}
    assert len(seen) == 1
    refused(Match.objects.get(pk=match.pk), Refusal.ALREADY_ROLLED, Roll())


# --- the log is final -------------------------------------------------------------------------------------------


def test_the_database_refuses_to_change_an_event(match: Match) -> None:
    with pytest.raises(DatabaseError, match="never changed"), transaction.atomic():
        MatchEvent.objects.filter(match=match, seq=1).update(kind="danced")


def test_erasing_a_match_erases_its_log(match: Match) -> None:
    match.delete()
    assert MatchEvent.objects.count() == 0
