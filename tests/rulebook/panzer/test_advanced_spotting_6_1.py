"""Spotting in the Advanced Game (6.1.1 to 6.1.3): who spots, where to, how far."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.rules.advanced.pieces import DITCH, OFF, ON, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import facts, spotting
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import CARRIED, SPOT_FIRE, SPOT_MOVE, PanzerState
from support.advanced_sight import (
    CARRIER,
    CAVALRY,
    ENGINEERS,
    FLAK,
    GUN,
    PANZER,
    RIFLES,
    RIFLES2,
    SQUAD,
    STUG,
    TANK,
    TRACTOR,
    TRUCK,
    cell,
    doing_for,
    field,
    ground,
    kinds,
    load,
    place,
    scene,
    unit,
)


def reach(state: PanzerState, spotter: int, target: int) -> int:
    return spotting.explained(state, scene(), spotter, target).value


@pytest.mark.rules("6.1.1a", "6.1", "6.1.2a")
@pytest.mark.parametrize(
    ("name", "able"), [(TANK, True), (SQUAD, True), (GUN, True), (TRUCK, False), (ENGINEERS, True)]
)
def test_leg_and_towed_units_and_armed_vehicles_spot_all_round(name: str, able: bool) -> None:
    for facing in "ABCDEF":
        state = field()
        looking, seen = place(state, name, "0101", facing), place(state, PANZER, "0301")
        assert spotting.spots(state, scene(), looking, seen) is able


@pytest.mark.rules("6.1.1c", "6.6.7.2c")
def test_passengers_spot_from_their_carrier() -> None:
    state = field()
    target = place(state, TANK, "1001")
    for carrier in (TRACTOR, CARRIER):
        place(state, carrier, "1005")
    on_tractor, on_carrier = load(state, FLAK, TRACTOR), load(state, RIFLES, CARRIER)
    assert not spotting.spots(state, scene(), facts_index(state, TRACTOR), target), "it is unarmed"
    assert spotting.spots(state, scene(), on_tractor, target)
    assert spotting.spots(state, scene(), on_carrier, target), "it makes its own attempt"
    detail_of(state.units[on_tractor]).carrier = facts_index(state, CARRIER)
    assert not spotting.spots(state, scene(), on_tractor, target), "a gun behind an armed carrier does not spot"


def facts_index(state: PanzerState, name: str) -> int:
    return next(index for index, one in enumerate(state.units) if one.id == name)


@pytest.mark.rules("6.1.3g")
def test_passengers_are_not_spotted_for_themselves() -> None:
    state = field()
    looking, carrier = place(state, TANK, "1001"), place(state, CARRIER, "1005")
    aboard = load(state, RIFLES, CARRIER)
    spotting.spotting_phase(state, scene(), doing_for(state))
    assert state.units[looking].sees == (carrier,)
    assert not spotting.spots(state, scene(), looking, aboard)


@pytest.mark.rules("6.1.3a", "6.1.3b", "6.1.3c", "6.1.3-ex1", "6.6.4.5a")
def test_the_size_gives_the_column_and_row_0_the_base() -> None:
    state = field()
    looking = place(state, PANZER, "2001")
    enemy = place(state, TANK, "0101")
    for name, far in ((TANK, 20), (SQUAD, 10), (GUN, 10), (CAVALRY, 15)):
        assert reach(state, looking, place(state, name, "0101")) == far, name
    assert reach(state, enemy, place(state, FLAK, "2001")) == 15


@pytest.mark.rules("6.1.3a", "6.1.3c")
def test_a_unit_is_spotted_up_to_its_range_and_no_farther() -> None:
    for column, seen in ((11, True), (12, False)):
        state = field()
        squad, looking = place(state, SQUAD, "0101"), place(state, RIFLES, f"{column:02d}01")
        assert ground().board.distance(cell("0101"), state.units[looking].cell) == column - 1
        assert spotting.spots(state, scene(), looking, squad) is seen


@pytest.mark.rules("6.1.3d", "6.1.3e", "6.1.3f")
def test_small_arms_alone_are_seen_less_far_than_other_fire() -> None:
    state = field()
    looking, squad = place(state, PANZER, "2001"), place(state, SQUAD, "1105", mark=SPOT_FIRE, small=True)
    # In Light Cover: -1 for it, +1 for Small Arms, +3 (limited to +2) for other fire, +2 for moving.
    assert reach(state, looking, squad) == 10
    detail_of(state.units[squad]).small = False
    assert reach(state, looking, squad) == 20
    state.units[squad].mark = SPOT_MOVE
    assert reach(state, looking, squad) == 15
    state.units[squad].mark = ""
    assert reach(state, looking, squad) == 5


@pytest.mark.rules("6.1.3.1a", "6.1.3.1b", "5.10b", "5.10c", "5.5a")
@pytest.mark.parametrize("side", [ON, OFF])
def test_a_suppressed_unit_spots_ahead_alone_and_two_rows_less_far(side: str) -> None:
    for name in (SQUAD, GUN, TANK):
        seen = {}
        for facing in "ABCDEF":
            state = field()
            looking, target = place(state, name, "1006", facing, suppressed=side), place(state, PANZER, "1002")
            seen[facing] = spotting.spots(state, scene(), looking, target)
            assert reach(state, looking, target) == 7, "V, row -2"
        assert seen == {"A": True, "B": False, "C": False, "D": False, "E": False, "F": False}, name


@pytest.mark.rules("6.1.3.1c", "6.1.3.1a")
def test_the_mount_of_the_gun_does_not_matter_but_that_it_points_to_the_rear(monkeypatch: pytest.MonkeyPatch) -> None:
    card = targets()["StuG IIIG"]
    rear = {**targets(), "StuG IIIG": msgspec.structs.replace(card, mount="rear")}
    for facing, by_front, by_rear in (("A", True, False), ("D", False, True), ("B", False, False)):
        state = field()
        looking, target = place(state, STUG, "1006", facing, suppressed=ON), place(state, TANK, "1002")
        assert spotting.spots(state, scene(), looking, target) is by_front
        with monkeypatch.context() as patch:
            patch.setattr(facts, "targets", lambda: rear)
            assert spotting.spots(state, scene(), looking, target) is by_rear


@pytest.mark.rules("6.1.3.1a", "6.1.1c")
def test_e12_a_passenger_has_its_own_suppression_and_its_carriers_front() -> None:
    state = field()
    target = place(state, TANK, "1002")
    place(state, CARRIER, "1006", "D", suppressed=ON)
    aboard = load(state, RIFLES, CARRIER)
    assert spotting.spots(state, scene(), aboard, target)
    detail_of(state.units[aboard]).suppressed = ON
    assert not spotting.spots(state, scene(), aboard, target)
    unit(state, CARRIER).facing = 0
    assert spotting.spots(state, scene(), aboard, target)


@pytest.mark.rules("6.1.3.2a", "6.1.3.2b", "6.1.4.2f")
def test_full_cover_hides_and_blinds() -> None:
    state = field()
    looking, target = place(state, SQUAD, "1001", full_cover=True), place(state, RIFLES, "1003", full_cover=True)
    tank, open_ = place(state, TANK, "1101"), place(state, RIFLES2, "1103")
    assert reach(state, tank, target) == 3, "S, row -2"
    assert reach(state, looking, place(state, PANZER, "1201")) == 3, "V, row -4"
    assert reach(state, looking, target) == 1, "E11: -6 is limited to -5"
    assert reach(state, tank, open_) == 3, "Medium Cover is -2 too"


@pytest.mark.rules("5.13a", "6.1.3a")
def test_e9_leg_units_keep_their_cover_in_an_over_stacked_hex() -> None:
    state = field()
    looking = place(state, PANZER, "2001")
    tanks = [place(state, f"S{number}", "1105") for number in range(1, 7)]
    squad, gun = place(state, SQUAD, "1105"), place(state, GUN, "1105")
    assert reach(state, looking, tanks[0]) == 20
    assert reach(state, looking, gun) == 10
    assert reach(state, looking, squad) == 5


@pytest.mark.rules("4.1.5a", "6.1.3d")
def test_e4_counters_that_nobody_needs_are_taken_away() -> None:
    state = field()
    far, near = place(state, SQUAD, "0101", mark=SPOT_FIRE, small=True), place(state, TANK, "1901", mark=SPOT_MOVE)
    place(state, RIFLES, "2001")
    doing = doing_for(state)
    spotting.spotting_phase(state, scene(), doing)
    assert (state.units[far].mark, detail_of(state.units[far]).small) == ("", False)
    assert state.units[near].mark == SPOT_MOVE
    assert kinds(doing.events) == ["unmarked"]


def scattered(rng: Random, works: bool) -> PanzerState:
    """Every unit of the roster somewhere, in any shape."""
    board = ground().board
    labels = [board.labels[one] for one in board.cells]
    counters = [Work(DITCH, cell("1007")), Work(RUBBLE, cell("0503"))] if works else []
    state = field(*counters)
    for one in state.units:
        place(
            state, one.id, rng.choice(["0503", "0909", "1105", "1110", rng.choice(labels), rng.choice(labels)]),
            rng.choice("ABCDEF"), suppressed=rng.choice(["", "", ON]), full_cover=rng.random() < 0.3,
            upper=rng.random() < 0.5, mark=rng.choice(["", SPOT_FIRE, SPOT_MOVE]), small=rng.random() < 0.5,
        )  # fmt: skip
    for passenger, carrier in ((SQUAD, TRUCK), (FLAK, TRACTOR), (RIFLES, CARRIER)):
        load(state, passenger, carrier)
    return state


@pytest.mark.rules("4.1.5a", "6.1.1a", "6.1.3a")
@pytest.mark.parametrize("works", [False, True])
@pytest.mark.parametrize("seed", range(6))
def test_the_phase_notes_exactly_what_each_unit_spots(seed: int, works: bool) -> None:
    state = scattered(Random(seed), works)
    expected = [
        tuple(
            target
            for target, other in enumerate(state.units)
            if other.side != one.side and spotting.spots(state, scene(), spotter, target)
        )
        for spotter, one in enumerate(state.units)
    ]
    assert any(expected)
    assert any(one.status == CARRIED for one in state.units)
    spotting.spotting_phase(state, scene(), doing_for(state))
    assert [one.sees for one in state.units] == expected
