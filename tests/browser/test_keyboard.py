"""The keyboard alone plays a game of each book from the lobby to its end."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from support.browsing import PATIENCE, Players, Table, drawn, soon

STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false, named: true, grace: 0 }))"
ORDERED = ("plot", "command", "move")
DRIVEN = 8
"""Questions at which somebody is told to move; then the game is only gone through."""
FOCUS = "() => (document.activeElement?.getAttribute('aria-label') ?? document.activeElement?.textContent ?? '').trim()"


def tab_to(page: Page, name: str) -> None:
    """Goes through the page by Tab until something of this name has the focus."""
    for _ in range(400):
        if page.evaluate(FOCUS).startswith(name):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {name}")


def enter(page: Page) -> None:
    """The hex cursor goes up from the middle until it comes to the edge by which a column enters."""
    tab_to(page, "Map")
    for _ in range(60):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        drawn(page)
        if "Entry" in page.get_by_test_id("checklist").inner_text():
            return
    raise AssertionError("the cursor never came to the edge")


def drive(page: Page) -> None:
    """The next unit without an order is told to move, and shown a way where it asks for one."""
    chips = page.locator("[data-testid=checklist] .chip")
    before = chips.count()
    page.keyboard.press("n")
    page.keyboard.press("m")
    drawn(page)
    for key in ("ArrowDown", "ArrowDown", "ArrowUp", "ArrowUp", "ArrowUp", "ArrowLeft", "ArrowRight", "ArrowRight"):
        if chips.count() > before:
            return
        tab_to(page, "Map")
        page.keyboard.press(key)
        page.keyboard.press("Enter")
        drawn(page)


def drop_refused(page: Page) -> None:
    """What the rules will not have is taken back by its button."""
    soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    if page.get_by_test_id("drop-refused").count():
        tab_to(page, "Drop the refused")
        page.keyboard.press("Enter")
        drawn(page)


def give(page: Page) -> None:
    """Gives the orders there are; where nobody has one and the question has answers of its own, the first of these."""
    answers = page.locator("[data-testid=taskbar] [data-choice]")
    if page.locator("[data-testid=checklist] .chip").count() or not answers.count():
        page.keyboard.press("Control+Enter")
        return
    tab_to(page, answers.first.inner_text().strip())
    page.keyboard.press("Enter")


def moves_of(table: Table) -> int:
    """How many moves with a way the seat has given, as the server has them."""
    headers = {"Authorization": f"Bearer {table.token}"}
    orders = table.server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"]
    own = table.state()["side"]
    tasks = [task for one in orders if one["side"] == own for task in one["order"].get("tasks", ())]
    return sum(task["kind"] in ("MV", "MOVE") and bool(task.get("cells")) for task in tasks)


@pytest.mark.parametrize("title", ["Crossroads at Krasnoye", "First Contact", "Poland"])
def test_a_whole_game_by_keys(players: Players, title: str) -> None:
    page = players.page()
    page.add_init_script(STILL)
    page.goto(players.server.url + "/")
    page.get_by_role("button", name=f"Play: {title}").wait_for()
    tab_to(page, f"Play: {title}")
    page.keyboard.press("Enter")
    page.get_by_role("dialog").wait_for()
    tab_to(page, "Start")
    page.keyboard.press("Enter")
    table = Table(players.server, page)
    page.get_by_test_id("prompt").wait_for()
    driven: set[str] = set()
    end = time.monotonic() + 5 * PATIENCE / 1000
    while not page.get_by_test_id("end").count():
        assert time.monotonic() < end, page.get_by_test_id("table").inner_text()[:1500]
        decision = page.get_by_test_id("prompt").get_attribute("data-decision")
        if not decision:
            page.wait_for_timeout(50)
        elif page.get_by_test_id("prompt-card").count():
            page.keyboard.press("1")
        elif page.get_by_role("button", name="Suggest").count() and "deploy" in decision:
            tab_to(page, "Suggest")
            page.keyboard.press("Enter")
            page.wait_for_timeout(800)
            page.keyboard.press("Control+Enter")
        else:
            if "enter" in decision and "Entry" not in page.get_by_test_id("checklist").inner_text():
                enter(page)
            elif decision.split(".")[1] in ORDERED and decision not in driven and len(driven) < DRIVEN:
                driven.add(decision)
                drive(page)
                drop_refused(page)
            give(page)
        page.wait_for_timeout(250)
    assert moves_of(table) >= 2
