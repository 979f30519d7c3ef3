"""Reports of mistakes: sent by anybody, decided by staff, and nothing about who sent them."""

from __future__ import annotations

import pytest
from django.contrib.auth.models import Permission
from django.core.cache import cache
from django.test import Client

from bgsite.accounts.models import User
from bgsite.pages import corrections
from bgsite.pages.models import Correction, State
from matches.services.quota import Quota
from tests.site.people import make_user, text_of
from tests.site.test_pages import audit

pytestmark = pytest.mark.django_db
REPORT = {"subject": "clause", "page": "rules", "place": "The bar", "words": "A 6 enters on the 19-point."}


@pytest.fixture(autouse=True)
def fresh_limits() -> None:
    """Forget the reports of other tests."""
    cache.clear()


def test_the_link_beside_a_section_fills_the_form_in(client: Client) -> None:
    html = text_of(client.get("/corrections/?page=rules&anchor=bearing-off"))
    audit(html)
    assert '<option value="rules" selected>' in html
    assert 'value="Bearing off"' in html
    picture = text_of(client.get("/corrections/?page=rules&anchor=figure-3"))
    assert 'value="Picture 3"' in picture


@pytest.mark.parametrize(
    "query",
    [
        "page=nowhere&anchor=x",
        "page=rules&anchor=%3E",
        "page=rules&anchor=figure-999",
        "subject=nothing&match=%3Cscript",
    ],
)
def test_a_link_that_names_nothing_gives_the_empty_form(client: Client, query: str) -> None:
    response = client.get(f"/corrections/?{query}")
    assert response.status_code == 200
    form = text_of(response).partition("<main")[2].partition("</main>")[0]
    assert "<script" not in form
    assert "Picture 999" not in form


def test_a_report_is_kept_without_a_word_about_who_sent_it(client: Client) -> None:
    client.force_login(make_user("alice"))
    more = {"match_code": "https://barpoint.example/match/ABCDefgh2345/", "position": "4HPwATDgc/ABMA"}
    response = client.post("/corrections/", REPORT | more)
    kept = Correction.objects.get()
    assert response["Location"] == f"/corrections/{kept.key}/"
    assert (kept.match_code, kept.position, kept.state, kept.language) == (
        "ABCDefgh2345",
        "4HPwATDgc/ABMA",
        State.OPEN,
        "en",
    )
    assert not [field for field in Correction._meta.get_fields() if field.is_relation]
    page = text_of(Client().get(response["Location"]))
    audit(page)
    assert "A 6 enters on the 19-point." in page
    assert "alice" not in page


@pytest.mark.parametrize(
    ("wrong", "said"),
    [
        ({"words": ""}, "This field is required"),
        ({"subject": "weather"}, "weather"),
        ({"page": "nowhere"}, "nowhere"),
        ({"match_code": "12345"}, "not the address of a match"),
        ({"position": "M 24:2"}, "no position that can be read"),
        ({"words": "x" * 4001}, "4000"),
    ],
)
def test_a_report_that_cannot_be_is_refused_at_its_field(client: Client, wrong: dict[str, str], said: str) -> None:
    html = text_of(client.post("/corrections/", REPORT | wrong))
    audit(html)
    assert "<title>Error: " in html
    assert said in html
    assert not Correction.objects.exists()


def test_nobody_sends_reports_without_end(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("bgsite.pages.correction_views.BY_ADDRESS", Quota(corrections.BY_ADDRESS.what, 1))
    assert client.post("/corrections/", REPORT).status_code == 302
    assert client.post("/corrections/", REPORT).status_code == 429
    assert Correction.objects.count() == 1


def test_the_answer_stands_where_the_link_leads(client: Client) -> None:
    client.post("/corrections/", REPORT)
    kept = Correction.objects.get()
    answered = corrections.correction_answer(kept.pk, State.ACCEPTED, "It says so now.")
    assert answered.answered_at is not None
    page = text_of(client.get(kept.get_absolute_url()))
    assert "It says so now." in page
    assert "Accepted" in page


def test_a_wrong_key_leads_nowhere(client: Client) -> None:
    assert client.get("/corrections/AAAAAAAAAAAAAAAAAAAAAAAA/").status_code == 404


def _staff(*rights: str) -> User:
    user = make_user("dana", is_staff=True)
    user.user_permissions.add(*Permission.objects.filter(codename__in=rights))
    return user


def test_staff_decide_a_report_and_change_nothing_else_of_it(client: Client) -> None:
    client.post("/corrections/", REPORT)
    kept = Correction.objects.get()
    client.force_login(_staff("view_correction", "change_correction"))
    assert "The bar" in text_of(client.get("/admin/pages/correction/?state=open"))
    change = f"/admin/pages/correction/{kept.pk}/change/"
    client.post(change, {"state": "refused", "answer": "Six is right.", "words": "changed"})
    kept.refresh_from_db()
    assert (kept.state, kept.answer, kept.words) == ("refused", "Six is right.", REPORT["words"])
    assert kept.answered_at is not None
    assert client.get("/admin/pages/correction/add/").status_code == 403


def test_staff_without_the_right_see_no_reports(client: Client) -> None:
    client.force_login(_staff())
    assert client.get("/admin/pages/correction/").status_code == 403
