"""The open scenarios of Tank! Expanded for tests: begun with given answers, the rest idle, positions staged by hand."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from hulldown.core.events import Event, Scalar
from hulldown.core.orders import Order, Task, Violation
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.contact import remember
from hulldown.games.tank.rules.spotting import place_counter
from hulldown.games.tank.rules.state import ON_MAP, TankState, Unit

Answers = Mapping[tuple[str, str], Order]
"""Orders by side and kind of decision."""


def cell(label: str) -> int:
    """The cell of a hex on the map of Tank!."""
    return GAME.board("tank/34.1").by_label[label]


def opened(scenario: str, options: Mapping[str, Scalar] | None = None, seed: str = "engagement") -> TankState:
    """A game before its first answer."""
    return GAME.setup(scenario, options or {}, seed)


def advanced(
    state: TankState, until: str, answers: Answers | None = None, events: list[Event] | None = None
) -> TankState:
    """The game when a step of this name asks for the first time; all answers not given are idle."""
    for _ in range(400):
        if state.stack[-1].step == until or GAME.outcome(state) is not None:
            return state
        side, decision = next(iter(GAME.pending(state).items()))
        order = (answers or {}).get((side, decision.kind))
        if order is None:
            order = GAME.legal(state, side).idle
        assert order is not None
        step = GAME.apply(state, side, order)
        state = step.state
        if events is not None:
            events += step.events
    raise AssertionError(f"{until} never came")


def rules_of(violations: list[Violation]) -> set[str]:
    """The cases of violations."""
    return {violation.rule for violation in violations}


def columns(*ways: str, joins: Mapping[str, str] | None = None, point: str = "") -> Order:
    """An order for columns by the hexes of their ways; `point` such as "P1 5"."""
    tasks = [
        Task(f"column{number}", "COL", tuple(cell(label) for label in way.split()))
        for number, way in enumerate(ways, 1)
    ]
    tasks += [Task(unit, "JN", choice=name) for unit, name in (joins or {}).items()]
    if point:
        name, hexes = point.split()
        tasks.append(Task(name, "PT", choice=hexes))
    return Order("columns", tuple(tasks))


def put(state: TankState, where: Mapping[str, str], spotted: bool = True) -> TankState:
    """The state with these units standing in these hexes."""
    new = state.thaw()
    by_id: dict[str, Unit] = {unit.id: unit for unit in new.units}
    for name, label in where.items():
        unit = by_id[name]
        unit.cell, unit.status, unit.spotted = cell(label), ON_MAP, spotted
        place_counter(new, unit)
    return new


def noted(state: TankState, **values: Any) -> TankState:
    """The state with something noted for the engagement."""
    new = state.thaw()
    remember(new, **values)
    return new


def tally(state: TankState) -> dict[str, int]:
    """The points of both sides."""
    scene = scene_of(state)
    assert scene.situation.tally is not None
    return {side: sum(one.points for one in awards) for side, awards in scene.situation.tally(state, scene).items()}
