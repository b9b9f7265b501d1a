"""At the table: without a mouse, and through a crash of the server."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.browsing import GameServer, Players, Table, soon, start_game
from support.intro_play import INTRO, enter, plot_moves


def test_keyboard_only_plot(players: Players, server: GameServer) -> None:
    """From the lobby to a committed move, with keys alone."""
    table = players.table("/")
    page = table.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    for _ in range(30):
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement?.getAttribute('aria-label')") == "Play: First Contact":
            break
    page.keyboard.press("Enter")
    soon(page.get_by_role("dialog").get_by_role("button", name="Start")).to_be_enabled()
    for _ in range(60):
        if page.evaluate("document.activeElement?.textContent?.trim()") == "Start":
            break
        page.keyboard.press("Tab")
    page.keyboard.press("Enter")
    state = table.wait_turn()

    def to_map() -> None:
        for _ in range(40):
            if page.evaluate("document.activeElement?.dataset?.testid") == "map":
                return
            page.keyboard.press("Tab")
        raise AssertionError("the map cannot be reached with Tab")

    to_map()
    # The hex cursor begins in the middle; the northern edge is up from there.
    page.keyboard.press("ArrowUp")
    for _ in range(60):
        cells = {server.label(INTRO, cell) for cell in state["legal"]["units"][0]["options"][0]["cells"]}
        page.keyboard.press("Enter")
        table.drawn()
        if "Entry" in page.get_by_test_id("checklist").inner_text():
            break
        page.keyboard.press("ArrowUp")
    assert any(label in page.get_by_test_id("checklist").inner_text() for label in cells)
    page.keyboard.press("Control+Enter")
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "plot"

    page.keyboard.press("n")
    page.keyboard.press("m")
    to_map()
    for _ in range(8):
        page.keyboard.press("ArrowDown")
        table.drawn()
        if page.get_by_test_id("checklist").locator(".chip").count():
            break
        page.keyboard.press("Enter")
        table.drawn()
    soon(page.get_by_test_id("checklist")).to_contain_text("Move")
    page.keyboard.press("Control+z")
    soon(page.get_by_test_id("checklist")).not_to_contain_text("Move")
    page.keyboard.press("Control+y")
    soon(page.get_by_test_id("checklist")).to_contain_text("Move")
    page.keyboard.press("Control+Enter")
    table.wait_until(lambda: (table.state()["legal"] or {"decision": {"kind": ""}})["decision"]["kind"] != "plot")


@pytest.fixture
def own_server(tmp_path: Path, server: GameServer) -> GameServer:
    """A server that a test may kill; the shared one has seen to the build."""
    return GameServer(tmp_path)


def test_reconnect_in_mid_turn_keeps_the_draft(browser: Browser, own_server: GameServer) -> None:
    players = Players(browser, own_server)
    try:
        table = players.table("/")
        page = table.page
        start_game(table, "First Contact")
        enter(table, own_server)
        state = table.wait_turn()
        assert plot_moves(table, own_server, state)
        checklist = page.get_by_test_id("checklist")
        soon(checklist).to_have_attribute("data-asking", "false")
        drawn = checklist.inner_text()
        table.wait_until(lambda: bool(draft(table)))
        own_server.kill()
        soon(page.get_by_role("alert")).to_contain_text("Connection lost")
        table.wait_until(lambda: checklist.inner_text() == drawn)
        own_server.start()
        soon(page.get_by_role("alert")).to_have_count(0)
        table.wait_until(lambda: checklist.inner_text() == drawn)
        page.reload()
        soon(page.get_by_test_id("checklist").locator(".chip")).to_have_count(drawn.count("Move"))
        table.wait_turn()
        table.commit()
        after = table.wait_turn()
        assert after["legal"]["decision"]["id"] != state["legal"]["decision"]["id"]
        # A polite end is told as one.
        own_server.stop()
        soon(page.get_by_role("alert")).to_contain_text("The server is being restarted.")
        assert players.errors == []
    finally:
        players.close()
        own_server.stop()


def draft(table: Table) -> object:
    headers = {"Authorization": f"Bearer {table.token}"}
    return table.server.http.get(f"/api/matches/{table.match}/draft", headers=headers).json()["draft"]
