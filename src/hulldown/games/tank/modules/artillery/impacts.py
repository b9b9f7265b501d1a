"""Fire from off the map on its turn: markers, zones, and what it does to all in them (21.1-b-1, 28.3, 28.4, 28.6).

What falls at the beginning of the turn is rolled for everybody first and then takes effect together (X-36). It goes on
falling all turn long, so whoever comes into a zone later is struck then (28.41a). X-35: each mission strikes a unit
once in a turn, when the unit first meets it, with the points of all the zones that cover the hex.
"""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.core.events import Scalar
from hulldown.core.parts import part_of, set_part
from hulldown.core.sequence import Doing
from hulldown.core.stepped import go_on
from hulldown.games.tank.modules.artillery.park import (
    GUNS,
    KEY,
    PLANES,
    WEIGHTS,
    Asset,
    Falling,
    Mission,
    Park,
    keep,
    park_of,
)
from hulldown.games.tank.modules.artillery.zones import around, bombed, shelled
from hulldown.games.tank.rules import barrage, smoke
from hulldown.games.tank.rules.arms import arms
from hulldown.games.tank.rules.barrage import DESTROYED, PANIC, Fall, Impact, Struck
from hulldown.games.tank.rules.cargo import in_position
from hulldown.games.tank.rules.combat import destroy, end_segment
from hulldown.games.tank.rules.movement import bolt_on
from hulldown.games.tank.rules.panic import panic
from hulldown.games.tank.rules.report import open_order
from hulldown.games.tank.rules.scene import Scene, scene_in
from hulldown.games.tank.rules.state import ON_MAP, TankState, Unit

OFF: Final = "off the map"
_SIZES: Final = {GUNS: "battalion", PLANES: "air strike"}


class Blow(NamedTuple):
    """One attack on one unit: what it can do, and what it has done."""

    unit: int
    points: int
    impact: Impact
    struck: Struck


def segment(state: TankState, doing: Doing) -> bool:
    """The Off-Map Artillery and Air Strike Segment: markers first, then all effects at once (21.1-b-1, 28.3-1)."""
    scene, park = scene_in(state, doing), park_of(state)
    due = [mission for mission in park.missions if mission.turn == state.turn]
    if due:
        park = _placed(state, scene, doing, park, due)
        keep(state, park)
        _strike_all(state, scene, doing, park)
    go_on(state, doing)
    return True


def _placed(state: TankState, scene: Scene, doing: Doing, park: Park, due: list[Mission]) -> Park:
    """Puts the impact markers down; orders that have come true leave the list (28.3-1, 28.62, X-75)."""
    falling: list[Falling] = []
    assets = {(asset.side, asset.name): asset for asset in park.assets}
    for mission in due:
        asset = assets[mission.side, mission.owner]
        fall = _fallen(scene, doing, asset, mission)
        falling.append(fall)
        if fall.smoke:
            # 28.51a, 28.51c: smoke markers lie under the impact markers, for all the hexes of the zone.
            # 28.53a: it lasts for a turn, so a screen is fired anew on every turn, and scatters anew.
            smoke.lay(state, fall.zone)
        # Where guns have been laid is seen; where aircraft were sent is not, since their bombs scatter from there.
        flown = asset.arm == PLANES
        assets[mission.side, mission.owner] = Asset(
            asset.name, asset.side, asset.arm, asset.weight, asset.called, asset.cell, not flown, flown
        )
        _tell(scene, doing, asset, fall)
    left = tuple(mission for mission in park.missions if mission.turn != state.turn)
    return Park(tuple(assets.values()), left, tuple(falling))


def _fallen(scene: Scene, doing: Doing, asset: Asset, mission: Mission) -> Falling:
    name = f"{mission.unit} of {mission.side}"
    if asset.arm == PLANES:
        # 28.6c: only the marked hexes are struck.
        marks = bombed(scene.board, doing.dice, name, mission.cell)
        return Falling(mission.side, mission.unit, asset.arm, asset.weight, marks, tuple(sorted(set(marks))))
    marks = shelled(scene.board, doing.dice, name, mission.cell)
    zone = around(scene.board, marks)
    return Falling(mission.side, mission.unit, asset.arm, asset.weight, marks, zone, mission.smoke)


def _tell(scene: Scene, doing: Doing, asset: Asset, fall: Falling) -> None:
    hexes = " ".join(scene.board.labels[cell] for cell in fall.marks) or OFF
    size = "battery" if fall.battery else _SIZES[asset.arm]
    doing.emit(
        "impact", "28.6b" if asset.arm == PLANES else "28.3-2", (), side=fall.side, gun=fall.unit,
        size=f"{WEIGHTS[asset.weight]} {size}", shell="smoke" if fall.smoke else "high explosive", hexes=hexes,
    )  # fmt: skip


