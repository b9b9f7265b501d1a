"""KampfPanzer at the table: a whole game, combined fire, riders, reinforcements, and keys alone."""

from __future__ import annotations

from random import Random
from typing import Any

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.games.kampfpanzer.game import GAME
from support.browsing import GameServer, Json, Players, Table, soon, start_game
from support.kampf_match import begun, deployed, met, placed, sit_down

POLAND, SUMMA, SPAIN = "kampfpanzer/4", "kampfpanzer/5", "kampfpanzer/1"


def notes(table: Table) -> Json:
    return dict(table.state()["view"]["notes"])


def test_whole_game_of_poland_is_played(players: Players, server: GameServer) -> None:
    table = players.table()
    page, rng = table.page, Random("poland")
    start_game(table, "Poland", side="Germans")
    table.wait_turn()
    page.get_by_test_id("suggest").click()
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(12)
    table.commit()
    turns, moved, fired = set(), 0, 0
    while (state := table.wait_turn())["status"] != "over":
        legal = state["legal"]
        turns.add(state["view"]["turn"])
        if legal["decision"]["kind"] == "combine":
            soon(page.locator("[data-testid=volleys] input:checked")).not_to_have_count(0)
            table.commit()
            continue
        if legal["decision"]["kind"] != "plot":
            table.pass_by(state)
            continue
        for unit in legal["units"][:4]:
            kinds = {option["kind"]: option for option in unit["options"]}
            if "N" in kinds:
                table.select(unit["unit"])
                table.choose("N")
                table.click_hex(server.label(POLAND, kinds["N"]["cells"][0]))
                fired += 1
        kinds_of = {unit["unit"]: {one["kind"] for one in unit["options"]} for unit in legal["units"]}
        mover = next((unit for unit, kinds in kinds_of.items() if "MV" in kinds and "N" not in kinds), None)
        if mover is not None:
            table.select(mover)
            table.choose("MV")
            table.wait_until(lambda: bool(table.reach()))
            held = {piece["cell"] for piece in state["view"]["pieces"]}
            table.click_hex(server.label(POLAND, rng.choice([cell for cell in table.reach() if cell not in held])))
            moved += 1
        # A move at random may end where a friend ends: the rules say so, and the list offers to drop it.
        soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
        if page.get_by_test_id("drop-refused").count():
            page.get_by_test_id("drop-refused").click()
            soon(page.get_by_test_id("drop-refused")).to_have_count(0)
        table.commit(empty=True)
    assert state["view"]["outcome"]["rule"].startswith("14.4")
    assert moved > 5
    assert turns >= set(range(1, 9))
    soon(page.get_by_test_id("end")).to_contain_text(state["view"]["outcome"]["reason"])


def test_path_is_drawn_with_waits_and_written_by_directions(players: Players, server: GameServer) -> None:
    table = sit_down(players, deployed(server, POLAND)["first"])
    page = table.page
    table.select("1")
    table.choose("MV")
    written = page.get_by_test_id("written")
    written.fill("A1 S2 B1")
    written.press("Enter")
    task = page.locator('[data-testid=checklist] [data-unit="1"]')
    soon(task).to_contain_text("A1 S2 B1")
    soon(page.get_by_test_id("clock")).to_be_visible()
    page.locator("body").press("Backspace")
    soon(task).to_contain_text("A1 S2")
    page.locator("body").press("Enter")
    soon(page.get_by_test_id("tip")).to_contain_text("does not end with a wait")
    written.fill("A1 Q3")
    written.press("Enter")
    soon(page.get_by_test_id("tip")).to_contain_text("“Q3” is no direction")


