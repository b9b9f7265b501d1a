"""Tank! Expanded at the table: positions of the open scenarios, staged at the server and played on in Chromium."""

from __future__ import annotations

from typing import Any

from support.browsing import GameServer, Json, Players, Table, soon, until
from support.staging import Answer, Staged

STRONGPOINT = "tank/34.4"
MEETING = "tank/34.1"
CALM = {"alpha_panic": -10, "bravo_panic": -10}
OBJECTIVE = "3319"
BACK = ("3217", "3218", "3219", "3220", "3117", "3118", "3119", "3120", "3317")
FRONT, FAR = ("5613", "5722", "5818"), ("3016", "3017", "3018")
"""Where squads lie: around the objective, and beside the columns that come on or out of their sight."""
ENTRIES = ("6110", "6114", "6118", "6122", "6126")


def _kinds(state: Json) -> dict[str, dict[str, Any]]:
    return {unit["unit"]: {one["kind"]: one for one in unit["options"]} for unit in state["legal"]["units"]}


def test_a_platoon_is_led_by_one_path_and_its_tanks_are_foreseen(players: Players, server: GameServer) -> None:
    stage = Staged(server, MEETING, CALM)
    met = stage.play(("alpha", "plot", 1), {})["view"]["turn"]
    table = stage.table(players, "alpha")
    page, state = table.page, table.wait_turn()
    groups = [one for one in state["view"]["groups"] if one["key"] in _kinds(state) and len(one["members"]) > 1]
    group = groups[0]
    part = page.get_by_test_id(f"group-{group['key']}")
    soon(part.locator("[data-unit]")).to_have_count(1 + len(group["members"]))
    soon(part.locator(f'[data-unit="{group["leader"]}"]')).to_contain_text("leader")
    table.select(group["leader"])
    page.get_by_test_id("formation").click()
    table.choose("MV")
    table.wait_until(lambda: bool(table.reach()))
    here = next(one["cell"] for one in state["view"]["pieces"] if one["id"] == group["leader"])
    held = {one["cell"] for one in state["view"]["pieces"]}
    near = [cell for cell in table.reach() if server.distance(MEETING, here, cell) == 2 and cell not in held]
    table.click_hex(server.label(MEETING, near[0]))
    until(page, "() => window.__hulldown.overlays.some((one) => one.kind === 'ghost')")
    followers = len(group["members"]) - len(group.get("apart", []))
    soon(part.get_by_text("follows its group")).to_have_count(followers)
    _settled(table)
    table.commit()
    stage.play(("alpha", "plot", met + 1), {})
    moved = {one["id"]: one["cell"] for one in table.wait_turn()["view"]["pieces"]}
    assert moved[group["leader"]] == near[0]


def test_some_turns_of_the_strongpoint_are_played(players: Players, server: GameServer) -> None:
    stage = Staged(server, STRONGPOINT, {"period": 12, **CALM})
    answers = _position(stage, *FRONT)
    stage.play(("alpha", "plot", 2), answers)
    table = stage.table(players, "alpha")
    page = table.page
    track = page.get_by_role("navigation", name="Sequence of play")
    for turn in (2, 3, 4):
        state = table.wait_turn()
        assert state["view"]["turn"] == turn
        soon(track.get_by_role("button", name="Off-Map Artillery and Air Strike")).to_be_visible()
        soon(page.get_by_test_id("assets")).to_be_visible()
        kinds = _kinds(state)
        if turn == 2:
            _aims(table, server, kinds)
        _dismounts(table, server, state, kinds)
        _settled(table)
        table.commit(empty=True)
        stage.play(("alpha", "plot", turn + 1), answers)


