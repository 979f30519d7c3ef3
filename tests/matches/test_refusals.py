"""Every way to say no has a sentence."""

from __future__ import annotations

import re

import pytest

from games.rules.errors import Refusal
from matches.protocol import CloseCode, Code, ProtocolCode, TableCode
from matches.refusals import sentence, sentences

CODES: list[Code] = [*Refusal, *ProtocolCode, *TableCode]
SAMPLE = dict.fromkeys(
    ("from_", "to", "die", "step", "left", "limit", "min", "max", "turns", "frame", "highest", "declined", "length"), 3
)


def test_every_code_has_its_own_sentence() -> None:
    assert sentences().keys() == {code.value for code in CODES}
    assert len(set(sentences().values())) == len(CODES)


@pytest.mark.parametrize("code", CODES)
def test_a_sentence_is_a_sentence_and_can_be_filled(code: Code) -> None:
    text = sentence(code, SAMPLE)
    assert re.fullmatch(r"[A-Z].*\.", text)
    assert "%" not in text


def test_every_close_code_says_why() -> None:
    assert all(code.code.value in sentences() for code in CloseCode)
