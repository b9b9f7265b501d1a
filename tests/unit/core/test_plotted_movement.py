"""What plotting games share: movers on a clock, meetings, barred hexes, lanes, crowds, straight paths, domains."""

from __future__ import annotations

from random import Random

import pytest

from hulldown.bots.random_bot import random_path
from hulldown.core import marching
from hulldown.core.board import Cell
from hulldown.core.crowding import Crowd, occupants, settle
from hulldown.core.decisions import PathDomain
from hulldown.core.lanes import CROSSING, ENTERING, NOT_MET, Lanes
from hulldown.core.movers import OFF_MAP, ON_MAP, WAITING, Mover, Token, index_in
from hulldown.core.pathdomains import Paths, paths_on
from hulldown.core.paths import IMPOSSIBLE, CostTable
from hulldown.core.sight import SightPolicy, first_block, sides_mask, sight_table
from support.boards import clear_board

BOARD = clear_board(13, 13)


class Piece(Token):
    """The least that a game's unit must be."""

    __slots__ = ("cell", "id", "panicked", "side", "status")

    def __init__(self, name: str, side: str, cell: Cell, status: str = ON_MAP) -> None:
        self.id, self.side, self.cell, self.status, self.panicked = name, side, cell, status, False


def at(label: str) -> Cell:
    return BOARD.cell(label)


def mover(unit: int, *labels: str, due: tuple[int, ...] = (), exits: bool = False) -> Mover:
    path = tuple(at(label) for label in labels)
    return Mover(unit, "go", path, due or tuple(range(1, len(path) + 1 + exits)), exits)


def test_who_is_due_and_who_leaves_first() -> None:
    first, second, out = mover(0, "0306", "0305"), mover(1, "0506", due=(3,)), mover(2, exits=True)
    assert marching.due_at([first, second, out], 1) == [first, out]
    assert marching.leavers_first([first, out]) == [out, first]
    assert marching.leavers_first([first, second]) == [first, second]
    first.held = True
    assert marching.due_at([first, second, out], 3) == [second, out]
    second.active = False
    assert marching.any_active([second]) is False


@pytest.mark.parametrize("seed", range(40))
def test_meetings_are_all_pairs_that_want_one_hex_or_each_others(seed: int) -> None:
    rng = Random(seed)
    near = [at(label) for label in ("0505", "0506", "0605", "0606")]
    units = [Piece(f"{number}", rng.choice("xy"), rng.choice(near)) for number in range(6)]
    due = [Mover(number, "go", (rng.choice(near),), (1,), at=int(rng.random() < 0.2)) for number in range(6)]
    expected = [
        (one, other)
        for one in due
        for other in due
        if units[one.unit].side == "x" and units[other.unit].side == "y" and not one.at and not other.at
        and (one.path == other.path or (one.path, other.path) == ((units[other.unit].cell,), (units[one.unit].cell,)))
    ]  # fmt: skip
    assert marching.meetings(units, due, "x") == expected


def test_meetings_in_a_hex_and_across_a_hexside() -> None:
    units = [
        Piece("a", "x", at("0306")),
        Piece("b", "y", at("0304")),
        Piece("c", "x", at("0406")),
        Piece("d", "y", at("0405")),
    ]
    into = [mover(0, "0305"), mover(1, "0305"), mover(2, "0405"), mover(3, "0406")]
    met = marching.meetings(units, into, "x")
    assert [(one.unit, other.unit) for one, other in met] == [(0, 1), (2, 3)]
    assert [(BOARD.labels[cell], [m.unit for m in rivals]) for cell, rivals in marching.disputed(into, met)] == [
        ("0305", [0, 1])
    ]
    assert [m.unit for m in marching.crossing(into, met)] == [2, 3]
    into[3].active = False
    assert marching.crossing(into, met) == []


def test_one_stop_may_bar_others() -> None:
    class Gate(marching.Gate):
        def blocked(self, mover: Mover, leaving: int) -> bool:
            # 0 waits for 1 to leave, 1 for 2, and 2 is barred.
            return mover.unit == 2 or not leaving >> mover.unit + 1 & 1

    line = [mover(number, "0305") for number in range(3)]
    assert marching.unblocked(line, Gate()) == []
    assert not any(one.active for one in line)
    free = [mover(0, "0305")]
    assert marching.unblocked(free, marching.Gate()) == free