def _aims(table: Table, server: GameServer, kinds: dict[str, dict[str, Any]]) -> None:
    """Orders fire from off the map: the hexes it may strike are shown, the turn is chosen."""
    gun = next(name for name, options in kinds.items() if options.get("AF", {}).get("cells"))
    page, option = table.page, kinds[gun]["AF"]
    page.locator(f'[data-testid=assets] [data-unit="{gun}"]').click()
    table.choose("AF")
    table.click_hex(server.label(STRONGPOINT, option["cells"][0]))
    until(page, "() => window.__hulldown.overlays.some((one) => one.kind === 'shares')")
    first, second = option["choices"][:2]
    soon(page.locator("[data-testid=assets] .draft")).to_contain_text(f"turn {first}")
    page.get_by_test_id("taskbar").get_by_role("combobox").select_option(second)
    soon(page.locator("[data-testid=assets] .draft")).to_contain_text(f"turn {first}, turn {second}")
    page.get_by_test_id("taskbar").get_by_role("button", name=f"turn {second}").click()
    soon(page.locator("[data-testid=assets] .draft")).not_to_contain_text(f"turn {second}")


def _dismounts(table: Table, server: GameServer, state: Json, kinds: dict[str, dict[str, Any]]) -> None:
    """Lets a squad off: a click for its carrier gives both their task."""
    held = {one["cell"] for one in state["view"]["pieces"]}
    ways = {unit: set(options.get("DT", {}).get("cells", ())) - held for unit, options in kinds.items()}
    unit, free = next((unit, free) for unit, free in ways.items() if free)
    table.select(unit)
    table.choose("DT")
    table.click_hex(server.label(STRONGPOINT, min(free)))
    soon(table.page.locator("[data-testid=checklist] .chip", has_text="DT")).to_have_count(2)


def _position(stage: Staged, *outposts: str) -> dict[str, Answer]:
    """A defended position: the objective with most of the squads and guns around it, and three outposts."""

    def defence(state: Json) -> Json:
        units = [unit for unit in state["legal"]["units"] if unit.get("required")]
        squads = [unit["unit"] for unit in units if not unit["options"][0].get("facings")]
        guns = [unit["unit"] for unit in units if unit["options"][0].get("facings")]
        placed = [stage.task(unit, "DP", label) for unit, label in zip(squads, (*BACK, *outposts), strict=True)]
        aimed = [stage.task(unit, "DP", label, facing=2) for unit, label in zip(guns, ("3016", "3020"), strict=True)]
        return {"kind": "defence", "tasks": placed + aimed}

    def columns(state: Json) -> Json:
        """One vehicle to each column in turn, tanks before carriers, so that either stands beside the other."""
        entries = [stage.task(f"column{number}", "COL", label) for number, label in enumerate(ENTRIES, 1)]
        vehicles = [u["unit"] for u in state["legal"]["units"] if u["options"][0]["kind"] == "JN"]
        joined = [stage.task(unit, "JN", choice=f"column{at % 5 + 1}") for at, unit in enumerate(vehicles)]
        return {"kind": "columns", "tasks": entries + joined}

    return {
        "objective": lambda _: {"kind": "objective", "tasks": [stage.task("objective", "OB", OBJECTIVE)]},
        "edge": lambda _: {"kind": "edge", "choice": "X"},
        "defence": defence,
        "columns": columns,
    }


def _line(table: Table, unit: str) -> Any:
    return table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')


def _settled(table: Table) -> None:
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    soon(table.page.get_by_test_id("drop-refused")).to_have_count(0)


