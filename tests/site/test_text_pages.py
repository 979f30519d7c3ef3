"""The texts of the site as pages: what a file may say, and what becomes of it."""

from __future__ import annotations

import os
import re
from datetime import date
from pathlib import Path

import pytest
from django.conf import settings
from django.test import Client
from django.utils import translation

from bgsite.languages.known import LANGUAGES, tag_of
from bgsite.pages import text_files
from bgsite.pages.arrows import arrows_markup
from bgsite.pages.card_options import OPTIONS, options_shown
from bgsite.pages.markdown import render_markdown
from bgsite.pages.openings import OPENINGS
from bgsite.pages.pictures import PictureError, read_picture, read_play
from bgsite.pages.rendering import text_page
from bgsite.pages.text_files import TextError, find_text, read_text
from games.engines.judge import Depth, Judge
from games.notation.play_text import parse_play
from games.rules.board import Board, parse_board
from games.rules.dice import Dice
from games.rules.legal import legal_plays
from games.rules.plays import board_after
from games.rules.rulecard import RuleCard
from games.rules.sides import Side
from matches.board_layout import BAR_NEAR, geometry, layout_of
from matches.board_style import BoardStyle
from matches.models import PlayerSettings
from tests.games.engines.situations import money_situation
from tests.site.people import make_user, text_of
from tests.site.test_pages import audit

HEAD = "title: Points\nsummary: All of them.\nscope: Points.\nrevised: 2026-11-30\ncorrections: none.\n"
START = "M 24:2 13:5 8:3 6:5; O 1:2 12:5 17:3 19:5"


