"""The tables of matches: invitation, seats, log, records.

`MatchEvent` is the truth: append-only, dense per match, never updated (a trigger refuses it). The columns of `Match`
and `GameRecord` that follow from the log are written only by `matches.services.play`, in the same transaction.
Imported by services, selectors, admin and migrations alone.
"""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.crypto import get_random_string
from django.utils.translation import gettext_lazy as _

CODE_LENGTH = 12
_CODE_LETTERS = "ABCDEFGHJKMNPQRSTUVWXYZabcdefghjkmnpqrstuvwxyz23456789"
TOKEN_LENGTH = 32


def new_code() -> str:
    """The unguessable name of a match in addresses: about 70 bits, without letters that look alike."""
    return get_random_string(CODE_LENGTH, _CODE_LETTERS)


def new_link_token() -> str:
    """The secret of an invitation that is handed out as a link."""
    return get_random_string(TOKEN_LENGTH)


class SideName(models.TextChoices):
    """Values of `games.rules.sides.Side` as stored."""

    WHITE = "white", _("White")
    BLACK = "black", _("Black")


class Kind(models.TextChoices):
    """Values of `games.rules.rulecard.PlayKind` as stored."""

    MATCH = "match", _("Match")
    MONEY = "money", _("Money session")
    SINGLE = "single", _("Single game")


class ClockName(models.TextChoices):
    """Values of `games.rules.clock.ClockPreset` as stored."""

    UNTIMED = "untimed", _("No clock")
    TOURNAMENT = "tournament", _("Tournament")
    NORMAL = "normal", _("Normal")
    FAST = "fast", _("Fast")
    CASUAL = "casual", _("Casual")
    CORRESPONDENCE = "correspondence", _("Correspondence")


class Ending(models.TextChoices):
    """Values of `games.rules.score.Termination` as stored."""

    BORNE_OFF = "borne_off", _("Borne off")
    DROPPED = "dropped", _("Dropped")
    RESIGNED = "resigned", _("Resigned")
    TIMED_OUT = "timed_out", _("Out of time")
    SETTLED = "settled", _("Settled")
    DRAWN = "drawn", _("Drawn")
    CLAIMED = "claimed", _("Claimed")
    FORFEITED = "forfeited", _("Forfeited")
    AWARDED = "awarded", _("Awarded")
    VOIDED = "voided", _("Voided")


class LevelName(models.TextChoices):
    """Values of `games.rules.levels.Level` as stored."""

    BEGINNER = "beginner", _("Beginner")
    INTERMEDIATE = "intermediate", _("Intermediate")
    ADVANCED = "advanced", _("Advanced")
    EXPERT = "expert", _("Expert")


