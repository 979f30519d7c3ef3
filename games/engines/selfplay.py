"""Games of a level against itself under random rule cards, looking for anything illegal.

``python -m games.engines.selfplay --games 200 --level beginner`` prints what happened and exits with 1 if an
action was refused, a seat was stuck, or somebody resigned who must not. No database, no clock: ``match.apply``
with dice of a seeded generator. Now and then a passer-by makes an offer for a side (settlement, draw, resignation,
end of the session), so that the answers are played as well.
"""

from __future__ import annotations

import argparse
import sys
import time
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from games.engines.brain import Brain
from games.engines.levels import brain_for
from games.rules.actions import (
    Action,
    EndSession,
    OfferAdjournment,
    OfferDraw,
    OfferEndOfSession,
    OfferResignation,
    OfferSettlement,
    PlayerAction,
    ResumeMatch,
)
from games.rules.clock import ClockPreset, ClockSetting
from games.rules.dice import Dice
from games.rules.errors import IllegalAction, InvalidAction
from games.rules.events import GameEnded, MatchStarted
from games.rules.game import board_of
from games.rules.legal_actions import LegalActions, legal_actions
from games.rules.levels import Level
from games.rules.match import apply, awaits, start
from games.rules.race_bounds import fewest_turns
from games.rules.rulecard import BeaverRefusal, Multipliers, Opening, PlayKind, Preset, RuleCard, card_for, checked_card
from games.rules.score import ResultKind
from games.rules.sides import Side
from games.rules.state import MatchState, TakeBackRule, game_of, is_game_running
from games.rules.worth import highest_loss

_MOST_ACTIONS = 4000
"""Of one game; the longest real ones take some hundred."""
_GAMES_OF_A_SESSION = 4
_FAULTS_ENOUGH = 10
"""Nothing is learned from more of them."""
OFFERS = 0.01
"""How often, a decision, the passer-by makes an offer; more of them make shorter games."""


class SeededDice:
    """Dice that fall the same for the same seed. For measuring, never for people's games (rules.md 1.8)."""

    def __init__(self, random: Random) -> None:
        self._random = random

    def throw(self) -> tuple[int, int]:
        """Two numbers 1-6."""
        return self._random.randint(1, 6), self._random.randint(1, 6)

    def roll(self) -> Dice:
        """The same as a roll."""
        return Dice.of(*self.throw())


@dataclass(slots=True)
class Findings:
    """What was seen in some games."""

    games: int = 0
    decisions: int = 0
    endings: Counter[str] = field(default_factory=Counter)
    actions: Counter[str] = field(default_factory=Counter)
    illegal: list[str] = field(default_factory=list)
    stuck: list[str] = field(default_factory=list)
    forbidden_resignations: list[str] = field(default_factory=list)

    @property
    def faults(self) -> int:
        """How often something happened that must not."""
        return len(self.illegal) + len(self.stuck) + len(self.forbidden_resignations)


def random_card(random: Random) -> RuleCard:
    """Any card that the rules allow: presets and free combinations, short matches."""
    while True:
        try:
            return checked_card(random.choice(_KINDS)(random))
        except IllegalAction:
            continue


def _preset(random: Random) -> RuleCard:
    preset = random.choice([Preset.MONEY, Preset.CLUB_MONEY, Preset.SINGLE_GAME, Preset.PLAIN])
    return card_for(preset)


def _match(random: Random) -> RuleCard:
    crawford = random.random() < 0.7
    return RuleCard(
        Preset.CUSTOM,
        PlayKind.MATCH,
        random.choice([1, 1, 2, 3, 3, 4, 5, 30]),
        opening=random.choice(list(Opening)),
        cube_limit=random.choice([1, 2, 4, 64, 64, 64]),
        crawford=crawford,
        holland=crawford and random.random() < 0.3,
    )


def _custom(random: Random) -> RuleCard:
    redoubles = random.choice([0, 1, 2, 3])
    kind = random.choice([PlayKind.MONEY, PlayKind.MONEY, PlayKind.SINGLE])
    return RuleCard(
        Preset.CUSTOM,
        kind,
        None,
        opening=random.choice(list(Opening)),
        cube_limit=random.choice([1, 2, 4, 8, 64, 64, 4096]),
        jacoby=random.random() < 0.5,
        automatic_doubles=random.choice([0, 0, 1, 2, 12]),
        max_redoubles=redoubles,
        beaver_refusal=random.choice(list(BeaverRefusal)),
        multipliers=random.choice(list(Multipliers)),
    )


_KINDS: tuple[Callable[[Random], RuleCard], ...] = (_preset, _match, _custom)


def play(brain: Brain, games: int, seed: int, offers: float = OFFERS) -> Findings:
    """At least ``games`` games of ``brain`` against itself; ``offers`` of the decisions are the passer-by's."""
    findings = Findings()
    random = Random(seed)  # noqa: S311 - repeatable on purpose
    while findings.games < games and findings.faults < _FAULTS_ENOUGH:
        _Session(brain, random, findings, offers).play(games)
    return findings