def test_the_way_of_an_overrun() -> None:
    units = [Piece("a", "x", at("0306")), Piece("b", "y", at("0304"))]
    through = mover(0, "0305", "0304", "0303")
    assert BOARD.labels[marching.target_of(through)] == "0304"
    assert marching.approaching(through)
    assert not marching.committed(through)
    through.at = 2
    assert marching.committed(through)
    assert not marching.approaching(through)
    assert marching.straight_through(BOARD, (at("0306"), *through.path))
    assert not marching.straight_through(BOARD, (at("0305"), at("0304"), at("0404")))
    assert marching.beyond_is_free(units, [through], through, 0)
    units.append(Piece("c", "x", at("0303")))
    assert not marching.beyond_is_free(units, [through], through, 0)
    assert marching.beyond_is_free(units, [through], through, 1 << 2)
    assert marching.beyond_is_free(units, [through, mover(2, "0302")], through, 0)
    assert not marching.beyond_is_free(units, [through, mover(2, "0302", due=(9,))], through, 0)


def test_a_bolt_goes_straight_as_far_as_its_points_last() -> None:
    found = marching.bolt(BOARD, at("0308"), 0, 5, lambda here, ahead, moved: 3 if moved else 2)
    assert [(BOARD.labels[cell], spent) for cell, spent in found] == [("0307", 2), ("0306", 5)]
    assert marching.bolt(BOARD, at("0302"), 0, 9, lambda *_: 1)[-1][0] == at("0301")
    assert marching.bolt(BOARD, at("0308"), 0, 9, lambda *_: IMPOSSIBLE) == []


def test_the_dead_stop_and_units_are_found_by_name() -> None:
    units = [Piece("a", "x", at("0306")), Piece("b", "x", at("0307"), WAITING)]
    both = [mover(0, "0305"), mover(1, "0305")]
    units[0].status = "destroyed"
    marching.drop_the_dead(units, both)
    assert [one.active for one in both] == [False, True]
    assert [index_in(units, name) for name in ("b", "a", "c", "b")] == [1, 0, -1, 1]
    assert occupants([units[1]]) == {}


@pytest.mark.parametrize(("late", "back"), [(0, 0), (1, 1)])
def test_the_later_arrival_goes_back(late: int, back: int) -> None:
    units = [Piece("a", "x", at("0304")), Piece("b", "x", at("0304"))]
    moves = [mover(0, "0305", "0304"), mover(1, "0303", "0304")]
    moves[0].trail, moves[1].trail = (at("0306"), at("0305"), at("0304")), (at("0302"), at("0303"), at("0304"))
    moves[late].arrived = 5
    told: list[str] = []

    class Alone(Crowd[Piece]):
        def moved_back(self, unit: Piece) -> None:
            told.append(unit.id)

    assert [one.unit for one in settle(units, moves, Alone())] == [back]
    assert BOARD.labels[units[back].cell] == ("0305", "0303")[back]
    assert told == [units[back].id]


def test_who_has_just_come_goes_back_off_the_map() -> None:
    units = [Piece("a", "x", at("0301")), Piece("b", "x", at("0301"))]
    entering = mover(1, "0301")
    entering.trail = (OFF_MAP, at("0301"))
    settle(units, [entering], Crowd())
    assert (units[1].status, units[1].cell) == (WAITING, OFF_MAP)


def test_how_steps_come_into_a_line() -> None:
    lanes = Lanes(BOARD)
    lane = lanes.lane(at("0606"), at("0806"))  # along the side between 0706 and 0707
    assert lanes.meets(lane, at("0706"), at("0707")) == CROSSING
    assert lanes.meets(lane, at("0705"), at("0706")) == NOT_MET
    assert lanes.meets(lane, at("0805"), at("0806")) == ENTERING
    straight = lanes.lane(at("0310"), at("0305"))
    assert [BOARD.labels[cell] for cell in straight.cells] == ["0309", "0308", "0307", "0306", "0305"]
    assert lanes.touches(straight, at("0206"), (at("0306"), at("0406")))
    assert not lanes.touches(straight, at("0206"), (at("0205"),))
    assert lanes.in_arc(at("0606"), 0, at("0603"))
    assert not lanes.in_arc(at("0606"), 0, at("0609"))


