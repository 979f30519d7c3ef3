"""Every legal play of a roll, once for each resulting position (rules.md 1.4 to 1.6).

Start reading at ``legal_plays``. The step graph, which knows every order of steps, stands beside it in
``stepgraph`` and is offered here as well.

Why it is fast: which points are closed never changes within a turn, for hitting a blot opens nothing
that was shut. So as long as no checker can be borne off this turn, a die is free for a checker whatever
the other die does, and plays can be listed as pairs, without walking and without a set of positions seen.
"""

from __future__ import annotations

from collections.abc import Sequence

from games.rules.board import BAR, Board
from games.rules.dice import Dice
from games.rules.plays import CheckerMove, Play
from games.rules.stepgraph import Edge, StepGraph, checked_play, step_graph
from games.rules.steps import MOVES, make_step, sources

__all__ = ["Edge", "StepGraph", "checked_play", "has_legal_play", "legal_plays", "step_graph"]


def legal_plays(board: Board, dice: Dice) -> tuple[Play, ...]:
    """Every legal play of the near player, once for each resulting position; empty when there is none.

    The checker moves of a play stand in an order in which they can be played.
    """
    if dice.is_doubles:
        return _plays_of_doubles(board.cells, dice.high)
    plays = _plays_of_both(board.cells, dice.high, dice.low)
    return tuple(plays or _plays_of_one(board.cells, dice.high) or _plays_of_one(board.cells, dice.low))


def has_legal_play(board: Board, dice: Dice) -> bool:
    """Whether the near player can move at all with ``dice``."""
    cells = board.cells
    return bool(sources(cells, dice.high) or sources(cells, dice.low))


# --- two different numbers ------------------------------------------------------------------------


def _plays_of_one(cells: Sequence[int], die: int) -> list[Play]:
    moves = MOVES[die]
    return [Play((moves[source],)) for source in sources(cells, die)]


def _plays_of_both(cells: Sequence[int], high: int, low: int) -> list[Play]:
    """The plays that use both numbers."""
    bar = cells[BAR]
    if bar > 1:
        if cells[BAR - high] > -2 and cells[BAR - low] > -2:
            return [Play((MOVES[high][BAR], MOVES[low][BAR]))]
        return []
    own = [point for point in range(24, 0, -1) if cells[point] > 0]
    if bar:
        return _entering_plays(cells, own, high, low)
    if not own:
        return []
    rearmost = own[0]
    if rearmost > 6 and (cells[rearmost] > 1 or (len(own) > 1 and own[1] > 6)):
        return _pairs(cells, own, high, low) + _one_checker_plays(cells, own, high, low)
    return _bearing_off_plays(cells, high, low)


def _pairs(cells: Sequence[int], own: list[int], high: int, low: int) -> list[Play]:
    """Two different checkers, while nothing can be borne off. What one checker could do alone is left out."""
    high_moves, low_moves = MOVES[high], MOVES[low]
    with_low = [point for point in own if point > low and cells[point - low] > -2]
    if not with_low:
        return []
    plays = []
    for one in own:
        if one > high and cells[one - high] > -2:
            move = high_moves[one]
            landing = one - high
            source = one + low
            alone = one if cells[one] == 1 else 0
            plays += [Play((move, low_moves[other])) for other in with_low if other not in (alone, landing, source)]
    return plays


def _one_checker_plays(cells: Sequence[int], own: Sequence[int], high: int, low: int) -> list[Play]:
    """One checker of ``own`` plays both numbers inside the board: two plays if the stops hit differently."""
    plays = []
    for source in own:
        end = source - high - low
        if end <= 0 or cells[end] < -1:
            continue
        at_high, at_low = cells[source - high], cells[source - low]
        if at_high > -2:
            plays.append(Play((MOVES[high][source], MOVES[low][source - high])))
            if at_high != -1 and at_low != -1:
                continue
        if at_low > -2:
            plays.append(Play((MOVES[low][source], MOVES[high][source - low])))
    return plays


def _entering_plays(cells: Sequence[int], own: list[int], high: int, low: int) -> list[Play]:
    """One checker enters with either number, then any checker plays the other one."""
    plays = _one_checker_plays(cells, (BAR,), high, low)
    for first, second in ((high, low), (low, high)):
        landing = BAR - first
        if cells[landing] > -2:
            entry = MOVES[first][BAR]
            moves = MOVES[second]
            plays += [
                Play((entry, moves[point]))
                for point in own
                if point > second and cells[point - second] > -2 and point != landing
            ]
    return plays


