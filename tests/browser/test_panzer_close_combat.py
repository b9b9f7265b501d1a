"""Close combat of the Advanced Game at the table: who attacks with which odds, overruns, a building entered."""

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
    # The only one who could attack is announced with its odds: an unsupported vehicle, in the order of the rules.
    party = table.page.get_by_test_id("party")
    soon(party.locator("legend")).to_have_text("Attack on S2 T-34/76")
    soon(party.get_by_test_id("prospect")).to_contain_text("G5 from 1S6")
    soon(party.get_by_test_id("prospect")).to_contain_text("6.6.1.1.1b")
    soon(party.get_by_test_id("announce")).to_have_text("Announce one attacker 1")
    party.get_by_test_id("announce").click()
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
    told = party.get_by_test_id("prospect")
    party.locator('[data-joins="G3"]').click()
    soon(told.locator("[data-attack]")).to_have_attribute("data-attack", "G3 from 1S6")
    alone = told.locator("[data-outcome=none]").inner_text()
    party.locator('[data-joins="G5"]').click()
    soon(told.locator("[data-attack]")).to_have_attribute("data-attack", "G3 and G5 from 1S6")
    soon(told).to_contain_text("additional squad")
    assert told.locator("[data-outcome=none]").all_inner_texts() != [alone]
    for unit in ("G4", "G3"):
        party.locator(f'[data-joins="{unit}"]').click()
    soon(told.locator("[data-attack]")).to_have_attribute("data-attack", "G5 and G4 from 1S6")
    soon(party.locator('[data-joins="G5"]')).to_contain_text("leads")
    soon(announce).to_have_text("Announce 2 attackers 1")
    announce.click()
    soon(table.page.get_by_test_id("prompt-card")).to_have_count(0)
    state = staged.play(("german", "command", 3), {})
    told = [event["data"]["attackers"] for event in state["events"] if event["kind"] == "close_assault"]
    assert told == ["G5 G4"]


def test_the_target_of_a_question_is_seen_beside_its_panel(players: Players, server: GameServer) -> None:
    """On a phone the panel covers the lower half of the map: the target stands above it."""
    staged = staged_assault(server)
    table = staged.table(players, "german", has_touch=True, viewport={"width": 390, "height": 844})
    table.wait_turn()
    panel = table.page.get_by_test_id("prompt-card")
    soon(panel).to_contain_text("Attack on S2")

    def above() -> bool:
        at, box = table.page.evaluate("() => window.__hulldown.at('1S5')"), panel.bounding_box()
        return bool(at and box and 0 < at["y"] < box["y"] and 0 < at["x"] < 390)

    table.wait_until(above)


STREETS = "panzer/16"
HOUSES = {
    "soviet": (
        "S1 2210 S2 2115 S3 2114 S4 2216 S5 2217 S6 2107 S7 2206 S8 2205 S9 2207 S10 2215 S11 2617 S12 2616 S13 2116 "
        "S14 2105 S15 2615 S16 2614"
    ),
    "german": (
        "G1 0706 G2 1714 G3 1710 G4 1716 G5 1712 G6 1708 G7 1706 G8 0707 G9 0708 G10 0709 G11 0710 G12 0711 G13 0712"
    ),
}


def staged_streets(server: GameServer) -> Staged:
    """S14 has driven up to G7 in the open, S13 stands before a house; both have a Move command."""
    staged = Staged(server, STREETS, {}, SIDES)

    def placed(state: Json) -> Json:
        side = state["view"]["side"]
        names = HOUSES[side].split()
        facing = 4 if side == "soviet" else 1
        pairs = zip(names[::2], names[1::2], strict=True)
        return {"kind": "deploy", "tasks": [staged.task(unit, "DEPLOY", at, facing=facing) for unit, at in pairs]}

    def commanded(state: Json) -> Json | None:
        given = {1: ("S14",), 2: ("S13", "S14")}[state["view"]["turn"]] if state["view"]["side"] == "soviet" else ()
        return {"kind": "command", "tasks": [{"unit": unit, "kind": "MOVE"} for unit in given]} if given else None

    def driven(state: Json) -> Json | None:
        if state["view"]["side"] != "soviet":
            return None
        return {"kind": "move", "tasks": [staged.task("S14", "MOVE", "2005", "1906", "1805")]}

    answers = {"deploy": placed, "command": commanded, "move": driven}
    staged.play(("soviet", "move", 2), answers)
    return staged


def test_an_overrun_and_a_building_entered(players: Players, server: GameServer) -> None:
    staged = staged_streets(server)
    table = staged.table(players, "soviet")
    table.wait_turn()
    soon(table.page.get_by_test_id("contest")).to_contain_text("S14")
    table.select("S13")
    assert table.choose("ENTER")
    table.click_hex("2015")
    table.select("S14")
    assert table.choose("MOVE")
    # Pointed at, the enemy shows what the overrun would come to, and where the vehicle ends.
    table.point_at("1706")
    card = table.page.get_by_test_id("odds")
    soon(card).to_contain_text("eliminated")
    ending = card.get_by_text("S14 must drive on while it can, or is put back into 1805 (6.6.10.1e).")
    soon(ending).to_have_count(1)
    # Driving at him is the overrun: nobody has to look for it in a list, which offers no other hex.
    table.click_hex("1706")
    stop = table.page.locator('[data-stop="overrun G7"]')
    soon(stop).to_have_value("1706")
    assert stop.locator("option").all_inner_texts() == ["not now", "in 1706"]
    chosen = table.page.locator('[data-way="overrun G7"]').get_by_test_id("prospect")
    soon(chosen).to_contain_text("or is put back into 1805 (6.6.10.1e).")
    soon(chosen.locator("[data-outcome=removed]")).to_contain_text("%")
    soon(table.page.locator('[data-testid=checklist] [data-unit="S14"]')).to_contain_text("1706")
    table.commit()
    state = staged.play(("soviet", "command", 3), {})
    told = {event["kind"]: event["data"] for event in state["events"]}
    assert (told["overrun"]["unit"], told["overrun"]["target"]) == ("S14", "G7")
    tank = next(piece for piece in state["view"]["pieces"] if piece["id"] == "S13")
    assert tank["cell"] == staged.cell("2015")
    assert "inside" in tank["marks"]
