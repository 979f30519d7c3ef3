"""The board as a static picture."""

from __future__ import annotations

import json
import re
from itertools import product
from pathlib import Path
from xml.etree import ElementTree as ET

import pytest
from django.template import Context, Template

from games.rules.board import Board
from games.rules.cube import Cube
from games.rules.dice import Dice
from games.rules.sides import Side
from matches.board_layout import BAR_FAR, BAR_NEAR, OFF_FAR, OFF_NEAR, geometry, layout_of
from matches.board_style import CHECKERS as CHECKER_STYLES
from matches.board_style import DICE, DIRECTIONS, THEMES, BoardStyle, board_style
from matches.board_svg import BoardPicture, board_svg, side_text
from tests.matches import board_graphs
from tests.matches.board_pictures import FOLDER, MIDDLE, PICTURES, STACKS, drawn


@pytest.mark.parametrize("name", PICTURES)
def test_is_the_picture_that_the_browser_draws_as_well(name: str) -> None:
    assert drawn(name) + "\n" == (FOLDER / f"{name}.svg").read_text("utf-8")


def test_step_graphs_of_the_browsers_tests_are_the_servers() -> None:
    assert json.loads(board_graphs.FILE.read_text("utf-8")) == board_graphs.rows()


@pytest.mark.parametrize("name", PICTURES)
def test_is_well_formed_and_has_nothing_a_strict_policy_forbids(name: str) -> None:
    text = drawn(name)
    tags = {element.tag for element in ET.fromstring(text).iter()}  # noqa: S314 - our own text
    assert "style" not in tags
    assert "script" not in tags
    assert " style=" not in text
    assert "{" not in text


@pytest.mark.parametrize("name", PICTURES)
def test_refers_only_to_ids_of_its_own(name: str) -> None:
    text = drawn(name, key="mine")
    ids = re.findall(r' id="([^"]+)"', text)
    assert len(ids) == len(set(ids))
    assert set(re.findall(r"#([\w-]+?)[)\"]", re.sub(r'"#[0-9a-f]{3,6}"', "", text))) <= set(ids)
    assert all(name.startswith("mine-") for name in ids)


@pytest.mark.parametrize("narrow", [False, True])
def test_every_checker_has_a_place_of_its_own_inside_the_picture(narrow: bool) -> None:
    layout = layout_of(narrow=narrow)
    spots = [(point, 5) for point in range(1, 25)] + [(BAR_FAR, 4), (BAR_NEAR, 4), (OFF_NEAR, 15), (OFF_FAR, 15)]
    places = [layout.checker(spot, index) for spot, count in spots for index in range(count)]
    assert len(set(places)) == len(places)
    assert all(0 < x < layout.width and 0 < y < layout.height for x, y in places)


def uses(text: str, name: str) -> int:
    return text.count(f'href="#board-{name}"')


def test_every_checker_of_the_opening_is_drawn() -> None:
    text = board_svg(BoardPicture(Board.start()))
    assert (uses(text, "white"), uses(text, "black")) == (15, 15)


def test_higher_piles_than_fit_say_their_number() -> None:
    text = board_svg(BoardPicture(STACKS))
    assert re.findall(r'class="board-count"[^>]*><text[^>]*>(\d+)<', text) == ["6", "8", "7", "5", "2", "2"]


def test_checkers_borne_off_lie_flat() -> None:
    text = board_svg(BoardPicture(STACKS))
    assert (uses(text, "white-flat"), uses(text, "black-flat")) == (2, 2)


def test_near_player_sees_his_own_checkers_below() -> None:
    anchors = BoardPicture(Board((0,) * 24 + (2, 0)), Side.BLACK)
    x, y = layout_of(narrow=False).checker(1, 0)
    assert f'<use href="#board-white" x="{x}" y="{y}"/>' in board_svg(anchors)


@pytest.mark.parametrize(("value", "shown"), [(1, "64"), (2, "2"), (1024, "1024")])
def test_cube_shows_its_value_and_64_before_it_is_turned(value: int, shown: str) -> None:
    text = board_svg(BoardPicture(Board.start(), cube=Cube(value)))
    assert re.findall(r'class="board-cube-value"[^>]*><text[^>]*>(\d+)<', text) == [shown]


def test_doubles_show_four_dice() -> None:
    text = board_svg(BoardPicture(Board.start(), dice=Dice(3, 3), dice_side=Side.BLACK))
    assert uses(text, "black-die") == 4


def test_says_the_position_to_a_screen_reader() -> None:
    assert 'aria-label="White: 24: 2, 13: 5, 8: 3, 6: 5. Black: 19: 5, 17: 3, 12: 5, 1: 2."' in board_svg(
        BoardPicture(Board.start())
    )


