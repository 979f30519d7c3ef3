"""The tables of anonymous statistics. They know no person, no match and no moment, and join to nothing.

`GameFact`, `BrowserFact` (and the outbox of the latter) and `DroppedBeacon` are forgotten after 30 days;
`PurgeRun` says when that was done, `UsageSummary` what the pages show, `DiceTotal` how the dice fell since ever.
"""

from __future__ import annotations

from django.db import models
from django.db.models import Q
from django.utils.translation import gettext_lazy as _

from matches.fact_columns import FactColumns


class Board(models.TextChoices):
    """What the browser drew the board with."""

    FLAT = "flat", _("Flat board")
    SOLID = "solid", _("3D board")
    FAILED = "failed", _("3D failed to start")
    LOST = "lost", _("3D was lost")


class Frame(models.TextChoices):
    """How long a frame of the 3D board took, in milliseconds."""

    NONE = "none", _("Not measured")
    UP_TO_16 = "16", _("up to 16 ms")
    UP_TO_33 = "33", _("up to 33 ms")
    UP_TO_50 = "50", _("up to 50 ms")
    SLOW = "slow", _("over 50 ms")


class Memory(models.TextChoices):
    """Memory of the device in GB, rounded down; the last one is "and more"."""

    UNKNOWN = "unknown", _("Unknown")
    TWO = "2", _("2 GB or less")
    FOUR = "4", _("4 GB")
    EIGHT = "8", _("8 GB and more")


class Cores(models.TextChoices):
    """Cores of the device, rounded down; the last one is "and more"."""

    UNKNOWN = "unknown", _("Unknown")
    TWO = "2", _("2 or fewer")
    FOUR = "4", _("4 and more")
    EIGHT = "8", _("8 and more")
    SIXTEEN = "16", _("16 and more")


class BrowserFamily(models.TextChoices):
    """What the browser is made of."""

    CHROMIUM = "chromium", _("Chromium")
    FIREFOX = "firefox", _("Firefox")
    SAFARI = "safari", _("Safari")
    OTHER = "other", _("Other")


class SystemFamily(models.TextChoices):
    """What the device runs."""

    WINDOWS = "windows", _("Windows")
    MACOS = "macos", _("macOS")
    LINUX = "linux", _("Linux")
    ANDROID = "android", _("Android")
    IOS = "ios", _("iOS")
    OTHER = "other", _("Other")


class DropReason(models.TextChoices):
    """Why a beacon was not kept."""

    FORGED = "forged", _("Not asked for by a page of ours")
    HUGE = "huge", _("Too long")
    REPEATED = "repeated", _("Sent before")
    LATE = "late", _("Too late")
    UNKNOWN = "unknown", _("Unknown fields or values")
    FLOOD = "flood", _("Too many in one day")


class ThrowKind(models.TextChoices):
    """What was thrown for."""

    OPENING = "opening", _("Opening")
    ROLL = "roll", _("Roll")


class ThrownBy(models.TextChoices):
    """Whose dice they were."""

    PERSON = "person", _("Person")
    COMPUTER = "computer", _("Computer")
    BOTH = "both", _("One die each")


class ThrownAfter(models.TextChoices):
    """The roll before it in the same match."""

    DOUBLE = "double", _("After doubles")
    PLAIN = "plain", _("After another roll")
    NONE = "none", _("First one seen")


def _one_of(field: str, values: type[models.TextChoices], *, name: str) -> models.CheckConstraint:
    return models.CheckConstraint(condition=Q(**{f"{field}__in": values.values}), name=name)


class GameFact(FactColumns):
    """A start or an end of a game (`matches.facts.GameFact`); kept for 30 days."""

    key = models.UUIDField(primary_key=True, editable=False)

    class Meta(FactColumns.Meta):
        verbose_name = _("fact of a game")
        verbose_name_plural = _("facts of games")

    def __str__(self) -> str:
        return f"{self.day} {self.moment} {self.play}"


class BrowserColumns(models.Model):
    """What a beacon says of a browser: families and buckets."""

    key = models.UUIDField(primary_key=True, editable=False)
    """The token's: sent again, it meets itself."""
    day = models.DateField(_("day"))
    """The UTC day."""
    board = models.CharField(_("board"), max_length=6, choices=Board)
    frame = models.CharField(_("frame time"), max_length=4, choices=Frame)
    is_phone = models.BooleanField(_("phone"))
    memory = models.CharField(_("memory"), max_length=7, choices=Memory)
    cores = models.CharField(_("cores"), max_length=7, choices=Cores)
    browser = models.CharField(_("browser"), max_length=8, choices=BrowserFamily)
    system = models.CharField(_("system"), max_length=7, choices=SystemFamily)

    class Meta:
        abstract = True
        indexes = [models.Index(fields=["day"], name="%(app_label)s_%(class)s_day")]
        constraints = [
            _one_of("board", Board, name="%(app_label)s_%(class)s_board"),
            _one_of("frame", Frame, name="%(app_label)s_%(class)s_frame"),
            _one_of("memory", Memory, name="%(app_label)s_%(class)s_memory"),
            _one_of("cores", Cores, name="%(app_label)s_%(class)s_cores"),
            _one_of("browser", BrowserFamily, name="%(app_label)s_%(class)s_browser"),
            _one_of("system", SystemFamily, name="%(app_label)s_%(class)s_system"),
        ]


