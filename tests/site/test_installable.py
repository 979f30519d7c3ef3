"""The installable app: what browsers read of it, in each language, and that nothing of a person is kept by it."""

from __future__ import annotations

import json
import struct
from pathlib import Path
from typing import Any

import pytest
from django.contrib.staticfiles import finders
from django.test import Client

from tests.site.people import make_user

pytestmark = pytest.mark.django_db

STATIC = "/static/"


def kept_by(script: str) -> dict[str, Any]:
    """What the worker is told to keep, and under which name."""
    first = script.splitlines()[0]
    found: dict[str, Any] = json.loads(first.removeprefix("const KEPT = ").removesuffix(";"))
    return found


def worker(client: Client, language: str) -> dict[str, Any]:
    answer = client.get(f"/service-worker.js?language={language}")
    assert answer["Content-Type"].startswith("text/javascript")
    assert "no-cache" in answer["Cache-Control"]
    return kept_by(answer.content.decode())


def file_of(address: str) -> Path:
    found = finders.find(address.removeprefix(STATIC))
    assert isinstance(found, str), address
    return Path(found)


def size_of(png: Path) -> tuple[int, int]:
    width, height = struct.unpack(">II", png.read_bytes()[16:24])
    return width, height


@pytest.mark.parametrize(("language", "tag"), [("en", "en"), ("zh-hans", "zh-Hans"), ("zh-hant", "zh-Hant")])
def test_the_manifest_speaks_the_language_of_its_address(client: Client, language: str, tag: str) -> None:
    answer = client.get(f"/manifest.webmanifest?language={language}")
    assert answer["Content-Type"] == "application/manifest+json"
    assert answer.json()["lang"] == tag
    assert answer.json()["scope"] == "/"


def test_the_icons_are_there_in_the_sizes_that_are_named(client: Client) -> None:
    icons = client.get("/manifest.webmanifest").json()["icons"]
    drawn = {(icon["sizes"], icon["purpose"]): size_of(file_of(icon["src"])) for icon in icons if "png" in icon["type"]}
    assert drawn == {(f"{size}x{size}", why): (size, size) for size in (192, 512) for why in ("any", "maskable")}


def test_every_page_leads_to_manifest_and_worker(client: Client) -> None:
    page = client.get("/help/").content.decode()
    assert '<link rel="manifest" href="/manifest.webmanifest?language=en">' in page
    assert 'data-worker="/service-worker.js?language=en"' in page


def test_the_worker_keeps_the_offline_page_and_its_files_alone(client: Client) -> None:
    kept = worker(client, "en")
    assert kept["page"] == "/offline/?language=en"
    page = client.get(kept["page"]).content.decode()
    assert all(file in page for file in kept["files"])


def test_another_language_is_another_store(client: Client) -> None:
    stores = {worker(client, language)["store"] for language in ("en", "zh-hans", "zh-hant", "no-language")}
    assert len(stores) == 3


def test_nobodys_name_is_on_the_page_that_is_kept(client: Client) -> None:
    user = make_user("Kept-Nowhere")
    client.force_login(user)
    assert "Kept-Nowhere" in client.get("/help/").content.decode()
    assert "Kept-Nowhere" not in client.get("/offline/").content.decode()
