"""The score of a match counted a second time, from its events alone: games won, and what refused beavers cost."""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.events import Event, GameEnded, GameStarted, MatchStarted, PlayTakenBack, RefusalPaid, RulingGiven
from games.rules.match import evolve, initial
from games.rules.rulecard import PlayKind
from games.rules.rulings import AdjustScore, VoidAll
from games.rules.sides import Pair, Side
from games.rules.state import MatchState, game_of


class Ledger:
    """Two heaps of points. A payment remembers its turn: a take-back to before that turn's dice gives it back."""

    def __init__(self) -> None:
        self._won = dict.fromkeys(Side, 0)
        self._payments: list[tuple[int, Side, int]] = []

    def note(self, before: MatchState, event: Event) -> None:
        """One more event, and the state it met."""
        match event:
            case GameStarted():
                self._close()
            case GameEnded(result) if result.winner is not None:
                self._won[result.winner] += result.points
            case RefusalPaid(side, points):
                self._payments.append((game_of(before).turn_number, side, points))
            case PlayTakenBack(restored=restored):
                self._payments = [paid for paid in self._payments if paid[0] <= restored.turn_number]
            case RulingGiven(AdjustScore(score)):
                self._won, self._payments = {side: score.of(side) for side in Side}, []
            case RulingGiven(VoidAll()) if before.card.kind is PlayKind.MONEY:
                self._won, self._payments = dict.fromkeys(Side, 0), []  # nothing is owed
            case _:
                pass

    def _close(self) -> None:
        """The payments of a game that is over stay."""
        for _, side, points in self._payments:
            self._won[side.other] += points
        self._payments = []

    def check(self, before: MatchState, event: Event, after: MatchState) -> None:
        """Note one more event; the score after it is the sum of games and payments; single games keep none."""
        self.note(before, event)
        if before.card.kind is not PlayKind.SINGLE:
            assert after.score == self.score, f"event {after.version}: {event}"

    @property
    def score(self) -> Pair[int]:
        """What both have won so far."""
        paid = {side: sum(points for _, payer, points in self._payments if payer is side.other) for side in Side}
        return Pair(*(self._won[side] + paid[side] for side in Side))


def check_score(log: Sequence[Event]) -> None:
    """The ledger agrees with the score after each event."""
    terms = log[0]
    assert isinstance(terms, MatchStarted)
    state, ledger = initial(terms), Ledger()
    for event in log:
        before, state = state, evolve(state, event)
        ledger.check(before, event, state)
