"""How a test plays the introductory scenario of Tank! with the mouse: enter, drive at the enemy, fire, cover a line."""

from __future__ import annotations

from support.browsing import GameServer, Json, Table, soon

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
    """Everybody else who can drives towards the nearest enemy; how many do."""
    goals = enemies(state) or [server.board(INTRO)["cells"][len(server.board(INTRO)["cells"]) // 2]["cell"]]
    moved = 0
    for unit in state["legal"]["units"]:
        if unit["unit"] in but:
            continue
        table.select(unit["unit"])
        if not table.choose("MV"):
            continue
        lit = table.reach()
        if not lit:
            continue
        goal = nearest(server, lit, goals)
        table.click_hex(server.label(INTRO, goal))
        row = table.page.locator(f'[data-testid=checklist] [data-unit="{unit["unit"]}"]').inner_text()
        moved += "Move" in row
    return moved


def plot_fire(table: Table, server: GameServer, state: Json) -> str:
    """Direct fire of the first unit that can, after a look at the odds; its name, or nothing."""
    for unit in state["legal"]["units"]:
        option = next((option for option in unit["options"] if option["kind"] == "DF"), None)
        if option is None:
            continue
        table.select(unit["unit"])
        assert table.choose("DF")
        label = server.label(INTRO, option["cells"][0])
        table.point_at(label)
        soon(table.page.get_by_test_id("odds")).to_be_visible()
        table.click_hex(label)
        assert table.chip(unit["unit"]) == "DF"
        return str(unit["unit"])
    return ""


def plot_opportunity(table: Table, server: GameServer, state: Json, but: str = "") -> str:
    """Opportunity fire of the first unit that can: it covers a line towards the enemy."""
    for unit in state["legal"]["units"]:
        option = next((one for one in unit["options"] if one["kind"] == "OF" and one.get("cells")), None)
        if option is None or unit["unit"] == but:
            continue
        table.select(unit["unit"])
        assert table.choose("OF")
        # A click on a counter of one's own selects that one instead.
        own = {piece["cell"] for piece in state["view"]["pieces"] if piece["side"] == state["side"]}
        cells = [cell for cell in option["cells"] if cell not in own]
        table.click_hex(server.label(INTRO, nearest(server, cells, enemies(state) or cells[:1])))
        assert table.chip(unit["unit"]) == "OF"
        assert any(overlay["kind"] == "lane" for overlay in table.model()["overlays"])
        return str(unit["unit"])
    return ""


def drop_refused(table: Table) -> list[str]:
    """Clears the orders to which the rules object, as the list says; whose they were."""
    table.page.wait_for_timeout(900)
    rows = table.page.locator("[data-testid=checklist] li").filter(has=table.page.locator("p.wrong"))
    units = [rows.nth(number).locator("[data-unit]").get_attribute("data-unit") or "" for number in range(rows.count())]
    for unit in units:
        table.select(unit)
        table.page.keyboard.press("Delete")
    return units


def commit_legal(table: Table) -> None:
    """Sends the order; what the rules refuse of it is dropped, and the rest sent again."""
    before = table.state()["legal"]["decision"]["id"]
    for _ in range(6):
        table.page.get_by_test_id("commit").click()
        table.page.wait_for_timeout(700)
        legal = table.state()["legal"]
        if legal is None or legal["decision"]["id"] != before:
            return
        drop_refused(table)
    raise AssertionError(f"no order was taken: {table.page.get_by_test_id('checklist').inner_text()}")


def kinds_given(table: Table) -> set[str]:
    """The kinds of tasks that this seat's orders had so far, as the server keeps them."""
    headers = {"Authorization": f"Bearer {table.token}"}
    orders = table.server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"]
    own = table.state()["side"]
    return {task["kind"] for one in orders if one["side"] == own for task in one["order"].get("tasks", [])}
