"""What is drawn anew of the enemy's indirect fire: observers, ranges, plans and points."""

from __future__ import annotations

from random import Random

import msgspec
from msgspec import UnsetType

from hulldown.games.panzer.data.fireplan import PlotPart
from hulldown.games.panzer.rules.advanced.play.facts import cell_of
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers
from hulldown.games.panzer.rules.advanced.support import Mission, Plan, Point, Support, Volley
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, index_of


def draw_support(state: PanzerState, scene: Scene, foe: str, rng: Random) -> None:
    """Completes the part of a state that was taken from a view."""
    if isinstance(state.support, UnsetType):
        return
    support: Support = state.support
    seers = observers.observers(state, scene, foe)
    name = state.units[rng.choice(seers)].id if seers else ""

    def known(one: Mission) -> Mission:
        return msgspec.structs.replace(one, **_observed(state, scene, one, name)) if _hidden(one, foe) else one

    def flying(one: Volley) -> Volley:
        return msgspec.structs.replace(one, **_observed(state, scene, one, name)) if _hidden(one, foe) else one

    counters.change(
        state,
        missions=tuple([known(one) for one in support.missions]),
        queue=tuple([flying(one) for one in support.queue]),
        plans=(*support.plans, *_plans(state, scene, support, foe)),
        points=(*support.points, *_points(scene, foe)),
    )


def _hidden(one: Mission | Volley, foe: str) -> bool:
    return one.side == foe and not one.planned and not one.observer


def _observed(state: PanzerState, scene: Scene, one: Mission | Volley, name: str) -> dict[str, str | int]:
    if not name:
        return {}
    far = scene.board.distance(cell_of(state, index_of(state, name)), one.cell)
    firer = index_of(state, one.source)
    if firer >= 0 and cell_of(state, firer) >= 0:
        far = max(far, scene.board.distance(cell_of(state, firer), one.cell))
    return {"observer": name, "distance": far}


def _plans(state: PanzerState, scene: Scene, support: Support, foe: str) -> list[Plan]:
    """Plans that explain the planned fire on the map, then those that the scenario suggests for what is left."""
    found = [
        Plan(foe, one.source, one.cell, one.landed, (PlotPart(fire="GP", sheaf="closed", turns=2),), one.landed)
        for one in support.missions
        if one.side == foe and one.planned
    ]
    board = scene.board
    for plot in scene.scenario.side(foe).plots:
        if plot.turn >= state.turn and not any(plan.battery == plot.battery for plan in found):
            found.append(Plan(foe, plot.battery, board.by_label[plot.hex], plot.turn, plot.parts))
    return found if foe in support.plotted else []


def _points(scene: Scene, foe: str) -> list[Point]:
    board = scene.board
    return [
        Point(foe, name, board.by_label[point.hex])
        for point in scene.scenario.side(foe).registered
        for name in point.batteries
    ]
