"""A game of Riders from setup to end: groups, loads on the move, bail out, Full Cover, Dual Fire, passengers."""

from __future__ import annotations

from itertools import cycle
from typing import Any

from support.browsing import GameServer, Json, Players, Table, soon
from support.staging import Staged

RIDERS = "panzer/12"
SIDES = ("soviet", "german")
PLACES = {
    "soviet": "S1 1R3 S2 1S3 S3 1P3 S4 1Q3 S5 1O2 S6 1P2 S7 1Q2 S8 1R2 S13 1S2 S14 1T2",
    "german": (
        "G1 1Q8 G2 1P6 G3 1Q6 G4 1R6 G5 1S6 G6 1P7 G7 1O8 G8 1P9 G9 1S8 G10 1O9 G11 1P10 G12 1S9 G13 1N8 G14 1N9"
    ),
}
"""Where the forces stand; each looks at the other."""


def row(table: Table, unit: str) -> Any:
    """What the list of orders says of a unit."""
    return soon(table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]'))


def ready(table: Table) -> None:
    """Until the rules have said what they think of the orders drawn."""
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")


def marks(state: Json, unit: str) -> list[str]:
    return [mark for piece in state["view"]["pieces"] if piece["id"] == unit for mark in piece.get("marks", [])]


def drive(table: Table, unit: str, label: str, stop: str, place: str) -> None:
    """Draws a move, and names what is done in one of its hexes."""
    table.select(unit)
    assert table.choose("MOVE")
    table.click_hex(label)
    row(table, unit).to_contain_text(label)
    table.page.locator(f'[data-stop="{stop}"]').select_option(place)
    row(table, unit).to_contain_text(place)
    ready(table)
    soon(table.page.get_by_test_id("drop-refused")).to_have_count(0)


def first_turn(table: Table, staged: Staged) -> Json:
    """S1 and S2 drive by one command; a squad dismounts on the way, another jumps off, and both lie down."""
    page = table.page
    table.wait_turn()
    table.select("S1")
    assert table.choose("MOVE")
    page.get_by_test_id("share").select_option("S2")
    row(table, "S2").to_contain_text("Move, shared with S1")
    ready(table)
    table.commit()

    staged.play(("soviet", "move", 1), {})
    table.wait_turn()
    drive(table, "S1", "1R5", "drop S9", "1R4")
    drive(table, "S2", "1S5", "bail S10", "1S4")
    row(table, "S2").to_contain_text("S10 bails out in 1S4")
    table.commit()

    staged.play(("soviet", "adjust", 1), {})
    table.wait_turn()
    postures = page.get_by_test_id("postures")
    postures.locator('[data-all="COVER"]').click()
    for unit in ("S9", "S10"):
        soon(postures.locator(f'[data-posture="{unit}"] [data-act="COVER"]')).to_have_attribute("aria-pressed", "true")
    postures.locator('[data-posture="S9"] [data-facing="2"]').click()
    row(table, "S9").to_contain_text("Take Full Cover facing south-east")
    ready(table)
    table.commit()
    return staged.play(("soviet", "command", 2), {})


def dual_fire(table: Table) -> None:
    """A squad fires its Panzerfaust and its rifles at the tank beside it; angle, places and rolls are shown."""
    page = table.page
    table.wait_turn()
    table.select("G5")
    shots = page.get_by_test_id("shots")
    shots.locator('[data-aim="S2"]').click()
    fist = shots.locator('[data-weapon="Panzerfaust HEAT"][data-at="S2"]')
    soon(fist).to_contain_text("kill")
    fist.click()
    soon(fist).to_have_attribute("aria-pressed", "true")
    table.wait_until(lambda: any(one["kind"] == "wedge" for one in table.model()["overlays"]))
    shots.locator('[data-why="Panzerfaust HEAT"]').click()
    soon(shots.get_by_test_id("roll-bar")).to_contain_text("Hit roll (100)")
    soon(shots.get_by_test_id("roll-table")).to_contain_text("Turret Front")
    shots.locator('[data-why="small arms GP"]').click()
    soon(shots.get_by_test_id("roll-bar")).to_contain_text("GP roll (100)")
    soon(shots.get_by_test_id("roll-table")).to_have_count(0)
    shots.locator('[data-also="small arms GP"]').click()
    row(table, "G5").to_contain_text("Panzerfaust HEAT")
    row(table, "G5").to_contain_text("small arms GP")
    ready(table)
    table.commit()