class _Session:
    """One match, session or single game."""

    def __init__(self, brain: Brain, random: Random, findings: Findings, offers: float) -> None:
        self._brain = brain
        self._offers = offers
        self._random = random
        self._dice = SeededDice(random)
        self._findings = findings
        terms = MatchStarted(random_card(random), ClockSetting(ClockPreset.UNTIMED), TakeBackRule.AGAINST_COMPUTER)
        self._state = start(terms, now=0, dice=self._dice).after

    def play(self, games: int) -> None:
        """To its end, or (a session) to some games, or to ``games`` in all."""
        actions = 0
        while self._state.result is None:
            if self._is_enough(games):
                return
            if not self._step():
                self._note_stuck("nobody acts")
                return
            actions = actions + 1 if is_game_running(self._state) else 0
            if actions > _MOST_ACTIONS:
                self._note_stuck("without end")
                return

    def _is_enough(self, games: int) -> bool:
        if is_game_running(self._state):
            return False
        if self._state.card.kind is PlayKind.MONEY and game_of(self._state).number >= _GAMES_OF_A_SESSION:
            self._apply(EndSession(), Side.WHITE)
            return True
        return self._findings.games >= games

    def _step(self) -> bool:
        """One action of a side that is waited for; False when none of them acts."""
        if self._state.paused:
            return self._apply(ResumeMatch(), None)
        if self._random.random() < self._offers:
            return self._make_an_offer()
        for side in sorted(awaits(self._state)):
            action = self._brain.decide(self._state, side)
            if action is not None:
                self._findings.decisions += 1
                self._check_resignation(action, side)
                return self._apply(action, side)
        return False

    def _apply(self, action: Action, side: Side | None) -> bool:
        try:
            transition = apply(self._state, action, by=side, now=0, dice=self._dice)
        except (IllegalAction, InvalidAction) as refusal:
            self._findings.illegal.append(f"{side} {action}: {refusal!r} in {self._state}")
            return False
        self._findings.actions[type(action).__name__] += 1
        for event in transition.events:
            if isinstance(event, GameEnded):
                self._findings.games += 1
                self._findings.endings[str(event.termination)] += 1
        self._state = transition.after
        return True

    def _make_an_offer(self) -> bool:
        """Of the passer-by, where one is legal; False when it was refused."""
        side = self._random.choice(list(Side))
        offers = list(_offers(legal_actions(self._state, side)))
        return not offers or self._apply(self._random.choice(offers), side)

    def _check_resignation(self, action: PlayerAction, side: Side) -> None:
        if isinstance(action, OfferResignation) and not may_resign(self._state, action.kind, side):
            self._findings.forbidden_resignations.append(f"{side} {action} in {self._state}")

    def _note_stuck(self, why: str) -> None:
        if not self._findings.illegal:
            self._findings.stuck.append(f"{why}: {self._state}")


def _offers(can: LegalActions) -> Iterator[PlayerAction]:
    yield from (OfferResignation(kind) for kind, _ in can.resign)
    if can.settle is not None:
        yield from (OfferSettlement(points) for points in range(can.settle[0], can.settle[1] + 1))
    if can.draw:
        yield OfferDraw()
    if can.propose_end:
        yield OfferEndOfSession()
    if can.adjourn:
        yield OfferAdjournment()


def may_resign(state: MatchState, kind: ResultKind, side: Side) -> bool:
    """Rules.md 5.6, by other means than the computer's own: a lost race in which no gammon can happen."""
    game = game_of(state)
    board = board_of(game, side)
    is_single = kind is ResultKind.SINGLE is highest_loss(state.card, game.cube, board)
    behind = fewest_turns(board) > -(-board.far_on_board // 4)
    return is_single and not board.has_contact and behind


def main() -> int:
    """Play, print, and say by the exit code whether all was legal."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--level", type=Level, default=Level.BEGINNER, choices=list(Level))
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument(
        "--offers", type=float, default=OFFERS, help="share of decisions with an offer of the passer-by"
    )
    asked = parser.parse_args()
    began = time.monotonic()
    findings = play(brain_for(asked.level), asked.games, asked.seed, asked.offers)
    say = sys.stdout.write
    say(f"{asked.level}: {findings.games} games, {findings.decisions} decisions, {time.monotonic() - began:.0f} s\n")
    say(f"endings: {dict(findings.endings)}\nactions: {dict(findings.actions)}\n")
    for name in ("illegal", "stuck", "forbidden_resignations"):
        found = getattr(findings, name)
        say(f"{name}: {len(found)}\n" + "".join(f"  {line}\n" for line in found[:3]))
    return 0 if findings.faults == 0 else 1


if __name__ == "__main__":
    sys.exit(main())