@pytest.fixture
def folder(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A folder for the rules' texts alone."""
    (tmp_path / "rules").mkdir()
    monkeypatch.setattr(text_files, "FOLDER", tmp_path)
    return tmp_path / "rules"


# --- files -------------------------------------------------------------------------------------------------------


def test_a_file_is_read_with_its_head_and_its_headings(folder: Path) -> None:
    path = folder / "en.md"
    path.write_text(HEAD + "\n## The bar {#bar}\n\nWords.\n\n### No anchor\n", encoding="utf-8")
    text = read_text("rules", "en", path)
    assert (text.title, text.revised) == ("Points", date(2026, 11, 30))
    assert [(heading.level, heading.words, heading.anchor, heading.line) for heading in text.headings] == [
        (2, "The bar", "bar", 7),
        (3, "No anchor", "", 11),
    ]


@pytest.mark.parametrize(
    ("head", "line"),
    [
        ("", 1),
        (HEAD.replace("scope: Points.\n", ""), 3),
        (HEAD.replace("2026-11-30", "yesterday"), 4),
        (HEAD.replace("corrections: none.", "corrections:"), 5),
        (HEAD + "author: nobody\n", 6),
    ],
)
def test_a_broken_head_is_named_with_file_and_line(folder: Path, head: str, line: int) -> None:
    path = folder / "en.md"
    path.write_text(head + "\n## The bar {#bar}\n", encoding="utf-8")
    with pytest.raises(TextError, match=re.escape(f"{path}:{line}: ")):
        read_text("rules", "en", path)


def test_a_changed_file_is_read_again(folder: Path) -> None:
    path = folder / "en.md"
    path.write_text(HEAD + "\nOld.\n", encoding="utf-8")
    first = find_text("rules", "en")
    path.write_text(HEAD + "\nNew.\n", encoding="utf-8")
    os.utime(path, (1, 1))
    second = find_text("rules", "en")
    assert first is not None
    assert second is not None
    assert (first.body, second.body) == ("Old.\n", "New.\n")


@pytest.mark.django_db
def test_where_a_language_is_missing_the_original_is_shown_and_says_so(folder: Path, client: Client) -> None:
    (folder / "en.md").write_text(HEAD + "\nWords.\n", encoding="utf-8")
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = "zh-hant"
    html = text_of(client.get("/rules/"))
    assert '<html lang="zh-Hant"' in html
    assert '<article class="text" lang="en">' in html


@pytest.mark.django_db
def test_a_page_without_a_text_is_not_found(folder: Path, client: Client) -> None:
    assert client.get("/rules/").status_code == 404


# --- Markdown ----------------------------------------------------------------------------------------------------


def test_a_heading_has_its_anchor_a_link_to_itself_and_one_to_report_it() -> None:
    html = render_markdown("## The *bar* {#bar}\n", "rules")
    assert '<h2 id="bar">The <em>bar</em></h2>' in html
    assert 'href="#bar"' in html
    assert 'href="/corrections/?page=rules&amp;anchor=bar"' in html
    assert "{#" not in html


def test_a_link_to_elsewhere_opens_in_a_new_tab_and_says_so() -> None:
    html = render_markdown("[out](https://example.org/) and [in](/rules/)", "rules")
    assert '<a href="https://example.org/" target="_blank" rel="noopener" class="outside">out<span' in html
    assert "(opens in a new tab)</span></a>" in html
    assert '<a href="/rules/">in</a>' in html


def test_a_table_can_be_scrolled_by_keyboard_and_names_its_rows_and_columns() -> None:
    html = render_markdown("| a | b |\n| --- | --- |\n| 1 | 2 |\n", "rules")
    assert html.startswith('<div class="table-wrap" tabindex="0"')
    assert '<th scope="row">1</th>\n<td data-label="b">2</td>' in html
    assert html.endswith("</table></div>\n")


# --- pictures ----------------------------------------------------------------------------------------------------


def test_a_board_text_is_drawn_with_white_near() -> None:
    picture = read_picture(START, dice="31")
    assert (picture.board, picture.near, picture.cube) == (Board.start(), Side.WHITE, None)
    assert (picture.dice, picture.dice_side) == (Dice(3, 1), Side.WHITE)
    assert read_picture(START, near="black").near is Side.BLACK


@pytest.mark.parametrize("turn", [1, -1])
def test_who_is_at_the_bottom_of_an_xgid_has_white_whoever_is_on_roll(turn: int) -> None:
    picture = read_picture(f"XGID=-b----E-C---eE---c-e----B-:1:-1:{turn}:63:0:0:0:7:10")
    assert picture.board == Board.start()
    assert picture.cube is not None
    assert (picture.cube.value, picture.cube.owner) == (2, Side.BLACK)
    assert picture.dice_side is (Side.WHITE if turn == 1 else Side.BLACK)


def test_a_position_id_is_drawn_for_who_is_on_roll() -> None:
    assert read_picture("4HPwATDgc/ABMA").board == Board.start()


@pytest.mark.parametrize(
    ("position", "options", "reason"),
    [
        ("M 24:16; O 1:2", {}, "only 15"),
        ("M 24:2; O 24:2", {}, "both sides"),
        ("XGID=-b----E:0:0", {}, "10 fields"),
        ("nonsense", {}, "position ID"),
        (START, {"dice": "70"}, "no such roll"),
        (START, {"dice": "three"}, "two digits"),
        (START, {"near": "left"}, "white"),
    ],
)
def test_what_cannot_be_drawn_is_refused_with_the_reason(position: str, options: dict[str, str], reason: str) -> None:
    with pytest.raises(PictureError, match=reason):
        read_picture(position, **options)


def test_a_play_is_drawn_as_an_arrow_for_each_checker_move() -> None:
    board, dice = parse_board("M bar:1 24:1 13:5 8:3 6:5; O 1:2 12:4 17:3 19:3 20:3"), Dice(5, 3)
    markup = arrows_markup(board, parse_play(board, dice, "bar/22 13/8"), BoardStyle())
    layout = layout_of(narrow=False)
    starts = [layout.checker(BAR_NEAR, 0), layout.checker(13, 4)]
    assert re.findall(r'd="M(\d+) (\d+)Q', markup)[::2] == [(str(at.x), str(at.y)) for at in starts]
    ends = [layout.checker(22, 0), layout.checker(8, 3)]
    assert re.findall(r'cx="(\d+)" cy="(\d+)"', markup)[::2] == [(str(at.x), str(at.y)) for at in ends]


def test_what_is_borne_off_has_no_ring_where_it_goes() -> None:
    board = parse_board("M 5:1 2:1; O 19:1")
    markup = arrows_markup(board, parse_play(board, Dice(5, 1), "5/off 2/1"), BoardStyle())
    assert markup.count("Q") == 4
    assert markup.count("<circle") == 2


@pytest.mark.parametrize(
    ("play", "options"), [("13/8 13/7", {"dice": "31"}), ("8/5 6/5", {}), ("8/5 6/5", {"dice": "31", "near": "black"})]
)
def test_a_play_that_is_not_legal_or_not_whites_is_refused(play: str, options: dict[str, str]) -> None:
    with pytest.raises(PictureError):
        read_play(read_picture(START, **options), play)


# --- tags --------------------------------------------------------------------------------------------------------


def tags(folder: Path, body: str) -> str:
    """The HTML of an English text."""
    path = folder / "en.md"
    path.write_text(f"{HEAD}\n{body}\n", encoding="utf-8")
    return text_page(read_text("rules", "en", path)).html


def test_pictures_are_numbered_share_one_board_and_say_the_position(folder: Path) -> None:
    html = tags(folder, f'{{% picture "{START}" "One" %}}\n\n{{% picture "{START}" "Two" dice="31" near="black" %}}')
    assert html.count("<figure") == html.count('<svg class="board-picture"') == 2
    assert html.count('class="board-defs"') == 1
    assert "<b>Picture 2.</b> Two" in html
    assert "/corrections/?page=rules&amp;anchor=figure-2" in html
    assert html.count('aria-label="White: 24: 2, 13: 5, 8: 3, 6: 5.') == 1
    assert "&lt;" not in html


def test_a_picture_with_a_play_has_its_arrows(folder: Path) -> None:
    assert 'class="board-arrows"' in tags(folder, f'{{% picture "{START}" "One" dice="31" play="8/5 6/5" %}}')


def test_the_table_of_shots_says_how_each_distance_is_hit(folder: Path) -> None:
    html = tags(folder, "{% shots %}")
    row = html[html.index('<th scope="row" class="number">6</th>') :]
    row = re.sub(r"<[^>]+>", " ", row[: row.index("</tr>")])
    assert row.split() == ["6", "11", "2-2", ",", "3-3", ",", "4-2", ",", "5-1", "17", "47", "%"]


def test_every_opening_roll_is_played_and_no_play_is_worse_than_the_best_by_much(folder: Path) -> None:
    """By the engine's network; a twentieth of a point is less than its own noise between two depths."""
    board, judge = Board.start(), Judge(Depth(plies=1))
    assert {opening.dice for opening in OPENINGS} == {Dice(high, low) for high in range(2, 7) for low in range(1, high)}
    for opening in OPENINGS:
        found = {option.after: option.equity for option in judge.ranked(board, opening.dice, money_situation())}
        for play in (opening.play, *opening.others):
            after = board_after(board, parse_play(board, opening.dice, play).moves)
            assert found[after] >= max(found.values()) - 0.05, f"{opening.dice}: {play}"
    assert tags(folder, "{% openings %}").count("<tr>") == 16


def test_every_option_of_the_rule_card_is_explained(folder: Path) -> None:
    assert set(OPTIONS) == set(RuleCard.__dataclass_fields__) - {"preset"}
    html = tags(folder, "{% options %}")
    assert 'id="option-max-redoubles"' in html
    with translation.override("en"):
        jacoby = next(option for option in options_shown() if option.anchor == "option-jacoby")
    assert [(str(presets), value) for presets, value in jacoby.by_preset] == [
        ("Match, Single game, Plain", "off"),
        ("Money, Club money", "on"),
    ]


def test_start_and_terms_lead_on(folder: Path) -> None:
    html = tags(folder, '{% start %}\n\nA {% term "gammon" %} or {% term "bear-off" "borne off" %}.')
    assert 'href="/play/computer/"' in html
    assert '<a class="term" href="/glossary/#term-gammon">gammon</a>' in html
    assert '<a class="term" href="/glossary/#term-bear-off">borne off</a>' in html


# --- pages -------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("language", [code for code, _name in LANGUAGES])
@pytest.mark.parametrize("path", ["/rules/", "/help/", "/strategy/"])
def test_pages_that_teach_are_whole_in_every_language(client: Client, path: str, language: str) -> None:
    client.cookies[settings.LANGUAGE_COOKIE_NAME] = language
    response = client.get(path)
    assert response.status_code == 200
    html = text_of(response)
    audit(html, tag_of(language))
    assert "{%" not in html
    assert 'href="/corrections/?page=' in html


@pytest.mark.django_db
def test_the_rules_lead_to_a_game_and_on_to_strategy(client: Client) -> None:
    html = text_of(client.get("/rules/"))
    end = html[html.index('id="start"') :]
    assert end.index('href="/"') < end.index('href="/strategy/"')


@pytest.mark.django_db
def test_pictures_are_in_the_boards_that_the_reader_likes_and_never_mirrored(client: Client) -> None:
    alice = make_user("alice")
    usual = text_of(client.get("/rules/"))
    PlayerSettings.objects.create(person_id=alice.pk, table={"direction": "left"})
    client.force_login(alice)
    mirrored = text_of(client.get("/rules/"))
    PlayerSettings.objects.update(table={"theme": "night"})
    own = text_of(client.get("/rules/"))
    themes = geometry()["themes"]
    assert themes["night"]["felt"] in own
    assert themes["classic"]["felt"] not in own
    assert _first_picture(mirrored) == _first_picture(usual), "the words speak of left and right"


def _first_picture(html: str) -> str:
    return html[html.index('<figure class="position"') : html.index("</figure>")]


EXAMPLES = {3: 4, 4: 4, 5: 1, 6: 1, 8: 2, 9: 0, 11: 1, 12: 2}
"""Pictures of the rules, and how many legal plays there are, as the words under them say."""


def test_what_the_rules_say_under_their_pictures_is_so() -> None:
    text = find_text("rules", "en")
    assert text is not None
    found = re.findall(r'{% picture "([^"]+)" "[^"]+"(?: dice="(\d\d)")?', text.body)
    for number, count in EXAMPLES.items():
        position, dice = found[number - 1]
        plays = legal_plays(parse_board(position), Dice.of(int(dice[0]), int(dice[1])))
        assert len(plays) == count, f"picture {number}"
