"""How a person in a browser says what he is called."""

from __future__ import annotations

from playwright.sync_api import Page

from support.browsing import soon


def take_name(page: Page, who: str) -> None:
    """Answers the question of the lobby."""
    page.get_by_label("What shall others call you?").fill(who)
    page.get_by_role("button", name="Save").click()
    soon(page.get_by_label("What shall others call you?")).to_have_count(0)
