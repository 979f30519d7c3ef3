"""Who listens to what, on one screen.

Lower packages ask protocols; this module fills them in when the site is loaded (`BgsiteConfig.ready`).
"""

from __future__ import annotations

from typing import Any


def connect() -> None:
    """Connect the packages that may not import each other. Called once, when Django has loaded every app."""
    from bgsite.accounts import events as accounts  # noqa: PLC0415 - models may be imported only now
    from bgsite.consent.choice import all_agree, is_on  # noqa: PLC0415 - as above
    from matches.bots.waking import wake  # noqa: PLC0415 - as above
    from matches.consent import consent_ask  # noqa: PLC0415 - as above
    from matches.lobby.listening import turn_tell  # noqa: PLC0415 - as above
    from matches.signals import match_moved  # noqa: PLC0415 - as above
    from stats.consent import browser_consent_ask  # noqa: PLC0415 - as above

    accounts.account_deleted.connect(_person_forget, dispatch_uid="matches.person_forget")
    accounts.guest_leaves.connect(_person_move, dispatch_uid="matches.person_move")
    accounts.guests_asked.connect(_who_sits, dispatch_uid="matches.who_sits")
    accounts.sessions_ended.connect(_sockets_close, dispatch_uid="matches.sockets_close")
    match_moved.connect(wake, dispatch_uid="matches.bots.wake")
    match_moved.connect(turn_tell, dispatch_uid="matches.lobby.turn_tell")
    consent_ask(all_agree)
    browser_consent_ask(is_on)


def _person_forget(*, user_id: int, **_others: Any) -> None:
    """A deleted account: its running matches are forfeited, its seats emptied. An exception keeps the account."""
    from bgsite.accounts.events import AccountBusyError  # noqa: PLC0415 - as above
    from matches.services.forgetting import NotForgottenError, person_forget  # noqa: PLC0415 - as above

    try:
        person_forget(user_id)
    except NotForgottenError as error:
        raise AccountBusyError from error


def _person_move(*, guest_id: int, account_id: int, **_others: Any) -> bool:
    """A guest has an account now: the games go along, unless the two play against each other."""
    from matches.services.moving import person_move  # noqa: PLC0415 - as above

    return person_move(guest_id, account_id)


def _who_sits(*, guest_ids: list[int], **_others: Any) -> set[int]:
    """The guests with a seat at some match, running or finished."""
    from matches.selectors.people import seated_of  # noqa: PLC0415 - as above

    return seated_of(guest_ids)


def _sockets_close(*, user_id: int, **_others: Any) -> None:
    """Ended sessions: each open socket of the account looks whether its own session still lives."""
    from matches.publish import kick_user  # noqa: PLC0415 - as above

    kick_user(user_id)
