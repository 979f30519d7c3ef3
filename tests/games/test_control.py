"""Who plays a side, adjourning by agreement, and going on after a pause (rules.md 3.7, 5.8)."""

from __future__ import annotations

from dataclasses import replace

import pytest

from games.rules import actions as a
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.errors import Refusal
from games.rules.events import ControlPassed, MatchResumed, ResumeGiven
from games.rules.levels import Level
from games.rules.match import awaits
from games.rules.rulecard import Preset, RuleCard, card_for
from games.rules.sides import Pair, Side
from games.rules.state import Proposal, ProposalKind, TakeBackRule
from tests.games.tables import BLACK, CLUB, MONEY, WHITE, Table, match_to, names

EXPERT = Level.EXPERT


def adjourned(card: RuleCard | None = None, *, clock: ClockPreset = ClockPreset.UNTIMED) -> Table:
    """White has opened; before Black's first roll both agreed to go on another day."""
    table = Table(card or match_to(5), clock=ClockSetting(clock))
    table.play("8/5 6/5")
    table.do(a.OfferAdjournment(), BLACK)
    table.do(a.AcceptProposal(), WHITE)
    return table


# --- adjourning -------------------------------------------------------------------------------------


@pytest.mark.parametrize("card", [match_to(5), MONEY, CLUB, card_for(Preset.SINGLE_GAME), card_for(Preset.PLAIN)])
def test_any_kind_of_play_can_be_adjourned_by_agreement(card: RuleCard) -> None:
    """rules.md 3.7: either side offers, the other accepts, play stops."""
    table = Table(card)
    assert table.can(WHITE).adjourn
    assert table.can(BLACK).adjourn
    table.do(a.OfferAdjournment(), BLACK)
    assert table.state.proposal == Proposal(BLACK, ProposalKind.ADJOURNMENT, 0)
    assert awaits(table.state) == {WHITE}
    assert names(table.do(a.AcceptProposal(), WHITE)) == ["ProposalAccepted", "MatchPaused"]
    assert awaits(table.state) == frozenset()
    assert (table.state.paused, table.can(BLACK).answer_proposal, table.can(WHITE).answer_proposal) == (
        True,
        False,
        False,
    )
    assert table.replays()


def test_a_declined_adjournment_changes_nothing() -> None:
    table = Table(match_to(5))
    decision = table.state.decision
    table.do(a.OfferAdjournment(), WHITE)
    table.do(a.DeclineProposal(), BLACK)
    assert (table.state.paused, table.state.decision, table.acting) == (False, decision, WHITE)


def test_an_adjournment_is_one_of_the_proposals() -> None:
    """One at a time, three a turn, not while the cube is offered, and only while a game is running."""
    table = Table(MONEY)
    table.do(a.OfferAdjournment(), BLACK)
    assert table.refuses(a.OfferDraw(), WHITE) is Refusal.ANSWER_FIRST
    for _ in range(2):
        table.do(a.DeclineProposal(), WHITE)
        table.do(a.OfferAdjournment(), BLACK)
    table.do(a.DeclineProposal(), WHITE)
    assert table.refuses(a.OfferAdjournment(), BLACK) is Refusal.OFFER_LIMIT
    table.play("8/5 6/5")
    table.do(a.Double())
    assert table.refuses(a.OfferAdjournment(), WHITE) is Refusal.ANSWER_FIRST
    table.do(a.Drop())
    assert table.refuses(a.OfferAdjournment(), WHITE) is Refusal.NO_GAME_RUNNING


def test_in_a_pause_only_resuming_and_giving_up_are_legal() -> None:
    """rules.md 3.7, 5.4."""
    table = adjourned()
    assert table.refuses(a.Roll(), BLACK) is Refusal.PAUSED
    assert table.refuses(a.OfferAdjournment(), BLACK) is Refusal.PAUSED
    can = table.can(BLACK)
    assert (can.resume, can.resign_match, can.adjourn, can.roll, can.take_back) == (True, True, False, False, False)


# --- going on ---------------------------------------------------------------------------------------


