"""Spotting (4.1): ranges, counters, continuity and hand-off, with the worked examples of the text."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.loading import terrain
from hulldown.games.panzer.rules.ground import best_cover
from hulldown.games.panzer.rules.spotting import mark, reach, spots, spotting_phase, spotting_range
from hulldown.games.panzer.rules.state import SPOT_FIRE, SPOT_MOVE
from support.panzer_field import Table, field, position, scene, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def look(state):
    """The Spotting Phase again; the kinds of its events."""
    doing = Doing(dice("script:", 0), 1)
    spotting_phase(state, scene(), doing)
    return [event.kind for event in doing.events]


@pytest.mark.rules("4.1.3-ex1", "4.1.3-ex2", "4.1.3-ex3", "4.1.3a", "4.1.3-cover", "4.1.3-target-moved")
@pytest.mark.rules("4.1.3-target-fired", "4.1.3e", "4.1.3d", "3.7a")
def test_4_1_3_a_panzer_iii_in_woods_is_spotted_to_7_after_moving_to_20_after_firing_to_30():
    assert spotting_range("medium", "").value == 7
    assert spotting_range("medium", SPOT_MOVE).value == 20
    assert spotting_range("medium", SPOT_FIRE).value == 30
    assert spotting_range("none", "").value == 20


@pytest.mark.rules("4.1.3f", "4.1.3-table")
def test_modifiers_are_limited_to_plus_2_and_add_up():
    # Fired in the open is +3, which counts as +2; light cover takes one off.
    assert spotting_range("none", SPOT_FIRE).value == 40
    assert spotting_range("light", SPOT_FIRE).value == 40
    assert spotting_range("heavy", "").value == 5
    told = spotting_range("light", SPOT_FIRE)
    assert [factor.rule for factor in told.factors] == ["4.1.3e", "4.1.3-cover", "4.1.3-target-fired", "4.1.3-table"]


@pytest.mark.rules("4.1.3c", "4.1.3.1", "4.1.2", "4.1a", "4.1e", "3.5.1a", "3.5.1b", "3.5")
def test_only_the_targets_ground_counts_and_all_directions_are_looked_at():
    # The T-34 in the woods looks east at an enemy in the open nine hexes away, though it faces north.
    hidden, target = vehicle("S1", "0905"), vehicle("G1", "1805", "A", "PzKpfw VIE Tiger I")
    state = position(hidden, target, step="over")
    assert spots(state, scene(), hidden, target)
    # The other way round the woods hide it beyond 7 hexes; size plays no part, a small T-70 is seen as far.
    assert not spots(state, scene(), target, hidden)
    small = vehicle("S2", "1501", "A", "T-70 M42")
    assert reach(state, scene(), small) == reach(state, scene(), vehicle("S3", "1502", "A", "KV-1S M42")) == 20


@pytest.mark.rules("4.1.1a", "4.1.1b")
def test_unarmed_vehicles_never_spot():
    truck, tank = vehicle("G1", "0808", card="Truck"), vehicle("S1", "0810")
    carrier = vehicle("G2", "0807", card="SPW 251/1")
    state = position(truck, tank, carrier, step="over")
    assert not spots(state, scene(), truck, tank)
    assert spots(state, scene(), carrier, tank)
    look(state)
    assert (truck.sees, carrier.sees) == ((), (1,))


@pytest.mark.rules("4.1.3.2", "3.8a", "3.8b", "3.8c", "4.4.3.2.2-target-cover-b")
def test_six_vehicles_in_the_woods_have_no_cover():
    crowd = [vehicle(f"G{number}", "0904") for number in range(1, 6)]
    state = position(*crowd, step="over")
    assert reach(state, scene(), crowd[0]) == 7
    state.units.append(vehicle("S9", "0904"))
    assert reach(state, scene(), crowd[0]) == 20
    # A wreck is no vehicle.
    state.units[0].status = "knocked out"
    assert reach(state, scene(), crowd[1]) == 7


@pytest.mark.rules("4.1.3g", "4.1.3h", "4.4.1m", "4.5.1b")
def test_one_counter_at_a_time_and_none_for_being_seen():
    tank = vehicle("S1", "0808")
    state = position(tank, vehicle("G1", "0811"), step="over")
    look(state)
    assert tank.mark == ""
    mark(tank, SPOT_MOVE)
    mark(tank, SPOT_FIRE)
    assert tank.mark == SPOT_FIRE
    mark(tank, SPOT_MOVE)
    assert tank.mark == SPOT_MOVE


@pytest.mark.rules("4.1.1-ex1", "4.1.1c", "4.1.1d", "4.1.1e")
def test_4_1_1_a_spotted_vehicle_is_handed_over():
    """A spots C, B does not; A goes behind the woods, B comes out from behind them: C stays spotted by B."""
    a, b, c = vehicle("S1", "0901"), vehicle("S2", "0912"), vehicle("G1", "0903", mark=SPOT_FIRE)
    state = position(a, b, c, step="over")
    assert look(state) == []
    assert (a.sees, b.sees) == ((2,), ())
    a.cell, b.cell = b.cell, a.cell
    assert look(state) == []
    assert (a.sees, b.sees, c.mark) == ((), (2,), SPOT_FIRE)


@pytest.mark.rules("4.1.1-ex2", "4.1d", "4.1.1f", "4.2f")
def test_4_1_1_a_vehicle_that_fires_is_spotted_by_one_that_comes_up_later():
    """C eliminates A from the woods and is marked; B drives into view in the same turn and spots it at once."""
    a, b, c = vehicle("S1", "0910", "A"), vehicle("S2", "2009"), vehicle("G1", "0905", "D")
    state = position(a, b, c, step="over")
    assert spots(state, scene(), c, a)
    b.cell = field().board.by_label["2205"]
    assert not spots(state, scene(), b, c)  # 13 hexes from a vehicle in woods
    a.status = "knocked out"
    mark(c, SPOT_FIRE)
    assert spots(state, scene(), b, c)


@pytest.mark.rules("4.1.5a", "4.1.1g", "4.1.1h", "4.1c")
def test_counters_are_removed_from_those_nobody_spots():
    lost, other = vehicle("G1", "0904", mark=SPOT_MOVE), vehicle("S1", "2412")
    state = position(lost, other, step="over")
    assert field().board.distance(lost.cell, other.cell) <= 20
    seen = spots(state, scene(), other, lost)
    told = look(state)
    assert (told == ["unmarked"]) == (not seen)
    lost.mark = SPOT_MOVE
    other.cell = field().board.by_label["0912"]  # behind the second woods hex
    assert look(state) == ["unmarked"]
    assert lost.mark == ""
    # The same vehicle does not spot it again without a reason: base range in woods is 7.
    other.cell = field().board.by_label["2304"]
    look(state)
    assert other.sees == ()


@pytest.mark.rules("4.1b", "4.4.1c", "4.4.3d")
def test_a_vehicle_fires_only_at_what_it_has_spotted_itself():
    """S1 sees G1, S2 behind the woods does not: only S1 may be told to fire."""
    state = position(vehicle("S1", "0901"), vehicle("S2", "0912"), vehicle("G1", "0903"))
    table = Table(state)
    assert table.asked() == {"soviet": "command", "german": "command"}
    from hulldown.games.panzer.rules.commands import allowed

    assert "FIRE" in allowed(state, scene(), 0)
    assert "FIRE" not in allowed(state, scene(), 1)


@pytest.mark.rules("4.1.3j", "4.1.3-ex5")
def test_a_road_leaves_the_cover_of_the_hex():
    assert field().cover[field().board.by_label["0506"]] == "heavy"  # heavy woods with the road in them
    assert field().on_way[field().board.by_label["0506"]]
    assert [row.name for row in field().terrain_in(field().board.by_label["0506"])] == ["heavy_woods", "road"]


@pytest.mark.rules("4.1.3i", "4.1.3b")
@pytest.mark.parametrize(
    ("mixed", "best"),
    [
        (["clear", "woods"], "medium"), (["woods", "clear"], "medium"), (["scrub", "heavy_woods", "clear"], "heavy"),
        (["scrub", "rough"], "light"), (["clear", "road"], "none"), (["road"], "none"), (["path", "scrub"], "light"),
    ],
)  # fmt: skip
def test_mixed_terrain_gives_the_cover_that_is_best_for_the_target(mixed, best):
    assert best_cover(terrain()[name].cover for name in mixed) == best
    assert best_cover(terrain()[name].fire_cover for name in mixed) == best
