"""The lobby's frames: what is understood, what is refused, and that everybody has the same list of them."""

from __future__ import annotations

import contextlib
import json
from pathlib import Path
from typing import Any, get_args

import pytest
from hypothesis import given
from hypothesis import strategies as st

from matches.lobby import protocol
from matches.lobby.protocol import BROWSER_TAGS, MAX_FRAME_BYTES, Reason, parse
from matches.models import Match
from matches.protocol import ProtocolCode, ProtocolError
from matches.protocol_ts import LOBBY_PLACE, lobby_typescript

DOCUMENT = (Path(__file__).parents[3] / "docs" / "lobby-protocol.md").read_text(encoding="utf-8")
ASK = "5f7b9b5e-33cb-44a9-90f5-6bb2a1e5bd10"
FRAMES: dict[str, dict[str, Any]] = {
    "ping": {"n": 3},
    "post": {"ask": ASK, "length": 7, "clock": "fast", "rated": True},
    "withdraw": {"ask": ASK, "seek": 12},
    "take": {"ask": ASK, "seek": 12},
    "accept": {"ask": ASK, "match": "abc"},
    "decline": {"ask": ASK, "match": "abc", "reason": "later"},
    "cancel": {"ask": ASK, "match": "abc"},
}


def code_of(text: str | bytes) -> ProtocolCode:
    with pytest.raises(ProtocolError) as caught:
        parse(text)
    return caught.value.code


def test_every_frame_is_read() -> None:
    assert set(FRAMES) == BROWSER_TAGS
    for tag, fields in FRAMES.items():
        parsed = parse(json.dumps({"t": tag, **fields}))
        assert {name: str(getattr(parsed, name)) for name in fields} == {name: str(one) for name, one in fields.items()}


@pytest.mark.parametrize("tag", sorted(FRAMES))
def test_missing_and_unknown_fields_are_refused(tag: str) -> None:
    fields = FRAMES[tag]
    for name in fields:
        rest = {other: value for other, value in fields.items() if other != name}
        assert code_of(json.dumps({"t": tag, **rest})) is ProtocolCode.BAD_FRAME
    assert code_of(json.dumps({"t": tag, **fields, "side": "white"})) is ProtocolCode.BAD_FRAME


def test_what_is_no_frame() -> None:
    assert code_of("{") is ProtocolCode.BAD_JSON
    assert code_of(b"\xff") is ProtocolCode.BAD_JSON
    assert code_of("[1]") is ProtocolCode.UNKNOWN_FRAME
    assert code_of('{"t": "roll"}') is ProtocolCode.UNKNOWN_FRAME
    assert code_of("x" * (MAX_FRAME_BYTES + 1)) is ProtocolCode.TOO_LARGE
    assert code_of("é" * (MAX_FRAME_BYTES // 2 + 1)) is ProtocolCode.TOO_LARGE


@given(st.recursive(st.none() | st.booleans() | st.integers() | st.text(), st.lists, max_leaves=5))
def test_any_value_anywhere_is_read_or_refused(value: object) -> None:
    for tag, fields in FRAMES.items():
        for name in [*fields, "t"]:
            with contextlib.suppress(ProtocolError):
                parse(json.dumps({"t": tag, **fields, name: value}))


def test_the_reasons_are_those_of_matches() -> None:
    assert {reason.value for reason in Reason} == set(Match.DeclineReason.values)


def test_the_typescript_is_of_these_frames() -> None:
    assert LOBBY_PLACE.read_text(encoding="utf-8") == lobby_typescript(), "run: python -m matches.protocol_ts"


def test_the_document_tells_of_every_frame() -> None:
    frames = [*get_args(protocol.BrowserFrame), *get_args(protocol.ServerFrame)]
    for cls in frames:
        tag = cls.__struct_config__.tag
        assert f"`{tag}`" in DOCUMENT, tag
        assert all(f"`{name}`" in DOCUMENT for name in cls.__struct_fields__), tag