@pytest.mark.parametrize(
    ("side", "near", "text"),
    [
        (Side.BLACK, Side.WHITE, "20: 1, 19: 4, 17: 3, 12: 4, 1: 2, bar: 1"),
        (Side.BLACK, Side.BLACK, "24: 2, 13: 4, 8: 3, 6: 4, 5: 1, bar: 1"),
        (Side.WHITE, Side.BLACK, "20: 2, 19: 4, 17: 3, 12: 3, 1: 2, off: 1"),
    ],
)
def test_side_text_counts_in_the_near_players_numbering(side: Side, near: Side, text: str) -> None:
    assert side_text(MIDDLE, side, near) == text


def test_mirrored_is_the_same_in_a_mirror() -> None:
    right, left = layout_of(narrow=False), layout_of(narrow=False, mirrored=True)
    for spot in range(28):
        x, y = right.checker(spot, 1)
        assert left.checker(spot, 1) == (right.width - x, y)
    assert [box.x for box in left.wells] == [right.width - box.x - box.width for box in right.wells]
    assert [box.x for box in left.rails] == [right.width - box.x - box.width for box in right.rails]
    assert left.cube(near=True).x == right.width - right.cube(near=True).x


def test_themes_are_those_of_the_geometry() -> None:
    assert tuple(geometry()["themes"]) == THEMES


def test_every_theme_and_make_is_drawn_in_its_own_way() -> None:
    styles = [BoardStyle(*makes) for makes in product(THEMES, CHECKER_STYLES, DICE, DIRECTIONS)]
    dice = BoardPicture(Board.start(), dice=Dice(3, 1), dice_side=Side.WHITE)
    assert len({board_svg(dice, style=style) for style in styles}) == len(styles) == 32


def test_no_board_is_made_of_what_there_is_not() -> None:
    with pytest.raises(ValueError, match="'pink' as its theme; there are classic, night, sand, contrast"):
        BoardStyle(theme="pink")


@pytest.mark.parametrize(
    ("wishes", "style"),
    [
        ({}, BoardStyle()),
        (
            {"theme": "sand", "checkers": "inlaid", "dice": "matching", "direction": "left", "volume": 60},
            BoardStyle("sand", "inlaid", "matching", "left"),
        ),
        ({"theme": "pink", "checkers": None, "dice": ["ivory"], "direction": 1}, BoardStyle()),
    ],
)
def test_style_of_table_settings_is_the_usual_one_where_they_say_nothing_good(
    wishes: dict[str, object], style: BoardStyle
) -> None:
    assert board_style(wishes) == style


def render(template: str, **more: object) -> str:
    return Template("{% load board %}" + template).render(Context({"one": BoardPicture(Board.start()), **more}))


def test_pictures_of_a_page_are_in_the_readers_style() -> None:
    text = render("{% board_defs %}|{% board_svg one %}", board_style=BoardStyle("night", direction="left"))
    defs, picture = text.split("|")
    assert BoardStyle("night").colours["felt"] in defs
    assert BoardStyle().colours["felt"] not in defs
    x, y = layout_of(narrow=False, mirrored=True).checker(1, 0)
    assert f'<use href="#boards-black" x="{x}" y="{y}"/>' in picture


def test_pictures_of_one_page_have_different_ids() -> None:
    ids = re.findall(r' id="([^"]+)"', render("{% board_svg one %}{% board_svg one %}"))
    assert len(ids) == len(set(ids)) > 0


def test_pictures_after_shared_definitions_have_no_ids_and_are_small() -> None:
    text = render("{% board_defs %}|{% board_svg one %}{% board_svg one %}")
    defs, pictures = text.split("|")
    ids = re.findall(r' id="([^"]+)"', defs)
    assert len(ids) == len(set(ids))
    assert " id=" not in pictures
    assert set(re.findall(r'href="#([^"]+)"', pictures)) <= set(ids)
    assert len(pictures) < 6000


def test_the_print_style_names_parts_that_pictures_have() -> None:
    styles = (Path(__file__).parents[2] / "bgsite/static/css/print.css").read_text("utf-8")
    pictures = "".join(drawn(name) for name in PICTURES)
    in_play = {"board-buttons", "board-pips", "board-layer-marks", "board-layer-ground", "board-layer-checkers"}
    named = set(re.findall(r"\.(board-[a-z-]+)", styles))
    assert named - in_play == named & set(re.findall(r'class="([a-z-]+)"', pictures))
    assert all(f'{end}"' in pictures for end in re.findall(r'\[id\$="([^"]+)"\]', styles))
