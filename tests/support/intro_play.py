"""How a test plays the introductory scenario of Tank! with the mouse: enter, drive at the enemy, fire, cover a line."""

from __future__ import annotations

from hulldown.games import load_game
from support.browsing import GameServer, Json, Table, soon
from support.drill_bot import to_go

INTRO = "tank/intro"


def enemies(state: Json) -> list[int]:
    return [piece["cell"] for piece in state["view"]["pieces"] if piece["side"] != state["side"]]


def nearest(server: GameServer, cells: list[int], goals: list[int]) -> int:
    return min(cells, key=lambda cell: (min(server.distance(INTRO, cell, goal) for goal in goals), cell))


def enter(table: Table, server: GameServer) -> None:
    """The column comes in over the northern edge, in the middle."""
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "enter"
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    table.click_hex(server.label(INTRO, cells[len(cells) // 2]))
    table.commit()


def plot_moves(table: Table, server: GameServer, state: Json, but: tuple[str, ...] = ()) -> int:
    """Everybody else who can drives by the cheapest way towards the nearest enemy; how many do."""
    game = load_game("tank")
    goals = enemies(state) or [server.board(INTRO)["cells"][len(server.board(INTRO)["cells"]) // 2]["cell"]]
    moved = 0
    for unit in state["legal"]["units"]:
        option = next((option for option in unit["options"] if option["kind"] == "MV"), None)
        if option is None or unit["unit"] in but:
            continue
        table.select(unit["unit"])
        assert table.choose("MV")
        table.wait_until(lambda: any(overlay["kind"] == "reach" for overlay in table.model()["overlays"]))
        left = to_go(game.board(INTRO), game.cost_tables(INTRO)[option["path"]["table"]], goals)
        lit = table.reach()
        if lit:
            table.click_hex(server.label(INTRO, min(lit, key=lambda cell: (left[cell], cell))))
            row = table.page.locator(f'[data-testid=checklist] [data-unit="{unit["unit"]}"]')
            moved += "Move" in row.inner_text()
    return moved


def refused(table: Table, task: Json) -> bool:
    """Whether the rules object to an order of this task alone: a friend may be in the line of fire."""
    headers = {"Authorization": f"Bearer {table.token}"}
    order = {"kind": "plot", "tasks": [task]}
    answer = table.server.http.post(f"/api/matches/{table.match}/check", json={"order": order}, headers=headers)
    assert answer.status_code == 200, answer.text
    return bool(answer.json()["violations"])


def plot_fire(table: Table, server: GameServer, state: Json) -> str:
    """Direct fire of the first unit that may, after a look at the odds; its name, or nothing."""
    for unit, option in options_of(state, "DF"):
        for cell in option["cells"]:
            if not refused(table, {"unit": unit, "kind": "DF", "cells": [cell]}):
                table.select(unit)
                assert table.choose("DF")
                label = server.label(INTRO, cell)
                table.point_at(label)
                soon(table.page.get_by_test_id("odds")).to_be_visible()
                table.click_hex(label)
                wait_chip(table, unit, "DF")
                return unit
    return ""


def plot_opportunity(table: Table, server: GameServer, state: Json, but: str = "") -> str:
    """Opportunity fire of the first unit that can: it covers a line towards the enemy."""
    # A click on a counter of one's own selects that one instead.
    own = {piece["cell"] for piece in state["view"]["pieces"] if piece["side"] == state["side"]}
    for unit, option in options_of(state, "OF"):
        cells = [cell for cell in option.get("cells", ()) if cell not in own]
        if not cells or unit == but:
            continue
        table.select(unit)
        assert table.choose("OF")
        table.click_hex(server.label(INTRO, nearest(server, cells, enemies(state) or cells[:1])))
        wait_chip(table, unit, "OF")
        table.wait_until(lambda: any(overlay["kind"] == "lane" for overlay in table.model()["overlays"]))
        return unit
    return ""


def options_of(state: Json, kind: str) -> list[tuple[str, Json]]:
    units = state["legal"].get("units", ())
    return [(unit["unit"], option) for unit in units for option in unit["options"] if option["kind"] == kind]


def wait_chip(table: Table, unit: str, chip: str) -> None:
    table.wait_until(lambda: table.chip(unit) == chip)


def drop_refused(table: Table) -> int:
    """Clears the orders to which the rules object, as the list says; how many."""
    rows = table.page.locator("[data-testid=checklist] li").filter(has=table.page.locator("p.wrong"))
    units = [rows.nth(number).locator("[data-unit]").get_attribute("data-unit") or "" for number in range(rows.count())]
    for unit in units:
        table.select(unit)
        table.page.keyboard.press("Delete")
    return len(units)


def commit_legal(table: Table) -> None:
    """Sends the order; what the rules refuse of it is dropped, and the rest sent again."""
    before = table.state()["legal"]["decision"]["id"]
    for _ in range(60):
        button = table.page.get_by_test_id("commit")
        if button.count() and button.is_enabled():
            button.click()
        for _ in range(12):
            legal = table.state()["legal"]
            if legal is None or legal["decision"]["id"] != before:
                return
            if drop_refused(table):
                break
            table.page.wait_for_timeout(50)
    raise AssertionError(f"no order was taken: {table.page.get_by_test_id('checklist').inner_text()}")


def kinds_given(table: Table) -> set[str]:
    """The kinds of tasks that this seat's orders had so far, as the server keeps them."""
    headers = {"Authorization": f"Bearer {table.token}"}
    orders = table.server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"]
    own = table.state()["side"]
    return {task["kind"] for one in orders if one["side"] == own for task in one["order"].get("tasks", [])}
