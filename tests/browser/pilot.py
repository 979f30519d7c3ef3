"""A script in the page that presses the table's own buttons until the match is over. It knows no rules.

Takes every double, doubles whenever the button is there, and of the steps that can be made chooses one that hits
nothing, from the rearmost point: so a match comes to its end soon. It can be told to rest before a certain roll.
"""

from __future__ import annotations

from playwright.sync_api import expect

from tests.browser.table_page import TablePage

END_MILLIS = 90_000

_PILOT = """({ doubles, rolls }) => {
    const answers = ["take", "accept_resignation", "accept", "next", "confirm"];
    const acts = [...answers, ...(doubles ? ["double"] : []), "roll"];
    const button = (name) => document.querySelector(`[data-action="${name}"]:not([aria-disabled="true"])`);
    const worth = ({ dataset, children }) => Number(dataset.from) - (children.length > 0 ? 100 : 0);
    const step = () =>
        [...document.querySelectorAll('[data-step][data-combined="false"]')].sort((a, b) => worth(b) - worth(a))[0];
    const { dataset } = document.querySelector("#table");
    let left = rolls ?? Infinity;
    clearInterval(window.pilot);
    dataset.piloted = "true";
    window.pilot = setInterval(() => {
        if (dataset.phase === "over") return clearInterval(window.pilot);
        if (dataset.line !== "live" || dataset.pending !== "" || dataset.yourTurn !== "true") return;
        const next = acts.map(button).find((found) => found) ?? step();
        if (next?.dataset.action === "roll") left -= 1;
        if (left < 0) {
            dataset.piloted = "false";
            return clearInterval(window.pilot);
        }
        if (next) next.click();
    }, 15);
}"""


def let_play(table: TablePage, *, doubles: bool = True, rolls: int | None = None) -> TablePage:
    """Let the script play for whoever sits at this page, until it is to roll after so many times."""
    table.page.evaluate(_PILOT, {"doubles": doubles, "rolls": rolls})
    return table


def is_at_rest(table: TablePage) -> bool:
    """The script has rolled as often as it should, and would roll again now."""
    return table.data("piloted") == "false"


def played_out(table: TablePage) -> TablePage:
    """Wait for the end of the match."""
    expect(table.table).to_have_attribute("data-phase", "over", timeout=END_MILLIS)
    return table.settled()
