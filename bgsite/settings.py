"""Django's settings. Every value that differs between machines comes from `bgsite.environment`."""

from __future__ import annotations

import os
from typing import Any

import django_stubs_ext
from celery.schedules import crontab
from csp.constants import NONE, SELF
from django.conf.locale import LANG_INFO

from bgsite import environment
from bgsite.accounts.allauth_settings import *  # noqa: F403 - constants only, see there
from bgsite.embedded.places import Places
from bgsite.languages import known

# Lets generic classes of Django be written with their types, `ModelAdmin[Match]`, at run time as well.
django_stubs_ext.monkeypatch()

BASE_DIR = environment.ROOT
VAR = environment.var_folder(os.environ)
EMBEDDED = Places(VAR)

# --- Who we are ---------------------------------------------------------------------------------------------

DEBUG = environment.flag(os.environ, "BARPOINT_DEBUG")
HTTPS = environment.flag(os.environ, "BARPOINT_HTTPS")
SECRET_KEY = environment.secret_key(os.environ, VAR)
ALLOWED_HOSTS = [*environment.words(os.environ, "BARPOINT_HOSTS"), "localhost", "127.0.0.1", "[::1]"]
CSRF_TRUSTED_ORIGINS = environment.words(os.environ, "BARPOINT_ORIGINS")
ROLE = os.environ.get("BARPOINT_ROLE", "")
"""`web` in the process that answers browsers, `worker` or `beat` in Celery's, else empty."""
QUEUE = os.environ.get("BARPOINT_QUEUE", "")
"""In a worker: the queue it works for."""

ROOT_URLCONF = "bgsite.urls"
ASGI_APPLICATION = "bgsite.asgi.application"
DEFAULT_AUTO_FIELD = "django.db.models.BigAutoField"
SITE_NAME = "Barpoint"
SITE_ADDRESS = environment.site_address(os.environ)
BARPOINT_GONE_SECONDS = environment.number(os.environ, "BARPOINT_GONE_SECONDS", default=120, least=1, most=86_400)
"""How long a player must be gone before the other side may choose (rules.md 5.8)."""

INSTALLED_APPS = [
    "django.contrib.admin",
    "django.contrib.auth",
    "django.contrib.contenttypes",
    "django.contrib.sessions",
    "django.contrib.messages",
    "whitenoise.runserver_nostatic",
    "django.contrib.staticfiles",
    "django.contrib.postgres",
    "csp",
    "channels",
    "allauth",
    "allauth.account",
    "bgsite",
    "bgsite.accounts",
    "bgsite.lessons",
    "bgsite.pages",
    "matches",
    "stats",
]

MIDDLEWARE = [
    "bgsite.languages.middleware.LanguageMiddleware",  # before all others: refusals have words, too
    "django.middleware.security.SecurityMiddleware",
    "csp.middleware.CSPMiddleware",  # before the next one, which answers by itself
    "whitenoise.middleware.WhiteNoiseMiddleware",
    "bgsite.nul_bytes.NulBytesRefused",
    "django.contrib.sessions.middleware.SessionMiddleware",
    "django.middleware.common.CommonMiddleware",
    "django.middleware.csrf.CsrfViewMiddleware",
    "django.contrib.auth.middleware.AuthenticationMiddleware",
    "django.contrib.messages.middleware.MessageMiddleware",
    "django.middleware.clickjacking.XFrameOptionsMiddleware",
    "allauth.account.middleware.AccountMiddleware",
    "bgsite.accounts.guests.GuestMiddleware",
]

TEMPLATES = [
    {
        "BACKEND": "django.template.backends.django.DjangoTemplates",
        "DIRS": [BASE_DIR / "bgsite" / "templates"],
        "APP_DIRS": True,
        "OPTIONS": {
            "libraries": {"languages": "bgsite.languages.tags"},
            "context_processors": [
                "django.template.context_processors.request",
                "django.template.context_processors.i18n",
                "django.contrib.auth.context_processors.auth",
                "django.contrib.messages.context_processors.messages",
                "bgsite.consent.context.usage_beacon",
                "matches.context.boards",
            ],
        },
    },
]

# --- PostgreSQL and the Redis protocol ----------------------------------------------------------------------

_database = environment.parse_database_url(os.environ.get("DATABASE_URL") or EMBEDDED.database_url())
_redis = environment.parse_redis_url(os.environ.get("REDIS_URL") or EMBEDDED.redis_url())

_database_options: dict[str, Any] = dict(_database.options)
_database_options.setdefault("connect_timeout", "5")
if ROLE == "web":
    # Celery closes pools around every task, so only the web process has one.
    _database_options["pool"] = {"min_size": 2, "max_size": 20, "timeout": 5, "reconnect_timeout": 2}

DATABASES = {
    "default": {
        "ENGINE": "bgsite.postgresql",
        "NAME": _database.name,
        "USER": _database.user,
        "PASSWORD": _database.password,
        "HOST": _database.host,
        "PORT": _database.port,
        "CONN_MAX_AGE": 0,
        "CONN_HEALTH_CHECKS": True,  # the pool must not hand out connections to a PostgreSQL that died
        "OPTIONS": _database_options,
        "TEST": {"NAME": os.environ.get("BARPOINT_TEST_DATABASE") or f"test_{_database.name}"},
    },
}

