"""The system's Chromium, the built front end, people at a table, and a test that fails on any error of a page."""

from __future__ import annotations

import os
import shutil
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from django.conf import settings as django_settings
from django.test import Client
from playwright.sync_api import Browser, BrowserContext, ConsoleMessage, Page, expect

from bgsite.accounts.models import User
from bgsite.serving.frontend import build_if_stale
from matches.models import Match
from tests.browser.elsewhere import elsewhere
from tests.browser.line import Line, open_line
from tests.browser.table_page import TablePage
from tests.live import SiteProcesses
from tests.matches.matchmaking import person

# Sync Playwright keeps an event loop running in the test's thread; Django would take the test for a coroutine.
os.environ["DJANGO_ALLOW_ASYNC_UNSAFE"] = "true"

# A busy machine is slow, not wrong.
_PATIENCE = 20_000
expect.set_options(timeout=_PATIENCE)

_OFF = (
    # What Playwright switches off, too: of two such lists Chromium takes the last one only.
    "AvoidUnnecessaryBeforeUnloadCheckSync",
    "AvoidCorsURLLoaderRestartOnRedirect",
    "DestroyProfileOnBrowserClose",
    "HttpsFirstBalancedModeAutoEnable",
    "HttpsUpgrades",
    "MediaRouter",
    "OptimizationHints",
    "PaintHolding",
    "ThirdPartyStoragePartitioning",
    # What gives each first page a second process: a sixth of all the time. The header is tested where it is sent.
    "CrossOriginOpenerPolicy",
    "RenderDocument",
)
_FLAGS = [
    "--no-sandbox",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--use-angle=swiftshader",
    "--enable-unsafe-swiftshader",
    f"--disable-features={','.join(_OFF)}",
    "--disable-gpu-compositing",  # without a GPU it makes every frame, and so every click, several times slower
]
_NAMES = ("chromium-headless-shell", "chromium", "chromium-browser", "google-chrome")
"""The shell is the same browser without a window around the page: the tests take two thirds of the time."""
_ADVICE = "No Chromium was found: install the package `chromium` of your system to run the browser tests."

CUT_LINE = ("WebSocket connection", "/health/)")
"""What the console says where a line is cut: a page that hears nothing asks /health/, which is ill without a beat."""

OpenTable = Callable[..., TablePage]


def cut_line(line: Line) -> tuple[str, ...]:
    """CUT_LINE of a page that comes by this line."""
    return *CUT_LINE, f"ERR_CONNECTION_REFUSED ({line.url}/"


def _chromium() -> str | None:
    return next((found for name in _NAMES if (found := shutil.which(name))), None)


@pytest.fixture(scope="session")
def browser_type_launch_args() -> dict[str, Any]:
    """Use the system's browser: Playwright's own download does not work everywhere."""
    path = _chromium()
    if path is None and os.environ.get("CI"):
        pytest.fail(_ADVICE)
    if path is None:
        pytest.skip(_ADVICE)
    return {"executable_path": path, "args": _FLAGS}


@pytest.fixture(scope="session", autouse=True)
def _built_front_end() -> None:
    """Build the scripts of the pages if a source changed; one process at a time."""
    build_if_stale()


