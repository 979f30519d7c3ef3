"""The tables of people playing.

- `matches`: Match, Seat, OwnDevice, MatchEvent, Command, GameRecord, WebHeartbeat
- `lobby`: Seek
- `chat`: ChatLine, ChatReport, Mute
- `people`: Block, Friend, PlayerSettings

Imported by services, selectors, admin and migrations alone.
"""

from matches.models.chat import ChatLine, ChatReport, Mute
from matches.models.lobby import Seek
from matches.models.matches import (
    ClockName,
    Command,
    Ending,
    GameRecord,
    Kind,
    LevelName,
    Match,
    MatchEvent,
    OwnDevice,
    Seat,
    SideName,
    WebHeartbeat,
    new_code,
    new_link_token,
)
from matches.models.people import Block, Friend, PlayerSettings

__all__ = [
    "Block",
    "ChatLine",
    "ChatReport",
    "ClockName",
    "Command",
    "Ending",
    "Friend",
    "GameRecord",
    "Kind",
    "LevelName",
    "Match",
    "MatchEvent",
    "Mute",
    "OwnDevice",
    "PlayerSettings",
    "Seat",
    "Seek",
    "SideName",
    "WebHeartbeat",
    "new_code",
    "new_link_token",
]
