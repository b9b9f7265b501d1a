"""Close combat of the Advanced Game at the table: who could attack, the odds, the attack, and what came of it."""

from __future__ import annotations

from support.browsing import GameServer, Json, Players, soon
from support.staging import Staged

RIDERS = "panzer/12"
SIDES = ("soviet", "german")
PLACES = {
    "soviet": "S1 1R3 S2 1S3 S3 1P3 S4 1Q3 S5 1O2 S6 1P2 S7 1Q2 S8 1R2 S13 1S2 S14 1T2",
    "german": (
        "G1 1Q8 G2 1P6 G3 1Q6 G4 1R6 G5 1S6 G6 1P7 G7 1O8 G8 1P9 G9 1S8 G10 1O9 G11 1P10 G12 1S9 G13 1N8 G14 1N9"
    ),
}


def staged_assault(server: GameServer, movers: tuple[str, ...] = ("G5",), **moved: str) -> Staged:
    """S2 has driven up to G5, which has a Move command and may attack it, as may others that are moved next to it."""
    staged = Staged(server, RIDERS, {}, SIDES)

    def placed(state: Json) -> Json:
        side = state["view"]["side"]
        names = PLACES[side].split()
        pairs = {**dict(zip(names[::2], names[1::2], strict=True)), **(moved if side == "german" else {})}.items()
        facing = 3 if side == "soviet" else 0
        return {"kind": "deploy", "tasks": [staged.task(unit, "DEPLOY", at, facing=facing) for unit, at in pairs]}

    def commanded(state: Json) -> Json | None:
        given = {("soviet", 1): ("S2",), ("german", 2): movers}.get((state["view"]["side"], state["view"]["turn"]))
        return {"kind": "command", "tasks": [{"unit": unit, "kind": "MOVE"} for unit in given]} if given else None

    def driven(state: Json) -> Json | None:
        offered = {unit["unit"]: {option["kind"] for option in unit["options"]} for unit in state["legal"]["units"]}
        if state["view"]["turn"] != 1 or "MOVE" not in offered.get("S2", ()):
            return None
        return {"kind": "move", "tasks": [staged.task("S2", "MOVE", "1S4", "1S5")]}

    staged.play(("german", "assault", 2), {"deploy": placed, "command": commanded, "move": driven})
    return staged


def test_a_close_assault(players: Players, server: GameServer) -> None:
    staged = staged_assault(server)
    table = staged.table(players, "german")
    table.wait_turn()
    window = table.page.get_by_test_id("contest")
    soon(window).to_contain_text("Close combat")
    soon(window).to_contain_text("G5 on S2 from 1S6: net")
    soon(window).to_contain_text("destroyed")
    attack = table.page.get_by_test_id("prompt-card").locator("[data-answers]").first
    soon(attack).to_contain_text("Close combat: G5")
    attack.click()
    soon(table.page.get_by_test_id("prompt-card")).to_have_count(0)
    state = staged.play(("german", "command", 3), {})
    told = [event["text"] for event in state["events"] if event["kind"] == "close_assault"]
    assert len(told) == 1
    assert told[0].startswith("Close Assault of G5 on S2: factor ")


def test_attackers_and_their_order_are_chosen(players: Players, server: GameServer) -> None:
    """Three could attack from one hex; two do, and the one that is clicked first leads."""
    staged = staged_assault(server, ("G3", "G4", "G5"), G3="1S6", G4="1S6")
    table = staged.table(players, "german")
    table.wait_turn()
    party = table.page.get_by_test_id("party")
    soon(party).to_have_attribute("data-target", "S2")
    announce = party.get_by_test_id("announce")
    soon(announce).to_be_disabled()
    for unit in ("G3", "G5", "G4", "G3"):
        party.locator(f'[data-joins="{unit}"]').click()
    soon(party.locator('[data-joins="G5"]')).to_contain_text("leads")
    soon(announce).to_have_text("Announce 2 attackers")
    announce.click()
    soon(table.page.get_by_test_id("prompt-card")).to_have_count(0)
    state = staged.play(("german", "command", 3), {})
    told = [event["data"]["attackers"] for event in state["events"] if event["kind"] == "close_assault"]
    assert told == ["G5 G4"]