def _strike_all(state: TankState, scene: Scene, doing: Doing, park: Park) -> None:
    """Rolls for every unit in a zone, then lets all of it happen (X-36): wrecks (28.34-x, 28.32c), panic (28.34-p1)."""
    there = [index for index, unit in enumerate(state.units) if unit.status == ON_MAP]
    blows = [blow for index in open_order(state, there) for blow in _blows(state, scene, doing, park, index)]
    for blow in blows:
        unit = state.units[blow.unit]
        if blow.struck.result == DESTROYED:
            destroy(state, scene, doing, blow.unit, _case(unit, DESTROYED))
        elif blow.struck.result == PANIC and not unit.panicked:
            # 28.34-p3, X-37: a vehicle bolts even if it was to stay; X-77: others only if they were to move.
            panic(state, scene, unit, doing, forced=arms(unit.type).drives)
    end_segment(state)


def entering(state: TankState, scene: Scene, doing: Doing, index: int) -> None:
    """Strikes a unit that has come into a zone (28.41a); in a panic it goes on with what is left (28.34-p2)."""
    part = part_of(state, KEY)
    if part is None or not part.get("falling"):
        return
    for blow in _blows(state, scene, doing, park_of(state), index):
        unit = state.units[index]
        if unit.status != ON_MAP:
            return
        if blow.struck.result == DESTROYED:
            destroy(state, scene, doing, index, _case(unit, DESTROYED))
        elif blow.struck.result == PANIC and not unit.panicked:
            bolt_on(state, scene, doing, index)


def _blows(state: TankState, scene: Scene, doing: Doing, park: Park, index: int) -> list[Blow]:
    """The attacks on a unit where it stands: artillery and aircraft apart (28.43), each by all that is new to it."""
    unit = state.units[index]
    met: list[str] = part_of(unit, KEY, [])
    found: list[Blow] = []
    shaken = unit.panicked
    for arm in (GUNS, PLANES):
        covering = [fall for fall in park.falling if fall.arm == arm and not fall.smoke and unit.cell in fall.zone]
        new = [fall.key for fall in covering if fall.key not in met]
        if not new:
            continue
        met = sorted([*met, *new])
        blow = _rolled(state, scene, doing, index, covering, shaken)
        found.append(blow)
        if blow.struck.result == DESTROYED:
            break
        shaken = shaken or blow.struck.result == PANIC
    if found:
        set_part(unit, KEY, met)
    return found


def _rolled(
    state: TankState, scene: Scene, doing: Doing, index: int, covering: list[Falling], shaken: bool
) -> Blow:  # fmt: skip
    """Rolls for the points of all the fire that covers a unit (28.31, 28.32b, 28.33); its owner alone is told."""
    unit = state.units[index]
    weapon = arms(unit.type).weapon
    points = sum(fall.points(weapon) for fall in covering)
    ground, cell = scene.ground, unit.cell
    fall = Fall(
        points, weapon, ground.mode, ground.rows[cell].name, cell in state.wrecks,
        in_position(state, scene, unit), covering[0].arm == PLANES,
    )  # fmt: skip
    impact = barrage.impact(fall)
    struck = barrage.struck(doing.dice, impact, unit.id, shaken)
    data: dict[str, Scalar] = {"unit": unit.id, "hex": scene.board.labels[cell], "points": points, "die": struck.die,
            "what": impact.label, "result": _RESULTS[struck.result]}  # fmt: skip
    doing.note("struck", _case(unit, struck.result), (unit.side,), data, impact.factors)
    return Blow(index, points, impact, struck)


_RESULTS: Final = {DESTROYED: "destroyed", PANIC: "it panics", barrage.NONE: "no effect"}


def _case(unit: Unit, result: str) -> str:
    """The case by which a unit is struck."""
    if not arms(unit.type).drives:
        return "28.32d" if result == PANIC else "28.32c"
    return {DESTROYED: "28.34-x", PANIC: "28.34-p1"}.get(result, "28.33")


def clear(state: TankState, doing: Doing) -> bool:
    """Takes the impact markers of this turn away (21.1-b-9); who has been struck is forgotten with them (28.41a)."""
    park = park_of(state)
    if park.falling:
        keep(state, Park(park.assets, park.missions))
        for unit in state.units:
            if part_of(unit, KEY) is not None:
                set_part(unit, KEY, None)
        doing.emit("impacts_over", "21.1-b-9")
    go_on(state, doing)
    return True
