"""The pictures of the player's guide, made by playing: `HULLDOWN_PICTURES=1` writes them to docs/images.

Without it the same screens are looked at and nothing is written, so that the guide shows what there is.
"""

from __future__ import annotations

import os

from playwright.sync_api import Page
from tests.browser.test_phone import commands

from hulldown.bots import make_bot
from support.approach import approached
from support.browsing import ROOT, GameServer, Json, Players, Table, soon, start_game, until
from support.drill_bot import DrillBot
from support.intro_play import plot_moves
from support.panzer_play import PANZER, TITLE, pieces
from support.phone import Phone, phone

IMAGES = ROOT / "docs" / "images"
GUIDE = ROOT / "docs" / "playing.md"
DESK = {"width": 1280, "height": 800}
SEATS = {"german": "human", "soviet": "bot:random"}
STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false, wish: null }))"


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
    seats = {"alpha": "human", "bravo": "bot:random"}
    page.goto(server.url + approached(server, "tank/intro", seats, make_bot("random", "pictures"), later))
    page.reload()  # another hash is no other document: what is settled for it is not there yet
    table = Table(server, page)
    state = table.wait_turn()
    plot_moves(table, server, state)
    table.select(state["legal"]["units"][0]["unit"])
    picture(page, "plotting")
    page.get_by_test_id("score-strip").get_by_role("button", name="Briefing").click()
    page.get_by_role("dialog", name="Briefing").get_by_text("What wins").wait_for()
    picture(page, "briefing")


def later(state: Json) -> bool:
    """Whether orders are asked for on the fourth turn."""
    return bool(state["legal"]["decision"]["kind"] == "plot" and state["view"]["turn"] >= 4)


def test_pictures_of_panzer(drilled: Players) -> None:
    """A deployment and a prompt at the desk."""
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
    page.goto(server.url + approached(server, PANZER, SEATS, DrillBot("pictures"), asked, lambda s: commands(s, 1, 0)))
    table.wait_turn()
    soon(page.get_by_test_id("prompt-card").locator("[data-shot]").first).to_contain_text("kill")
    picture(page, "prompt")


def asked(state: Json) -> bool:
    """Whether a shot of overwatch is offered."""
    return bool(state["legal"]["decision"]["kind"] == "overwatch" and state["legal"].get("units"))


def test_picture_of_a_phone(drilled: Players) -> None:
    """The first tap on a target, with the odds and the button that orders the shot."""
    server = drilled.server
    table = phone(drilled)
    drill = DrillBot("pictures")
    table.page.goto(server.url + approached(server, PANZER, SEATS, drill, targeted, lambda s: commands(s, 0, 1)))
    assert aims(table, server, table.wait_turn())
    picture(table.page, "phone")


def targeted(state: Json) -> bool:
    """Whether somebody is asked for his target."""
    units = state["legal"].get("units", ())
    return bool(state["legal"]["decision"]["kind"] == "fire") and any(
        option.get("targets") for unit in units for option in unit["options"]
    )


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