def test_play_goes_on_when_both_are_ready() -> None:
    """rules.md 3.7: resumed when both are back; the same decision takes both, in any order."""
    table = adjourned()
    decision = table.state.decision
    assert table.do(a.Resume(), WHITE) == (ResumeGiven(WHITE),)
    assert (table.state.resuming, table.state.paused) == (Pair(True, False), True)
    assert table.state.decision == decision
    assert table.refuses(a.Resume(), WHITE) is Refusal.ALREADY_READY
    assert names(table.do(a.Resume(), BLACK)) == ["ResumeGiven", "MatchResumed"]
    assert (table.state.resuming, table.state.paused, table.acting) == (Pair(False, False), False, BLACK)
    assert table.replays()


def test_a_second_pause_waits_for_both_again() -> None:
    table = adjourned()
    table.do(a.Resume(), WHITE)
    table.do(a.ResumeMatch())
    table.do(a.PauseMatch())
    assert table.state.resuming == Pair(False, False)
    table.do(a.Resume(), BLACK)
    assert table.state.paused


def test_the_clock_stands_still_and_goes_on_with_a_fresh_delay() -> None:
    """rules.md 6.1, 6.3: a day passes; White's and Black's reserves are what they were."""
    table = adjourned(clock=ClockPreset.FAST)
    stopped = table.state.clock
    assert stopped is not None
    assert stopped.running is None
    table.do(a.Resume(), WHITE, after=86_400_000)
    table.do(a.Resume(), BLACK, after=86_400_000)
    assert table.state.clock == replace(stopped, running=BLACK, since=table.now)


def test_what_is_not_paused_is_not_resumed() -> None:
    table = Table(match_to(5))
    assert table.refuses(a.Resume(), WHITE) is Refusal.NOT_PAUSED
    table.do(a.ResignMatch(), WHITE)
    assert table.refuses(a.Resume(), WHITE) is Refusal.MATCH_OVER


def test_between_games_next_ends_a_pause() -> None:
    """rules.md 4.5, 5.7: after a flag in money play the session is paused; *Resume* is for running games."""
    table = Table(MONEY, clock=ClockSetting(ClockPreset.FAST))
    table.do(a.Flag(WHITE), after=10 * 60_000)
    assert table.state.paused
    assert table.refuses(a.Resume(), WHITE) is Refusal.NO_GAME_RUNNING
    table.do(a.PassControl(BLACK, EXPERT))
    assert table.state.paused


# --- computers --------------------------------------------------------------------------------------


def test_control_passes_to_a_computer_and_back() -> None:
    """rules.md 5.8: neither board nor turn changes, so the decision stands."""
    table = Table(match_to(5))
    before = table.state
    assert table.do(a.PassControl(WHITE, EXPERT)) == (ControlPassed(WHITE, EXPERT),)
    assert table.state == replace(before, computers=Pair(EXPERT, None), version=before.version + 1)
    table.do(a.PassControl(WHITE, Level.BEGINNER))
    assert table.state.computers == Pair(Level.BEGINNER, None)
    table.do(a.PassControl(WHITE, None))
    assert table.state.computers == Pair(None, None)
    assert table.replays()


def test_control_that_changes_nothing_is_refused() -> None:
    table = Table(match_to(5))
    assert table.refuses(a.PassControl(WHITE, None)) is Refusal.CONTROL_UNCHANGED
    table.do(a.PassControl(WHITE, EXPERT))
    assert table.refuses(a.PassControl(WHITE, EXPERT)) is Refusal.CONTROL_UNCHANGED
    assert table.refuses(a.PassControl(BLACK, EXPERT), WHITE) is Refusal.SERVER_ONLY
    table.do(a.ResignMatch(), BLACK)
    assert table.refuses(a.PassControl(WHITE, None)) is Refusal.MATCH_OVER


def test_a_match_can_begin_with_a_computer() -> None:
    table = Table(match_to(5), computers=Pair(None, EXPERT))
    assert table.state.computers == Pair(None, EXPERT)
    assert awaits(table.state) == {WHITE}
    table.play("8/5 6/5")
    assert awaits(table.state) == {BLACK}
    assert table.replays()