def test_a_squad_gets_off_its_carrier_and_onto_a_tank_by_clicks(players: Players, server: GameServer) -> None:
    stage = Staged(server, STRONGPOINT, {"alpha_nation": "Ger", "bravo_nation": "US", **CALM})
    answers = _position(stage, *FRONT)
    stage.play(("alpha", "plot", 2), answers)
    table = stage.table(players, "alpha")
    page, state = table.page, table.wait_turn()
    at = {piece["id"]: server.label(STRONGPOINT, piece["cell"]) for piece in state["view"]["pieces"]}
    # The carrier A35 with the squad A23 stands beside the tank A18; the squad is told, and the carrier with it.
    assert (at["A35"], at["A18"]) == ("5917", "5816")
    table.select("A23")
    soon(page.get_by_test_id("card")).to_contain_text("on board of A35")
    assert table.choose("DT")
    soon(page.get_by_test_id("prompt")).to_contain_text("The vehicle drives on by one hex")
    table.click_hex("5817")
    soon(_line(table, "A35")).to_contain_text("Dismount 5817")
    soon(_line(table, "A23")).to_contain_text("Dismount")
    page.keyboard.press("Delete")  # both lose it together
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(0)
    table.select("A35")
    table.choose("DT")
    table.click_hex("5817")
    soon(page.locator("[data-testid=checklist] .chip", has_text="DT")).to_have_count(2)
    _settled(table)
    table.commit(empty=True)
    stage.play(("alpha", "plot", 3), answers)
    table.wait_turn()
    # Two vehicles could take it on now; a click says which.
    table.select("A23")
    assert table.choose("MT")
    table.click_hex("5816")
    soon(_line(table, "A18")).to_contain_text("Mount 5917")
    soon(page.locator("[data-testid=checklist] .chip", has_text="MT")).to_have_count(2)
    _settled(table)
    table.commit(empty=True)
    stage.play(("alpha", "plot", 4), answers)
    state = table.wait_turn()
    tank = next(piece for piece in state["view"]["pieces"] if piece["id"] == "A18")
    assert (server.label(STRONGPOINT, tank["cell"]), "riders" in tank["marks"]) == ("5917", True)
    table.select("A18")
    soon(page.get_by_test_id("card")).to_contain_text("riders: carries infantry in the open")
    soon(page.get_by_test_id("card")).to_contain_text("carries A23")


def test_fire_is_withheld_by_a_preset_that_goes_with_the_plot(players: Players, server: GameServer) -> None:
    stage = Staged(server, STRONGPOINT, {"alpha_nation": "Ger", "bravo_nation": "US", **CALM})
    answers = _position(stage, *FAR)
    stage.play(("bravo", "plot", 2), answers)
    table = stage.table(players, "bravo")
    page, state = table.page, table.wait_turn()
    assert "WH" in _kinds(state)["fire"], "nobody has met anybody yet"
    page.locator('[data-testid=whole-side] [data-unit="fire"]').click()
    assert table.choose("WH")
    meaning = page.get_by_test_id("preset-meaning")
    soon(meaning).to_contain_text("you are asked at each chance")
    page.get_by_test_id("preset").locator("input[name=hold]").check()
    soon(meaning).to_contain_text("Holds fire")
    page.get_by_test_id("preset").locator("input[name=hold]").uncheck()
    page.get_by_test_id("preset").locator("input[name=range]").fill("7")
    page.keyboard.press("Tab")
    soon(meaning).to_contain_text("up to 7 hexes")
    table.commit()
    stage.play(("bravo", "plot", 3), answers)
    headers = {"Authorization": f"Bearer {table.token}"}
    orders = server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"]
    told = [task for one in orders for task in one["order"].get("tasks", ()) if task["kind"] == "WH"]
    assert told == [{"unit": "fire", "kind": "WH", "choice": "range 7"}]


def test_the_odds_tell_of_heat_and_spaced_armour(players: Players, server: GameServer) -> None:
    stage = Staged(server, MEETING, {"period": 12, **CALM})
    stage.play(("alpha", "plot", 4), {})
    table = stage.table(players, "alpha")
    page, state = table.page, table.wait_turn()
    firers = [(unit, options["DF"]) for unit, options in _kinds(state).items() if options.get("DF", {}).get("cells")]
    unit, option = firers[0]
    table.select(unit)
    soon(page.get_by_test_id("card")).to_contain_text("HEAT")
    table.choose("DF")
    table.point_at(server.label(MEETING, option["cells"][0]))
    card = page.get_by_test_id("odds")
    soon(card).to_contain_text("HEAT at spaced armour, halved")
    soon(card).to_contain_text("24.12a")
