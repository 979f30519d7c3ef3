"""Frames: what is understood, what is refused, and that everybody has the same list of them."""

from __future__ import annotations

import contextlib
import json
import re
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from games.rules import actions
from games.rules.plays import CheckerMove
from games.rules.score import ResultKind
from games.rules.sides import Side
from matches.codec import event_kinds
from matches.protocol import (
    BROWSER_TAGS,
    MAX_FRAME_BYTES,
    ActionFrame,
    BrowserFrame,
    Ping,
    ProtocolCode,
    ProtocolError,
    Resync,
    ServerFrame,
    TableCode,
    parse,
)
from matches.protocol_ts import PLACE, typescript

DOCUMENT = (Path(__file__).parent.parent.parent / "docs" / "protocol.md").read_text(encoding="utf-8")
CID = "5f7b9b5e-33cb-44a9-90f5-6bb2a1e5bd10"
HEAD = {"id": CID, "side": "black", "decision": 41}
EXTRA: dict[str, dict[str, Any]] = {
    "play": {"steps": [[13, 7, 6], [25, 20, 5]]},
    "resign": {"kind": 2},
    "settle": {"points": -3},
}
ACTION_TAGS = sorted(str(cls.__struct_config__.tag) for cls in get_args(BrowserFrame) if issubclass(cls, ActionFrame))


def code_of(text: str | bytes) -> ProtocolCode:
    with pytest.raises(ProtocolError) as caught:
        parse(text)
    return caught.value.code


def frame(tag: str, **changed: Any) -> str:
    return json.dumps({"t": tag, **HEAD, **EXTRA.get(tag, {}), **changed})


@pytest.mark.parametrize("tag", ACTION_TAGS)
def test_every_action_frame_is_an_action_of_the_rules(tag: str) -> None:
    parsed = parse(frame(tag))
    assert isinstance(parsed, ActionFrame)
    assert (str(parsed.id), parsed.side, parsed.decision) == (CID, Side.BLACK, 41)
    assert isinstance(parsed.action(), actions.PlayerAction)


def test_every_action_of_a_player_has_its_frame() -> None:
    asked = {type(parsed.action()) for tag in ACTION_TAGS if isinstance(parsed := parse(frame(tag)), ActionFrame)}
    groups = get_args(actions.PlayerAction)
    assert asked == set(groups)
    assert len(ACTION_TAGS) == len(groups)


def test_fields_reach_the_action() -> None:
    def action(tag: str) -> actions.PlayerAction:
        parsed = parse(frame(tag))
        assert isinstance(parsed, ActionFrame)
        return parsed.action()

    assert action("play") == actions.PlayCheckers((CheckerMove(13, 7, 6), CheckerMove(25, 20, 5)))
    assert action("resign") == actions.OfferResignation(ResultKind.GAMMON)
    assert action("settle") == actions.OfferSettlement(-3)


BESIDE: dict[str, dict[str, Any]] = {
    "say": {"preset": "", "text": "hello"},
    "hint": {"side": "white", "about": 41},
    "pace": {"millis": 0},
    "absent": {"accused": "white", "about": 41, "choice": "adjourn"},
    "seat_back": {"side": "white"},
}


@pytest.mark.parametrize("tag", sorted(BROWSER_TAGS - set(ACTION_TAGS) - {"ping", "resync", "chat_after"}))
def test_every_frame_beside_the_game_asks(tag: str) -> None:
    parsed = parse(json.dumps({"t": tag, "ask": CID, **BESIDE[tag]}))
    assert str(getattr(parsed, "ask", None)) == CID
    assert code_of(json.dumps({"t": tag, "ask": CID, "id": CID, **BESIDE[tag]})) is ProtocolCode.BAD_FRAME


def test_ping_and_resync() -> None:
    assert parse('{"t":"ping","n":7}') == Ping(7)
    assert parse('{"t":"resync","after":12}') == Resync(12)


@pytest.mark.parametrize("text", ["", "{", '{"t":"ping","n":1}}', '{"t":"ping","n":NaN}', b"\xff\xfe", "nonsense"])
def test_what_is_no_json(text: str | bytes) -> None:
    assert code_of(text) is ProtocolCode.BAD_JSON


@pytest.mark.parametrize(
    "text", ["[]", "1", "null", '"ping"', "{}", '{"t":null}', '{"t":7}', '{"t":"cheat"}', '{"n":1}']
)
def test_what_is_no_frame(text: str) -> None:
    assert code_of(text) is ProtocolCode.UNKNOWN_FRAME


@pytest.mark.parametrize(
    "text",
    [
        '{"t":"ping"}',
        '{"t":"ping","n":1,"more":2}',
        '{"t":"ping","n":-1}',
        '{"t":"ping","n":1.5}',
        '{"t":"ping","n":true}',
        '{"t":"ping","n":123456789012345678901234567890}',
        frame("roll", side="green"),
        frame("roll", id="7"),
        frame("roll", decision=-1),
        frame("roll", decision=2**31),
        frame("roll", dice=[6, 6]),
        frame("roll", board=[0] * 26),
        frame("play", steps=[]),
        frame("play", steps=[[13, 7]]),
        frame("play", steps=[[13, 7, 7]]),
        frame("play", steps=[[26, 20, 6]]),
        frame("play", steps=[[13, -1, 6]]),
        frame("play", steps=[[1, 0, 1]] * 5),
        frame("resign", kind=4),
        frame("settle", points=10**9),
    ],
)
def test_what_does_not_fit(text: str) -> None:
    assert code_of(text) is ProtocolCode.BAD_FRAME


def test_what_is_too_large() -> None:
    assert code_of('{"t":"ping","n":' + " " * MAX_FRAME_BYTES + "1}") is ProtocolCode.TOO_LARGE
    assert code_of('"' + "\u00e4" * (MAX_FRAME_BYTES // 2) + '"') is ProtocolCode.TOO_LARGE
    assert parse('{"t":"ping","n":1' + " " * (MAX_FRAME_BYTES - 18) + "}") == Ping(1)


@given(st.text() | st.binary())
def test_any_text_is_a_frame_or_an_error(text: str | bytes) -> None:
    with contextlib.suppress(ProtocolError):
        parse(text)


def test_deep_nesting_is_only_an_error() -> None:
    for text in ("[" * 9000, '{"t":' * 2000, '{"t":"ping","n":' + "[" * 9000):
        assert code_of(text) in {ProtocolCode.BAD_JSON, ProtocolCode.UNKNOWN_FRAME, ProtocolCode.BAD_FRAME}


def test_the_typescript_is_up_to_date() -> None:
    """Failing: run `python -m matches.protocol_ts`."""
    assert PLACE.read_text(encoding="utf-8") == typescript()


def test_the_document_names_every_frame() -> None:
    tags = {str(cls.__struct_config__.tag) for union in (BrowserFrame, ServerFrame) for cls in get_args(union)}
    assert sorted(tag for tag in tags if f"`{tag}`" not in DOCUMENT) == []


def test_the_document_names_every_code_of_the_protocol() -> None:
    codes = (*ProtocolCode, *TableCode)
    assert [code.value for code in codes if f"`{code.value}`" not in DOCUMENT] == []


def test_kinds_of_events_are_words_of_the_rules() -> None:
    assert all(re.fullmatch(r"[a-z_]+", kind) for kind in event_kinds())
