"""At the table: without a mouse, through a crash of the server, and with the coach."""

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
    page.get_by_role("dialog").wait_for()
    for _ in range(12):
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
        page.wait_for_timeout(40)
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
        page.wait_for_timeout(30)
        if page.get_by_test_id("checklist").locator(".chip").count():
            break
        page.keyboard.press("Enter")
        page.wait_for_timeout(80)
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
        drawn = page.get_by_test_id("checklist").inner_text()
        table.wait_until(lambda: bool(draft(table)))
        own_server.kill()
        soon(page.get_by_role("alert")).to_contain_text("Connection lost")
        assert page.get_by_test_id("checklist").inner_text() == drawn
        own_server.start()
        soon(page.get_by_role("alert")).to_have_count(0)
        assert page.get_by_test_id("checklist").inner_text() == drawn
        page.reload()
        soon(page.get_by_test_id("checklist").locator(".chip")).to_have_count(drawn.count("Move"))
        table.wait_turn()
        table.commit()
        after = table.wait_turn()
        assert after["legal"]["decision"]["id"] != state["legal"]["decision"]["id"]
        assert players.errors == []
    finally:
        players.close()
        own_server.stop()


def draft(table: Table) -> object:
    headers = {"Authorization": f"Bearer {table.token}"}
    return table.server.http.get(f"/api/matches/{table.match}/draft", headers=headers).json()["draft"]


def test_tutorial_teaches_by_doing(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    page.get_by_role("button", name="Learn it in five minutes").click()
    coach = page.get_by_test_id("coach")
    soon(coach).to_have_attribute("data-step", "welcome")
    page.get_by_test_id("map").wait_for()
    coach.get_by_role("button", name="Next").click()
    soon(coach).to_have_attribute("data-step", "enter")
    coach.get_by_role("button", name="Back").click()
    soon(coach).to_have_attribute("data-step", "welcome")
    coach.get_by_role("button", name="Next").click()
    enter(table, server)
    soon(coach).to_have_attribute("data-step", "track")
    coach.get_by_role("button", name="Next").click()
    state = table.wait_turn()
    coach.get_by_role("button", name="Fold the coach away").click()
    assert plot_moves(table, server, state)
    page.get_by_role("button", name="Show the coach").click()
    soon(coach).to_have_attribute("data-step", "commit")
    table.commit()
    table.wait_turn()
    soon(coach).to_have_attribute("data-step", "face")
    table.pass_by(table.wait_turn())
    soon(coach).to_have_attribute("data-step", "opportunity")
    state = table.wait_turn()
    coach.get_by_role("button", name="Fold the coach away").click()
    unit = next(u for u in state["legal"]["units"] if any(o["kind"] == "OF" for o in u["options"]))
    table.select(unit["unit"])
    assert table.choose("OF")
    cells = next(o["cells"] for o in unit["options"] if o["kind"] == "OF")
    table.click_hex(server.label(INTRO, cells[len(cells) // 2]))
    page.get_by_role("button", name="Show the coach").click()
    soon(coach).to_have_attribute("data-step", "sight")
    page.keyboard.press("l")
    table.point_at(server.label(INTRO, cells[0]))
    soon(coach).to_have_attribute("data-step", "second")
    page.keyboard.press("l")
    table.commit()
    soon(coach).to_have_attribute("data-step", "close")
    page.reload()
    soon(coach).to_have_attribute("data-step", "close")
    coach.get_by_role("button", name="Skip this step").click()
    for step in ("odds", "spotting", "panic", "end"):
        soon(coach).to_have_attribute("data-step", step)
        if step != "end":
            coach.get_by_role("button", name="Next").click()
    coach.get_by_role("button", name="End the tutorial").click()
    page.wait_for_url("**/#/play/**")
    assert page.get_by_test_id("coach").count() == 0