class Windows:
    """Opens windows, each with its own cookies, and remembers what went wrong in them."""

    def __init__(self, browser: Browser, site: SiteProcesses) -> None:
        self._browser = browser
        self._site = site
        self._contexts: list[BrowserContext] = []
        self.errors: list[str] = []
        self.allowed: list[str] = []
        """Parts of console messages that a test brings about on purpose (a cut line)."""

    def context(self, user: User | None = None, **options: Any) -> BrowserContext:
        """A fresh browser profile, logged in as `user`; nothing flies there unless `options` says so."""
        usual = {"viewport": {"width": 1280, "height": 800}, "reduced_motion": "reduce", "service_workers": "block"}
        context = self._browser.new_context(**usual | options)
        context.set_default_timeout(_PATIENCE)
        self._contexts.append(context)
        if user is not None:
            client = Client()
            client.force_login(user)
            name = django_settings.SESSION_COOKIE_NAME
            context.add_cookies([{"name": name, "value": client.cookies[name].value, "url": self._site.url}])
        context.on("page", self._watch)
        return context

    def page(self, user: User | None = None, **options: Any) -> Page:
        """A page in a fresh profile."""
        return self.context(user, **options).new_page()

    def close(self) -> None:
        """Close all of them."""
        for context in self._contexts:
            context.close()

    @property
    def faults(self) -> list[str]:
        """What went wrong and was not allowed."""
        return [error for error in self.errors if not any(part in error for part in self.allowed)]

    def _watch(self, page: Page) -> None:
        page.on("pageerror", lambda error: self.errors.append(f"{page.url}: {error}"))
        page.on("console", lambda message: self._console(page, message))

    def _console(self, page: Page, message: ConsoleMessage) -> None:
        if message.type == "error":
            self.errors.append(f"{page.url}: {message.text} ({message.location['url']})")


def watched_windows(browser: Browser, site: SiteProcesses) -> Iterator[Windows]:
    """For a fixture: windows on a site; in the end there was no error in any of them."""
    made = Windows(browser, site)
    yield made
    made.close()
    assert made.faults == [], site.output()


def table_in(
    windows: Windows, site: SiteProcesses, match: Match, user: User | None = None, **options: Any
) -> TablePage:
    """A match as somebody sees it in a window of their own."""
    page = windows.page(user, **options)
    page.goto(f"{site.url}/match/{match.code}/")
    return TablePage(page).ready()


@pytest.fixture
def windows(browser: Browser, live_site: SiteProcesses) -> Iterator[Windows]:
    """Browser windows on the running site; the test fails on an uncaught error or a console error in any of them."""
    yield from watched_windows(browser, live_site)


@pytest.fixture
def open_table(windows: Windows, live_site: SiteProcesses) -> OpenTable:
    """Open a match as somebody in a window of their own: `open_table(match, user, **options of the context)`."""
    return partial(table_in, windows, live_site)


@pytest.fixture
def line(live_site: SiteProcesses) -> Iterator[Line]:
    """Somebody's line to the running site, which can be cut."""
    with open_line(live_site.port) as line:
        yield line


@pytest.fixture(scope="session")
def _computers(_web_for_all: SiteProcesses) -> SiteProcesses:
    _web_for_all.start_worker("engine")
    return _web_for_all


@pytest.fixture
def full_site(_computers: SiteProcesses, transactional_db: None) -> SiteProcesses:
    """The running site, with a worker that plays for the computers."""
    return _computers


@pytest.fixture(scope="session")
def _impatient_for_all(django_db_setup: None) -> Iterator[SiteProcesses]:
    with SiteProcesses({"BARPOINT_GONE_SECONDS": "2"}) as processes:
        processes.start_worker("engine")
        processes.start_web()
        yield processes
        processes.kill()


@pytest.fixture
def impatient_site(_impatient_for_all: SiteProcesses, transactional_db: None) -> SiteProcesses:
    """A site with computers where the two minutes of absence are two seconds."""
    return _impatient_for_all


@pytest.fixture
def rooms(browser: Browser, full_site: SiteProcesses) -> Iterator[Windows]:
    """As `windows`, on the site with computers."""
    yield from watched_windows(browser, full_site)


@pytest.fixture
def impatient_rooms(browser: Browser, impatient_site: SiteProcesses) -> Iterator[Windows]:
    """As `rooms`, where absence is noticed soon."""
    yield from watched_windows(browser, impatient_site)


@pytest.fixture
def alice() -> User:
    return elsewhere(lambda: person("alice"))


@pytest.fixture
def bob() -> User:
    return elsewhere(lambda: person("bob"))


@pytest.fixture
def anna() -> User:
    return elsewhere(lambda: person("Anna"))
