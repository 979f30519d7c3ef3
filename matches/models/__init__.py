"""The tables of people playing.

- `matches`: Match, Seat, OwnDevice, MatchEvent, Command, GameRecord, WebHeartbeat
- `lobby`: Seek
- `chat`: ChatLine, ChatReport, Mute
- `people`: Block, Friend, PlayerSettings
- `review`: Ruling, ReviewNote, Connection
- `facts`: GameFactOutbox
- `field_names` what the columns are called in the administration

Imported by services, selectors, admin and migrations alone.
"""

from matches.models.chat import ChatLine, ChatReport, Mute
from matches.models.facts import GameFactOutbox
from matches.models.field_names import fields_name
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
from matches.models.review import Connection, ReviewNote, Ruling

__all__ = [
    "Block",
    "ChatLine",
    "ChatReport",
    "ClockName",
    "Command",
    "Connection",
    "Ending",
    "Friend",
    "GameFactOutbox",
    "GameRecord",
    "Kind",
    "LevelName",
    "Match",
    "MatchEvent",
    "Mute",
    "OwnDevice",
    "PlayerSettings",
    "ReviewNote",
    "Ruling",
    "Seat",
    "Seek",
    "SideName",
    "WebHeartbeat",
    "new_code",
    "new_link_token",
]

fields_name((ChatReport, GameRecord, Match, MatchEvent, Mute, OwnDevice, ReviewNote, Ruling, Seat, Seek))
