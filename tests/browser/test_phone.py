"""A phone: everything within the page, room for the map, a tap to see and a second one to do, a game of Panzer."""

from __future__ import annotations

import re

from tests.browser.test_access import play_out

from support.browsing import GameServer, Json, Players, soon, start_game
from support.panzer_play import PANZER, TITLE, drive, let_pass, near, pieces
from support.phone import Phone, fits, phone

ROOM = 0.6
"""What the map keeps of the height while orders are given."""


def place(table: Phone) -> Json:
    """The forces as a bot would place them."""
    table.wait_turn()
    table.page.get_by_test_id("suggest").tap()
    soon(table.page.get_by_test_id("suggest")).to_have_text("Suggest another")
    fits(table.page, "setup")
    table.leaves_room(ROOM)
    table.commit()
    return table.wait_turn()


def test_nothing_lies_outside_a_phone(players: Players, server: GameServer) -> None:
    table = phone(players)
    page = table.page
    play = page.get_by_role("button", name=f"Play: {TITLE}")
    play.wait_for()
    fits(page, "lobby")
    play.tap()
    dialog = page.get_by_role("dialog")
    dialog.get_by_text("What wins").wait_for()
    fits(page, "new game")
    start_game(table, TITLE, side="German")
    state = place(table)
    page.get_by_title("Briefing (B)").tap()
    page.get_by_role("dialog", name="Briefing").get_by_text("What wins").wait_for()
    fits(page, "briefing")
    page.get_by_role("button", name="Close", exact=True).tap()
    table.select(sorted(pieces(state, True))[0])
    soon(page.locator("[data-testid=taskbar] .who")).to_be_visible()
    fits(page, "table")
    # There are no keys to press.
    keys = re.compile(r"\bpress\b|Backspace|\bEsc\b")
    soon(page.get_by_test_id("table")).not_to_contain_text(keys, use_inner_text=True)
    table.leaves_room(ROOM)
    for sheet in page.locator("[data-testid=sheets] button").all():
        sheet.tap()
        soon(sheet).to_have_attribute("aria-expanded", "true")
        fits(page, f"sheet {sheet.inner_text()}")
        sheet.tap()
    finished = play_out(server)
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    fits(page, "replay")


def commands(state: Json, shots: int, prompts: int) -> dict[str, str]:
    """Far away all drive. Near, they fire when they may; the bot drives on odd turns and is waited for on overwatch."""
    able = {unit["unit"]: {option["kind"] for option in unit["options"]} for unit in state["legal"]["units"]}
    mine = [unit for unit in sorted(pieces(state, True)) if unit in able]
    if shots and prompts:
        return {}
    if not near(state):
        return dict.fromkeys(mine, "MOVE")
    rest = "OW" if state["view"]["turn"] % 2 and not prompts else "MOVE"
    return {unit: "FIRE" if not shots and number and "FIRE" in able[unit] else rest for number, unit in enumerate(mine)}


def give(table: Phone, kinds: dict[str, str]) -> None:
    for unit, kind in kinds.items():
        table.select(unit)
        table.page.locator(f'[data-testid=taskbar] [data-kind="{kind}"]').tap()
        soon(table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"] .chip')).to_have_count(1)
    table.commit(empty=not kinds)


def shoot(table: Phone, server: GameServer, state: Json) -> int:
    """Every vehicle that must name a target: a tap shows the odds and gives nothing yet, a second one names it."""
    page = table.page
    shots = 0
    places = pieces(state, False)
    for unit in state["legal"]["units"]:
        option = next((one for one in unit["options"] if one.get("targets")), None)
        if option is None:
            continue
        name = unit["unit"]
        table.select(name)
        label = server.label(PANZER, places[option["targets"][0]])
        row = page.locator(f'[data-testid=checklist] [data-unit="{name}"]')
        table.tap(label)
        soon(page.get_by_test_id("tap-bar")).to_contain_text("%")
        soon(page.get_by_test_id("odds")).to_be_visible()
        fits(page, "odds")
        soon(row.locator(".chip")).to_have_count(0)
        table.tap(label)
        soon(row.locator(".chip")).to_have_count(1)
        soon(page.get_by_test_id("tap-bar")).to_have_count(0)
        shots += 1
    table.commit()
    return shots


def react(table: Phone) -> None:
    """A prompt lies within the page; the first shot is taken."""
    fits(table.page, "prompt")
    before = table.state()["legal"]["decision"]["id"]
    table.page.get_by_test_id("prompt-card").locator("[data-shot]").first.tap()
    table.wait_until(lambda: table.asked() != before)


def test_a_phone_plays_panzer_to_the_end(drilled: Players) -> None:
    """Ten turns with nothing but fingers: drive, fire after a look at the odds, answer prompts, see how it ended."""
    server = drilled.server
    table = phone(drilled)
    start_game(table, TITLE, side="German")
    place(table)
    moves = shots = prompts = 0
    while (state := table.wait_turn())["status"] != "over":
        legal = state["legal"]
        kind = legal["decision"]["kind"]
        if kind == "command":
            table.leaves_room(ROOM)
            give(table, commands(state, shots, prompts))
        elif kind == "move" and not (shots and prompts):
            drive(table, server, state)
            moves += 1
        elif kind == "fire":
            shots += shoot(table, server, state)
        elif kind == "overwatch" and legal.get("units"):
            react(table)
            prompts += 1
        else:
            let_pass(table, state)
    assert moves
    assert prompts, "no prompt was answered"
    assert shots, "no shot was named on the map"
    soon(table.page.get_by_test_id("end")).to_be_visible()
    fits(table.page, "end")
