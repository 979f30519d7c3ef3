"""What a service beside the game answers to an `ask` of the socket."""

from __future__ import annotations

from dataclasses import dataclass, field

from matches.protocol import Code, Param


@dataclass(frozen=True, slots=True)
class Answer:
    """Done (`code` None), or why nothing was changed."""

    code: Code | None = None
    params: dict[str, Param] = field(default_factory=dict)


DONE = Answer()
