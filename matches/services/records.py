"""`GameRecord` in step with the log: begin a game, end a game, turn the cube, adjust the score."""

from __future__ import annotations

from django.db.models import QuerySet

from games.rules.cube import Cube
from games.rules.events import GameEnded, GameStarted, RulingGiven
from games.rules.rulings import AdjustScore
from games.rules.score import GameResult, Termination
from games.rules.state import MatchState
from matches.models import GameRecord
from matches.moment import as_datetime
from matches.wire import StoredEvent


def games_update(match_id: int, before: MatchState | None, after: MatchState, stored: tuple[StoredEvent, ...]) -> None:
    """Change the records as the events say, in the transaction that stores them.

    No game both ends and begins the next in one transaction with points in between: the score before a game is the
    score before the transaction.
    """
    for one in stored:
        match one.event:
            case GameStarted(number, crawford):
                score = before.score if before else after.score
                GameRecord.objects.create(
                    match_id=match_id,
                    number=number,
                    preset=after.card.preset.value,
                    length=after.card.length,
                    score_white=score.white,
                    score_black=score.black,
                    crawford=crawford.value,
                    first_event=one.seq,
                    started_at=as_datetime(one.at),
                )
            case GameEnded(result, termination):
                _game_end(match_id, one, result, termination)
            case RulingGiven(AdjustScore() as ruling):
                _score_adjust(match_id, ruling)
            case _:
                pass
    if after.game is not None and _cube(before) != (after.game.number, after.game.cube):
        cube = after.game.cube
        GameRecord.objects.filter(match_id=match_id, number=after.game.number).update(
            cube_value=cube.value, cube_owner=cube.owner.value if cube.owner else None
        )


def _cube(state: MatchState | None) -> tuple[int, Cube] | None:
    return None if state is None or state.game is None else (state.game.number, state.game.cube)


def _running(match_id: int) -> QuerySet[GameRecord]:
    return GameRecord.objects.filter(match_id=match_id, last_event__isnull=True)


def _score_adjust(match_id: int, ruling: AdjustScore) -> None:
    """The running game is played at that score; between games the next one takes it over from the state."""
    _running(match_id).update(
        score_white=ruling.score.white, score_black=ruling.score.black, crawford=ruling.crawford.value
    )


def _game_end(match_id: int, end: StoredEvent, result: GameResult, termination: Termination) -> None:
    """Note the end of the running game, if one is running."""
    _running(match_id).update(
        winner=result.winner.value if result.winner else None,
        points=result.points,
        result_kind=result.kind.value if result.kind else None,
        termination=termination.value,
        last_event=end.seq,
        ended_at=as_datetime(end.at),
    )
