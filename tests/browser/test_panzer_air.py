"""Sturmoviks over the Road: an aircraft is sent over the map, attacks the column, and the guns below fire at it."""

from __future__ import annotations

from support.browsing import GameServer, Json, Players, Table, soon
from support.staging import Staged

SIDES = ("soviet", "german")
AA = "G15 3 hexes away, in reach; not spotted; tracks SA1"
ROAD = "panzer/18"
PLACES = {
    "soviet": "S5 1E8 S6 1F8 S7 1G8 S11 1E9",
    "german": "G1 1Z5 G2 1Z6 G3 1Z7 G4 1Z8 G5 1Y5 G6 1Y6 G13 1AA5 G15 1BB6 G16 1CC7 G17 1DD8 G18 1DD9",
}
"""The column stands in a row of hexes from north to south, two guns beside it."""


def staged_at(server: GameServer) -> Staged:
    """The second turn: the guns watch, and the first aircraft can come."""
    staged = Staged(server, ROAD, {}, SIDES)

    def placed(state: Json) -> Json:
        side = state["view"]["side"]
        names = PLACES[side].split()
        tasks = [staged.task(unit, "DEPLOY", at, facing=0) for unit, at in zip(names[::2], names[1::2], strict=True)]
        loads = [{"unit": "SA1", "kind": "LOAD", "choice": "bombs"}] if side == "soviet" else []
        return {"kind": "deploy", "tasks": [*tasks, *loads]}

    def commanded(state: Json) -> Json | None:
        if state["view"]["side"] != "german":
            return None
        return {"kind": "command", "tasks": [{"unit": "G15", "kind": "OW"}]}

    staged.play(("soviet", "fly", 2), {"deploy": placed, "command": commanded})
    return staged


def test_a_bombing_run_under_aa_fire(players: Players, server: GameServer) -> None:
    staged = staged_at(server)
    table = staged.table(players, "soviet")
    table.wait_turn()
    send(table)
    staged.play(("soviet", "strike", 2), {"flak": lambda state: {"kind": "flak", "choice": "pass"}})
    state = table.wait_turn()
    assert {area["kind"] for area in state["view"]["areas"]} == {"air way", "air cone", "air bomb"}
    soon(table.page.get_by_test_id("prompt")).to_contain_text("Your aircraft is over 1Z4")
    # The flyer sees how far each AA unit has followed him, and nothing of its command.
    below = table.page.get_by_test_id("contest")
    soon(below).to_contain_text("AA fire at SA1 over 1Z4")
    soon(below.locator('[data-fighter="G15"]')).to_have_text(AA)
    assert table.choose("BOMB")
    # What stands in the pattern is told before anything is ordered.
    soon(table.page.get_by_test_id("under")).to_have_text("In it: G1, G2.")
    table.click_hex("1Z5")
    table.commit()

    gunner = staged.table(players, "german")
    gunner.wait_turn()
    card = gunner.page.get_by_test_id("prompt-card")
    soon(card).to_contain_text("SA1 attacks G1 in 1Z5: bomb.")
    soon(card.locator('[data-shot="G15>SA1"]')).to_contain_text("3 hexes")
    card.locator('[data-shot="G15>SA1"]').click()
    gunner.wait_until(lambda: "aa_shot" in kinds(staged))
    told = kinds(staged)
    assert told.index("aa_announced") < told.index("air_strike") < told.index("aa_shot")


def kinds(staged: Staged) -> list[str]:
    """What has happened so far, as the German side was told."""
    return [event["kind"] for event in staged.state("german")["events"]]


def send(table: Table) -> None:
    """Sends SA1 down the column from the north, slowly and at Medium altitude."""
    page = table.page
    # Nobody on the map can be ordered: it is said where those stand who can.
    soon(page.get_by_test_id("prompt")).to_contain_text("Off the map")
    page.locator('[data-testid=assets] [data-unit="SA1"]').click()
    assert table.choose("FLY")
    table.click_hex("1Z0")
    for part, value in (("Speed", "Slow"), ("Altitude", "Medium")):
        page.locator(f"[data-testid=taskbar] [data-part={part}]").select_option(value)
    page.locator('.wheel [data-facing="3"]').click()
    soon(page.locator("[data-testid=assets] .draft")).to_have_text("Fly 1Z0 Slow, Medium, straight on")
    soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    table.commit()
