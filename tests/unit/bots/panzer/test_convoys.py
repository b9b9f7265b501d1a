"""Road columns of the greedy bot of Panzer: one command for many vehicles, which drive on in their order."""

from __future__ import annotations

from itertools import pairwise
from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced import convoys
from hulldown.bots.panzer.advanced.brain import decide
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.goals import errands
from hulldown.bots.seat import seat_of
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.play import columns, control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import index_of
from hulldown.games.panzer.rules.verbs.base import COMMAND, MOVEMENT

CALM = Temper()


def until(kind: str, side: str) -> tuple[Any, Any]:
    """The first decision of a kind that a side of panzer/18 has to make, and its seat; no aircraft make it hide."""
    state: Any = GAME.setup("panzer/18", {}, "column")
    state.air = replace(state.air, planes=tuple(replace(plane, lost=True) for plane in state.air.planes))
    while True:
        asked = sorted(GAME.pending(state))[0]
        seat = seat_of(GAME, state, asked)
        if (seat.legal.decision.kind, asked) == (kind, side):
            return state, seat
        state = GAME.apply(state, asked, decide(seat, Random(1), CALM)).state


@pytest.fixture(scope="module")
def commanded() -> tuple[Any, Any]:
    return until(COMMAND, "german")


@pytest.fixture(scope="module")
def moving() -> tuple[Any, Any]:
    return until(MOVEMENT, "german")


def test_lorries_on_a_road_share_a_move_as_a_column(commanded: tuple[Any, Any]) -> None:
    state, seat = commanded
    order = decide(seat, Random(1), CALM)
    assert seat.check(order) == []
    scene = scene_of(state)
    shared = [task for task in order.tasks if len(task.targets) > 1]
    assert shared
    for task in shared:
        members = [index_of(state, name) for name in (task.unit, *task.targets)]
        assert control.command_range(scene, members[0]) == 0
        assert control.is_column(state, scene, task.kind, members)


def test_the_nearest_to_the_goal_leads(commanded: tuple[Any, Any]) -> None:
    _, seat = commanded
    field = Field(seat.view, "german", CALM)
    given = errands(field)
    found = convoys.lines(field, field.mine, given)
    assert found
    for line in found:
        cells = [field.units[index].cell for index in line]
        turns = [given[line[0]].near(cell) for cell in cells]
        assert turns == sorted(turns)
        assert all(columns.joined(field.scene, ahead, behind) for ahead, behind in pairwise(cells))


def test_a_column_drives_on_in_its_order(moving: tuple[Any, Any]) -> None:
    state, seat = moving
    order = decide(seat, Random(1), CALM)
    assert seat.check(order) == []
    scene = scene_of(state)
    ends = {index_of(state, task.unit): task.cells[-1] for task in order.tasks if task.cells}
    columned = [index for index in ends if detail_of(state.units[index]).column]
    groups = {detail_of(state.units[index]).group for index in columned}
    assert groups
    for group in groups:
        line = sorted(
            [index for index in columned if detail_of(state.units[index]).group == group],
            key=lambda index: detail_of(state.units[index]).column,
        )
        assert len(line) > 1
        assert columns.end_fault(state, scene, line, ends) is None
        west = [scene.board.q[state.units[index].cell] - scene.board.q[ends[index]] for index in line]
        assert min(west) > 0, "all of them come nearer to the western edge"


def test_a_column_that_cannot_close_up_has_no_ends(moving: tuple[Any, Any]) -> None:
    _, seat = moving
    field = Field(seat.view, "german", CALM)
    roads = [cell for cell in field.board.cells if field.ground.on_way[cell]]
    near = next(
        (one, other) for one in roads for other in roads if one != other and columns.joined(field.scene, one, other)
    )
    far = next(cell for cell in roads if not columns.joined(field.scene, near[0], cell))
    first, second = field.mine[:2]
    together = [convoys.Ends(first, {near[0]: 1.0, far: 5.0}), convoys.Ends(second, {near[1]: 1.0})]
    assert convoys.arranged(field, None, together) == {first: near[0], second: near[1]}
    apart = [convoys.Ends(first, {near[0]: 1.0}), convoys.Ends(second, {far: 1.0})]
    assert convoys.arranged(field, None, apart) is None
    leaving = [convoys.Ends(first, {convoys.OFF: 9.0, near[0]: 1.0}), convoys.Ends(second, {far: 1.0, near[1]: 0.0})]
    assert convoys.arranged(field, None, leaving) == {first: convoys.OFF, second: far}
