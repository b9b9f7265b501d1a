"""Panzer Battles at the table: what platoons do in their own hex, and the Americans' batteries at Arracourt.

The positions are those of `support/arracourt_match.py`; dice and the enemy's presets are the same in every run.
"""

from __future__ import annotations

from support.arracourt_match import ARRACOURT, Arracourt
from support.browsing import GameServer, Json, Players, Table, soon


def piece(table: Table, unit: str) -> Json:
    """A counter as the viewer has it."""
    found: Json = next(one for one in table.state()["view"]["pieces"] if one["id"] == unit)
    return found


def marks(table: Table, unit: str) -> set[str]:
    return set(piece(table, unit).get("marks", ()))


def act(table: Table, unit: str, kind: str) -> None:
    """Gives a unit a task that needs nothing else, or is asked for more: its button is pressed."""
    table.select(unit)
    assert table.choose(kind), f"{unit} is not offered {kind}"


def checked(table: Table) -> None:
    """Waits until the rules have looked at the draft; they refuse nothing."""
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    soon(table.page.get_by_test_id("drop-refused")).to_have_count(0)


def sent(table: Table) -> Json:
    """Commits the draft and waits for the next question."""
    checked(table)
    table.commit(empty=True)
    return table.wait_turn()


def offered(state: Json, unit: str) -> set[str]:
    """The kinds of task that a unit has now."""
    units = state["legal"].get("units", [])
    return {option["kind"] for one in units if one["unit"] == unit for option in one["options"]}


def batteries(table: Table) -> list[Json]:
    """The batteries as their owner has them."""
    found: list[Json] = table.state()["view"]["assets"]
    return found


def on_turn_two(players: Players, server: GameServer) -> tuple[Arracourt, Table]:
    """The Americans at their table, about to move on turn 2."""
    match = Arracourt(server)
    match.set_up()
    match.drive_on()
    match.second_turn()
    return match, match.sit_down(players, "first")


def test_infantry_gets_off_walks_and_gets_on_again(players: Players, server: GameServer) -> None:
    _, table = on_turn_two(players, server)
    assert "loaded" in marks(table, "U211h")
    soon(table.page.locator('[data-testid=checklist] [data-unit="U211i"]')).to_contain_text("on board U211h")
    act(table, "U211i", "DISMOUNT")
    soon(table.page.locator('[data-testid=checklist] [data-unit="U211i"]')).to_contain_text("Dismount")
    state = sent(table)
    assert "loaded" not in marks(table, "U211h")
    assert piece(table, "U211i")["cell"] == piece(table, "U211h")["cell"]
    soon(table.page.get_by_test_id("table")).to_contain_text("U211i gets off U211h")
    # It has a point left: for a hex, or for getting on again.
    assert {"MOVE", "MOUNT"} <= offered(state, "U211i")
    act(table, "U211i", "MOUNT")
    table.click_hex(server.label(ARRACOURT, piece(table, "U211h")["cell"]))
    soon(table.page.locator('[data-testid=checklist] [data-unit="U211i"]')).to_contain_text("Mount")
    sent(table)
    assert "loaded" in marks(table, "U211h")
    soon(table.page.locator('[data-testid=checklist] [data-unit="U211i"]')).to_contain_text("on board U211h")
    # The vehicles have paid for both and can still drive.
    table.select("U211h")
    assert table.choose("MOVE")
    table.wait_until(lambda: bool(table.reach()))


def test_vehicles_enter_defilade_turn_it_and_leave_it(players: Players, server: GameServer) -> None:
    _, table = on_turn_two(players, server)
    page = table.page
    act(table, "U113", "DEFILADE")
    wheel = page.locator("[data-facing]")
    soon(wheel).to_have_count(6)
    page.locator('[data-facing="2"]').click()
    soon(page.locator('[data-testid=checklist] [data-unit="U113"]')).to_contain_text("Defilade")
    state = sent(table)
    assert "RISE" in offered(state, "U113")
    assert "defilade 2" in marks(table, "U113")
    assert "COLUMN" not in offered(state, "U113"), "that would take a Segment in which it does nothing else (6.61)"
    # The marker is turned free, and five hexsides are left to choose from.
    act(table, "U113", "DEFILADE")
    soon(wheel).to_have_count(5)
    page.locator('[data-facing="1"]').click()
    sent(table)
    soon(page.get_by_test_id("table")).to_contain_text("goes into defilade")
    act(table, "U113", "RISE")
    sent(table)
    assert not any(mark.startswith("defilade") for mark in marks(table, "U113"))