class Match(models.Model):
    """A match, a money session or a single game, from the invitation to the end.

    OPEN: created, the other side is not taken yet; there are no events. RUNNING and FINISHED: the log begins with
    MatchStarted. CANCELLED: never started. Deleting means deleting the row; sockets and pages then know no such match.

    Written by `services.lifecycle` until it starts, by `services.start` once, then only by `services.play`.
    """

    class Status(models.TextChoices):
        """Where the match is between invitation and end."""

        OPEN = "open", _("Waiting for a player")
        RUNNING = "running", _("Running")
        FINISHED = "finished", _("Finished")
        CANCELLED = "cancelled", _("Cancelled")

    class Origin(models.TextChoices):
        """How the two sides came together."""

        NAMED = "named", _("Invitation by name")
        LINK = "link", _("Friend by link")
        SEEK = "seek", _("Lobby")
        COMPUTER = "computer", _("Against the computer")
        HOT_SEAT = "hot_seat", _("Two at one screen")

    class DeclineReason(models.TextChoices):
        """What an invited player may say with the no."""

        NONE = "", _("No reason given")
        LATER = "later", _("Not now, another time")
        BUSY = "busy", _("I have too many matches")
        LENGTH = "length", _("Another length, please")
        CLOCK = "clock", _("Another clock, please")
        RULES = "rules", _("Other rules, please")

    class CreatorSide(models.TextChoices):
        """Which side the creator asked for."""

        WHITE = "white", _("White")
        BLACK = "black", _("Black")
        RANDOM = "random", _("Random")

    # --- the invitation: written by services.lifecycle -------------------------------------------------------
    code = models.CharField(max_length=CODE_LENGTH, unique=True, default=new_code, editable=False)
    link_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_link_token, editable=False)
    status = models.CharField(max_length=10, choices=Status, default=Status.OPEN)
    created_by = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="created_matches",
    )
    invited = models.ForeignKey(
        settings.AUTH_USER_MODEL,
        null=True,
        blank=True,
        on_delete=models.SET_NULL,
        related_name="invitations",
    )
    """Whom the creator asked by name; null when a link was handed out."""
    creator_side = models.CharField(max_length=6, choices=CreatorSide, default=CreatorSide.RANDOM)
    card = models.JSONField()
    """The rule card, as `codec.encode_card` writes it."""
    kind = models.CharField(max_length=6, choices=Kind)
    preset = models.CharField(max_length=16)
    length = models.PositiveSmallIntegerField(null=True, blank=True)
    clock_preset = models.CharField(max_length=16, choices=ClockName, default=ClockName.UNTIMED)
    clock_days = models.PositiveSmallIntegerField(null=True, blank=True)
    take_back = models.CharField(max_length=16, default="never")
    """A value of `games.rules.state.TakeBackRule`."""
    is_public = models.BooleanField(default=False)
    """Open to spectators who have no seat; listed for watching when a player was asked by name."""
    declined = models.BooleanField(default=False)
    """CANCELLED because the invited player said no, not by the creator."""
    decline_reason = models.CharField(max_length=8, choices=DeclineReason, blank=True, default="")
    origin = models.CharField(max_length=8, choices=Origin, default=Origin.NAMED)
    owner_token = models.CharField(max_length=TOKEN_LENGTH, unique=True, default=new_link_token, editable=False)
    """The secret of the creator's private link: it lets an own device of theirs play on (`OwnDevice`)."""
    is_rated = models.BooleanField(default=False)
    """Agreed to count for the rating; a match in which a computer took over does not (rules.md 8.1)."""
    expires_at = models.DateTimeField(null=True, blank=True)
    """When an OPEN invitation lapses by itself; null: never."""
    rematch_of = models.OneToOneField("self", null=True, blank=True, on_delete=models.SET_NULL, related_name="rematch")
    pace = models.PositiveSmallIntegerField(default=1000)
    """Milliseconds a computer at this match waits before each act, so that a person can follow: 0 to 2000."""
    created_at = models.DateTimeField(default=timezone.now)

    # --- what follows from the log: written by services.start and services.play -------------------------------
    started_at = models.DateTimeField(null=True, blank=True)
    ended_at = models.DateTimeField(null=True, blank=True)
    version = models.PositiveIntegerField(default=0)
    """Number of the last event."""
    snapshot = models.JSONField(null=True, blank=True)
    """The state after event `version`, as `codec.encode_state` writes it: a cache of the log."""
    snapshot_schema = models.PositiveSmallIntegerField(null=True, blank=True)
    to_act = models.CharField(max_length=5, choices=SideName, null=True, blank=True)  # noqa: DJ001 - null: nobody
    deadline_at = models.DateTimeField(null=True, blank=True)
    """When the running side's flag falls; null when no clock runs."""
    next_at = models.DateTimeField(null=True, blank=True)
    """When the next game starts by itself (rules.md 4.5); null otherwise."""
    shift_due = models.PositiveIntegerField(default=0)
    """Milliseconds by which an outage moved `deadline_at` and that the state does not know yet (rules.md 5.9)."""
    score_white = models.IntegerField(default=0)
    score_black = models.IntegerField(default=0)
    winner = models.CharField(max_length=5, choices=SideName, null=True, blank=True)  # noqa: DJ001 - null: nobody
    termination = models.CharField(max_length=10, choices=Ending, blank=True, default="")
    paused = models.BooleanField(default=False)
    paused_at = models.DateTimeField(null=True, blank=True)
    """Since when it is paused; after 90 days it is void (rules.md 3.7)."""
    taken_over = models.BooleanField(default=False)
    """A computer took a person's seat at some time: the match is unrated from then on (rules.md 8.1)."""
    bot_due_at = models.DateTimeField(null=True, blank=True)
    """Since when a computer is awaited; null: none is. A sweeper finds what a lost nudge left."""

    # --- what staff says of it: written by services.review ------------------------------------------------------
    is_flagged = models.BooleanField(_("flagged"), default=False)
    """A director wants it looked at."""

    class Meta:
        verbose_name = _("match")
        verbose_name_plural = _("matches")
        permissions = [("rule_match", "Can give rulings"), ("flag_match", "Can flag for review")]
        indexes = [
            models.Index(fields=["status", "is_public", "-started_at"], name="match_public_running"),
            models.Index(fields=["created_by", "status"], name="match_creator_status"),
            models.Index(fields=["invited", "status"], name="match_invited_status"),
            models.Index(fields=["-ended_at"], name="match_ended"),
            # The lists of the administration, newest first, at a million rows.
            models.Index(fields=["-created_at", "-id"], name="match_newest"),
            models.Index(fields=["preset", "-created_at", "-id"], name="match_preset_newest"),
            models.Index(fields=["status", "-created_at", "-id"], name="match_status_newest"),
            models.Index(fields=["origin", "-created_at", "-id"], name="match_origin_newest"),
            models.Index(fields=["length", "-created_at", "-id"], name="match_length_newest"),
            models.Index(fields=["termination", "-created_at", "-id"], name="match_ending_newest"),
            models.Index(fields=["-created_at"], name="match_flagged_newest", condition=models.Q(is_flagged=True)),
            models.Index(fields=["-created_at"], name="match_paused_newest", condition=models.Q(paused=True)),
            models.Index(fields=["-created_at"], name="match_rated_newest", condition=models.Q(is_rated=True)),
            models.Index(fields=["-created_at"], name="match_taken_newest", condition=models.Q(taken_over=True)),
            models.Index(fields=["deadline_at"], name="match_deadline", condition=models.Q(deadline_at__isnull=False)),
            models.Index(fields=["next_at"], name="match_next", condition=models.Q(next_at__isnull=False)),
            models.Index(fields=["bot_due_at"], name="match_bot_due", condition=models.Q(bot_due_at__isnull=False)),
            models.Index(fields=["expires_at"], name="match_expires", condition=models.Q(status="open")),
            models.Index(fields=["paused_at"], name="match_paused", condition=models.Q(paused=True)),
            models.Index(fields=["id"], name="match_shift_due", condition=models.Q(shift_due__gt=0)),
        ]

    def __str__(self) -> str:
        return self.code


