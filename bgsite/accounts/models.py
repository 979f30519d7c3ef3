"""The custom user, there from the first migration, its sessions, and names that must stay free for a while."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, ClassVar

from django.contrib.auth.base_user import AbstractBaseUser, BaseUserManager
from django.contrib.auth.models import PermissionsMixin
from django.contrib.sessions.backends.base import SessionBase
from django.contrib.sessions.base_session import AbstractBaseSession
from django.db import models
from django.utils import timezone
from django.utils.translation import gettext
from django.utils.translation import gettext_lazy as _

from bgsite.accounts.names import MAX_LENGTH, name_fold, name_normalize, name_skeleton, name_validate

if TYPE_CHECKING:
    _TextField = models.CharField[str, str]
else:
    _TextField = models.CharField


class FoldedNameField(_TextField):
    """Keeps `name_fold(username)`: set from the name whenever the account is saved, never by hand."""

    def pre_save(self, model_instance: models.Model, add: bool) -> str:
        """Take the value from the account's name."""
        del add
        value = self.derive(str(getattr(model_instance, "username")))  # noqa: B009 - any model with a username
        setattr(model_instance, self.attname, value)
        return value

    def derive(self, username: str) -> str:
        """Give what is kept for `username`."""
        return name_fold(username)


class NameSkeletonField(FoldedNameField):
    """Keeps `name_skeleton(username)` in the same way."""

    def derive(self, username: str) -> str:
        """Give what is kept for `username`."""
        return name_skeleton(username)


class UserManager(BaseUserManager["User"]):
    """Makes accounts. Says nothing about reserved names: `services.name_claim_check` does, for forms."""

    use_in_migrations = True

    def create_user(self, username: str, email: str | None = None, password: str | None = None, **fields: Any) -> User:
        """Make an account; without a password nobody can log in to it. Raises IntegrityError for a taken name."""
        if not username:
            raise ValueError("an account needs a name")
        account = self.model(username=name_normalize(username), email=self.normalize_email(email), **fields)
        account.set_password(password)
        account.save(using=self._db)
        return account

    def create_superuser(
        self,
        username: str,
        email: str | None = None,
        password: str | None = None,
        **fields: Any,
    ) -> User:
        """Make an account that may do everything in the admin."""
        fields.setdefault("is_staff", True)
        fields.setdefault("is_superuser", True)
        return self.create_user(username, email, password, **fields)

    def beginning_with(self, beginning: str) -> models.QuerySet[User]:
        """Find accounts whose names begin so, upper and lower case being one."""
        return self.filter(name_folded__startswith=name_fold(beginning))

    def get_by_natural_key(self, username: str | None) -> User:
        """Find an account by its name, upper and lower case being one."""
        return self.get(name_folded=name_fold(username or ""))


class User(AbstractBaseUser, PermissionsMixin):
    """A person with an account.

    Show people by `display_name` or `str()`, never by `username`: a deleted account has a technical one.
    """

    username = models.CharField(
        _("name"),
        max_length=MAX_LENGTH,
        unique=True,
        validators=[name_validate],
        error_messages={"unique": _("This name is in use. Please choose another one.")},
    )
    name_folded = FoldedNameField(max_length=500, unique=True, editable=False)
    """The name with upper and lower case made one; people log in by it."""
    name_skeleton = NameSkeletonField(max_length=500, unique=True, editable=False)
    """Equal for names that look alike: the database itself refuses the second one."""
    email = models.EmailField(_("e-mail address"), blank=True)
    """Only for resetting the password; shown to nobody but its owner."""
    is_staff = models.BooleanField(_("staff"), default=False, help_text=_("May open the administration."))
    is_active = models.BooleanField(
        _("active"), default=True, help_text=_("Unselect to ban: the person is logged out.")
    )
    date_joined = models.DateTimeField(_("joined"), default=timezone.now)
    is_guest = models.BooleanField(_("guest"), default=False, editable=False)
    """A browser without an account: nobody can log in to it; a signed cookie names it (docs/decisions/guests.md)."""
    guest_name = models.CharField(_("name of the guest"), max_length=MAX_LENGTH, blank=True, default="")
    """What a guest wants to be called; not unique, and always shown as a guest's name."""
    statistics = models.BooleanField(_("anonymous statistics"), null=True, blank=True, editable=False)
    """Whether games may be counted; None: never chosen, and no browser has sent a signal against it."""
    language = models.CharField(_("language"), max_length=16, blank=True, default="", editable=False)
    """Code of the language that was chosen, or read at the last login; mails are written in it. Empty: not known."""
    deleted_at = models.DateTimeField(_("deleted"), null=True, blank=True, editable=False)
    """When the person deleted the account; what is left is a row without anything personal."""

    objects: ClassVar[UserManager] = UserManager()

    USERNAME_FIELD = "username"
    EMAIL_FIELD = "email"
    REQUIRED_FIELDS = ["email"]

    class Meta:
        verbose_name = _("account")
        verbose_name_plural = _("accounts")
        permissions = [("view_email", _("Can see e-mail addresses of accounts"))]

    def __str__(self) -> str:
        return self.display_name

    @property
    def display_name(self) -> str:
        """The name that people see: "deleted player", in the reader's language, once the account is deleted."""
        if self.deleted_at is not None:
            return gettext("deleted player")
        if not self.is_guest:
            return self.username
        return gettext("{name} (guest)").format(name=self.guest_name) if self.guest_name else gettext("Guest")


class BlockedName(models.Model):
    """A name or an e-mail address that nobody may take for now, as a keyed hash: the table tells nobody's name."""

    digest = models.CharField(_("digest"), max_length=64, primary_key=True)
    """Hexadecimal keyed hash of the name's skeleton, or of the address of a banned account."""
    until = models.DateTimeField(_("blocked until"), db_index=True)

    class Meta:
        verbose_name = _("blocked name")
        verbose_name_plural = _("blocked names")

    def __str__(self) -> str:
        return self.digest[:12]


class AccountSession(AbstractBaseSession):
    """A browser's session. It names its account, so that all sessions of one person can be ended at once."""

    account = models.ForeignKey(User, null=True, on_delete=models.CASCADE, related_name="browser_sessions")

    @classmethod
    def get_session_store_class(cls) -> type[SessionBase]:
        """Name the store that reads and writes these rows (imported late: it needs this class)."""
        from bgsite.accounts.sessions import SessionStore  # noqa: PLC0415

        return SessionStore