@pytest.mark.parametrize("start", ["0101", "0113", "0707", "1301", "1313"])
def test_a_lane_knows_its_cells_one_by_one_and_together(start: str) -> None:
    lanes, rng = Lanes(BOARD), Random(start)
    for target in BOARD.cells:
        lane = lanes.lane(at(start), target)
        cells = set(lane.cells)
        assert {cell for cell in (OFF_MAP, *BOARD.cells) if lane.has(cell)} == cells
        for _ in range(5):
            asked = rng.sample(BOARD.cells, 6)
            assert lane.passes([OFF_MAP, *asked]) == bool(cells.intersection(asked))
        assert not lane.passes([])


# Longer path domains: waits, changed costs, a hex to go through.

TABLES: dict[str, CostTable] = {
    "plain": [tuple(1 if ahead >= 0 else 0 for ahead in row) or (0,) * 6 for row in BOARD.neighbours],
    "enter": [(2,) * 6] * BOARD.size,
    "dear": [tuple(3 if ahead >= 0 else 0 for ahead in row) or (0,) * 6 for row in BOARD.neighbours],
}


def paths(**fields: object) -> Paths:
    values = {"start": at("0707"), "allowance": 6, "table": "plain", **fields}
    return paths_on(PathDomain(**values), TABLES, BOARD)  # type: ignore[arg-type]


def way(*labels: str) -> tuple[Cell, ...]:
    return tuple(at(label) for label in labels)


def test_waits_cost_and_stand_between_steps() -> None:
    found = paths(waits=2)
    assert found.cost(way("0706", "0706", "0705")) == 4
    assert found.fault(way("0706", "0706", "0706", "0705")) == ""
    assert found.fault(way("0706", "0706", "0706", "0706", "0705")) != ""
    assert found.fault(way("0707", "0706")) == "step 1 cannot be made"
    assert found.fault(way("0706", "0706")) == "it ends with waiting"
    assert paths().fault(way("0706", "0706", "0705")) == "step 2 cannot be made"


def test_changed_cells_are_entered_at_other_costs() -> None:
    found = paths(changed=(at("0706"),), changes="dear")
    assert found.cost(way("0706", "0705")) == 4
    assert found.cost(way("0806", "0805")) == 2
    assert found.reach()[at("0705")].cost == 3  # around it


def test_a_path_must_lead_through_a_cell() -> None:
    found = paths(through=(at("0705"),), straight_end=True, minimum=2)
    assert found.fault(way("0706", "0705", "0704")) == ""
    assert found.fault(way("0706", "0705")) == "it does not lead through a hex that it must"
    assert found.fault(way("0706", "0705", "0804")) == "its last two steps do not go in the same direction"
    assert at("0704") in found.reach()
    assert at("0701") not in found.reach()


@pytest.mark.parametrize(
    "fields",
    [
        {"waits": 2},
        {"through": (at("0705"), at("0908")), "straight_end": True, "minimum": 2},
        {"start": -1, "entries": (at("0101"), at("0301")), "entering": "enter"},
        {"changed": tuple(BOARD.neighbours[at("0707")]), "changes": "dear"},
    ],
)
def test_random_paths_are_admitted(fields: dict[str, object]) -> None:
    found, rng = paths(**fields), Random("walks")
    drawn = [random_path(found, rng) for _ in range(200)]
    assert any(drawn)
    for one in filter(None, drawn):
        assert found.fault(one[0], one[1]) == "", [BOARD.labels[cell] for cell in one[0]]
    if "waits" in fields:
        assert any(len(set(one[0])) < len(one[0]) for one in drawn if one)


def test_sides_that_block_everywhere() -> None:
    """Between adjacent hexes nothing blocks; farther away a side blocks even if it belongs to an end's own hex."""
    side = BOARD.side(at("0606"), 0)
    policy = SightPolicy(0, (0, 0, 0), (0, 0, 0), sides_mask([side]))
    usual = SightPolicy(0, sides_mask([side]), sides_mask([side]))
    table, old = sight_table(BOARD, policy), sight_table(BOARD, usual)
    assert table.clear(at("0606"), at("0605"))
    assert not table.clear(at("0606"), at("0604"))
    assert old.clear(at("0606"), at("0604"))
    assert not table.clear(at("0608"), at("0604"))
    for a in BOARD.cells:
        for b in BOARD.cells:
            if a != b:
                assert table.clear(a, b) == (first_block(BOARD, policy, a, b) is None)
