"""Rule cards: presets and refused combinations (rules.md 9), the options' ranges."""

from __future__ import annotations

from dataclasses import replace

import pytest
from hypothesis import given

from games.rules.cube import MAX_CUBE
from games.rules.errors import IllegalAction, Refusal
from games.rules.rulecard import (
    UNLIMITED,
    BeaverRefusal,
    Multipliers,
    Opening,
    PlayKind,
    Preset,
    RuleCard,
    Stake,
    card_for,
    checked_card,
)
from tests.games.strategies import raw_cards

MATCH = RuleCard(Preset.CUSTOM, PlayKind.MATCH, 5)
MONEY = RuleCard(Preset.CUSTOM, PlayKind.MONEY, None)
SINGLE = RuleCard(Preset.CUSTOM, PlayKind.SINGLE, None)


def refusal(card: RuleCard) -> Refusal | None:
    try:
        checked_card(card)
    except IllegalAction as refused:
        return refused.code
    return None


def test_match_preset() -> None:
    """rules.md 9: a match to N with Crawford and a cube."""
    card = card_for(Preset.MATCH, 7)
    assert (card.kind, card.length, card.crawford, card.cube_limit) == (PlayKind.MATCH, 7, True, 64)
    assert (card.jacoby, card.max_redoubles, card.automatic_doubles) == (False, 0, 0)


def test_money_preset() -> None:
    """rules.md 9: Jacoby, one redouble (beaver), cube limit 64; rules.md 3.5: an initial stake."""
    card = card_for(Preset.MONEY)
    assert (card.kind, card.length, card.jacoby, card.max_redoubles) == (PlayKind.MONEY, None, True, 1)
    assert (card.automatic_doubles, card.cube_limit, card.stake) == (0, 64, Stake(1, ""))


def test_club_money_preset() -> None:
    """rules.md 9: Jacoby, three redoubles, one automatic double."""
    card = card_for(Preset.CLUB_MONEY)
    assert (card.jacoby, card.max_redoubles, card.automatic_doubles) == (True, 3, 1)


def test_single_game_preset() -> None:
    """rules.md 9: one game without a score, multipliers 1/1/1, with a cube."""
    card = card_for(Preset.SINGLE_GAME)
    assert (card.kind, card.multipliers, card.has_cube) == (PlayKind.SINGLE, Multipliers.ONE_ONE_ONE, True)


@pytest.mark.parametrize("opening", [Opening.THROW, Opening.WHITE_FIRST])
def test_plain_preset(opening: Opening) -> None:
    """rules.md 9: one game, no cube, opened by a throw or by White."""
    card = card_for(Preset.PLAIN, opening=opening)
    assert (card.preset, card.kind, card.has_cube) == (Preset.PLAIN, PlayKind.SINGLE, False)
    assert card.is_one_click


