"""Whose turn it is and what is awaited, in one sentence for everybody at the table."""

from __future__ import annotations

from collections.abc import Mapping

from django.utils.translation import gettext as _

from games.rules.score import ResultKind, Termination
from games.rules.sides import Side
from games.rules.state import ProposalKind
from matches.view import Can, CubeView, ProposalView, View
from matches.wording.moves import points_words, result_words
from matches.wording.names import RESULT_KINDS, TERMINATIONS

Names = Mapping[Side, str]


def status_sentence(view: View, names: Names) -> str:
    """What the table waits for. ``names`` are the players' names."""
    if view.match_result is not None:
        return _match_result(view, names)
    if view.paused:
        return _paused(view, names)
    if view.proposal is not None:
        return _proposal(view.proposal, names)
    match view.phase:
        case "to_roll":
            return _to_roll(view, names)
        case "to_play":
            return _("%(name)s has rolled %(dice)s and must play.") % {
                "name": names[view.on_roll],
                "dice": dice_words(view.dice),
            }
        case "doubled":
            return _doubled(view, names)
        case "resigning":
            return _resigning(view, names)
        case "between" | "over":
            return _between(view, names)


def _paused(view: View, names: Names) -> str:
    if view.held:
        return _("A director has stopped play. It can go on when the director says so.")
    waiting = [side for side in Side if _can(view, side).resume]
    if len(waiting) == 1:
        return _("Play is adjourned. Waiting for %(name)s to resume.") % {"name": names[waiting[0]]}
    if waiting:
        return _("Play is adjourned. Waiting for %(name)s and %(other)s to resume.") % {
            "name": names[Side.WHITE],
            "other": names[Side.BLACK],
        }
    if view.phase == "between":
        return _("Play is paused. %(next)s") % {"next": _between(view, names)}
    return _("The match is paused.")


def _can(view: View, side: Side) -> Can:
    return view.can.white if side is Side.WHITE else view.can.black


def dice_words(dice: tuple[int, int] | None) -> str:
    """Such as "6-3", or nothing."""
    return "" if dice is None else f"{dice[0]}-{dice[1]}"


def cube_words(cube: CubeView, names: Names) -> str:
    """Where the cube is: "1, in the middle", "4, with alice"."""
    if cube.owner is None:
        return _("%(value)d, in the middle") % {"value": cube.value}
    return _("%(value)d, with %(name)s") % {"value": cube.value, "name": names[cube.owner]}


def away_words(score: int, length: int | None) -> str:
    """Such as "needs 3"; nothing without a length, or when the length is reached."""
    if length is None or score >= length:
        return ""
    return _("needs %(points)d") % {"points": length - score}


def _to_roll(view: View, names: Names) -> str:
    name = {"name": names[view.on_roll]}
    if view.can.white.double or view.can.black.double:
        return _("%(name)s must roll or double.") % name
    return _("%(name)s must roll.") % name


def _doubled(view: View, names: Names) -> str:
    if view.offer is None:
        return ""
    return _("%(name)s turns the cube to %(value)d. %(other)s must take or drop.") % {
        "name": names[view.offer.by],
        "other": names[view.offer.by.other],
        "value": view.offer.value,
    }


def _resigning(view: View, names: Names) -> str:
    if view.resignation is None:
        return ""
    return _("%(name)s offers to resign (%(kind)s, %(points)s). %(other)s must accept or decline.") % {
        "name": names[view.resignation.by],
        "other": names[view.resignation.by.other],
        "kind": RESULT_KINDS[view.resignation.kind],
        "points": points_words(view.resignation.points),
    }


def _proposal(proposal: ProposalView, names: Names) -> str:
    words = {
        "name": names[proposal.by],
        "other": names[proposal.by.other],
        "points": points_words(abs(proposal.points)),
    }
    match proposal.kind:
        case ProposalKind.DRAW:
            return _("%(name)s offers a draw. %(other)s must answer.") % words
        case ProposalKind.END_OF_SESSION:
            return _("%(name)s offers to end the session. %(other)s must answer.") % words
        case ProposalKind.ADJOURNMENT:
            return _("%(name)s offers to adjourn. %(other)s must answer.") % words
        case ProposalKind.SETTLEMENT:
            if proposal.points < 0:
                return _("%(name)s offers to pay %(points)s and end the game. %(other)s must answer.") % words
            return _("%(name)s asks for %(points)s to end the game. %(other)s must answer.") % words


def _between(view: View, names: Names) -> str:
    if view.result is None:
        return ""
    kind = None if view.result.kind is None else ResultKind(view.result.kind)
    result = result_words(view.result.winner, kind, view.result.points, Termination(view.result.termination), names)
    return _("%(result)s The next game starts when both have pressed Next.") % {"result": result}


def _match_result(view: View, names: Names) -> str:
    if view.match_result is None:
        return ""
    how = TERMINATIONS[view.match_result.termination]
    if view.match_result.winner is None:
        return _("It is over: nobody wins (%(how)s).") % {"how": how}
    return _("%(name)s wins (%(how)s).") % {"name": names[view.match_result.winner], "how": how}
