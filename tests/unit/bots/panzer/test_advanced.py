"""The brain's judgement in the Advanced Game: commands within what formations have, and dangers by cards."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced.brain import decide
from hulldown.bots.panzer.advanced.commanding import command_order
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.searching import search_gain
from hulldown.bots.panzer.advanced.value import value
from hulldown.bots.seat import seat_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.pieces import HULL_DOWN
from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of, member_of
from hulldown.games.panzer.rules.state import SIDES
from hulldown.games.panzer.rules.verbs.base import COMMAND

CALM = Temper()


def first_commands(scenario: str) -> Any:
    """The position in which commands are given for the first time."""
    state: Any = GAME.setup(scenario, {}, "brain")
    while state.stack[-1].step != COMMAND:
        side = sorted(GAME.pending(state))[0]
        state = GAME.apply(state, side, decide(seat_of(GAME, state, side), Random(1), CALM)).state
    return state


@pytest.mark.parametrize("scenario", ["panzer/11", "panzer/14"])
def test_commands_are_shared_where_a_formation_has_too_few(scenario: str) -> None:
    state = first_commands(scenario)
    for side in SIDES:
        seat = seat_of(GAME, state, side)
        view: Any = seat.view
        field = Field(view, side, CALM)
        order = command_order(field, seat.legal, {"MOVE": 50.0}, lambda: 0.0)
        assert seat.check(order) == []
        numbers = control.available(field.state, field.scene, side)
        used: dict[str, int] = {}
        for task in order.tasks:
            index = field.names[task.unit]
            if not control.recon(field.scene, index):
                name = member_of(field.scene, index).formation
                used[name] = used.get(name, 0) + 1
        assert used
        assert all(count <= int(numbers[name].value) for name, count in used.items())


def test_a_gun_is_a_danger_to_tanks_and_less_so_from_afar() -> None:
    state = first_commands("panzer/12")
    view: Any = seat_of(GAME, state, "soviet").view
    field = Field(view, "soviet", CALM)
    gun = next(index for index in field.foes if "PaK 40" in field.units[index].type)
    tank = next(index for index in field.mine if field.units[index].type.startswith("T-34"))
    assert field.threat(gun, tank, 3) > field.threat(gun, tank, 12) > 0.0
    assert field.threat(gun, tank, field.reach(gun) + 1) == 0.0


def test_the_value_of_both_sides_adds_up() -> None:
    state = first_commands("panzer/13")
    assert value(state, "soviet") + value(state, "german") == pytest.approx(1.0)


def test_a_unit_in_cover_that_keeps_still_is_in_less_danger() -> None:
    state = first_commands("panzer/11")
    view: Any = seat_of(GAME, state, "german").view
    field = Field(view, "german", CALM)
    foe = field.foes[0]
    squad = next(index for index in field.mine if field.units[index].type == "German Rifle squad")
    here = field.units[squad].cell
    reach = field.spotted(squad, here, "")
    cells = [cell for cell in field.board.cells if cell in field.scene.seen_from(here)]
    field.units[foe].cell = next(cell for cell in cells if reach < field.board.distance(here, cell) <= field.reach(foe))
    assert 0.0 < field.danger(squad, here, "") < field.danger(squad, here, "fired")


def test_a_gun_that_holds_ground_looks_for_hull_down_where_the_ground_is_good() -> None:
    state = first_commands("panzer/12")
    view: Any = seat_of(GAME, state, "german").view
    field = Field(view, "german", CALM)
    gun = next(index for index in field.mine if field.units[index].type == "StuG IIIG")
    rows = field.ground.rows
    gains = {}
    for name in ("rough", "gully", "clear", "brick_building"):
        cell = next((cell for cell in field.board.cells if rows[cell].name == name), -1)
        if cell >= 0:
            field.units[gun].cell = cell
            gains[name] = search_gain(field, gun, None)
    good = [gains[name] for name in ("rough", "gully") if name in gains]
    assert good
    assert min(good) > gains["clear"] > 0.0
    assert gains.get("brick_building", 0.0) == 0.0
    detail_of(field.units[gun]).hull_down = HULL_DOWN
    assert search_gain(field, gun, None) == 0.0
