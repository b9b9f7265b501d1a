"""Take back against bots as against people: a Commit waits a moment in the browser, where it can be taken back."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Page

from support.axe import violations
from support.browsing import GameServer, Players, Table, soon, start_game, until
from support.intro_play import INTRO

LONG = 600
"""Seconds of grace that no test lives to see the end of."""


AT_ONCE = """() => new MutationObserver((_, watch) => {
  if (!document.querySelector('[data-testid=go-on]')) return;
  watch.disconnect();
  document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
}).observe(document.body, { childList: true, subtree: true })"""
"""Presses Enter in the moment in which an order is held: a test on a busy machine would come too late."""
SEEN = """() => new MutationObserver(() => {
  window.offered ||= document.querySelector('[data-testid=take-back]') !== null;
}).observe(document.body, { childList: true, subtree: true })"""
"""Notes whether something could be taken back, however briefly."""


def seated(players: Players, server: GameServer, grace: int, **wish: Any) -> tuple[Table, list[str]]:
    """A player against a bot with an order drawn, and what of it the server gets from then on."""
    page: Page = players.page(**wish)
    kept = f"JSON.stringify({{ playback: false, named: true, grace: {grace} }})"
    page.add_init_script(f"localStorage.setItem('hulldown.settings', {kept})")
    page.goto(server.url)
    table = Table(server, page)
    start_game(table, "First Contact")
    return table, drawn(table)


def drawn(table: Table) -> list[str]:
    """Draws the first order; the orders that are sent from then on."""
    page = table.page
    page.wait_for_url("**/#/play/**")
    state = table.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    label = table.server.label(INTRO, cells[len(cells) // 2])
    table.click_hex(label)
    soon(page.get_by_test_id("checklist")).to_contain_text(label)
    sent: list[str] = []
    page.on(
        "request", lambda one: sent.append(one.url) if one.method == "POST" and one.url.endswith("/orders") else None
    )
    return sent


def asked(table: Table) -> str:
    legal = table.state()["legal"]
    return str(legal["decision"]["id"]) if legal else ""


def test_a_commit_against_a_bot_is_taken_back(players: Players, server: GameServer) -> None:
    """By the button, by Esc, and by another order; nothing has reached the server, and the drawing is still there."""
    table, sent = seated(players, server, LONG)
    page = table.page
    before = asked(table)
    back, commit = page.get_by_test_id("take-back"), page.get_by_test_id("commit")
    commit.click()
    soon(back).to_contain_text("Take back (")
    soon(page.get_by_test_id("unsent")).to_have_count(0)
    chip = page.get_by_test_id("checklist").inner_text()
    back.click()
    soon(commit).to_be_enabled()
    table.wait_until(lambda: page.get_by_test_id("checklist").inner_text() == chip)
    commit.click()
    back.wait_for()
    page.keyboard.press("Escape")
    soon(commit).to_be_enabled()
    commit.click()
    back.wait_for()
    page.keyboard.press("Delete")
    soon(commit).to_be_enabled()
    soon(page.get_by_role("alert")).to_contain_text("what you committed is not sent")
    assert sent == []
    assert asked(table) == before


def test_enter_again_sends_it_at_once(players: Players, server: GameServer) -> None:
    """But not one that is pressed in the same breath: that is the finger, not the mind."""
    table, sent = seated(players, server, LONG)
    page = table.page
    before = asked(table)
    page.evaluate(AT_ONCE)
    page.keyboard.press("Enter")
    page.get_by_test_id("go-on").wait_for()
    soon(page.get_by_test_id("table")).to_contain_text("Press again")
    assert sent == []

    def sends() -> bool:
        page.keyboard.press("Enter")
        return bool(sent) and asked(table) != before

    table.wait_until(sends)
    table.wait_until(lambda: len(sent) == 1)


def test_the_grace_ends_by_itself(players: Players, server: GameServer) -> None:
    table, sent = seated(players, server, 1)
    before = asked(table)
    table.page.evaluate(SEEN)
    table.page.get_by_test_id("commit").click()
    until(table.page, "window.offered")
    table.wait_until(lambda: asked(table) != before)
    table.wait_until(lambda: len(sent) == 1)
    soon(table.page.get_by_test_id("take-back")).to_have_count(0)


def test_a_held_order_of_a_closed_tab_asks(players: Players, server: GameServer) -> None:
    table, sent = seated(players, server, LONG)
    page = table.page
    page.get_by_test_id("commit").click()
    page.get_by_test_id("take-back").wait_for()
    page.reload()
    notice = page.get_by_test_id("unsent")
    soon(notice).to_contain_text("has not been sent")
    assert sent == []
    before = asked(table)
    notice.get_by_role("button", name="Send it now").click()
    table.wait_until(lambda: asked(table) != before)
    table.wait_until(lambda: len(sent) == 1)


def test_who_wants_no_grace_sets_none(players: Players, server: GameServer) -> None:
    """Two seconds unless the player says otherwise; without grace an order goes out with Commit."""
    context = players.browser.new_context()
    players.contexts.append(context)
    table = Table(server, context.new_page())
    page = table.page
    page.goto(server.url)
    page.get_by_role("button", name="Settings").click()
    grace = page.get_by_test_id("grace")
    soon(grace).to_have_value("2")
    grace.select_option("0")
    page.keyboard.press("Escape")
    start_game(table, "First Contact")
    sent = drawn(table)
    before = asked(table)
    page.get_by_test_id("commit").click()
    table.wait_until(lambda: asked(table) != before)
    soon(page.get_by_test_id("take-back")).to_have_count(0)
    table.wait_until(lambda: len(sent) == 1)


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("width", [1440, 1024, 390])
def test_the_grace_is_accessible_and_on_the_page(players: Players, server: GameServer, theme: str, width: int) -> None:
    size = {"width": width, "height": 844 if width == 390 else 800}
    table, _ = seated(players, server, LONG, color_scheme=theme, viewport=size)
    page = table.page
    page.get_by_test_id("commit").click()
    for button in (page.get_by_test_id("take-back"), page.get_by_test_id("go-on")):
        soon(button).to_be_visible()
        box = button.bounding_box()
        assert box
        assert box["x"] >= 0
        assert box["x"] + box["width"] <= width
        assert box["y"] + box["height"] <= size["height"]
    assert violations(page) == []
