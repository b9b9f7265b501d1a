"""Presets of overwatch (4.2g, 4.4.2c): every word of their grammar, what they want, and who fires of several."""

from __future__ import annotations

from itertools import product

import pytest

from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules import presets
from hulldown.games.panzer.rules.fire import Aim, resolve
from support.panzer_field import Table, commanded, position, the_field, truck, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


WORDS = "odds N, range N, aspect front or rear, type NAME, join, hold, any"


@pytest.mark.rules("4.2g")
def test_what_is_wrong_with_a_preset_is_told():
    told = {
        "soon": f"'soon' is no condition of a preset: {WORDS}",
        "any soon": f"'soon' is no condition of a preset: {WORDS}",
        "odds": "odds needs a value",
        "join range": "range needs a value",
        "type": "type needs a value",
        "type submarine": "there is no vehicle or kind of vehicle 'submarine'",
        "aspect side": "aspect is front or rear, not 'side'",
        "odds 0": "odds is a whole number from 1 to 100, not '0'",
        "odds 101": "odds is a whole number from 1 to 100, not '101'",
        "range x": "range is a whole number from 1 to 100, not 'x'",
        "range 101": "range is a whole number from 1 to 100, not '101'",
    }
    assert {text: presets.read(text) for text in told} == told


@pytest.mark.rules("4.2g")
def test_each_word_sets_one_condition():
    plain = {"odds": 0, "range": 0, "aspect": "", "types": (), "join": False, "hold": False}
    sets = {
        "": {}, "any": {}, "hold": {"hold": True}, "join": {"join": True}, "odds 1": {"odds": 1},
        "ODDS 100%": {"odds": 100}, "range 1": {"range": 1}, "range 100": {"range": 100},
        "aspect Front": {"aspect": "front"}, "aspect rear,any": {"aspect": "rear"}, "type tank": {"types": ("tank",)},
        "type assault-gun": {"types": ("assault-gun",)}, "type half-track": {"types": ("half-track",)},
        "type TRUCK": {"types": ("truck",)}, "type t-70 m42": {"types": ("T-70 M42",)},
        "type T-70 M42 range 3 type tank": {"types": ("T-70 M42", "tank"), "range": 3},
        "odds 30 join range 12": {"odds": 30, "join": True, "range": 12}, "any join": {"join": True},
        "join any hold": {"join": True, "hold": True},
    }  # fmt: skip
    for text, changed in sets.items():
        preset = presets.read(text)
        assert isinstance(preset, presets.Preset), text
        assert {name: getattr(preset, name) for name in plain} == {**plain, **changed}, text


@pytest.mark.rules("4.2g", "4.2e", "4.4.2c")
def test_the_presets_offered_with_the_command():
    table = Table(position(vehicle("S1", "0606", "B"), vehicle("G1", "1806", "E")))
    (offered,) = [unit for unit in GAME.legal(table.state, "soviet").units if unit.unit == "S1"]
    (choices,) = [option.choices for option in offered.options if option.kind == "OW"]
    assert choices == (
        "any", "hold", "odds 30", "odds 50 join", "range 8", "aspect rear", "type tank", "odds 25 range 12",
    )  # fmt: skip
    assert [option.kind for option in offered.options if option.choices] == ["OW"]


@pytest.mark.rules("4.2g", "4.4.2c")
def test_a_preset_wants_a_shot_when_all_its_conditions_hold():
    known = cards()
    shots = [
        (target, distance, resolve(Aim(known["PzKpfw IVH"], known[target], distance, aspect)))
        for target in ("T-34/76 M43", "SU-76M M43", "Truck", "KV-1S M42")
        for distance in (1, 4, 5, 6, 12, 17)
        for aspect in ("front", "rear")
    ]
    odds = sorted({shot.hit_number for *_, shot in shots})
    assert {shot.effect != "none" for *_, shot in shots} == {True, False}
    wishes = product((0, *odds[:4], odds[-1], 100), (0, 5, 12), ("", "front", "rear"), ((), ("tank",), ("Truck",)))
    for least, far, aspect, types in wishes:
        for join, hold in ((False, False), (True, False), (False, True)):
            preset = presets.Preset(least, far, aspect, types, join, hold)
            for target, distance, shot in shots:
                chance = 0 if shot.effect == "none" else shot.hit_number
                kind = {"SU-76M M43": "assault-gun", "Truck": "truck"}.get(target, "tank")
                wanted = not hold
                wanted &= far == 0 or distance <= far
                wanted &= aspect in ("", shot.aspect)
                wanted &= types in ((), (kind,), (target,))
                wanted &= chance >= least
                assert preset.wants(known[target], distance, shot) == wanted, (preset, target, distance)
                assert presets.promise(shot) == chance


def exchange(*german, script="99 99 99", **fields):
    """S1 drives down to 1003 before German vehicles whose presets decide."""
    table = commanded(
        vehicle("S1", "1001", "D", command="MOVE"), truck(), *german, script=script, first="german", step="move2",
        modes={"soviet": "PRESET", "german": "PRESET"}, **fields,
    )  # fmt: skip
    return table.order("soviet", "S1 MOVE 1002 1003")


def fired(table):
    return [(event.data["unit"], event.data["range"]) for event in table.events if event.kind == "shot"]


@pytest.mark.rules("4.4.2c", "4.2g", "4.4.1j")
def test_the_best_shot_leads_and_only_those_join_that_say_so():
    def of(first, second, preset=""):
        return fired(
            exchange(
                vehicle("G1", first, "A", command="OW", preset=preset),
                vehicle("G2", second, "A", command="OW"),
                vehicle("G3", "1109", "A", command="OW", preset="join hold"),
            )
        )

    assert of("1010", "1006") == [("G2", 4)], "the best shot, then the mover may think again"
    assert of("1006", "1010") == [("G1", 4)]
    assert of("1010", "1006", "join") == [("G1", 8), ("G2", 4)], "who joins need not be the best"
    assert of("1006", "1010", "join") == [("G1", 4)], "the leader joins nobody, and G2 does not join"
    assert of("1010", "1010") == [("G1", 8)], "of equal shots the first in the list"


@pytest.mark.rules("4.4.2c", "4.2g")
def test_a_preset_waits_for_its_range_and_its_odds():
    assert fired(exchange(vehicle("G1", "1006", "A", command="OW", preset="range 3"))) == [("G1", 3)]
    assert fired(exchange(vehicle("G1", "1006", "A", command="OW", preset="hold"))) == []
    assert fired(exchange(vehicle("G1", "1006", "A", command="OW", preset="type truck"))) == []
    assert fired(exchange(vehicle("G1", "1006", "A", command="OW", preset="odds 100"))) == []
