"""What a side may know of an engagement, and a guess at the rest for those who think ahead."""

from __future__ import annotations

from copy import deepcopy
from random import Random
from typing import Any

from hulldown.core.game import Marker
from hulldown.core.parts import part_of
from hulldown.core.paths import reach, way_to
from hulldown.games.tank.modules.engagements.delaying import GATE
from hulldown.games.tank.modules.engagements.withholding import deal_pause, show_pause
from hulldown.games.tank.rules.column import cheapest_route, side_of
from hulldown.games.tank.rules.contact import KEY
from hulldown.games.tank.rules.defenders import variant_of
from hulldown.games.tank.rules.hooks import Shown
from hulldown.games.tank.rules.library import scene_of
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.situation import FREE
from hulldown.games.tank.rules.state import BRAVO, ON_MAP, SIDES, WAITING, Column, TankState, Unit

OBJECTIVE = "objective"
"""The hex that is defended (34.4-4): what is noted of it, and its marker."""
PUBLIC = ("contact", "asked", OBJECTIVE, "edge", "entered", "near", "far", "out")
"""What both sides know."""
SECRET = {"bravo": ("variant", "preset")}
"""What only one side knows."""
_NEAR, _FAR = 8, 400


def show(state: TankState, side: str | None) -> Shown | None:
    """What is public, and a side's own columns."""
    held = part_of(state, KEY, {})
    part: dict[str, Any] = {name: held[name] for name in PUBLIC if name in held}
    part |= {name: held[name] for name in SECRET.get(side or "", ()) if name in held}
    if side == BRAVO and "pause" in held:
        part["pause"] = show_pause(state, held["pause"])
    columns = {
        key: _plain(column) for key, column in state.columns.items() if side is not None and side_of(key) == side
    }
    if columns:
        part["columns"] = columns
        arrived = [key for key in held.get("arrived", ()) if key in columns]
        if arrived:
            part["arrived"] = arrived
    markers = (Marker(OBJECTIVE, part[OBJECTIVE], BRAVO),) if OBJECTIVE in part else ()
    return Shown(part, markers) if part else None


def _plain(column: Column) -> list[Any]:
    more = column.more if isinstance(column.more, dict) else {}
    return [column.entry, list(column.trail), list(column.route), column.duty, deepcopy(more)]


def deal(part: Any, state: TankState, rng: Random) -> Any:
    """The part of a state drawn from a view: what is known as it is, the enemy's columns as they could be."""
    known = dict(part or {})
    scene = scene_of(state)
    _deal_columns(state, scene, known, rng)
    if any(unit.side == BRAVO for unit in state.units) and scene.side(BRAVO).others and "variant" not in known:
        known["variant"] = variant_of(state.units)
    if "pause" in known:
        known["pause"] = deal_pause(state, known["pause"])
    return deepcopy(known) or None


def _deal_columns(state: TankState, scene: Scene, known: dict[str, Any], rng: Random) -> None:
    """The columns of both sides: the own ones as they are, which are then no longer part of what is known."""
    for key, (entry, trail, route, duty, more) in known.pop("columns", {}).items():
        state.columns[key] = Column(entry, list(trail), list(route), duty, deepcopy(more))
    state.columns = dict(sorted(state.columns.items()))
    own = {side_of(key) for key in state.columns}
    if state.turn and state.stack[-1].step != "advance":
        for side in SIDES:
            if side not in own and scene.side(side).deploy == "columns":
                _guess(state, scene, side, known, rng)
    if state.turn and scene.side(BRAVO).deploy == "camp" and BRAVO not in own:
        crew = [unit.id for unit in state.units if unit.side == BRAVO and unit.status == WAITING]
        gate = scene.board.by_label[GATE]
        state.columns[f"{BRAVO}1"] = Column(gate, [], [gate], False, {"crew": crew, "edge": "X"})


def _guess(state: TankState, scene: Scene, side: str, known: dict[str, Any], rng: Random) -> None:
    """One column of all that the enemy has, from a hex of its edge through its counters and on."""
    edge = known.get("edge", scene.side(side).edge) if side == SIDES[0] else scene.side(side).edge
    units = [unit for unit in state.units if unit.side == side and unit.status in (ON_MAP, WAITING)]
    entry = rng.choice(scene.board.edges[edge])
    more = {"crew": [unit.id for unit in _in_line(units)], "edge": edge}
    column = Column(entry, [], [entry], True, more)
    state.columns[f"{side}1"] = column
    march = scene.situation.march
    if march is None or march(state, scene, f"{side}1") == FREE:
        return
    way = [entry]
    for unit in reversed([unit for unit in _in_line(units) if unit.status == ON_MAP]):
        found = reach(scene.board, scene.ground.vehicle_costs, way[-1], _NEAR)
        if unit.cell not in found:
            found = reach(scene.board, scene.ground.vehicle_costs, way[-1], _FAR)
        if unit.cell not in found:
            column.duty = False
            return
        way += way_to(found, unit.cell)
    column.trail = way if len(way) > 1 or any(unit.cell == entry for unit in units) else []
    onward = cheapest_route(scene.scenario.map, scene.scenario.mode, way[-1], edge, 5)
    column.route = [*way, *onward[1:]]


def _in_line(units: list[Unit]) -> list[Unit]:
    """Those on the map by the numbers of their counters, then those who wait."""
    return sorted(units, key=lambda unit: (unit.status == WAITING, unit.counter))
