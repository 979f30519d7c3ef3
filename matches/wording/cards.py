"""A rule card as facts that a player reads before accepting it (rules.md 9)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from games.rules.rulecard import UNLIMITED, BeaverRefusal, Multipliers, Opening, PlayKind, RuleCard, Stake
from games.rules.sides import Side
from matches.wording.moves import points_words
from matches.wording.names import OPENINGS, PRESETS, Words

USUAL_LIMIT = 64
Fact = tuple[str, str]
"""What is meant, and how it was chosen."""


def card_title(card: RuleCard) -> str:
    """The card in one short phrase: "7-point match", "Money session", "Single game"."""
    match card.kind:
        case PlayKind.MATCH:
            return length_title(card.length or 0)
        case PlayKind.MONEY:
            return _("Money session")
        case PlayKind.SINGLE:
            return _("Single game") if card.has_cube else _("Single game without the cube")


def length_title(length: int) -> str:
    """Such as "7-point match"."""
    return ngettext("%(length)d-point match", "%(length)d-point match", length) % {"length": length}


def card_facts(card: RuleCard) -> list[Fact]:
    """Every option of ``card`` that says something, in the order a player thinks of them."""
    return [
        (_("Kind of play"), card_title(card)),
        (_("Rule card"), str(PRESETS[card.preset])),
        (_("Opening"), str(OPENINGS[card.opening])),
        (_("Doubling cube"), _cube(card)),
        *_match_facts(card),
        *_money_facts(card),
        *_overtime_fact(card),
    ]


def card_line(card: RuleCard) -> str:
    """The card in one line for a folded form: "5-point match, Crawford", "Money session, Jacoby, beaver, 5 coffee"."""
    return _(", ").join([card_title(card), *_named_rules(card)])


def stake_words(points: int, stake: Stake | None) -> str:
    """What ``points`` are worth: "30 coffee"; empty where a point is worth a point."""
    if stake is None or not (stake.label or stake.amount != 1):
        return ""
    return f"{points * stake.amount} {stake.label}".strip()


def balance_words(lead: int, names: Mapping[Side, Words], stake: Stake | None) -> str:
    """How a session stands, ``lead`` being White's points less Black's: "White +6 points · 30 coffee"."""
    if lead == 0:
        return _("even")
    side, points = (Side.WHITE, lead) if lead > 0 else (Side.BLACK, -lead)
    words = _("%(side)s +%(points)s") % {"side": names[side], "points": points_words(points)}
    worth = stake_words(points, stake)
    return f"{words} · {worth}" if worth else words


def _named_rules(card: RuleCard) -> Iterator[str]:
    """The options by name, without what each of them means."""
    on = {
        _("Crawford"): card.crawford and card.length != 1,
        _("Holland"): card.holland,
        _("Jacoby"): card.jacoby,
        _("beaver"): card.max_redoubles == 1,
        _("beaver and raccoon"): card.max_redoubles == 2,
        _("beaver, raccoon and further"): card.max_redoubles > 2,
        _("automatic doubles"): card.automatic_doubles > 0,
        _("no cube"): not card.has_cube and card.kind is not PlayKind.SINGLE,
        _("cube to %(limit)d") % {"limit": card.cube_limit}: card.has_cube and card.cube_limit != USUAL_LIMIT,
        _("White starts"): card.opening is Opening.WHITE_FIRST,
        _("opening dice may be thrown again"): card.opening is Opening.THROW_WITH_REROLL,
    }
    yield from (name for name, chosen in on.items() if chosen)
    if card.kind is not PlayKind.SINGLE and card.multipliers is not Multipliers.ONE_TWO_THREE:
        yield card.multipliers.value
    if worth := stake_words(1, card.stake):
        yield _("%(stake)s a point") % {"stake": worth}


def _overtime_fact(card: RuleCard) -> Iterator[Fact]:
    if card.overtime:
        yield (_("Overtime"), _("one of 2 minutes each"))


def _cube(card: RuleCard) -> str:
    if not card.has_cube:
        return _("no cube")
    return _("up to %(limit)d") % {"limit": card.cube_limit}


def _match_facts(card: RuleCard) -> Iterator[Fact]:
    if card.kind is not PlayKind.MATCH:
        return
    if card.has_cube and (card.length or 0) > 1:
        yield (
            _("Crawford rule"),
            _("yes: no doubling in the first game after somebody needs one point") if card.crawford else _("no"),
        )
    if card.holland:
        yield (
            _("Holland rule"),
            _("yes: after the Crawford game nobody may double before both have played two turns"),
        )


def _money_facts(card: RuleCard) -> Iterator[Fact]:
    if card.kind is PlayKind.MATCH:
        return
    if card.jacoby:
        yield (_("Jacoby rule"), _("yes: gammons count only once the cube has been turned"))
    if card.max_redoubles:
        yield (_("Beavers"), _redoubles(card.max_redoubles))
        yield (_("Refused beaver"), _refused_beaver(card.beaver_refusal))
    if card.automatic_doubles:
        yield (_("Automatic doubles"), _automatic(card.automatic_doubles))
    if card.is_one_click:
        yield (_("Result"), _("a single game, a gammon or a backgammon; a resignation is always a single game"))
    else:
        yield (_("What a win counts"), _multipliers(card.multipliers))
    if worth := stake_words(1, card.stake):
        yield (_("Stake"), _("%(stake)s a point (play money)") % {"stake": worth})


def _refused_beaver(refusal: BeaverRefusal) -> str:
    if refusal is BeaverRefusal.PAY_AND_PLAY_ON:
        return _("costs the value before it, and the game goes on")
    return _("loses the game at the value before it")


def _redoubles(count: int) -> str:
    if count == 1:
        return _("beaver: who is doubled may turn the cube again at once and keep it")
    if count == 2:
        return _("beaver, and raccoon in answer to it")
    if count >= UNLIMITED:
        return _("beaver, raccoon and further, as often as the cube allows")
    return ngettext("up to %(count)d turn in answer", "up to %(count)d turns in answer", count) % {"count": count}


def _automatic(count: int) -> str:
    if count >= UNLIMITED:
        return _("each tied opening throw doubles the cube")
    return ngettext(
        "a tied opening throw doubles the cube, at most once a game",
        "a tied opening throw doubles the cube, at most %(count)d times a game",
        count,
    ) % {"count": count}


def _multipliers(multipliers: Multipliers) -> str:
    match multipliers:
        case Multipliers.ONE_TWO_THREE:
            return _("single 1, gammon 2, backgammon 3, times the cube")
        case Multipliers.ONE_TWO_TWO:
            return _("single 1, gammon and backgammon 2, times the cube")
        case Multipliers.ONE_ONE_ONE:
            return _("every win counts 1, times the cube")
