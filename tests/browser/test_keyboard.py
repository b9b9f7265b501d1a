"""The keyboard alone plays a game of each book from the lobby to its end."""

from __future__ import annotations

import time

import pytest
from playwright.sync_api import Page

from support.browsing import PATIENCE, Players, Table, drawn, soon, until

STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false, named: true, grace: 0 }))"
ORDERED = ("plot", "command", "move")
DRIVEN = 8
"""Questions at which somebody is told to move; then the game is only gone through."""
STUBBORN = 20
"""Seconds after which whoever has not got his orders through gives none."""
FOCUS = """() => {
  const on = document.activeElement;
  const name = (on?.getAttribute('aria-label') ?? on?.textContent ?? '').trim();
  return [name, document.querySelector('[data-testid=prompt]')?.getAttribute('data-decision') ?? ''];
}"""


CHECKED = "() => document.querySelector('[data-testid=checklist]')?.dataset.asking !== 'true'"


def tab_to(page: Page, name: str, asked: str | None = None) -> bool:
    """Goes through the page by Tab until something of this name has the focus; False if another question has come."""
    for _ in range(400):
        on, now = page.evaluate(FOCUS)
        if on.startswith(name):
            return True
        if asked is not None and now != asked:
            return False
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab never came to {name}")


def decision_of(page: Page) -> str:
    return page.get_by_test_id("prompt").get_attribute("data-decision") or ""


def gone_on(page: Page, asked: str, seconds: float) -> bool:
    """Whether another question or the end comes within some time."""
    end = time.monotonic() + seconds
    while time.monotonic() < end:
        if decision_of(page) != asked or page.get_by_test_id("end").count():
            return True
        page.wait_for_timeout(40)
    return False


def checked(page: Page) -> None:
    """Waits until the saved draft is there and the rules have looked at the orders."""
    until(page, CHECKED)


def entered(page: Page) -> bool:
    """Whether an entry is ordered. Nothing is waited for: the list may go away with the question."""
    return "Entry" in "".join(page.get_by_test_id("checklist").all_inner_texts())


def enter(page: Page) -> None:
    """The hex cursor goes up from the middle until it comes to the edge by which a column enters."""
    tab_to(page, "Map")
    for _ in range(60):
        page.keyboard.press("ArrowUp")
        page.keyboard.press("Enter")
        drawn(page)
        if entered(page):
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


def drop_refused(page: Page, asked: str) -> None:
    """What the rules will not have is taken back by its button."""
    checked(page)
    button = page.get_by_test_id("drop-refused")
    if button.count() and tab_to(page, "Drop the refused", asked):
        page.keyboard.press("Enter")
        soon(button).to_have_count(0)
        checked(page)


def give_up(page: Page) -> None:
    """Nobody has an order any more."""
    page.keyboard.press("Control+a")
    page.keyboard.press("Delete")
    drawn(page)


def give(page: Page, asked: str) -> None:
    """Gives the orders there are; where nobody has one and the question has answers of its own, the first of these."""
    answers = page.locator("[data-testid=taskbar] [data-choice]").all_inner_texts()
    if page.locator("[data-testid=checklist] .chip").count() or not answers:
        page.keyboard.press("Control+Enter")
    elif tab_to(page, answers[0].strip(), asked):
        page.keyboard.press("Enter")


def deploy(page: Page, asked: str) -> None:
    """Takes the places that are suggested."""
    button = page.get_by_test_id("suggest")
    if "another" not in "".join(button.all_inner_texts()) and tab_to(page, "Suggest", asked):
        page.keyboard.press("Enter")
        soon(button).to_have_text("Suggest another")
    checked(page)
    page.keyboard.press("Control+Enter")


def order(page: Page, asked: str, driven: set[str]) -> None:
    """Answers a question in which units are ordered; somebody moves the first time it is seen."""
    checked(page)
    if "enter" in asked and not entered(page):
        enter(page)
    elif asked.split(".")[1] in ORDERED and asked not in driven and len(driven) < DRIVEN:
        driven.add(asked)
        drive(page)
    drop_refused(page, asked)
    give(page, asked)


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
    asked, since = "", time.monotonic()
    while not page.get_by_test_id("end").count():
        decision = decision_of(page)
        if decision != asked:
            asked, since = decision, time.monotonic()
        waited = time.monotonic() - since
        assert waited < PATIENCE / 1000, page.get_by_test_id("table").inner_text()[:3000]
        if not decision:
            gone_on(page, asked, 0.3)
            continue
        if page.get_by_test_id("prompt-card").count():
            page.keyboard.press("1")
        elif "deploy" in decision and page.get_by_test_id("suggest").count():
            deploy(page, decision)
        else:
            if waited > STUBBORN and decision.split(".")[1] in ORDERED:
                give_up(page)
            order(page, decision, driven)
        gone_on(page, decision, 0.3)
    assert moves_of(table) >= 2
