"""The tables of what people say about each other and about themselves as players."""

from __future__ import annotations

from django.conf import settings
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext_lazy as _


class Block(models.Model):
    """`owner` wants nothing of `person`: no challenge, no chat, no seat taken from the lobby."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocks")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="blocked_by")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("block")
        verbose_name_plural = _("blocks")
        constraints = [models.UniqueConstraint(fields=["owner", "person"], name="block_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.person_id}"


class Friend(models.Model):
    """`owner` keeps `person` in the list of friends; the other side is not asked."""

    owner = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friends")
    person = models.ForeignKey(settings.AUTH_USER_MODEL, on_delete=models.CASCADE, related_name="friend_of")
    created_at = models.DateTimeField(default=timezone.now)

    class Meta:
        verbose_name = _("friend")
        verbose_name_plural = _("friends")
        constraints = [models.UniqueConstraint(fields=["owner", "person"], name="friend_once")]

    def __str__(self) -> str:
        return f"{self.owner_id} {self.person_id}"


class PlayerSettings(models.Model):
    """What a registered player decided about being found and told. No row: the defaults."""

    class Challengers(models.TextChoices):
        """Who may invite this person by name."""

        EVERYBODY = "everybody", _("Everybody")
        FRIENDS = "friends", _("Only my friends")
        NOBODY = "nobody", _("Nobody")

    person = models.OneToOneField(
        settings.AUTH_USER_MODEL, primary_key=True, on_delete=models.CASCADE, related_name="player_settings"
    )
    challengers = models.CharField(max_length=10, choices=Challengers, default=Challengers.EVERYBODY)
    is_hidden = models.BooleanField(default=False)
    """Not shown in the list of who is online."""
    mail_on_turn = models.BooleanField(default=False)
    """A mail when it is their turn in a correspondence match and they are not at the table."""
    table = models.JSONField(default=dict, blank=True)
    """What was chosen for tables and boards: `matches.table_settings` by name; what was never chosen is not in it."""

    class Meta:
        verbose_name = _("player settings")
        verbose_name_plural = _("player settings")

    def __str__(self) -> str:
        return str(self.person_id)
