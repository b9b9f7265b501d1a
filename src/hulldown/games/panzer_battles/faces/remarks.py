"""What an order would mean beyond its tasks, in words, from what its side knows."""

from __future__ import annotations

from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.faces.panels import entry_turn, name_of
from hulldown.games.panzer_battles.rules import artillery, doctrine, scatter
from hulldown.games.panzer_battles.rules.deployment import COLUMN
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import ON_MAP, BattleState, index_of
from hulldown.games.panzer_battles.rules.verbs.base import MOVEMENT, SETUP
from hulldown.games.panzer_battles.rules.verbs.kinds import AIM, MOVE, QUEUE

MOST = 6
"""So many remarks are told."""


def remarks(state: BattleState, scene: Scene, side: str, order: Order) -> tuple[str, ...]:
    """All of them."""
    found = [_mission(state, scene, side, task) for task in order.tasks if task.kind == AIM and task.cells]
    if order.kind == SETUP:
        found += _queues(state, scene, order)
    if order.kind == MOVEMENT:
        found += _strung_out(state, scene, side, order)
    return tuple(found[:MOST])


def _mission(state: BattleState, scene: Scene, side: str, task: Task) -> str:
    """How likely fire comes down where it is aimed, as the side stands now (17.2, 17.27)."""
    cell, (name, _, due) = task.cells[0], task.unit.partition("@")
    if due:
        # 21.0-sr-1: who sees the hex on the turn of impact may be the scenario's spotter.
        state = state.thaw()
        state.turn = int(due)
    seen = artillery.nearest(state, scene, side, cell)
    battery = next((one for one in artillery.batteries(state, side) if one.key == name), None)
    again = battery is not None and seen >= 0 and battery.repeats == cell
    column = scatter.scatter_column(seen if seen >= 0 else None, again)
    chances = scatter.scatter_chances(column)
    told = ", ".join(f"{_result(str(result))} {round(100 * chance)} %" for result, chance in chances.items() if chance)
    who = "fire for effect" if again else f"seen from {seen} hexes" if seen >= 0 else "seen by nobody"
    when = f" on turn {due}" if due else ""
    return f"Battery {name[-1]} at {scene.label(cell)}{when}, {who} as things stand: {told}."


def _result(result: str) -> str:
    words = {scatter.ON_TARGET: "on target", scatter.IN_HEX: "scattered in the hex"}
    return words.get(result, f"{result.removeprefix('S-')} off")


def _queues(state: BattleState, scene: Scene, order: Order) -> list[str]:
    """Which platoons of a queue come on later than the first turn on which they may (19.25)."""
    late: dict[int, list[str]] = {}
    for task in order.tasks:
        at = index_of(state, task.unit)
        if task.kind != QUEUE or at < 0 or not task.cells or not task.choice:
            continue
        unit = state.units[at].copy()
        unit.entry, unit.place = task.cells[0], int(task.choice.split()[0])
        unit.column = COLUMN in task.choice.split()
        late.setdefault(entry_turn(state, scene, unit), []).append(unit.id)
    return [f"Turn {turn}: {', '.join(names)} can come on." for turn, names in sorted(late.items())]


def _strung_out(state: BattleState, scene: Scene, side: str, order: Order) -> list[str]:
    """Which companies would stand out of doctrine at the end of the moves ordered (18.12; MOR-8)."""
    after = state.thaw()
    moved = set()
    for task in order.tasks:
        at = index_of(state, task.unit)
        if task.kind == MOVE and task.cells and at >= 0 and state.units[at].side == side:
            after.units[at].cell, after.units[at].status = task.cells[-1], ON_MAP
            moved.add(state.units[at].company)
    far = scene.doctrine(side).link
    return [
        f"{name_of(state, after.companies[at])} would be out of doctrine: its platoons keep within "
        f"{far} hex{'' if far == 1 else 'es'} of each other, or its morale suffers (18.12)."
        for at in sorted(moved)
        if not doctrine.holds(after, scene, after.companies[at])
    ]