def test_column_is_entered_for_the_segment_and_left_free(players: Players, server: GameServer) -> None:
    _, table = on_turn_two(players, server)
    page = table.page
    assert "column" in marks(table, "U112")
    act(table, "U112", "LINE")
    soon(page.locator('[data-testid=checklist] [data-unit="U112"]')).to_contain_text("Leave Column")
    act(table, "U121", "COLUMN")
    soon(page.locator('[data-testid=checklist] [data-unit="U121"]')).to_contain_text("Column")
    state = sent(table)
    assert "column" not in marks(table, "U112")
    assert "MOVE" in offered(state, "U112"), "it costs nothing"
    assert "column" in marks(table, "U121")
    assert "MOVE" not in offered(state, "U121"), "it takes the whole Segment"
    soon(page.get_by_test_id("table")).to_contain_text("U121 goes into Column")


def test_platoons_regroup_and_the_opponent_chooses_their_status(players: Players, server: GameServer) -> None:
    match, table = on_turn_two(players, server)
    page = table.page
    act(table, "U111", "REGROUP")
    table.click_hex("0224")
    soon(page.locator('[data-testid=checklist] [data-unit="U111"]')).to_contain_text("Regroup")
    checked(table)
    table.commit(empty=True)
    enemy = match.sit_down(players, "second")
    assert enemy.state()["legal"]["decision"]["kind"] == "status"
    soon(enemy.page.get_by_test_id("prompt")).to_contain_text("Enemy platoons have become one")
    # Only what they differed in is asked for.
    assert [unit["unit"] for unit in enemy.state()["legal"]["units"]] == ["formation"]
    enemy.select("formation")
    enemy.choose("CHOOSE")
    enemy.page.get_by_test_id("taskbar").get_by_role("button", name="In Column", exact=True).click()
    enemy.commit()
    state = table.wait_turn()
    pieces = {one["id"] for one in state["view"]["pieces"]}
    assert ("U111" in pieces, "U112" in pieces) == (True, False)
    assert "column" in marks(table, "U111")
    assert "4" in marks(table, "U111"), "its strength"
    assert not {"MOVE", "REGROUP"} & offered(state, "U111"), "it has spent its whole allowance (5.6b)"


def test_batteries_have_a_calendar_and_their_fire_lies_on_the_map(players: Players, server: GameServer) -> None:
    match = Arracourt(server)
    match.set_up()
    match.until("first", "plot", 1)
    table = match.sit_down(players, "first")
    page = table.page
    assets = page.get_by_test_id("assets")
    soon(assets).to_contain_text("Battery 1")
    # By turn of impact, and again and again until another mission comes (17.11a).
    calendar = {
        one["key"]: {each["turn"]: each["cell"] for each in one.get("missions", ())} for one in batteries(table)
    }
    aimed = {key: [server.label(ARRACOURT, cell) for cell in by_turn.values()] for key, by_turn in calendar.items()}
    assert aimed == {"bty1": ["0724"] * 12, "bty2": ["0820"] * 11, "bty3": []}
    soon(assets).to_contain_text("0724")
    soon(assets).to_contain_text("0820")
    soon(page.get_by_test_id("prompt")).to_contain_text("missions for turn 3")
    # A mission of turn 1 comes on turn 3; its three hexes and the chances of scatter are shown before it is given.
    assets.locator('[data-unit="bty1"]').click()
    assert table.choose("AIM")
    table.click_hex("0719")
    table.wait_until(lambda: any(one["kind"] == "shares" for one in table.model()["overlays"]))
    soon(page.get_by_test_id("checklist")).to_contain_text("Battery 1 at 0719, seen by nobody")
    checked(table)
    table.commit(empty=True)
    match.until("second", "command", 1)
    lying = [one for one in table.state()["view"]["areas"] if one["kind"] == "barrage"]
    assert [(one["side"], len(one["cells"])) for one in lying] == [("first", 3)]
    match.until("first", "move", 1)
    table.wait_turn()
    impacts = [one for one in table.model()["markers"] if one["kind"].startswith("impact")]
    assert {server.label(ARRACOURT, cell) for cell in lying[0]["cells"]} == {one["label"] for one in impacts}
    soon(page.get_by_test_id("mirror")).to_contain_text("artillery fire")
    # The mission of turn 1 stands in the calendar from turn 3 on; the fire of turn 1 is gone when turn 2 has its own.
    match.until("first", "plot", 2)
    table.wait_turn()
    found = {one["key"]: {each["turn"]: each["cell"] for each in one.get("missions", ())} for one in batteries(table)}
    aimed = {turn: server.label(ARRACOURT, cell) for turn, cell in found["bty1"].items()}
    assert (aimed[2], aimed[3], aimed[12]) == ("0724", "0719", "0719")
    soon(assets).to_contain_text("0719")