class Seat(models.Model):
    """Who plays a side: the only tie between a side and a person. One person may have both (hot seat).

    Deleting an account sets `user` to null and `hidden` to true; the record stays, without a name.
    """

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="seats")
    side = models.CharField(max_length=5, choices=SideName)
    user = models.ForeignKey(
        settings.AUTH_USER_MODEL, null=True, blank=True, on_delete=models.SET_NULL, related_name="seats"
    )
    level = models.CharField(max_length=12, choices=LevelName, blank=True, default="")
    """The computer that plays the side now; empty: a person. With a `user` it stands in for that person, who may come
    back (`MatchState.computers` says the same; this column is written with it)."""
    hidden = models.BooleanField(default=False)
    mailed_decision = models.PositiveIntegerField(default=0)
    """The decision for which the last "your turn" mail was sent; 0: none."""
    joined_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("seat")
        verbose_name_plural = _("seats")
        constraints = [models.UniqueConstraint(fields=["match", "side"], name="seat_once")]
        indexes = [
            models.Index(fields=["user", "match"], name="seat_user_match"),
            models.Index(fields=["level", "-id"], name="seat_computer_newest", condition=~models.Q(level="")),
        ]

    def __str__(self) -> str:
        return f"{self.match.code} {self.side}"


class OwnDevice(models.Model):
    """A browser that plays for `owner` at one match, let in by the private link."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="own_devices")
    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices_of_mine")
    device = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="devices_for_others")
    """The account or guest of the other browser."""
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("own device")
        verbose_name_plural = _("own devices")
        constraints = [models.UniqueConstraint(fields=["match", "device"], name="own_device_once")]

    def __str__(self) -> str:
        return f"{self.match.code} #{self.device_id}"


class MatchEvent(models.Model):
    """One event of a match's log. Inserted once, never updated."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="events")
    seq = models.PositiveIntegerField()
    """1, 2, 3 … without a gap in each match."""
    kind = models.CharField(max_length=32)
    """snake_case name of the class in `games.rules.events`."""
    schema = models.PositiveSmallIntegerField()
    data = models.JSONField()
    at = models.DateTimeField()
    """The server's clock, whole milliseconds."""

    class Meta:
        verbose_name = _("event")
        verbose_name_plural = _("events")
        ordering = ["match", "seq"]
        constraints = [models.UniqueConstraint(fields=["match", "seq"], name="event_once")]

    def __str__(self) -> str:
        return f"{self.seq} {self.kind}"


