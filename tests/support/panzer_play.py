"""How a test plays panzer with the mouse: set up, commands, drive at the enemy, fire by overwatch."""

from __future__ import annotations

from hulldown.games import load_game
from support.browsing import GameServer, Json, Table, soon
from support.drill_bot import NEAR, gap, to_go

PANZER = "panzer/1"
TITLE = "Crossroads at Krasnoye"


def pieces(state: Json, own: bool) -> dict[str, int]:
    return {one["id"]: one["cell"] for one in state["view"]["pieces"] if (one["side"] == state["side"]) is own}


def near(state: Json) -> bool:
    board = load_game("panzer").board(PANZER)
    return gap(board, pieces(state, True).values(), pieces(state, False).values()) <= NEAR


def deploy(table: Table, server: GameServer) -> None:
    """Every vehicle in a hex of its own, in the order of the list."""
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "deploy"
    for number, unit in enumerate(state["legal"]["units"]):
        cells = sorted(unit["options"][0]["cells"])
        label = server.label(PANZER, cells[(2 * number + 1) * len(cells) // 6])
        table.select(unit["unit"])
        table.click_hex(label)
        soon(table.page.locator(f'[data-testid=checklist] [data-unit="{unit["unit"]}"]')).to_contain_text(label)
    table.commit()


def command(table: Table, kinds: dict[str, str]) -> None:
    """Gives each vehicle its command and commits them all, unseen by the other side."""
    for unit, kind in kinds.items():
        table.select(unit)
        assert table.choose(kind), f"{unit} has no {kind}"
        soon(table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"] .chip')).to_be_visible()
    table.commit(empty=not kinds)


def drive(table: Table, server: GameServer, state: Json) -> None:
    """Drives every vehicle that is asked for as near to the enemy as it comes by the ways lit; others stay."""
    game = load_game("panzer")
    goals = pieces(state, False).values()
    driven = 0
    for unit in state["legal"]["units"]:
        table.select(unit["unit"])
        if not table.choose("MOVE"):
            continue
        option = next(one for one in unit["options"] if one["kind"] == "MOVE" and one.get("path"))
        left = to_go(game.board(PANZER), game.cost_tables(PANZER)[option["path"]["table"]], goals)
        taken = {*goals, *pieces(state, True).values()}
        lit = [cell for cell in table.reach() if cell not in taken and left[cell] < left[option["path"]["start"]]]
        if lit:
            table.click_hex(server.label(PANZER, min(lit, key=lambda cell: (left[cell], cell))))
            row = table.page.locator(f'[data-testid=checklist] [data-unit="{unit["unit"]}"]')
            soon(row).to_contain_text("Move")
            driven += 1
    if driven:
        table.commit()
    else:
        table.answer("stay")


def fire_overwatch(table: Table) -> None:
    """Takes the first shot that the prompt offers: one click fires."""
    before = table.state()["legal"]["decision"]["id"]
    table.page.get_by_test_id("prompt-card").locator("[data-shot]").first.click()
    table.wait_until(lambda: table.asked() != before)


def let_pass(table: Table, state: Json) -> None:
    """The shortest answer: nobody does anything, and no chance of this step is asked for again."""
    choices = state["legal"].get("choices")
    if choices:
        table.answer(choices[-1])
    else:
        table.commit(empty=True)


def overwatch_shots(state: Json) -> set[str]:
    """The sides whose overwatch has fired so far, as the log tells."""
    shots = [event for event in state["events"] if event["kind"] == "shot" and event["data"]["overwatch"]]
    return {"soviet" if event["data"]["unit"].startswith("S") else "german" for event in shots}
