"""A person who goes through the pages of the site: registers, invites, joins. Finds things by their labels."""

from __future__ import annotations

from dataclasses import dataclass

from playwright.sync_api import Page, expect

from tests.browser.table_page import TablePage
from tests.people import PASSWORD


@dataclass(frozen=True, slots=True)
class Person:
    """Somebody at a browser window; `home` is the address by which they reach the site."""

    name: str
    page: Page
    home: str

    def register(self) -> None:
        """Make an account, from the front page."""
        self.page.goto(self.home)
        self.page.get_by_role("link", name="Register").first.click()
        self.page.get_by_label("Name").fill(self.name)
        self.page.get_by_label("Password", exact=True).fill(PASSWORD)
        self.page.get_by_label("Password again").fill(PASSWORD)
        self.page.get_by_role("button", name="Register").click()
        expect(self.page.get_by_text("Account of")).to_be_attached()

    def invite(self, name: str, points: int) -> None:
        """Create a match and ask somebody by name; the page then waits."""
        self.page.get_by_role("link", name="My matches").first.click()
        self.page.get_by_role("link", name="Create a match").click()
        self.page.get_by_label("Opponent").fill(name)
        self.page.get_by_role("group", name="Points to win").get_by_label(str(points), exact=True).check()
        self.page.get_by_role("button", name="Create the match").click()
        expect(self.page.get_by_text("Waiting for the other player")).to_be_visible()

    def join(self, name: str) -> TablePage:
        """Take the seat that `name` has offered."""
        self.page.get_by_role("link", name="My matches").first.click()
        self.page.get_by_role("button", name=f"Join {name}").click()
        return TablePage(self.page).ready()

    def table(self) -> TablePage:
        """Wait for the table that the page of somebody who waits goes to by itself."""
        expect(self.page.locator("#table")).to_be_attached()
        return TablePage(self.page).ready()
