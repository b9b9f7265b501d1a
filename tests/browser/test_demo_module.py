"""A module on top of Tank! that neither the game nor the client knows of is played in the browser."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from support.browsing import GameServer, Players, Table, build_client, soon, start_game
from support.intro_play import enter, plot_moves

DEMO = "tank/demo"
TURNS = 8


@pytest.fixture
def demo_server(tmp_path: Path) -> Iterator[GameServer]:
    build_client()
    made = GameServer(tmp_path, "support.demo_server")
    yield made
    made.stop()
    made.check_log()


@pytest.fixture
def demo_players(browser: Browser, demo_server: GameServer) -> Iterator[Players]:
    made = Players(browser, demo_server)
    yield made
    made.close()
    assert made.errors == []


def test_a_module_brings_its_task_its_step_and_its_question(demo_players: Players, demo_server: GameServer) -> None:
    table = demo_players.table("/")
    page = table.page
    start_game(table, "Smoke on the field")
    table.wait_turn()
    track = page.get_by_role("navigation", name="Sequence of play")
    soon(track.get_by_role("button", name="Smoke", exact=True)).to_be_visible()
    soon(track.get_by_role("button", name="Wind", exact=True)).to_be_visible()
    enter(table, demo_server)
    raised = asked = False
    for _ in range(6 * TURNS):
        state = table.wait_turn()
        if state["status"] == "over" or (raised and asked):
            break
        kind = state["legal"]["decision"]["kind"]
        if kind == "wind":
            asked = True
            soon(page.locator('[data-choice="keep"]')).to_contain_text("Keep the smoke")
            table.answer("keep")
        elif kind == "plot" and not raised and _screen(table, demo_server, state):
            raised = True
        elif kind == "plot" and plot_moves(table, demo_server, state):
            table.commit()
        else:
            table.pass_by(state)
    assert raised
    assert asked
    assert "raises smoke in" in " ".join(event["text"] for event in table.state()["events"])
    assert any(marker["kind"] == "smoke" for marker in table.state()["view"]["markers"])


def _screen(table: Table, server: GameServer, state: dict[str, object]) -> bool:
    """Plots a screen for the first unit that may raise one, by the key that the module's face names."""
    for unit in state["legal"]["units"]:  # type: ignore[index]
        cells = [option["cells"] for option in unit["options"] if option["kind"] == "SM"]
        if not cells:
            continue
        table.select(unit["unit"])
        soon(table.page.get_by_test_id("taskbar")).to_contain_text("Smoke screen")
        table.page.keyboard.press("k")
        table.click_hex(server.label(DEMO, cells[0][0]))
        soon(table.page.get_by_test_id("checklist")).to_contain_text("Smoke screen")
        assert table.chip(unit["unit"]) == "SMK"
        table.commit()
        return True
    return False
