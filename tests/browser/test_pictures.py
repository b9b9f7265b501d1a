"""The pictures of the player's guide, made by playing: `HULLDOWN_PICTURES=1` writes them to docs/images.

Without it the same screens are looked at and nothing is written, so that the guide shows what there is.
"""

from __future__ import annotations

import os

from playwright.sync_api import Page
from tests.browser.test_phone import commands, give, place

from support.browsing import ROOT, GameServer, Json, Players, Table, soon, start_game, until
from support.intro_play import enter, plot_moves
from support.panzer_play import PANZER, TITLE, drive, let_pass, pieces
from support.phone import Phone, phone

IMAGES = ROOT / "docs" / "images"
GUIDE = ROOT / "docs" / "playing.md"
DESK = {"width": 1280, "height": 800}
STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false }))"


def picture(page: Page, name: str) -> None:
    """One picture of the guide; the guide shows it."""
    assert f"images/{name}.jpg" in GUIDE.read_text()
    shot = page.screenshot(type="jpeg", quality=72)
    if os.environ.get("HULLDOWN_PICTURES"):
        (IMAGES / f"{name}.jpg").write_bytes(shot)
    assert (IMAGES / f"{name}.jpg").stat().st_size < 200_000


def test_pictures_of_tank(players: Players, server: GameServer) -> None:
    page = players.page(viewport=DESK)
    page.goto(server.url + "/")
    page.get_by_role("button", name="Play: First Contact").wait_for()
    until(page, "() => [...document.images].slice(0, 4).every((one) => one.complete && one.naturalWidth)")
    picture(page, "lobby")
    page.add_init_script(STILL)
    table = Table(server, page)
    start_game(table, "First Contact")
    enter(table, server)
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "plot" or state["view"]["turn"] < 4:
        if state["legal"]["decision"]["kind"] == "plot" and plot_moves(table, server, state):
            table.commit()
        else:
            table.pass_by(state)
    plot_moves(table, server, state)
    table.select(state["legal"]["units"][0]["unit"])
    picture(page, "plotting")
    page.get_by_test_id("score-strip").get_by_role("button", name="Briefing").click()
    page.get_by_role("dialog", name="Briefing").get_by_text("What wins").wait_for()
    picture(page, "briefing")


def test_pictures_of_panzer(drilled: Players) -> None:
    """A prompt at the desk."""
    server = drilled.server
    page = drilled.page(viewport=DESK)
    page.add_init_script(STILL)
    page.goto(server.url + "/")
    table = Table(server, page)
    start_game(table, TITLE, side="German")
    table.wait_turn()
    page.get_by_test_id("suggest").click()
    soon(page.get_by_test_id("suggest")).to_have_text("Suggest another")
    picture(page, "deployment")
    table.commit()
    while (state := table.wait_turn())["status"] != "over":
        kind = state["legal"]["decision"]["kind"]
        if kind == "command":
            ordered(table, commands(state, 1, 0))
        elif kind == "move":
            drive(table, server, state)
        elif kind == "overwatch" and state["legal"].get("units"):
            soon(page.get_by_test_id("prompt-card").locator("[data-shot]").first).to_contain_text("kill")
            picture(page, "prompt")
            return
        else:
            let_pass(table, state)
    raise AssertionError("no prompt came")


def ordered(table: Table, kinds: dict[str, str]) -> None:
    for unit, kind in kinds.items():
        table.select(unit)
        assert table.choose(kind)
    table.commit(empty=not kinds)


def test_picture_of_a_phone(drilled: Players) -> None:
    """The first tap on a target, with the odds and the button that orders the shot."""
    server = drilled.server
    table = phone(drilled)
    start_game(table, TITLE, side="German")
    place(table)
    while (state := table.wait_turn())["status"] != "over":
        kind = state["legal"]["decision"]["kind"]
        if kind == "command":
            give(table, commands(state, 0, 1))
        elif kind == "move":
            drive(table, server, state)
        elif kind == "fire" and aims(table, server, state):
            picture(table.page, "phone")
            return
        else:
            let_pass(table, state)
    raise AssertionError("no target came")


def aims(table: Phone, server: GameServer, state: Json) -> bool:
    for unit in state["legal"]["units"]:
        target = next((one["targets"][0] for one in unit["options"] if one.get("targets")), None)
        if target is None:
            continue
        table.select(unit["unit"])
        table.tap(server.label(PANZER, pieces(state, False)[target]))
        soon(table.page.get_by_test_id("tap-bar")).to_contain_text("%")
        soon(table.page.get_by_test_id("odds")).to_be_visible()
        return True
    return False
