"""Tank! Expanded, scenario 34.4, played by two people in Chromium: mines, shells, smoke, a lost leader, an overrun.

Nobody panics (a handicap) and the defender does not fire, so what the story needs happens whatever the dice say: six
mines are certain (29.0), written impacts come (34.4-18), and nobody stops an overrun (9.4).
"""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from support.browsing import GameServer, Json, Players, Table, soon, until

STRONGPOINT = "tank/34.4"
CALM = {"alpha_panic": -10, "bravo_panic": -10}
FORCES = {"period": 6, "alpha_nation": "Ger", "bravo_nation": "US", "vehicle_smoke": "yes", "recon_fire": "yes"}
OBJECTIVE, ENTRY, MINED = "4219", "6119", "4819"
SQUADS = ("4618", "4620", "4519", "4319", "4220", "4120", "4119", "4218", "4318", "4219", "4420", "4418")
GUNS = ("4320", "4317")
PREY = "4620"
NEARER, CHARGE = ("4820", "4720"), ("5019", "4920", "4820", "4721", PREY, "4520")
"""The squad that is run over, the way of the platoon, and that of the tank that does it: both go round the mines."""
PLANNED = (("bn1", OBJECTIVE, ("2", "3")), ("bn2", "4519", ("2 smoke",)), ("air1", OBJECTIVE, ("3",)))
"""What Alpha registers: where, and the turns of impact."""
ROAD = (
    (ENTRY, "6019", "5919", "5819", "5719", "5619", "5519"),
    ("5519", "5419", "5319", "5219", "5119", "5019", "4919", MINED),
)
"""The way of the column's head on the first two turns: hex by hex from the edge, then drawn by hand."""


def _begun(players: Players, server: GameServer, **wish: Any) -> tuple[Table, Table]:
    """Alpha and Bravo, each at a table."""
    seats = {"alpha": "human", "bravo": "human"}
    body = {"scenario": STRONGPOINT, "options": {**FORCES, **CALM}, "seats": seats, "entropy": ""}
    made = server.http.post("/api/matches", json=body).json()
    links = [f"/#/play/{made['match']}/{made['seats'][side]['token']}" for side in seats]
    return players.table(links[0], **wish), players.table(links[1], **wish)


def _settled(page: Page) -> None:
    """Waits until the rules have looked at the orders drawn, and holds that they refuse none."""
    soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    soon(page.get_by_test_id("drop-refused")).to_have_count(0)


def _line(table: Table, unit: str) -> Any:
    return table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')


def _defends(table: Table) -> None:
    """Bravo names the hex, chooses its force, places it, lays mines and digs."""
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "objective"
    table.click_hex(OBJECTIVE)
    table.commit()


def _digs_in(table: Table) -> None:
    table.wait_turn()
    table.answer("infantry")
    state = table.wait_turn()
    page = table.page
    units = [unit for unit in state["legal"]["units"] if unit.get("required")]
    squads = [unit["unit"] for unit in units if not unit["options"][0].get("facings")]
    guns = [unit["unit"] for unit in units if unit["options"][0].get("facings")]
    page.get_by_test_id("suggest").click()
    soon(page.locator("[data-testid=checklist] .chip", has_text="DP")).to_have_count(len(units))
    for unit, label in (*zip(squads, SQUADS, strict=True), *zip(guns, GUNS, strict=True)):
        table.select(unit)
        table.click_hex(label)
    _lays(table)
    _settled(page)
    soon(page.get_by_test_id("checklist")).to_contain_text("the game lasts 17 turns")
    table.commit()


def _lays(table: Table) -> None:
    """Six mines in one hex and two hexes of ditch, in place of what was suggested: what is left is counted."""
    page = table.page
    for unit in ("mines", "ditch"):
        table.select(unit)
        if table.choose("MN" if unit == "mines" else "DG") and "of 20" in _line(table, unit).inner_text():
            page.keyboard.press("Delete")
            table.choose("MN" if unit == "mines" else "DG")
        for label in [MINED] * 6 if unit == "mines" else ["3219", "3220"]:
            table.click_hex(label)
    soon(_line(table, "mines")).to_contain_text(f"6 of 20: {MINED} ×6")
    soon(_line(table, "ditch")).to_contain_text("2 of 20: 3219 3220")
    soon(page.get_by_test_id("prompt")).to_contain_text("18 left")
    table.click_hex("4122")  # too near to the objective for a ditch
    soon(_line(table, "ditch")).to_contain_text("2 of 20")


def _comes_on(table: Table) -> None:
    """One column; two battalions and a strike with what they fire on the first turns."""
    table.wait_turn()
    table.answer("X")


