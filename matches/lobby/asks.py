"""What a frame of the lobby asks for, done by the services; each refusal becomes the code of its sentence."""

from __future__ import annotations

from typing import Final

from django.contrib.auth.base_user import AbstractBaseUser

from games.rules.clock import ClockSetting
from games.rules.errors import IllegalAction, Refusal
from games.rules.rulecard import Preset, card_for
from matches.lobby.protocol import Accept, Answered, AskFrame, Cancel, Decline, Post, Take, Withdraw
from matches.protocol import ProtocolCode
from matches.refusals import sentence
from matches.selectors.pages import invitation_by_code
from matches.services.lifecycle import (
    LifecycleError,
    Terms,
    invitation_accept,
    invitation_decline,
    match_cancel,
)
from matches.services.seeks import SeekError, seek_post, seek_take, seek_withdraw
from matches.wording.faults import FAULTS
from matches.wording.seeks import SEEK_FAULTS

_OTHERS: Final = (*ProtocolCode, Refusal.CARD_LENGTH)
"""What can be answered besides the refusals of the services."""


class NoSuchMatchError(Exception):
    """The frame names a match that there is not, for this person."""


def ask_answer(frame: AskFrame, person: AbstractBaseUser, address: str) -> Answered:
    """Do what is asked as `person`, who is registered; say what became of it."""
    try:
        begun = _done(frame, person, address)
    except (SeekError, LifecycleError) as refused:
        return refusal(frame, refused.fault.value)
    except IllegalAction as refused:
        return Answered(str(frame.ask), refused.code.value, dict(refused.params), None)
    except NoSuchMatchError:
        return refusal(frame, ProtocolCode.NO_SUCH_MATCH.value)
    return Answered(str(frame.ask), None, {}, begun)


def refusal(frame: AskFrame, code: str) -> Answered:
    """Nothing was done, and why."""
    return Answered(str(frame.ask), code, {}, None)


def quick_terms(frame: Post) -> Terms:
    """A match to so many points under the usual rules, anybody may watch. Raises IllegalAction for wrong figures."""
    clock = ClockSetting(frame.clock)
    return Terms(card_for(Preset.MATCH, frame.length), clock, None, is_public=True, is_rated=frame.rated)


def lobby_sentences() -> dict[str, str]:
    """Every code that the lobby can answer with and its sentence in the active language: the page's `#sentences`."""
    said = {code.value: str(text) for code, text in SEEK_FAULTS.items()}
    said |= {fault.value: str(text) for fault, text in FAULTS.items()}
    return said | {code.value: sentence(code) for code in _OTHERS}


def _done(frame: AskFrame, person: AbstractBaseUser, address: str) -> str | None:
    """The code of the match that began."""
    match frame:
        case Post():
            seek_post(person, quick_terms(frame), address)
        case Withdraw(seek=seek):
            seek_withdraw(seek, person)
        case Take(seek=seek):
            return seek_take(seek, person).code
        case Accept(match=code):
            return invitation_accept(_match_id(code, person), person).code
        case Decline(match=code, reason=reason):
            invitation_decline(_match_id(code, person), person, reason.value)
        case Cancel(match=code):
            match_cancel(_match_id(code, person), person)
    return None


def _match_id(code: str, person: AbstractBaseUser) -> int:
    found = invitation_by_code(code, person.pk)
    if found is None:
        raise NoSuchMatchError(code)
    return found.match_id