def test_a_computer_is_waited_for_between_games() -> None:
    """rules.md 4.5."""
    table = Table(MONEY, computers=Pair(None, EXPERT))
    table.play("8/5 6/5")
    table.do(a.Double())
    table.do(a.Drop())
    assert awaits(table.state) == {WHITE, BLACK}
    table.do(a.Next(), BLACK)
    assert awaits(table.state) == {WHITE}


@pytest.mark.parametrize("side", Side)
def test_a_computer_is_always_ready(side: Side) -> None:
    """Who plays against a computer presses *Resume* alone."""
    table = adjourned()
    table.do(a.PassControl(side, EXPERT))
    assert table.state.paused
    assert table.refuses(a.Resume(), side) is Refusal.ALREADY_READY
    assert names(table.do(a.Resume(), side.other)) == ["ResumeGiven", "MatchResumed"]


def test_a_computer_that_sits_down_ends_the_wait() -> None:
    """White is ready, Black stays away, the computer goes on for Black."""
    table = adjourned()
    table.do(a.Resume(), WHITE)
    assert table.do(a.PassControl(BLACK, EXPERT)) == (ControlPassed(BLACK, EXPERT), MatchResumed())
    assert not table.state.paused


def test_who_comes_back_in_a_pause_has_to_say_that_they_are_ready() -> None:
    table = adjourned()
    table.do(a.PassControl(WHITE, EXPERT))
    table.do(a.PassControl(WHITE, None))
    table.do(a.Resume(), BLACK)
    assert table.state.paused
    assert table.can(WHITE).resume


# --- taking back against a computer ----------------------------------------------------------------


def test_only_people_take_plays_back() -> None:
    """rules.md 7.2."""
    table = Table(match_to(5), take_back=TakeBackRule.AGAINST_COMPUTER, computers=Pair(None, EXPERT))
    table.play("8/5 6/5")
    table.turn(6, 4, "24/14")
    table.turn(2, 1, "24/23 6/4")
    assert table.can(WHITE).take_back
    assert not table.can(BLACK).take_back
    assert table.refuses(a.TakeBack(), BLACK) is Refusal.NO_TAKE_BACK


def test_a_cube_taken_by_the_computer_comes_back() -> None:
    """rules.md 7.2: White plays, Black replies, White doubles, Black takes; White takes the play back."""
    table = Table(match_to(5), take_back=TakeBackRule.AGAINST_COMPUTER, computers=Pair(None, EXPERT))
    table.play("8/5 6/5")
    table.turn(6, 4, "24/14")
    before = table.game.cube
    table.double_and_take()
    assert table.game.cube.owner is BLACK
    table.do(a.TakeBack(), WHITE)
    assert table.game.cube == before
    assert table.game.turn_number == 1
    table.play("8/5 6/5")
    assert table.do(a.Roll(), BLACK)[0].again  # type: ignore[union-attr]
    assert table.replays()


def test_a_cube_offered_by_the_computer_and_taken_comes_back() -> None:
    """rules.md 7.2: the reply goes with the play, its doubling included."""
    table = Table(match_to(5), take_back=TakeBackRule.AGAINST_COMPUTER, computers=Pair(None, EXPERT))
    table.play("8/5 6/5")
    table.do(a.Double(), BLACK)
    table.do(a.Take(), WHITE)
    table.turn(6, 4, "24/14")
    table.do(a.TakeBack(), WHITE)
    assert (table.game.cube.value, table.game.cube.owner) == (1, None)
    assert table.replays()


def test_who_plays_a_side_does_not_go_back_with_a_play() -> None:
    table = Table(match_to(5), take_back=TakeBackRule.HOT_SEAT)
    table.play("8/5 6/5")
    table.do(a.PassControl(WHITE, EXPERT))
    table.do(a.TakeBack(), BLACK)
    assert table.state.computers == Pair(EXPERT, None)