REDIS_URL = _redis.channels_url()
CHANNEL_LAYERS = {
    "default": {
        "BACKEND": "channels_redis.pubsub.RedisPubSubChannelLayer",
        "CONFIG": {"hosts": [REDIS_URL], "prefix": os.environ.get("BARPOINT_CHANNEL_PREFIX") or "barpoint"},
    },
}

# Login limits and other small things live in the database, so they hold for all processes and survive Valkey.
# Above MAX_ENTRIES Django drops entries that still count: who makes many attempts must not wipe out the limits.
CACHES: dict[str, dict[str, Any]] = {
    "default": {
        "BACKEND": "django.core.cache.backends.db.DatabaseCache",
        "LOCATION": "cache",
        "OPTIONS": {"MAX_ENTRIES": 100_000},
    },
}

# --- Celery: nudges only. What must happen is found in the database by the sweeper -----------------------------

LONGEST_TASK_SECONDS = 600
HEARTBEAT_SECONDS = 5
CELERY_BROKER_URL = _redis.celery_url()
CELERY_BROKER_CONNECTION_RETRY_ON_STARTUP = True
CELERY_BROKER_CONNECTION_MAX_RETRIES = None
CELERY_BROKER_TRANSPORT_OPTIONS = {
    "visibility_timeout": LONGEST_TASK_SECONDS + 60,
    # Who moves must not wait for a broker that is away: what was not sent is found by a sweeper.
    "max_retries": 0,
    "socket_connect_timeout": 2,
    "socket_timeout": 2,
}
CELERY_TASK_PUBLISH_RETRY = False
CELERY_TASK_IGNORE_RESULT = True
CELERY_TASK_DEFAULT_QUEUE = "clock"
CELERY_TASK_ROUTES = {
    "matches.bots.sweep": {"queue": "clock"},
    "matches.bots.*": {"queue": "engine"},
    "matches.review.*": {"queue": "engine"},
    "matches.tasks.mail_turns": {"queue": "engine"},  # a mail server that hangs must not hold up a flag
    "stats.*": {"queue": "engine"},
}
CELERY_TASK_TIME_LIMIT = LONGEST_TASK_SECONDS
CELERY_WORKER_PREFETCH_MULTIPLIER = 1
CELERY_WORKER_HIJACK_ROOT_LOGGER = False
CELERY_WORKER_SEND_TASK_EVENTS = False
CELERY_TIMEZONE = "UTC"
CELERY_BEAT_SCHEDULER = "celery.beat:Scheduler"
CELERY_BEAT_SCHEDULE = {
    "heartbeat": {
        "task": "bgsite.heartbeat",
        "schedule": HEARTBEAT_SECONDS,
        "options": {"expires": HEARTBEAT_SECONDS},
    },
    "sweep deadlines": {"task": "matches.tasks.sweep_deadlines", "schedule": 5, "options": {"expires": 5}},
    "sweep seeks": {"task": "matches.tasks.sweep_seeks", "schedule": 30, "options": {"expires": 30}},
    "sweep bots": {"task": "matches.bots.sweep", "schedule": 3, "options": {"expires": 3}},
    "lapse invitations": {
        "task": "matches.tasks.lapse_invitations",
        "schedule": 60,
        "options": {"expires": 60},
    },
    "mail turns": {"task": "matches.tasks.mail_turns", "schedule": 60, "options": {"expires": 60}},
    "void pauses": {"task": "matches.tasks.void_pauses", "schedule": crontab(minute="20", hour="3")},
    "purge expired": {"task": "bgsite.accounts.purge_expired", "schedule": crontab(minute="40", hour="3")},
    "purge guests": {"task": "bgsite.accounts.purge_guests", "schedule": crontab(minute="20", hour="3")},
    "check replays": {"task": "matches.tasks.check_replays", "schedule": crontab(minute="10", hour="3")},
    "purge chat": {"task": "matches.tasks.purge_chat", "schedule": crontab(minute="30", hour="3")},
    "purge commands": {"task": "matches.tasks.purge_commands", "schedule": crontab(minute="50", hour="3")},
    "move facts": {"task": "stats.move_facts", "schedule": 60, "options": {"expires": 60}},
    "count dice": {"task": "stats.count_dice", "schedule": 300, "options": {"expires": 300}},
    "summarise": {"task": "stats.summarise", "schedule": 600, "options": {"expires": 600}},
    # Right after the UTC day ends, by CELERY_TIMEZONE; and at every start of a worker (bgsite.celery).
    "purge statistics": {"task": "stats.purge", "schedule": crontab(minute="5", hour="0")},
}

# --- The lobby ------------------------------------------------------------------------------------------------

SEEK_SECONDS = environment.number(os.environ, "BARPOINT_SEEK_SECONDS", 60, 2, 3600)
"""How long an open offer stays after the last word from its owner's page: a reload does not lose it."""

# --- People -------------------------------------------------------------------------------------------------