@pytest.mark.parametrize(
    ("card", "code"),
    [
        (replace(MATCH, jacoby=True), Refusal.CARD_MATCH_JACOBY),
        (replace(MATCH, max_redoubles=1), Refusal.CARD_MATCH_BEAVER),
        (replace(MATCH, automatic_doubles=1), Refusal.CARD_MATCH_AUTOMATIC_DOUBLES),
        (replace(MATCH, multipliers=Multipliers.ONE_TWO_TWO), Refusal.CARD_MATCH_MULTIPLIERS),
        (replace(MATCH, multipliers=Multipliers.ONE_ONE_ONE), Refusal.CARD_MATCH_MULTIPLIERS),
        (replace(MATCH, stake=Stake(5, "cents")), Refusal.CARD_MATCH_STAKE),
        (replace(MATCH, holland=True), Refusal.CARD_HOLLAND_CRAWFORD),
        (replace(MATCH, cube_limit=1, crawford=True), Refusal.CARD_NO_CUBE),
        (replace(MATCH, cube_limit=1, crawford=True, holland=True), Refusal.CARD_NO_CUBE),
        (replace(MATCH, length=None), Refusal.CARD_LENGTH),
        (replace(MATCH, length=0), Refusal.CARD_LENGTH),
        (replace(MATCH, length=128), Refusal.CARD_LENGTH),
        (replace(MONEY, length=5), Refusal.CARD_LENGTH),
        (replace(SINGLE, length=1), Refusal.CARD_LENGTH),
        (replace(MONEY, crawford=True), Refusal.CARD_MONEY_CRAWFORD),
        (replace(MONEY, holland=True), Refusal.CARD_MONEY_HOLLAND),
        (replace(SINGLE, crawford=True), Refusal.CARD_MONEY_CRAWFORD),
        (replace(MONEY, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON), Refusal.CARD_REFUSAL_BEAVER),
        (replace(MONEY, cube_limit=1, jacoby=True), Refusal.CARD_NO_CUBE),
        (replace(MONEY, cube_limit=1, max_redoubles=1), Refusal.CARD_NO_CUBE),
        (replace(MONEY, cube_limit=1, automatic_doubles=1), Refusal.CARD_NO_CUBE),
        (replace(MONEY, automatic_doubles=1, opening=Opening.WHITE_FIRST), Refusal.CARD_WHITE_FIRST),
        (replace(MONEY, automatic_doubles=3, cube_limit=4), Refusal.CARD_LIMIT_AUTOMATIC),
        (replace(MONEY, cube_limit=3), Refusal.CARD_CUBE_LIMIT),
        (replace(MONEY, cube_limit=0), Refusal.CARD_CUBE_LIMIT),
        (replace(MONEY, cube_limit=8192), Refusal.CARD_CUBE_LIMIT),
        (replace(MONEY, automatic_doubles=-1), Refusal.CARD_OPTION_RANGE),
        (replace(MONEY, automatic_doubles=13), Refusal.CARD_OPTION_RANGE),
        (replace(MONEY, max_redoubles=-1), Refusal.CARD_OPTION_RANGE),
        (replace(MONEY, stake=Stake(0, "cents")), Refusal.CARD_OPTION_RANGE),
        (replace(MONEY, stake=Stake(1, "x" * 99)), Refusal.CARD_OPTION_RANGE),
        (
            replace(SINGLE, max_redoubles=1, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON),
            Refusal.CARD_OPTION_RANGE,
        ),
    ],
)
def test_refused_combinations(card: RuleCard, code: Refusal) -> None:
    """rules.md 9, the list under the table; 2.1, 3.1, 4.1 for the ranges."""
    assert refusal(card) is code


@pytest.mark.parametrize(
    "card",
    [
        MATCH,
        replace(MATCH, length=1, crawford=True),
        replace(MATCH, length=127, crawford=True, holland=True),
        replace(MATCH, cube_limit=1),
        replace(MONEY, cube_limit=4096, automatic_doubles=UNLIMITED, max_redoubles=12),
        replace(MONEY, cube_limit=2, automatic_doubles=UNLIMITED),
        replace(MONEY, max_redoubles=2, beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON),
        replace(SINGLE, jacoby=True, max_redoubles=1, stake=Stake(10, "beans")),
    ],
)
def test_custom_cards_combine_freely(card: RuleCard) -> None:
    """rules.md 9: every option freely combined, but for the refused combinations."""
    assert refusal(card) is None


def test_a_preset_with_other_options_is_a_custom_card() -> None:
    """The name on a card is a promise: `Money` always means the same."""
    assert checked_card(replace(card_for(Preset.MONEY), jacoby=False)).preset is Preset.CUSTOM
    assert checked_card(replace(card_for(Preset.MONEY), stake=Stake(5, "cents"))).preset is Preset.MONEY
    assert card_for(Preset.MONEY, opening=Opening.WHITE_FIRST).preset is Preset.CUSTOM
    assert card_for(Preset.PLAIN, opening=Opening.WHITE_FIRST).preset is Preset.PLAIN
    assert card_for(Preset.PLAIN, opening=Opening.THROW_WITH_REROLL).preset is Preset.CUSTOM


def test_the_hard_stop_is_the_highest_limit() -> None:
    """rules.md 2.1: 4096, twelve doublings."""
    assert MAX_CUBE == 2**UNLIMITED == 4096


@given(raw_cards())
def test_a_checked_card_is_checked_once(card: RuleCard) -> None:
    """Checking is idempotent, and an accepted card stays the card it was but for its name and stake."""
    if refusal(card) is None:
        checked = checked_card(card)
        assert checked_card(checked) == checked
        assert replace(checked, preset=card.preset, stake=card.stake) == card