class Command(models.Model):
    """An accepted action and its answer, so that the same command sent again has one effect."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="commands")
    side = models.CharField(max_length=5, choices=SideName)
    cid = models.UUIDField()
    """The browser's own id of the action."""
    version = models.PositiveIntegerField()
    """The match's version after the action."""
    answer = models.JSONField()
    """The frame that was sent as the answer."""
    at = models.DateTimeField()

    class Meta:
        verbose_name = _("command")
        verbose_name_plural = _("commands")
        constraints = [models.UniqueConstraint(fields=["match", "side", "cid"], name="command_once")]

    def __str__(self) -> str:
        return f"{self.version} {self.cid}"


class GameRecord(models.Model):
    """One game of a match, from its start; changed in the same transaction as the match's snapshot."""

    match = models.ForeignKey(Match, on_delete=models.CASCADE, related_name="games")
    number = models.PositiveSmallIntegerField()
    score_white = models.IntegerField()
    """Score before the game."""
    score_black = models.IntegerField()
    crawford = models.CharField(max_length=8)
    """A value of `games.rules.score.Crawford`, as it holds for this game."""
    preset = models.CharField(max_length=16, default="", editable=False)
    """The match's, copied: lists of games are narrowed down by it without a join."""
    length = models.PositiveSmallIntegerField(null=True, blank=True, editable=False)
    """As `preset`."""
    cube_value = models.PositiveSmallIntegerField(default=1)
    cube_owner = models.CharField(max_length=5, choices=SideName, null=True, blank=True)  # noqa: DJ001 - null: centred
    winner = models.CharField(max_length=5, choices=SideName, null=True, blank=True)  # noqa: DJ001 - null: nobody
    points = models.PositiveIntegerField(null=True, blank=True)
    """What the winner got, raw; null while the game runs."""
    result_kind = models.PositiveSmallIntegerField(null=True, blank=True)
    """1 single, 2 gammon, 3 backgammon; null while the game runs and where no size applies."""
    termination = models.CharField(max_length=10, choices=Ending, blank=True, default="")
    first_event = models.PositiveIntegerField()
    last_event = models.PositiveIntegerField(null=True, blank=True)
    """The number of GameEnded; null while the game runs."""
    started_at = models.DateTimeField()
    ended_at = models.DateTimeField(null=True, blank=True)

    class Meta:
        verbose_name = _("game")
        verbose_name_plural = _("games")
        ordering = ["match", "number"]
        constraints = [models.UniqueConstraint(fields=["match", "number"], name="game_once")]
        indexes = [
            # As for matches.
            models.Index(fields=["-started_at", "-id"], name="game_newest"),
            models.Index(fields=["preset", "-started_at", "-id"], name="game_preset_newest"),
            models.Index(fields=["length", "-started_at", "-id"], name="game_length_newest"),
            models.Index(fields=["termination", "-started_at", "-id"], name="game_ending_newest"),
            models.Index(fields=["cube_value", "-started_at", "-id"], name="game_cube_newest"),
            models.Index(fields=["result_kind", "-started_at", "-id"], name="game_result_newest"),
        ]

    def __str__(self) -> str:
        return f"{self.match.code} #{self.number}"


class WebHeartbeat(models.Model):
    """One row, written by every web process every 2 s: the last moment that any of them was alive (rules.md 5.9)."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    beat_at = models.DateTimeField()

    class Meta:
        constraints = [models.CheckConstraint(condition=models.Q(id=1), name="heartbeat_one_row")]

    def __str__(self) -> str:
        return self.beat_at.isoformat()