def test_riders_get_on_a_tank_and_off_again(players: Players, server: GameServer) -> None:
    seats = begun(server, SUMMA)
    state: Any = GAME.setup(SUMMA, {}, "any")
    order = RandomBot("set up").decide(seat_of(GAME, state, "first"))
    seats["first"].give(order)
    state = GAME.apply(state, "first", order).state
    types = {unit.id: unit.type for unit in state.units if unit.side == "second"}
    tank = next(unit for unit, kind in types.items() if kind == "BT7")
    rider = next(unit for unit, kind in types.items() if kind != "BT7")
    seats["second"].give(placed(state, "second", {tank: "2321", rider: "2526"}))
    table = sit_down(players, seats["second"])
    page = table.page

    def turn(until: str, *tasks: tuple[str, str, str]) -> None:
        """Gives these tasks turn after turn until they have been carried out: half of the Russians panic."""
        for _ in range(5):
            for unit, kind, label in tasks:
                table.select(unit)
                if not table.choose(kind):
                    continue
                if label:
                    table.click_hex(label)
            seats["first"].idle()
            table.commit()
            while (now := table.wait_turn())["legal"]["decision"]["kind"] != "plot":
                table.pass_by(now)
            if any(event["kind"] == until and str(event["data"].get("unit")) == tank for event in now["events"]):
                return
        raise AssertionError(f"{tank} does not come to {until}")

    board = GAME.board(SUMMA)
    beside = next(
        board.labels[cell] for cell in board.neighbours[board.cell("2526")]
        if board.distance(cell, board.cell("2321")) == board.distance(board.cell("2526"), board.cell("2321")) - 1
    )  # fmt: skip
    for _ in range(4):
        where = next(piece["cell"] for piece in table.state()["view"]["pieces"] if piece["id"] == tank)
        if where == board.cell(beside):
            break
        table.select(tank)
        if table.choose("MV"):
            table.click_hex(beside)
        seats["first"].idle()
        table.commit()
        table.wait_turn()
    turn("embarked", (tank, "M", "2526"))
    assert notes(table)[rider] == f"on board BT7 {tank}"
    soon(page.locator(f'[data-testid=checklist] [data-unit="{rider}"]')).to_contain_text(f"on board BT7 {tank}")
    turn("debarked", (tank, "Q", beside))
    assert rider not in notes(table)


def test_reinforcements_wait_with_their_turn_and_come_on(players: Players, server: GameServer) -> None:
    seats = deployed(server, SPAIN)
    late = next(unit for unit, note in seats["first"].state()["view"]["notes"].items() if "turn 6" in note)
    table = sit_down(players, seats["first"])
    row = table.page.locator(f'[data-testid=checklist] [data-unit="{late}"]')
    soon(row).to_contain_text("enters on turn 6 at 3953")
    while (turn := table.state()["view"]["turn"]) < 6:
        seats["first"].idle()
        seats["second"].idle()
        assert turn < 7
    table.wait_turn()
    table.select(late)
    table.choose("MV")
    table.click_hex("3953")
    soon(row).to_contain_text("3953")
    seats["second"].idle()
    table.commit()
    table.wait_turn()
    table.wait_until(lambda: any(piece["id"] == late for piece in table.state()["view"]["pieces"]))


def test_a_unit_in_the_corner_does_not_come_under_the_buttons(players: Players, server: GameServer) -> None:
    """The map is drawn away from its edge for a unit that is taken up where the zoom buttons are."""
    seats, _ = met(server, SPAIN, {"1": "3953"})
    seats["second"].idle()
    table = sit_down(players, seats["first"])
    page = table.page
    table.select("2")
    page.keyboard.press("Escape")
    table.select("1")
    at = table.bring("3953")
    there = "at => document.elementFromPoint(at.x, at.y)?.closest('[data-testid=map], .zoom')?.className ?? ''"
    assert "map" in page.evaluate(there, at)
    for x, y in ((20, 0), (-20, 0), (0, 20), (0, -20)):
        assert "map" in page.evaluate(there, {"x": at["x"] + x, "y": at["y"] + y})


def test_keys_alone_plot_a_turn(players: Players, server: GameServer) -> None:
    seats = deployed(server, POLAND)
    table = sit_down(players, seats["first"])
    page = table.page
    page.keyboard.press("n")
    page.keyboard.press("m")
    page.get_by_test_id("map").focus()
    page.keyboard.press("ArrowDown")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    table.wait_until(lambda: bool(page.locator("[data-testid=checklist] .chip").count()))
    page.keyboard.press("w")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    soon(page.locator("[data-testid=checklist]")).to_contain_text("S1")
    page.keyboard.press("k")
    soon(page.get_by_test_id("areas")).to_have_attribute("aria-pressed", "true")
    seats["second"].idle()
    before = table.state()["legal"]["decision"]["id"]

    def sent() -> bool:
        if page.get_by_test_id("prompt").get_attribute("data-decision") == before:
            page.keyboard.press("Control+Enter")
        legal = table.state()["legal"]
        return legal is None or legal["decision"]["id"] != before

    table.wait_until(sent)