class BrowserFact(BrowserColumns):
    """What a browser was that showed a table, once a day; kept for 30 days."""

    class Meta(BrowserColumns.Meta):
        verbose_name = _("fact of a browser")
        verbose_name_plural = _("facts of browsers")

    def __str__(self) -> str:
        return f"{self.day} {self.browser} {self.system}"


class BeaconOutbox(BrowserColumns):
    """A beacon on its way to `BrowserFact`."""

    class Meta(BrowserColumns.Meta):
        verbose_name = _("beacon on its way")
        verbose_name_plural = _("beacons on their way")

    def __str__(self) -> str:
        return f"{self.day} {self.browser} {self.system}"


class DroppedBeacon(models.Model):
    """How many beacons of a day were not kept, and why; kept for 30 days."""

    day = models.DateField(_("day"))
    reason = models.CharField(_("reason"), max_length=8, choices=DropReason)
    count = models.PositiveIntegerField(_("count"), default=0)

    class Meta:
        verbose_name = _("dropped beacons")
        verbose_name_plural = _("dropped beacons")
        constraints = [
            models.UniqueConstraint(fields=["day", "reason"], name="dropped_beacon_once"),
            _one_of("reason", DropReason, name="dropped_beacon_reason"),
        ]

    def __str__(self) -> str:
        return f"{self.day} {self.reason}"


class PurgeRun(models.Model):
    """One run of forgetting; kept for a year."""

    began_at = models.DateTimeField(_("began"))
    took_ms = models.PositiveBigIntegerField(_("took, in milliseconds"), null=True, blank=True)
    """Null: not finished (yet)."""
    through = models.DateField(_("last day forgotten"))
    """Rows of this day and of all before it are gone."""
    rows = models.PositiveBigIntegerField(_("rows"), default=0)

    class Meta:
        verbose_name = _("run of forgetting")
        verbose_name_plural = _("runs of forgetting")
        indexes = [models.Index(fields=["began_at"], name="purge_run_began")]

    def __str__(self) -> str:
        return f"{self.began_at:%Y-%m-%d %H:%M} UTC"


class UsageSummary(models.Model):
    """The one row that the pages of statistics are drawn from; made anew every ten minutes."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    made_at = models.DateTimeField()
    data = models.JSONField()
    """`{"made": iso, "tables": {slug: {"columns": [str], "rows": [[…]]}}}`, without buckets too small to be shown."""

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="usage_summary_one_row")]

    def __str__(self) -> str:
        return f"{self.made_at:%Y-%m-%d %H:%M} UTC"


class DiceTotal(models.Model):
    """How often the server threw so, since ever: totals of no day and no game."""

    kind = models.CharField(max_length=7, choices=ThrowKind)
    by = models.CharField(max_length=8, choices=ThrownBy)
    after = models.CharField(max_length=6, choices=ThrownAfter)
    first = models.PositiveSmallIntegerField()
    """The higher die of a roll; White's of an opening."""
    second = models.PositiveSmallIntegerField()
    count = models.PositiveBigIntegerField(default=0)

    class Meta:
        verbose_name = _("total of dice")
        verbose_name_plural = _("totals of dice")
        constraints = [
            models.UniqueConstraint(fields=["kind", "by", "after", "first", "second"], name="dice_total_once"),
            _one_of("kind", ThrowKind, name="dice_total_kind"),
            _one_of("by", ThrownBy, name="dice_total_by"),
            _one_of("after", ThrownAfter, name="dice_total_after"),
            models.CheckConstraint(condition=Q(first__range=(1, 6), second__range=(1, 6)), name="dice_total_faces"),
        ]

    def __str__(self) -> str:
        return f"{self.kind} {self.first}-{self.second}"


class DiceMark(models.Model):
    """One row: up to which event of all matches the dice were counted."""

    id = models.PositiveSmallIntegerField(primary_key=True, default=1)
    last_event = models.PositiveBigIntegerField(default=0)

    class Meta:
        constraints = [models.CheckConstraint(condition=Q(id=1), name="dice_mark_one_row")]

    def __str__(self) -> str:
        return str(self.last_event)
