"""A player that does anything: for the laws and the machine, which must hold whatever is done.

It prefers rolling and playing, so that games end; everything else comes up now and then.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from random import Random

from games.rules import actions as a
from games.rules import rulings as r
from games.rules.clock import Millis
from games.rules.errors import IllegalAction
from games.rules.events import Event, MatchStarted
from games.rules.legal import legal_plays
from games.rules.levels import Level
from games.rules.match import Transition, apply, awaits, legal_actions, start, to_act
from games.rules.plays import board_after
from games.rules.score import Crawford, ResultKind
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, Resigning, ToPlay
from tests.games.scripted_dice import SeededDice

MANY = 200
"""Steps of a session before everybody agrees to end it."""


def plays(state: MatchState) -> list[a.PlayCheckers]:
    """Every legal play of the side on roll."""
    game = state.game
    if game is None or not isinstance(game.phase, ToPlay):
        return []
    board = game.board.seen_by(game.on_roll)
    return [a.PlayCheckers(play.moves) for play in legal_plays(board, game.phase.dice)]


def accepted_actions(state: MatchState, side: Side, *, with_plays: bool = True) -> list[a.PlayerAction]:
    """Everything ``legal_actions`` promises ``side``, with every parameter.

    Without plays an empty one stands for them all.
    """
    can = legal_actions(state, side)
    promised: list[tuple[bool, a.PlayerAction]] = [
        (can.roll, a.Roll()),
        (can.reroll, a.RerollOpening()),
        (can.double, a.Double()),
        (can.take, a.Take()),
        (can.drop, a.Drop()),
        (can.beaver, a.Beaver()),
        (can.answer_resignation, a.AcceptResignation()),
        (can.answer_resignation, a.DeclineResignation()),
        (can.withdraw_resignation, a.WithdrawResignation()),
        (can.resign_match, a.ResignMatch()),
        (can.draw, a.OfferDraw()),
        (can.propose_end, a.OfferEndOfSession()),
        (can.adjourn, a.OfferAdjournment()),
        (can.answer_proposal, a.AcceptProposal()),
        (can.answer_proposal, a.DeclineProposal()),
        (can.withdraw_proposal, a.WithdrawProposal()),
        (can.end_session, a.EndSession()),
        (can.next, a.Next()),
        (can.resume, a.Resume()),
        (can.take_back, a.TakeBack()),
    ]
    legal = [action for is_promised, action in promised if is_promised]
    legal += [a.OfferResignation(kind) for kind, _ in can.resign]
    if can.settle is not None:
        legal += [a.OfferSettlement(points) for points in range(can.settle[0], can.settle[1] + 1)]
    if can.play:
        legal += plays(state) if with_plays else [a.PlayCheckers(())]
    return legal


def every_action(state: MatchState) -> Iterator[a.PlayerAction]:
    """Each kind of action, with parameters inside and outside of what could be legal."""
    yield from (a.Roll(), a.RerollOpening(), a.Double(), a.Take(), a.Drop(), a.Beaver(), a.TakeBack(), a.Next())
    yield from (a.AcceptResignation(), a.DeclineResignation(), a.WithdrawResignation(), a.ResignMatch())
    yield from (a.OfferDraw(), a.OfferEndOfSession(), a.AcceptProposal(), a.DeclineProposal())
    yield from (a.WithdrawProposal(), a.EndSession(), a.OfferAdjournment(), a.Resume())
    yield from (a.OfferResignation(kind) for kind in ResultKind)
    most = 1 if state.game is None else 3 * state.game.cube.value
    yield from (a.OfferSettlement(points) for points in (-most - 1, -most, 0, 1, most, most + 1))
    yield a.PlayCheckers(())
    yield from plays(state)[:3]


def every_ruling(random: Random) -> list[r.Ruling]:
    """Each kind of ruling, with parameters inside and outside of what could be accepted."""
    scores = [Pair(random.randint(0, 5), random.randint(0, 5)) for _ in range(6)]
    return [
        *(r.AwardGame(side, kind) for side in Side for kind in ResultKind),
        *(r.AwardMatch(side, rated=random.random() < 0.5) for side in Side),
        *(r.AdjustScore(score, crawford) for score in scores for crawford in Crawford),
        *(r.AddTime(side, random.choice((0, 1_000, 90_000, 86_400_000, 86_400_001))) for side in Side),
        r.VoidAll(),
        r.Hold(),
        r.Release(),
    ]


def accepted_rulings(state: MatchState, random: Random) -> list[r.Ruling]:
    """Those of them that the rules take now."""
    return [ruling for ruling in every_ruling(random) if is_ruled(state, ruling)]


def is_ruled(state: MatchState, ruling: r.Ruling) -> bool:
    """Whether ``apply`` takes the ruling; any refusal must be an IllegalAction."""
    try:
        apply(state, a.GiveRuling(ruling, "as agreed"), by=None, now=0, dice=SeededDice(Random(0)))
    except IllegalAction:
        return False
    return True


_RULING_WEIGHTS: dict[type[r.Ruling], float] = {
    r.AwardGame: 0.7,
    r.AwardMatch: 0.7,
    r.VoidAll: 0.4,
    r.AdjustScore: 2,
    r.AddTime: 4,
    r.Hold: 6,
    r.Release: 6,
}

_WEIGHTS: dict[type[a.PlayerAction], float] = {
    a.Roll: 60,
    a.PlayCheckers: 60,
    a.RerollOpening: 20,
    a.Double: 3,
    a.Take: 40,
    a.Drop: 10,
    a.Beaver: 25,
    a.AcceptResignation: 20,
    a.DeclineResignation: 40,
    a.WithdrawResignation: 10,
    a.OfferResignation: 0.15,
    a.OfferSettlement: 0.02,
    a.OfferDraw: 0.15,
    a.OfferEndOfSession: 0.03,
    a.OfferAdjournment: 0.15,
    a.AcceptProposal: 3,
    a.DeclineProposal: 8,
    a.WithdrawProposal: 8,
    a.ResignMatch: 0.005,
    a.EndSession: 5,
    a.Next: 60,
    a.Resume: 60,
    a.TakeBack: 2,
}
_IDLE = 10
"""What weighs doing nothing for a side nobody waits for."""


def blots(state: MatchState, play: a.PlayCheckers) -> int:
    """How many blots the mover leaves by it."""
    game = state.game
    assert game is not None
    return board_after(game.board.seen_by(game.on_roll), play.moves).cells[1:25].count(1)


@dataclass
class RandomMatch:
    """One match that goes on by itself, step by step; ``log`` is everything that happened."""

    terms: MatchStarted
    random: Random
    now: Millis = 1_700_000_000_000
    log: list[Event] = field(default_factory=list)
    steps: int = 0

    def __post_init__(self) -> None:
        self.dice = SeededDice(self.random)
        self.is_careful = self.random.random() < 0.5
        self.last = start(self.terms, now=self.now, dice=self.dice)
        self.call: tuple[Side | None, a.Action] | None = None
        self.log.extend(self.last.events)

    @property
    def state(self) -> MatchState:
        return self.last.after

    def step(self) -> Transition:
        """One more action by somebody."""
        self.steps += 1
        self.now += self._thinking_time()
        return self.do(*self._choice())

    def do(self, by: Side | None, action: a.Action) -> Transition:
        """This very action, now."""
        self.call = by, action
        self.dice.thrown.clear()
        self.last = apply(self.state, action, by=by, now=self.now, dice=self.dice)
        self.log.extend(self.last.events)
        return self.last

    def play_out(self, look: Callable[[Transition], None]) -> None:
        """To the very end, showing every transition."""
        look(self.last)
        while self.state.result is None:
            look(self.step())

    def _thinking_time(self) -> Millis:
        return self.random.choice((0, 700, 3_000, 12_000, 40_000))

    def _choice(self) -> tuple[Side | None, a.Action]:
        server = self._server_choice()
        if server is not None:
            return None, server
        if self.state.paused:
            return self._player_choice(self.random.choice([side for side in Side if self._may_resume(side)]))
        if self.steps > MANY and self.state.card.kind.value == "money":
            return self._towards_the_end()
        return self._unawaited_choice() or self._player_choice(self.random.choice(sorted(awaits(self.state))))

    def _may_resume(self, side: Side) -> bool:
        return legal_actions(self.state, side).resume

    def _server_choice(self) -> a.ServerAction | None:
        state = self.state
        if state.paused:
            return self._server_choice_in_a_pause()
        clock, acting = state.clock, to_act(state)
        if clock is not None and acting is not None and clock.is_late(self.now):
            return a.Flag(acting)
        lot = self.random.random()
        if lot > 0.022:
            return None
        if lot > 0.02:
            return self._given_ruling()
        if lot > 0.013:
            return a.PauseMatch()
        if lot > 0.01:
            return self._control()
        if lot > 0.005 and clock is not None and clock.running is not None:
            return a.ShiftClock(self.random.randrange(60_000))
        return self._rare_ruling(acting)

    def _server_choice_in_a_pause(self) -> a.ServerAction | None:
        """Mostly the players go on by themselves, where a game is running; what a director holds, a director ends."""
        lot = self.random.random()
        if self.state.held:
            return a.GiveRuling(r.Release(), "go on") if lot < 0.5 else self._given_ruling() or self._back()
        if lot < 0.02:
            return self._given_ruling()
        if lot < 0.2 or not any(self._may_resume(side) for side in Side):
            return a.ResumeMatch()
        return self._control() if lot < 0.4 else None

    def _control(self) -> a.PassControl:
        """A side gets another player."""
        side = self.random.choice(list(Side))
        others = [player for player in (None, *Level) if player is not self.state.computers.of(side)]
        return a.PassControl(side, self.random.choice(others))

    def _back(self) -> a.ServerAction:
        """A person takes a seat back from a computer, where one plays."""
        sides = [side for side in Side if self.state.computers.of(side) is not None]
        return a.PassControl(self.random.choice(sides), None) if sides else a.GiveRuling(r.Release(), "go on")

    def _given_ruling(self) -> a.GiveRuling | None:
        """Any ruling that the rules take now; mostly one that goes on with the match."""
        rulings = accepted_rulings(self.state, self.random)
        if not rulings:
            return None
        weights = [_RULING_WEIGHTS[type(ruling)] for ruling in rulings]
        return a.GiveRuling(self.random.choices(rulings, weights)[0], "as agreed")

    def _rare_ruling(self, acting: Side | None) -> a.ServerAction | None:
        if acting is None:
            return a.StartNextGame()
        lot = self.random.random()
        if lot < 0.1:
            return a.ClaimGame(acting, self.state.decision)
        if lot < 0.13:
            return self.random.choice((a.VoidMatch(), a.ForfeitMatch(acting), a.ForfeitMatch(acting.other)))
        return None

    def _unawaited_choice(self) -> tuple[Side, a.PlayerAction] | None:
        """Now and then the side nobody waits for does something; mostly not."""
        idle = [side for side in Side if side not in awaits(self.state)]
        has_open_offer = self.state.game is not None and isinstance(self.state.game.phase, Resigning)
        if not idle or self.random.random() > (0.4 if has_open_offer else 0.05):
            return None
        side = idle[0]
        actions: list[a.PlayerAction | None] = [None, *accepted_actions(self.state, side)]
        weights = [_IDLE if action is None else _WEIGHTS[type(action)] for action in actions]
        chosen = self.random.choices(actions, weights)[0]
        return None if chosen is None else (side, chosen)

    def _player_choice(self, side: Side) -> tuple[Side, a.PlayerAction]:
        choices = accepted_actions(self.state, side, with_plays=False)
        chosen = self.random.choices(choices, [_WEIGHTS[type(action)] for action in choices])[0]
        return side, self._play() if _is_play(chosen) else chosen

    def _play(self) -> a.PlayCheckers:
        """Any play; half of the matches are played by people who like made points."""
        choices = plays(self.state)
        if self.is_careful:
            return min(choices, key=lambda play: blots(self.state, play))
        return self.random.choice(choices)

    def _towards_the_end(self) -> tuple[Side, a.PlayerAction]:
        for side in Side:
            can = legal_actions(self.state, side)
            if can.end_session:
                return side, a.EndSession()
            if can.answer_proposal and self.state.proposal is not None:
                return side, a.AcceptProposal()
        acting = next(iter(awaits(self.state)))
        if legal_actions(self.state, acting).propose_end:
            return acting, a.OfferEndOfSession()
        return self._player_choice(acting)


def _is_play(action: a.PlayerAction) -> bool:
    return isinstance(action, a.PlayCheckers)


def is_accepted(state: MatchState, action: a.PlayerAction, side: Side, now: Millis, dice: SeededDice) -> bool:
    """Whether ``apply`` takes it; any refusal must be an IllegalAction."""
    try:
        apply(state, action, by=side, now=now, dice=dice)
    except IllegalAction:
        return False
    return True
