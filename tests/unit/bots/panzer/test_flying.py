"""What the greedy bot of Panzer does in the Air Phases: runs along columns, attacks, AA fire at the best moment."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest
from msgspec.structs import replace

from hulldown.bots.brains import Temper
from hulldown.bots.panzer.advanced import field as fields
from hulldown.bots.panzer.advanced import flying
from hulldown.bots.panzer.advanced.brain import decide
from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.board import LETTERS
from hulldown.games.panzer.game import GAME
from support.advanced_fire import BOARD, unit
from support.air_field import Sky

COLUMN = [unit("Truck", hex_) for hex_ in ("0707", "0706")]
FRIEND = [unit("T-34/85 M44", "2401")]


def quad(hex_: str):
    return unit("SdKfz 7/1", hex_, "A", "OW", known=False)


def seen(sky: Sky, side: str, patch: pytest.MonkeyPatch) -> Field:
    patch.setattr(fields, "scene_of", lambda _: sky.scene)
    return Field(sky.state, side, Temper())


def still() -> float:
    return 0.0


def test_it_flies_down_the_column(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [*COLUMN, unit("Truck", "1807")])
    assert sky.go() == "fly"
    (task,) = flying.fly_order(seen(sky, "soviet", monkeypatch), sky.legal(), still).tasks
    assert (BOARD.labels[task.cells[0]], LETTERS[task.facing]) in {("0712", "A"), ("0701", "D")}
    assert task.choice.split()[1] == "low"


def test_nobody_flies_over_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [unit("German Rifle squad", "0905")])
    sky.go()
    assert flying.fly_order(seen(sky, "soviet", monkeypatch), sky.legal(), still).choice == "done"


def test_it_strafes_the_column_and_spares_friends(monkeypatch: pytest.MonkeyPatch) -> None:
    for friends, kinds in ((FRIEND, {"STRAFE"}), ([unit("Truck", "0706"), unit("Truck", "0706")], set())):
        sky = Sky(friends, COLUMN[:1], '[[soviet.aircraft]]\ncard = "Il-2m3"\nload = "bombs"\n')
        sky.go()
        sky.give("SA1 FLY 0712 A slow low")
        sky.until("strike", "0708")
        order = flying.strike_order(seen(sky, "soviet", monkeypatch), sky.legal(), still)
        assert {task.kind for task in order.tasks} == kinds


def test_guns_wait_for_a_better_shot(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [quad("0801"), unit("Truck", "0701")])
    sky.go()
    sky.give("SA1 FLY 0712 A slow low")
    assert flying.flak_order(seen(sky, "german", monkeypatch), sky.legal(), still).choice == "pass"
    sky.until("flak", "0705")
    assert [task.unit for task in flying.flak_order(seen(sky, "german", monkeypatch), sky.legal(), still).tasks] == [
        "G1"
    ]


def test_guns_watch_and_vehicles_keep_off_the_road(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [quad("0804"), unit("Truck", "0703")])
    field = seen(sky, "german", monkeypatch)
    assert flying.guns_watch(field, field.names["G1"]) > 0
    assert flying.guns_watch(field, field.names["G2"]) == 0
    truck = field.names["G2"]
    road, open_ground, woods = (BOARD.by_label[label] for label in ("0706", "0702", "0904"))
    costs = [flying.open_to_aircraft(field, truck, cell) for cell in (road, open_ground, woods)]
    assert costs[0] > costs[1] > costs[2] == 0
    own = seen(sky, "soviet", monkeypatch)
    assert flying.open_to_aircraft(own, own.names["S1"], road) == 0


def test_vehicles_keep_apart_while_aircraft_may_come(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [quad("0804"), unit("Truck", "0703"), unit("German Rifle squad", "0905")])
    field = seen(sky, "german", monkeypatch)
    assert [flying.bunched(field, field.names[name]) > 0 for name in ("G1", "G2", "G3")] == [True, True, False]
    assert [flying.guards_sky(field, field.names[name]) for name in ("G1", "G2", "G3")] == [True, False, False]
    air: Any = sky.state.air
    sky.state.air = replace(air, planes=tuple(replace(plane, lost=True) for plane in air.planes))
    assert not flying.hunted(field)
    assert flying.bunched(field, field.names["G2"]) == 0
    assert not flying.hunted(seen(sky, "soviet", monkeypatch)), "they are its own"


def test_aircraft_that_have_flown_this_turn_come_again_and_leave_after_five(monkeypatch: pytest.MonkeyPatch) -> None:
    sky = Sky(FRIEND, [unit("Truck", "0703")])
    air: Any = sky.state.air
    turn = sky.state.turn
    road = BOARD.by_label["0706"]

    def came(begun: int) -> Field:
        planes = tuple(replace(plane, first=begun, last=turn) for plane in air.planes)
        sky.state.air = replace(air, planes=planes)
        return seen(sky, "german", monkeypatch)

    field = came(turn)
    assert flying.hunted(field)
    assert flying.open_to_aircraft(field, field.names["G1"], road) > 0, "they have flown, and come again next turn"
    gone = came(turn - 4)
    assert flying.open_to_aircraft(gone, gone.names["G1"], road) == 0, "it was the last of their five turns"


def first(kind: str, side: str) -> Seat:
    """The seat of a side of panzer/19 at its first decision of a kind."""
    state: Any = GAME.setup("panzer/19", {}, "flak")
    while True:
        asked = sorted(GAME.pending(state))[0]
        seat = seat_of(GAME, state, asked)
        if (seat.legal.decision.kind, asked) == (kind, side):
            return seat
        state = GAME.apply(state, asked, decide(seat, Random(1), Temper())).state


def test_aa_guns_stand_with_the_others_and_come_off_their_lorries() -> None:
    seat = first("deploy", "soviet")
    places = {task.unit: task.cells[0] for task in decide(seat, Random(1), Temper()).tasks if task.cells}
    assert min(seat.board.distance(places["S21"], places[f"S{number}"]) for number in range(1, 14)) <= 2
    order = decide(first("move", "soviet"), Random(1), Temper())
    assert ("S22", "DISMOUNT", ("S23",)) in [(task.unit, task.kind, task.targets) for task in order.tasks]
