"""Who knows what in the Advanced Game: face-down commands and their groups, loads, terrain counters (Q11 to Q13)."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from random import Random
from typing import Any

import msgspec
import pytest

from hulldown.core.orders import Order
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.faces.knowledge import FACE_DOWN
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.game import GAME as OFFERED
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, HULL_DOWN, IMPROVED, NOBODY, PARTIAL, Work
from hulldown.games.panzer.rules.advanced.play import commands, control, firing, moving
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, Frame, PanzerState
from support.advanced_staff import GAME, cell, doing, order, places, stand, the_staff, unit_of

TANKS = {"S1": "1P8", "S2": "1P8", "S3": "1P9", "S4": "1P9"}
AIMS = dict.fromkeys(("S1", "S2", "S3", "S4", "S9"), ("G1", "G2"))


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff(AIMS):
        yield


def placed(text: str, where: Mapping[str, str], step: str = "fire1", **fields: Any) -> PanzerState:
    """A position after the Soviet commands were placed; the German ones are N/C."""
    owing = fields.pop("owing", ())
    state = stand({**where, "G1": "1R8", "G2": "1R9"}, **fields)
    for side, given in (("soviet", text), ("german", "")):
        commands.place(state, scene_of(state), side, order(state, given, side), doing())
    state.stack = [Frame(step, owing, "soviet")]
    state.first = state.winner = "soviet"
    return state


def seen(state: PanzerState, side: str | None) -> dict[str, Any]:
    return {unit.id: unit for unit in GAME.view(state, side).units}


def wired(state: PanzerState, side: str) -> PanzerView:
    """A view as it comes over a wire."""
    return msgspec.json.decode(msgspec.json.encode(GAME.view(state, side)), type=PanzerView)


def samples(state: PanzerState, side: str, count: int = 12) -> list[PanzerState]:
    """States drawn from a view; each gives the very same view again."""
    view = wired(state, side)
    before = msgspec.json.encode(GAME.view(state, side))
    drawn = [GAME.sample(view, Random(number)) for number in range(count)]
    for one in drawn:
        assert msgspec.json.encode(GAME.view(one, side)) == before
    return drawn


@pytest.mark.rules("6.2.1.1.3c", "4.2.1a")
def test_commands_and_groups_are_hidden_until_the_first_of_a_group_executes() -> None:
    state = placed("S1 MOVE with S2\nS3 OW hold", TANKS)
    for side in ("german", None):
        units = seen(state, side)
        assert {units[name].command for name in TANKS} == {FACE_DOWN}
        assert {units[name].preset for name in TANKS} == {""}
        assert {(units[name].detail.group, units[name].detail.column) for name in TANKS} == {(0, 0)}
    own = seen(state, "soviet")
    assert {name: (own[name].command, own[name].detail.group) for name in TANKS} == {
        "S1": ("MOVE", 1), "S2": ("MOVE", 1), "S3": ("OW", 0), "S4": ("NC", 0),
    }  # fmt: skip
    # Shown for the moving modifier, not executed: the command is known, who shares it is not.
    unit_of(state, "S1").known = True
    units = seen(state, "german")
    assert (units["S1"].command, units["S1"].detail.group, units["S2"].command) == ("MOVE", 0, FACE_DOWN)
    control.show(state, places(state, "S2")[0], "4.5a", doing())
    units = seen(state, "german")
    assert [(units[name].command, units[name].detail.group) for name in ("S1", "S2")] == [("MOVE", 1)] * 2
    assert [group.members for group in GAME.view(state, "german").groups if "command" in group.key] == [("S1", "S2")]
    assert units["S3"].command == FACE_DOWN


@pytest.mark.rules("6.6.7a", "6.6.7b")
def test_a_load_is_a_number_and_only_while_its_carrier_is_spotted() -> None:
    state = placed("", {"S5": "1P8", "S1": "1P9"}, aboard={"S8": "S5"})
    rider = unit_of(state, "S8")
    rider.cell, rider.facing, rider.sees = cell(state, "1P8"), 3, (17,)
    hidden = seen(state, "german")["S8"]
    assert (hidden.status, hidden.cell, hidden.facing, hidden.sees) == (CARRIED, -1, 0, ())
    assert hidden.detail.carrier == NOBODY
    assert GAME.view(state, "german").loads == {}
    assert GAME.view(state, "soviet").loads == {"S5": 1}
    unit_of(state, "G1").sees = places(state, "S5")
    view = GAME.view(state, "german")
    assert view.loads == {"S5": 1}
    assert next(piece for piece in view.pieces if piece.id == "S5").marks[-1] == "load 1"
    assert "S8" not in dict(view.notes).get("S5", "")
    assert "S8" in dict(GAME.view(state, "soviet").notes)["S5"]
    assert {piece.id for piece in view.pieces} == {"S1", "S5", "G1", "G2"}, "a passenger is no counter of its own"
    detail_of(rider).shown = True
    view = GAME.view(state, "german")
    assert seen(state, "german")["S8"].detail.carrier == places(state, "S5")[0]
    assert "S8" in dict(view.notes)["S5"]


@pytest.mark.rules("5.10c", "6.1.4.1c", "6.1.4.3a")
def test_the_state_of_units_and_terrain_counters_are_open() -> None:
    state = placed("", TANKS | {"S9": "1P8", "S10": "1P8", "S11": "1P8"})
    detail = {name: detail_of(unit_of(state, name)) for name in (*TANKS, "S9", "S10", "S11")}
    detail["S1"].suppressed, detail["S1"].track = "on", True
    detail["S2"].suppressed, detail["S2"].hull_down = "off", HULL_DOWN
    detail["S3"].hull_down, detail["S3"].inside = PARTIAL, True
    detail["S4"].spent = True
    detail["S9"].full_cover = detail["S9"].upper = True
    here = cell(state, "1P8")
    state.works = [Work(ENTRENCHMENT, here, places(state, "S10")[0]), Work(IMPROVED, here, places(state, "S11")[0])]
    view = GAME.view(state, "german")
    marks = {piece.id: piece.marks[1:] for piece in view.pieces}
    assert marks["S1"] == ("suppressed", "track")
    assert marks["S2"] == ("suppressed/off", "hull down")
    assert marks["S3"] == ("partial hull down", "inside")
    assert marks["S4"] == ("spent",)
    assert marks["S9"] == ("full cover", "upper floor")
    assert (marks["S10"], marks["S11"]) == (("entrenched", "arm Soviet HMG"), ("improved position",))
    assert view.works == tuple(state.works)
    assert [marker.kind for marker in view.markers][-2:] == [ENTRENCHMENT, IMPROVED]
    face = GAME.face(state.scenario)
    shown = {mark.mark for mark in face.marks}
    assert {mark for own in marks.values() for mark in own} <= shown
    assert {marker.kind for marker in view.markers} <= {marker.kind for marker in face.markers}
    assert {"graded_initiative", "shared", "spent"} <= {event.kind for event in face.events}


@pytest.mark.rules("4.2.1a")
def test_the_basic_game_knows_nothing_of_it() -> None:
    name = OFFERED.scenarios()[0].id
    state = OFFERED.setup(name, {}, "seed")
    text = msgspec.json.decode(msgspec.json.encode(OFFERED.view(state, "soviet")))
    assert not {"works", "loads", "groups", "notes"} & set(text)
    assert "suppressed" not in {mark.mark for mark in OFFERED.face(name).marks}


def counted(state: PanzerState) -> tuple[int, int]:
    """The commands that a drawn state gives the company, and those it may have."""
    scene = scene_of(state)
    members = control.formations(scene, "soviet")["Company"]
    return control.used(state, scene, members), int(control.available(state, scene, "soviet")["Company"].value)


@pytest.mark.rules("6.2b", "6.2.1.1.3b")
@pytest.mark.parametrize("grade", ["elite", "seasoned", "green"])
def test_drawn_commands_are_such_as_the_enemy_could_have_given(grade: str) -> None:
    state = placed("S1 OW with S2", TANKS | {"S9": "1N9", "S5": "1P8", "S13": "1P9"}, grade=grade)
    drawn = samples(state, "german", 40)
    assert len({msgspec.json.encode(one.units) for one in drawn}) > 10
    together = 0
    for one in drawn:
        used, most = counted(one)
        assert used <= most
        scene = scene_of(one)
        for index, unit in enumerate(one.units):
            if unit.side == "soviet" and unit.status == ON_MAP:
                assert unit.command in commands.allowed(one, scene, index)
                members = control.sharing(one, index)
                together += len(members) > 1
                assert {one.units[member].command for member in members} == {unit.command}
                assert control.group_faults(one, scene, unit.command, members) == [] or len(members) == 1
    assert together > 0


@pytest.mark.rules("4.2.1a", "6.2b")
def test_orders_that_wait_are_drawn_as_legal_ones() -> None:
    state = stand(TANKS | {"S9": "1N9", "S5": "1P8", "G1": "1R8"})
    state.submitted = {"soviet": order(state, "S1 MOVE with S2")}
    state.stack = [Frame("command", ("german",))]
    found = set()
    legal = GAME.legal(state, "german")
    for one in samples(state, "german", 30):
        assert GAME.legal(one, "german") == legal
        given = one.submitted["soviet"]
        one.stack = [Frame("command", ("soviet", "german"))]
        assert GAME.check(one, "soviet", given) == []
        found.add(GAME.write(one, given))
    assert len(found) > 10
    assert any("with" in text for text in found)
    assert GAME.view(state, "german").submitted is None
    state.stack = [Frame("adjustment", ("german",))]
    state.submitted = {"soviet": Order("adjust")}
    assert {one.submitted["soviet"] for one in samples(state, "german", 3)} == {Order("adjust")}


@pytest.mark.rules("4.2.1d")
def test_after_a_sides_step_nothing_of_it_is_left_face_down() -> None:
    state = placed("S1 FIRE with S2", TANKS, step="fire2")
    kinds = {unit.command for one in samples(state, "german", 20) for unit in one.units if unit.side == "soviet"}
    assert kinds == {"MOVE", "OW", "NC", ""}
    state.stack = [Frame("adjustment")]
    kinds = {unit.command for one in samples(state, "german", 20) for unit in one.units if unit.side == "soviet"}
    assert kinds == {"OW", "NC", ""}


@pytest.mark.rules("4.4.1a", "4.5a")
def test_a_drawn_command_explains_what_the_enemy_is_asked(monkeypatch: pytest.MonkeyPatch) -> None:
    def shooters(state: PanzerState, scene: Scene, side: str) -> dict[int, list[int]]:
        return {n: [0] for n, unit in enumerate(state.units) if unit.side == side and unit.command in scene.shooting}

    def to_move(state: PanzerState, scene: Scene, side: str) -> list[int]:
        return [n for n, unit in enumerate(state.units) if unit.side == side and unit.command in scene.moving]

    monkeypatch.setattr(firing, "shooters", shooters)
    monkeypatch.setattr(moving, "to_move", to_move)
    state = placed("S1 FIRE", {"S1": "1P8", "S2": "1P9"}, grade="green", owing=("soviet",))
    for one in samples(state, "german", 20):
        assert shooters(one, scene_of(one), "soviet")
        assert counted(one)[0] == 1
    state = placed("S1 MOVE", {"S1": "1P8", "S2": "1P9"}, step="move1", grade="green", owing=("soviet",))
    for one in samples(state, "german", 20):
        assert to_move(one, scene_of(one), "soviet")
        assert counted(one)[0] == 1


@pytest.mark.rules("6.6.7.1f", "6.6.7.1g")
def test_hidden_passengers_are_dealt_to_carriers_with_room() -> None:
    state = placed("", TANKS | {"S5": "1P9"}, aboard={"S8": "S5", "S9": "S1", "S10": "S3"}, step="watch")
    unit_of(state, "G1").sees = places(state, "S1", "S2")
    carriers: set[tuple[int, ...]] = set()
    for one in samples(state, "german", 30):
        carriers.add(tuple(detail_of(unit_of(one, name)).carrier for name in ("S8", "S9", "S10")))
        assert GAME.view(one, "german").loads == {"S1": 1}
    assert len(carriers) > 3
    assert all(places(state, "S2")[0] not in seats for seats in carriers), "S2 is spotted, and carries nobody"
