"""34.4-10, X-67: how soon a vehicle can be in a hex, worked out on strips of ground with costs of their own."""

from __future__ import annotations

from types import SimpleNamespace

import pytest

from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.tank.modules.engagements.arrival import first_turns


def strip(entry: int, *costs: int, extra: dict[tuple[int, int], int] | None = None):  # type: ignore[no-untyped-def]
    """Hexes in a row: `entry` to come onto the first, then a cost for each step; `extra` are steps from hex to hex."""
    ways: dict[int, list[tuple[int, int]]] = {here: [] for here in range(len(costs) + 1)}
    for here, cost in enumerate(costs):
        ways[here].append((here + 1, cost))
    for (here, ahead), cost in (extra or {}).items():
        ways[here].append((ahead, cost))
    rows = [ways[here] + [(-1, IMPOSSIBLE)] * (6 - len(ways[here])) for here in sorted(ways)]
    board = SimpleNamespace(neighbours=[tuple(ahead for ahead, _ in row) for row in rows])
    ground = SimpleNamespace(
        entry_cost=lambda cell: entry, vehicle_costs=[tuple(cost for _, cost in row) for row in rows]
    )
    return SimpleNamespace(board=board, ground=ground)


def turns(allowance: int, entry: int, *costs: int, extra: dict[tuple[int, int], int] | None = None) -> list[int]:
    found = first_turns(strip(entry, *costs, extra=extra), (0,), allowance)
    return [found.get(cell, 0) for cell in range(len(costs) + 1)]


@pytest.mark.rules("34.4-10", "9.33")
def test_so_many_clear_hexes_are_entered_in_a_turn_as_there_are_points():
    assert turns(3, 1, 1, 1, 1, 1, 1, 1) == [1, 1, 1, 2, 2, 2, 3]
    assert turns(1, 1, 1, 1) == [1, 2, 3]
    assert turns(3, 3, 3) == [1, 2], "the whole allowance for one hex"


@pytest.mark.rules("34.4-10", "9.33")
def test_points_that_do_not_suffice_for_the_next_hex_are_lost():
    assert turns(4, 1, 3, 3, 1) == [1, 1, 2, 2], "four points: one and three, then three and one"
    assert turns(4, 2, 3, 1, 1) == [1, 2, 2, 3], "the two points left are lost, and the three spent on the next turn"
    assert turns(4, 2, 2, 2, 3) == [1, 1, 2, 3]


@pytest.mark.rules("34.4-10", "10.13")
def test_a_hex_that_takes_a_whole_turn_takes_the_next_one():
    assert turns(4, 1, WHOLE, 1) == [1, 2, 3]
    assert turns(4, 4, WHOLE, WHOLE) == [1, 2, 3]
    assert turns(4, WHOLE, 1) == [1, 2]


@pytest.mark.rules("34.4-10", "9.33")
def test_a_step_that_no_vehicle_can_make_or_that_costs_more_than_a_turn_has_is_never_made():
    assert turns(4, 1, IMPOSSIBLE, 1) == [1, 0, 0]
    assert turns(4, 1, 5, 1) == [1, 0, 0]
    assert turns(4, 1, 4, 1) == [1, 2, 3]
    assert turns(4, IMPOSSIBLE, 1) == [0, 0]
    assert turns(4, 5, 1) == [0, 0]


@pytest.mark.rules("34.4-10")
def test_the_sooner_of_two_ways_counts():
    assert turns(3, 1, 3, 1, extra={(0, 2): 2}) == [1, 2, 1], "past the first hex"
    assert turns(3, 1, 1, 1, extra={(0, 2): 3}) == [1, 1, 1], "over it"
    scene = strip(1, 1, 1, 1, 1)
    assert first_turns(scene, (0, 3), 2) == {0: 1, 1: 1, 2: 2, 3: 1, 4: 1}, "from either of two entry hexes"
    assert first_turns(scene, (), 2) == {}