def _plans(table: Table) -> None:
    state = table.wait_turn()
    page = table.page
    assert state["legal"]["decision"]["kind"] == "columns"
    table.click_hex(ENTRY)
    soon(_line(table, "column1")).to_contain_text(ENTRY)
    table.commit()
    table.wait_turn()
    for name, label, turns in PLANNED:
        page.locator(f'[data-testid=assets] [data-unit="{name}"]').click()
        table.click_hex(label)
        until(page, "() => window.__hulldown.overlays.some((one) => one.kind === 'shares')")
        for turn in turns:
            page.get_by_test_id("taskbar").get_by_role("combobox").select_option(turn)
    soon(page.locator("[data-testid=assets] .draft")).to_have_text(
        [f"Register {OBJECTIVE} turn 2, turn 3", "Register 4519 turn 2, smoke", f"Register {OBJECTIVE} turn 3"]
    )
    table.commit()


def _told(table: Table) -> list[str]:
    return [event["kind"] for event in table.state()["events"]]


def _both(alpha: Table, bravo: Table) -> Json:
    """Goes by everything up to Alpha's next plot; nobody stops early."""
    while True:
        for table in (alpha, bravo):
            state = table.state()
            if state["status"] == "over":
                return table.wait_turn()
            if state["legal"] is None or state["legal"]["decision"]["kind"] == "plot":
                continue
            state = table.wait_turn()
            if table is alpha and state["legal"]["decision"]["kind"] == "leaders" and state["legal"].get("units"):
                return state
            table.pass_by(state)
        state = alpha.state()
        if state["legal"] is not None and state["legal"]["decision"]["kind"] == "plot":
            return alpha.wait_turn()


def _drives(table: Table, state: Json, way: tuple[str, ...]) -> None:
    """The column, or the platoon at its head, goes on along the road."""
    names = [unit["unit"] for unit in state["legal"]["units"]]
    lead = "column1" if "column1" in names else "P1"
    table.select(lead)
    table.choose("MV")
    table.wait_until(lambda: bool(table.reach()))
    if way[0] == ENTRY:
        for label in way:
            table.click_hex(label)
    else:
        table.drag(way)
    soon(_line(table, lead)).to_contain_text(way[-1])


def _idles(table: Table) -> None:
    """Holds its fire, whatever is asked, and plots nothing."""
    state = table.wait_turn()
    while state["legal"]["decision"]["kind"] != "plot":
        table.pass_by(state)
        state = table.wait_turn()
    table.commit(empty=True)


def test_the_strongpoint_is_mined_shelled_smoked_and_overrun(players: Players, server: GameServer) -> None:
    alpha, bravo = _begun(players, server)
    _defends(bravo)
    _comes_on(alpha)
    _digs_in(bravo)
    _plans(alpha)
    bravo.wait_turn()
    bravo.commit(empty=True)  # its battalions are called later
    for way in ROAD:
        state = _both(alpha, bravo)
        _drives(alpha, state, way)
        _settled(alpha.page)
        alpha.commit()
        _idles(bravo)
    state = _both(alpha, bravo)
    told = _told(alpha)
    assert {"impact", "mined", "smoke_up"} <= set(told)
    assert any(marker["kind"] == "smoke" for marker in state["view"]["markers"])
    assert not any(marker["kind"] == "hidden mines" for marker in state["view"]["markers"])
    _takes_over(alpha, bravo, state)
    _runs_over(alpha, bravo)
    _ends(alpha, bravo)


def _takes_over(alpha: Table, bravo: Table, state: Json) -> None:
    """The leader lies on the mines: another tank takes over, and the platoon stands for a turn (25.3)."""
    page = alpha.page
    heir = state["legal"]["units"][0]["unit"]
    alpha.select(heir)
    alpha.choose("LEAD")
    alpha.commit()
    state = _both(alpha, bravo)
    soon(page.get_by_test_id("group-P1").locator(f'[data-unit="{heir}"]')).to_contain_text("leader")
    alpha.commit(empty=True)
    _idles(bravo)


def _runs_over(alpha: Table, bravo: Table) -> None:
    """The platoon drives up by one order; one of it is bent to drive through the squad beside the road."""
    state = _both(alpha, bravo)
    page = alpha.page
    assert {"A2", "A3", "A4"} <= {piece["id"] for piece in state["view"]["pieces"]}
    alpha.select("P1")
    alpha.choose("MV")
    for label in NEARER:
        alpha.wait_until(lambda: bool(alpha.reach()))
        alpha.click_hex(label)
    until(page, "() => window.__hulldown.overlays.some((one) => one.kind === 'ghost')")
    alpha.select("A3")
    alpha.choose("OV")
    alpha.wait_until(lambda: bool(alpha.reach()))
    alpha.drag(CHARGE)
    soon(_line(alpha, "A3")).to_contain_text("Overrun")
    _settled(page)
    alpha.commit()
    _idles(bravo)
    _both(alpha, bravo)
    assert "overrun" in _told(alpha)
    pieces = alpha.state()["view"]["pieces"]
    assert PREY not in {alpha.server.label(STRONGPOINT, piece["cell"]) for piece in pieces if piece["side"] == "bravo"}


def _ends(alpha: Table, bravo: Table) -> None:
    """Points so far are on the table of both."""
    for table in (alpha, bravo):
        soon(table.page.get_by_test_id("score-strip")).to_contain_text("points")