def passenger_fires(table: Table, staged: Staged) -> None:
    """The squad on S8 fires at whom the tank could fire at, from its line in the list."""
    table.wait_turn()
    table.select("S8")
    assert table.choose("FIRE")
    ready(table)
    table.commit()
    staged.play(("soviet", "fire", 3), {})
    table.wait_turn()
    for unit, weapon in (("S8", "76.2mm L/43 GP"), ("S9", "small arms GP")):
        table.select(unit)
        shot = table.page.locator(f'[data-testid=shots] [data-weapon="{weapon}"][data-at="G4"]')
        soon(shot).to_contain_text("suppressed")
        shot.click()
        row(table, unit).to_contain_text(weapon)
    ready(table)
    table.commit()


def play_out(staged: Staged) -> None:
    """Nobody does anything more, to the last turn."""
    for side in cycle(SIDES):
        state = staged.state(side)
        if state["status"] != "playing":
            return
        if state["legal"] is not None:
            staged.give(side, state, state["legal"]["idle"])


def test_a_game_of_riders(players: Players, server: GameServer) -> None:
    staged = Staged(server, RIDERS, {}, SIDES)

    def placed(state: Json) -> Json:
        side = state["view"]["side"]
        names = PLACES[side].split()
        facing = 3 if side == "soviet" else 0
        pairs = zip(names[::2], names[1::2], strict=True)
        return {"kind": "deploy", "tasks": [staged.task(unit, "DEPLOY", at, facing=facing) for unit, at in pairs]}

    def commanded(state: Json) -> Json | None:
        own = state["view"]["side"] == "german"
        return {"kind": "command", "tasks": [{"unit": "G5", "kind": "FIRE"}]} if own else None

    staged.play(("soviet", "command", 1), {"deploy": placed})
    table = staged.table(players, "soviet")
    state = first_turn(table, staged)
    assert "full cover" in marks(state, "S9")
    assert {"full cover", "suppressed/off"} <= set(marks(state, "S10"))

    # S8 and S9 get commands to move: the tank will take the squad aboard on its way.
    table.wait_turn()
    for unit in ("S8", "S9"):
        table.select(unit)
        assert table.choose("MOVE")
        row(table, unit).to_contain_text("Move")
    ready(table)
    table.commit()
    staged.play(("german", "fire", 2), {"command": commanded})
    dual_fire(staged.table(players, "german"))
    state = staged.play(("soviet", "move", 2), {})
    announced = [event["text"] for event in state["events"] if event["kind"] == "announced"]
    assert announced.count("G5 fires at S2.") == 2
    table.wait_turn()
    drive(table, "S8", "1R4", "load S9", "1R3")
    table.commit()
    state = staged.play(("soviet", "command", 3), {})
    assert "load 1" in marks(state, "S8")
    assert state["view"]["notes"]["S9"] == "aboard S8"
    passenger_fires(table, staged)
    state = staged.play(("soviet", "command", 4), {})
    assert any(event["text"].startswith("S9 at G4 with small arms") for event in state["events"])
    play_out(staged)
    state = table.wait_turn()
    assert state["view"]["outcome"]["winner"] == "german"
    # Whose victory it is stands beside the loser's title.
    soon(table.page.get_by_test_id("end")).to_contain_text("You lose")
    soon(table.page.get_by_test_id("end").locator(".why")).to_contain_text("German wins: ")
