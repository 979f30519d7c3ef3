"""Bits in base64, as GNU Backgammon packs them: first bit lowest, no padding characters."""

from __future__ import annotations

import base64
import binascii
import string

from games.notation.errors import Fault, NotationError

_ALPHABET = frozenset(string.ascii_letters + string.digits + "+/")


def unpack(text: str, length: int, kind: str) -> int:
    """The bits of ``text`` as one number, bit 0 first. Raises NotationError unless it has ``length`` characters."""
    if len(text) != length:
        raise NotationError(Fault.ID_LENGTH, kind=kind, expected=length, got=len(text))
    for character in text:
        if character not in _ALPHABET:
            raise NotationError(Fault.ID_CHARACTER, kind=kind, character=character)
    data = binascii.a2b_base64(text + "=" * (-length % 4))
    bits = int.from_bytes(data, "little")
    if pack(bits, len(data)) != text:
        raise NotationError(Fault.ID_ENDING, kind=kind)
    return bits


def pack(bits: int, size: int) -> str:
    """The text of ``size`` bytes of ``bits``."""
    return base64.b64encode(bits.to_bytes(size, "little")).decode("ascii").rstrip("=")
