"""What the lobby hears of matches: whose turn it is changed, or a match began, paused or ended."""

from __future__ import annotations

from typing import Any

from games.rules.state import MatchState, to_act
from matches.publish import people_changed
from matches.selectors.lobby import seated_at


def turn_tell(*, match_id: int, before: MatchState | None, after: MatchState, **_others: Any) -> None:
    """Tell the open lobbies of both players when what waits for them changed; a receiver of `match_moved`."""
    if before is None or _shown(before) != _shown(after):
        people_changed(*seated_at(match_id))


def _shown(state: MatchState) -> tuple[object, ...]:
    """What a list of matches says about the state."""
    return (to_act(state), state.paused, state.result is None, state.score)