AUTH_USER_MODEL = "accounts.User"
AUTH_PASSWORD_VALIDATORS = [
    {"NAME": "django.contrib.auth.password_validation.UserAttributeSimilarityValidator"},
    {"NAME": "bgsite.accounts.passwords.LongEnough"},
    {"NAME": "django.contrib.auth.password_validation.CommonPasswordValidator"},
    {"NAME": "django.contrib.auth.password_validation.NumericPasswordValidator"},
]
CSRF_FAILURE_VIEW = "bgsite.pages.views.csrf_failure"

# --- Mail ---------------------------------------------------------------------------------------------------

DEFAULT_FROM_EMAIL = SERVER_EMAIL = os.environ.get("BARPOINT_MAIL_FROM") or "Barpoint <barpoint@localhost>"
EMAIL_FILE_PATH = str(VAR / "mail")
EMAIL_TIMEOUT = 10
if _email_url := os.environ.get("EMAIL_URL"):
    _mail = environment.parse_email_url(_email_url)
    EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    EMAIL_HOST, EMAIL_PORT = _mail.host, _mail.port
    EMAIL_HOST_USER, EMAIL_HOST_PASSWORD = _mail.user, _mail.password
    EMAIL_USE_TLS, EMAIL_USE_SSL = _mail.tls, _mail.ssl
else:
    EMAIL_BACKEND = "django.core.mail.backends.filebased.EmailBackend"

# --- Languages and time ---------------------------------------------------------------------------------------

LANGUAGE_CODE = known.SOURCE
LANGUAGES = known.LANGUAGES
LANG_INFO.update(known.further_tags(LANG_INFO))
PSEUDO = environment.flag(os.environ, "BARPOINT_PSEUDO")
if PSEUDO:
    LANG_INFO[known.PSEUDO] = known.PSEUDO_INFO
    LANGUAGES = [*LANGUAGES, (known.PSEUDO, "Pseudo")]
FORMAT_MODULE_PATH = "bgsite.languages.formats"
LANGUAGE_COOKIE_NAME = "barpoint_language"
LOCALE_PATHS = [BASE_DIR / "bgsite" / "locale"]
USE_I18N = True
USE_TZ = True
TIME_ZONE = "UTC"

# --- Static files -------------------------------------------------------------------------------------------

STATIC_URL = "/static/"
STATIC_ROOT = VAR / "static"
STORAGES = {
    "default": {"BACKEND": "django.core.files.storage.FileSystemStorage"},
    "staticfiles": {"BACKEND": "bgsite.static_files.DigestStorage"},
}
# `serve` collects the files first; without that (tests, single commands) they come from where they lie.
WHITENOISE_USE_FINDERS = not (STATIC_ROOT / "staticfiles.json").exists()

# --- Security -----------------------------------------------------------------------------------------------

CONTENT_SECURITY_POLICY = {
    "DIRECTIVES": {
        "default-src": [SELF],
        "img-src": [SELF, "data:"],
        "connect-src": [SELF],
        "object-src": [NONE],
        "base-uri": [SELF],
        "form-action": [SELF],
        "frame-ancestors": [NONE],
    },
}
SECURE_CONTENT_TYPE_NOSNIFF = True
SECURE_REFERRER_POLICY = "same-origin"
SECURE_CROSS_ORIGIN_OPENER_POLICY = "same-origin"
X_FRAME_OPTIONS = "DENY"
SESSION_COOKIE_HTTPONLY = True
SESSION_COOKIE_SAMESITE = "Lax"
SESSION_COOKIE_SECURE = CSRF_COOKIE_SECURE = HTTPS
if HTTPS:
    SECURE_PROXY_SSL_HEADER = ("HTTP_X_FORWARDED_PROTO", "https")
    # Limits of logins count the reader's address, not the proxy's; its last entry is the one our proxy wrote.
    ALLAUTH_TRUSTED_PROXY_COUNT = 1
    SECURE_SSL_REDIRECT = True
    SECURE_REDIRECT_EXEMPT = [r"^health/$"]
    SECURE_HSTS_SECONDS = 31_536_000

# --- Log: to standard error, short, without names and addresses of people -------------------------------------

LOGGING = {
    "version": 1,
    "disable_existing_loggers": False,
    "filters": {
        "unexpected": {"()": "django.utils.log.CallbackFilter", "callback": lambda record: record.exc_info is not None},
    },
    "formatters": {"short": {"format": "{levelname} {name}: {message}", "style": "{"}},
    "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "short"}},
    "root": {"handlers": ["stderr"], "level": "WARNING"},
    "loggers": {
        "bgsite": {"level": "INFO"},
        "matches": {"level": "INFO"},
        "stats": {"level": "INFO"},
        "django": {"handlers": [], "level": "WARNING", "propagate": True},
        "django.server": {"handlers": [], "level": "WARNING", "propagate": True},
        # Paths of missing pages and refused hosts can name people, and /health/ answers 503 on purpose:
        # only unexpected exceptions are logged.
        "django.request": {"level": "ERROR", "filters": ["unexpected"]},
        "django.security": {"level": "CRITICAL"},
        "daphne": {"level": "WARNING"},
        "celery": {"level": "WARNING"},
    },
}
