"""The rule composer: every option, every refusal at its field, and what the page is told live."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

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
)
from matches.composer import ComposerForm, composer_answer

MATCH = {"card": "match", "length": "5", "clock": "untimed"}
MONEY = {"card": "money", "clock": "untimed"}
SINGLE = {"card": "single_game", "clock": "untimed"}


def _card(answers: dict[str, str], **changes: str) -> RuleCard:
    form = ComposerForm(answers | changes)
    assert form.is_valid(), form.errors
    assert form.rule_card is not None
    return form.rule_card


def _errors(answers: dict[str, str], **changes: str) -> dict[str, list[str]]:
    form = ComposerForm(answers | changes)
    assert not form.is_valid()
    return {name: [str(error) for error in found] for name, found in form.errors.items()}


@pytest.mark.parametrize("preset", [preset for preset in Preset if preset is not Preset.CUSTOM])
def test_a_preset_alone_is_its_card(preset: Preset) -> None:
    length = 5 if preset is Preset.MATCH else None
    assert _card({"card": preset.value, "length": "5", "clock": "untimed"}) == card_for(preset, length)


@pytest.mark.parametrize("preset", [preset for preset in Preset if preset is not Preset.CUSTOM])
def test_the_options_that_the_script_sets_are_the_preset_itself(preset: Preset) -> None:
    options = {name: str(value) for name, value in ComposerForm().usual_options[preset.value].items() if value != ""}
    options = {name: value for name, value in options.items() if value != "False"}
    answers = {"card": preset.value, "length": "5", "clock": "untimed"}
    assert _card(answers | options) == _card(answers)


def test_the_money_composers_every_option() -> None:
    card = _card(
        MONEY,
        opening="throw_with_reroll",
        cube_limit="4096",
        jacoby="off",
        automatic_doubles=str(UNLIMITED),
        max_redoubles="2",
        beaver_refusal="pay_and_play_on",
        multipliers="1/2/2",
        stake_amount="5",
        stake_label="  coffee   cups ",
        overtime="on",
    )
    assert card == RuleCard(
        preset=Preset.CUSTOM,
        kind=PlayKind.MONEY,
        length=None,
        opening=Opening.THROW_WITH_REROLL,
        cube_limit=4096,
        jacoby=False,
        automatic_doubles=UNLIMITED,
        max_redoubles=2,
        beaver_refusal=BeaverRefusal.PAY_AND_PLAY_ON,
        multipliers=Multipliers.ONE_TWO_TWO,
        stake=Stake(5, "coffee cups"),
        overtime=True,
    )


def test_own_rules_of_each_kind() -> None:
    match = _card({"card": "custom", "kind": "match", "length": "7", "clock": "untimed"}, holland="on")
    assert (match.preset, match.length, match.crawford, match.holland) == (Preset.CUSTOM, 7, True, True)
    money = _card({"card": "custom", "kind": "money", "clock": "untimed"}, max_redoubles="0")
    assert (money.preset, money.kind, money.jacoby, money.max_redoubles) == (Preset.CUSTOM, PlayKind.MONEY, True, 0)
    single = _card({"card": "custom", "kind": "single", "clock": "untimed"}, multipliers="1/2/3")
    assert (single.kind, single.multipliers) == (PlayKind.SINGLE, Multipliers.ONE_TWO_THREE)


def test_without_a_cube_what_needs_one_is_off_unless_it_was_asked_for() -> None:
    card = _card(MONEY, cube_limit="1")
    assert (card.jacoby, card.max_redoubles, card.automatic_doubles) == (False, 0, 0)


NO_CUBE = "Without a cube there is no Jacoby, beaver, automatic double, Crawford or Holland rule."


@pytest.mark.parametrize(
    ("answers", "changes", "field", "sentence"),
    [
        (MATCH, {"jacoby": "on"}, "jacoby", "The Jacoby rule is for money play, not for a match."),
        (MATCH, {"max_redoubles": "1"}, "max_redoubles", "Beavers are for money play, not for a match."),
        (
            MATCH,
            {"automatic_doubles": "1"},
            "automatic_doubles",
            "Automatic doubles are for money play, not for a match.",
        ),
        (
            MATCH,
            {"multipliers": "1/1/1"},
            "multipliers",
            "In a match gammons and backgammons count two and three times.",
        ),
        (MATCH, {"stake_amount": "5"}, "stake_amount", "A stake belongs to money play, not to a match."),
        (MATCH, {"stake_label": "tea"}, "stake_amount", "A stake belongs to money play, not to a match."),
        (MONEY, {"crawford": "on"}, "crawford", "The Crawford rule is for matches."),
        (MONEY, {"holland": "on"}, "holland", "The Holland rule is for matches."),
        (SINGLE, {"crawford": "on"}, "crawford", "The Crawford rule is for matches."),
        (MATCH, {"holland": "on", "crawford": "off"}, "holland", "The Holland rule needs the Crawford rule."),
        (
            MONEY,
            {"max_redoubles": "0", "beaver_refusal": "pay_and_play_on"},
            "beaver_refusal",
            "What refusing a beaver does can be chosen only where beavers are agreed.",
        ),
        (
            SINGLE,
            {"max_redoubles": "1", "beaver_refusal": "pay_and_play_on"},
            "beaver_refusal",
            "Paying and playing on needs a session: a single game has no score to pay into.",
        ),
        (MONEY, {"cube_limit": "1", "jacoby": "on"}, "cube_limit", NO_CUBE),
        (MONEY, {"cube_limit": "1", "max_redoubles": "1"}, "cube_limit", NO_CUBE),
        (MONEY, {"cube_limit": "1", "automatic_doubles": "1"}, "cube_limit", NO_CUBE),
        (MATCH, {"cube_limit": "1", "crawford": "on"}, "cube_limit", NO_CUBE),
        (MATCH, {"cube_limit": "1", "crawford": "on", "holland": "on"}, "cube_limit", NO_CUBE),
        (
            MONEY,
            {"automatic_doubles": "1", "opening": "white_first"},
            "opening",
            "Automatic doubles need an opening throw.",
        ),
        (
            MONEY,
            {"automatic_doubles": "3", "cube_limit": "4"},
            "cube_limit",
            "For so many automatic doubles the cube's limit must be at least 8.",
        ),
        (MATCH, {"length": ""}, "length", "Choose how many points win the match."),
        (MATCH, {"length": "128"}, "length", "Write a whole number from 1 to 127."),
        (MONEY, {"stake_amount": "0"}, "stake_amount", "Write a whole number from 1 to 1000000."),
        (MONEY, {"stake_amount": "1000001"}, "stake_amount", "Write a whole number from 1 to 1000000."),
        (MONEY, {"stake_amount": "9" * 5000}, "stake_amount", "Write a whole number from 1 to 1000000."),
        (MONEY, {"stake_label": "x" * 25}, "stake_label", "At most 24 characters; this has 25."),
        (MONEY, {"stake_label": "tea\x07cup"}, "stake_label", "Letters, digits and signs only."),
        (MONEY, {"stake_label": "tea\u202ecup"}, "stake_label", "Letters, digits and signs only."),
        (MONEY, {"multipliers": "1/2/4"}, "multipliers", "Select a valid choice."),
        (MONEY, {"automatic_doubles": "13"}, "automatic_doubles", "Select a valid choice."),
        (MONEY, {"max_redoubles": "-1"}, "max_redoubles", "Select a valid choice."),
        (MONEY, {"cube_limit": "8192"}, "cube_limit", "Select a valid choice."),
        (MONEY, {"kind": "chouette"}, "kind", "Select a valid choice."),
        ({"card": "poker", "clock": "untimed"}, {}, "card", "Select a valid choice."),
    ],
)
def test_what_does_not_go_together_is_said_at_its_field(
    answers: dict[str, str], changes: dict[str, str], field: str, sentence: str
) -> None:
    errors = _errors(answers, **changes)
    assert list(errors) == [field]
    assert errors[field][0].startswith(sentence)


def test_the_page_is_told_what_the_answers_make() -> None:
    answer = composer_answer(MONEY | {"stake_amount": "5", "stake_label": "coffee", "automatic_doubles": "1"})
    assert (answer["card"], answer["kind"], answer["errors"]) == ("custom", "money", {})
    assert answer["line"] == "Money session, Jacoby, beaver, automatic doubles, 5 coffee a point"
    assert ("Stake", "5 coffee a point (play money)") in answer["facts"]
    assert ("Clock", "No clock – Nobody is hurried.") in answer["facts"]


def test_the_page_is_told_what_does_not_go() -> None:
    answer = composer_answer(MATCH | {"jacoby": "on", "clock": "fast"})
    assert (answer["card"], answer["facts"]) == (None, [])
    assert answer["errors"] == {"jacoby": ["The Jacoby rule is for money play, not for a match."]}
    assert answer["clocks"]["fast"] == "8 s for each move, and 1 min 40 s in reserve for the match."


def test_asking_needs_nobody_and_takes_any_nonsense(client: Client) -> None:
    good = client.get("/play/check/", MATCH)
    assert good.json()["line"] == "5-point match, Crawford"
    for junk in ("\x07", "9" * 3000, "<b>", "∞"):
        names = [*ComposerForm().fields, "elsewhere"]
        answer: dict[str, Any] = client.get("/play/check/", dict.fromkeys(names, junk)).json()
        assert answer["card"] is None
        assert answer["errors"]
    assert client.post("/play/check/", MATCH).status_code == 405