def _bearing_off_plays(cells: Sequence[int], high: int, low: int) -> list[Play]:
    """Both orders walked, where checkers may be borne off: here the order of the dice matters."""
    plays: dict[int, Play] = {}
    work = list(cells)
    for first, second in ((high, low), (low, high)):
        for source in sources(cells, first):
            hit = make_step(work, source, first)
            for other in sources(work, second):
                key = _change(cells, source, first) + _change(work, other, second)
                if key not in plays:
                    plays[key] = Play((MOVES[first][source], MOVES[second][other]))
            _undo_step(work, source, first, hit)
    return list(plays.values())


def _change(cells: Sequence[int], source: int, die: int) -> int:
    """What a step changes, as a number: the sums of two plays are equal if they end in one position."""
    target = source - die
    if target <= 0:
        return -(1 << 4 * source)
    change = (1 << 4 * target) - (1 << 4 * source)
    return change + (1 << 100 + target) if cells[target] == -1 else change


def _undo_step(cells: list[int], source: int, die: int, hit: bool) -> None:
    cells[source] += 1
    target = source - die
    if target > 0:
        cells[target] -= 1
        if hit:
            cells[target] = -1
            cells[0] -= 1


# --- doubles --------------------------------------------------------------------------------------
#
# With one number only, steps never stand in each other's way: taking one leaves every other one possible.
# So a turn that cannot be played to four steps has exactly one end, and a full one can always be put in
# the order of falling points. In that order no two plays end alike.


def _plays_of_doubles(cells: Sequence[int], die: int) -> tuple[Play, ...]:
    work = list(cells)
    steps: list[CheckerMove] = []
    entering = min(4, cells[BAR])
    if entering and cells[BAR - die] < -1:
        return ()
    for _ in range(entering):
        make_step(work, BAR, die)
        steps.append(MOVES[die][BAR])
    if entering == 4 or work[BAR]:
        return (Play(tuple(steps)),)
    return _FourSteps(work, die).plays(steps)


class _FourSteps:
    """The search for the plays of doubles, steps taken from falling points."""

    __slots__ = ("cells", "die", "found", "moves", "points")

    def __init__(self, cells: list[int], die: int) -> None:
        self.cells = cells
        self.die = die
        self.moves = MOVES[die]
        self.points = self._points()
        self.found: list[Play] = []

    def _points(self) -> list[int]:
        """The points that a checker may leave with the die some time in this turn, highest first."""
        cells, die = self.cells, self.die
        reached = [count > 0 for count in cells]
        points = []
        for point in range(24, 0, -1):
            if reached[point]:
                if point <= die:
                    points.append(point)
                elif cells[point - die] > -2:
                    points.append(point)
                    reached[point - die] = True
        return points

    def plays(self, entered: list[CheckerMove]) -> tuple[Play, ...]:
        """All plays that begin with the steps ``entered``; the cells are as after them."""
        outside = sum(count for count in self.cells[7:25] if count > 0)
        left = 4 - len(entered)
        if outside >= left:
            self.points = [point for point in self.points if point > self.die]
            self._walk(0, left, tuple(entered))
        else:
            self._walk_home(0, left, tuple(entered), outside)
        return tuple(self.found) or self._short_play(entered)

    def _walk(self, first: int, left: int, path: tuple[CheckerMove, ...]) -> None:
        """Every choice of ``left`` more steps where no checker can be borne off."""
        cells, die, moves, points = self.cells, self.die, self.moves, self.points
        if left == 1:
            self.found += [Play((*path, moves[point])) for point in points[first:] if cells[point] > 0]
            return
        for index in range(first, len(points)):
            point = points[index]
            if cells[point] > 0:
                landing = cells[point - die]
                cells[point] -= 1
                cells[point - die] = landing + 1 if landing > 0 else 1
                self._walk(index, left - 1, (*path, moves[point]))
                cells[point] += 1
                cells[point - die] = landing

    def _walk_home(self, first: int, left: int, path: tuple[CheckerMove, ...], outside: int) -> None:
        """The same where checkers may be borne off; ``outside`` counts those not home."""
        cells, die, points = self.cells, self.die, self.points
        for index in range(first, len(points)):
            point = points[index]
            if cells[point] <= 0 or (point <= die and not self._bears_off(point, outside)):
                continue
            longer = (*path, self.moves[point])
            if left == 1:
                self.found.append(Play(longer))
                continue
            before = cells[:]
            make_step(cells, point, die)
            self._walk_home(index, left - 1, longer, outside - (point > 6 >= point - die))
            cells[:] = before

    def _bears_off(self, point: int, outside: int) -> bool:
        return not outside and (point == self.die or not any(count > 0 for count in self.cells[point + 1 : 7]))

    def _short_play(self, entered: list[CheckerMove]) -> tuple[Play, ...]:
        """The one play there is when fewer than four steps can be made."""
        steps = list(entered)
        while found := sources(self.cells, self.die):
            make_step(self.cells, found[0], self.die)
            steps.append(self.moves[found[0]])
        return (Play(tuple(steps)),) if steps else ()
