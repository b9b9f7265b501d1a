"""Anti-tank ditches (30.0): tanks, a truck and squads about a ditch on the eastern plain."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec.structs import replace

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.core.pathdomains import paths_on
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Force
from hulldown.games.tank.faces import notation
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules import works
from hulldown.games.tank.rules.column import COLUMN, cheapest_route
from hulldown.games.tank.rules.combat import shot_at
from hulldown.games.tank.rules.state import TankState, index_of
from support.expanded_field import field, fielded
from support.tank_positions import Spot, cell, order, play, position, refused, violations, where
from support.transport_field import aboard

ALPHA = (Force(type="So T34/85", count=3), Force(type="truck", count=1), Force(type="Sov squad 6", count=2))
BRAVO = (Force(type="Ger squad 6", count=2), Force(type="Ge 75/46", count=1), Force(type="Ge Pz V", count=2))
GUN = ("0101", "A")


@pytest.fixture(autouse=True)
def _field() -> Iterator[None]:
    with fielded(field(ALPHA, BRAVO, ("mines",), base="tank/2", length=30)):
        yield


def dug(alpha: dict[str, Spot], bravo: dict[str, Spot] | None = None, *, ditch: str, dice: str = "",
        panic: bool = False, scenario: str = "tank/field") -> TankState:  # fmt: skip
    """A position with a ditch in these hexes."""
    state = position(scenario, alpha=alpha, bravo={"B3": GUN, **(bravo or {})}, dice=dice, panic=panic)
    works.dig(state, [cell(state, label) for label in ditch.split()])
    return state


def _limits(state: TankState, side: str = "bravo") -> works.Limits:
    board = scene_of(state).board
    centre = board.cell("3319")
    return works.Limits(side, works.clear_of(board, centre, 4, 10), works.clear_of(board, centre, 9, 10), "34.4-7")


@pytest.mark.rules("30.0-gen", "30.1a")
def test_no_vehicle_is_plotted_into_a_ditch() -> None:
    state = dug({"A1": "5613", "A4": "5713", "A5": "5614"}, {"B4": ("5616", "A")}, ditch="5615 5715")
    for side, plot in (("alpha", "A1 MV 5614 5615"), ("alpha", "A4 MV 5714 5715"), ("bravo", "B4 MVR 5615"),
                       ("alpha", "A1 OV 5614 5615 5616")):  # fmt: skip
        if "MVR" in plot:
            state = dug({"A1": "5613"}, {"B4": ("5616", "D")}, ditch="5615 5715")
        wrong = violations(state, side, plot)
        assert [one.rule for one in wrong] == ["30.1a"], plot
        assert "5615" in wrong[0].message or "5715" in wrong[0].message
    state = dug({"A5": "5614"}, ditch="5615")
    assert refused(state, "alpha", "A5 MV 5615") == [], "infantry may"


@pytest.mark.rules("30.1a")
def test_no_offered_path_leads_into_a_ditch() -> None:
    state = dug({"A1": "5613"}, ditch="5615 5614")
    scene, tables = scene_of(state), GAME.cost_tables("tank/field")
    ditch = {cell(state, "5615"), cell(state, "5614")}
    unit = next(one for one in GAME.legal(state, "alpha").units if one.unit == "A1")
    paths = [option for option in unit.options if option.path is not None]
    assert {option.kind for option in paths} == {"MV", "OV", "MVR"}
    for option in paths:
        assert option.path is not None
        found = paths_on(option.path, tables, scene.board).reach()
        assert found
        assert all(not ditch & set(arrival.path) for arrival in found.values()), option.kind


@pytest.mark.rules("30.1a")
def test_panic_stops_a_vehicle_at_the_ditch() -> None:
    with fielded(replace(field(ALPHA, BRAVO, ("mines",), base="tank/2", length=30, panic=1), id="tank/panic")):
        state = dug({"A1": "5613"}, ditch="5615", dice="4 4 4 10", panic=True, scenario="tank/panic")
        played = play(state, alpha="A1 MV 5612")
        assert where(played.state, "A1") == "5614"


@pytest.mark.rules("30.1b")
def test_x33_infantry_spends_a_whole_further_turn_in_the_ditch() -> None:
    state = dug({"A5": "5614"}, ditch="5615")
    inside = play(state, alpha="A5 MV 5615").state
    assert where(inside, "A5") == "5615"
    assert [(one.rule, one.unit) for one in violations(inside, "alpha", "A5 MV 5616")] == [("30.1b", "A5")]
    kinds = {option.kind for one in GAME.legal(inside, "alpha").units if one.unit == "A5" for option in one.options}
    assert "MV" not in kinds
    assert "OF" in kinds, "it may still do other things"
    later = play(inside).state
    assert refused(later, "alpha", "A5 MV 5616") == []
    assert where(play(later, alpha="A5 MV 5616").state, "A5") == "5616"


@pytest.mark.rules("30.1b")
def test_infantry_that_begins_in_a_ditch_is_not_held() -> None:
    state = dug({}, {"B1": "5615"}, ditch="5615")
    assert refused(state, "bravo", "B1 MV 5616") == []


@pytest.mark.rules("30.1c")
def test_a_ditch_protects_nobody() -> None:
    plain = dug({"A1": "5613"}, {"B1": "5616", "B2": "5617"}, ditch="2020")
    ditch = dug({"A1": "5613"}, {"B1": "5616", "B2": "5617"}, ditch="5616")
    for name in ("B1", "B2"):
        one, two = (
            shot_at(state, scene_of(state), [index_of(state, "A1")], index_of(state, name)) for state in (plain, ditch)
        )
        assert (one.defence.value, one.hits_on) == (two.defence.value, two.hits_on)


@pytest.mark.rules("30.2")
@pytest.mark.parametrize(
    ("cells", "ok"),
    [
        ("1515 1516 1517 1518", True),
        ("1517 1515 1516", True),
        ("1515", True),
        ("1515 1615 1716 1816", True),
        ("1515 1514 1613 1612", False),
        ("1515 1516 1518", False),
        ("1515 1516 1617", False),
        ("1515 1515", False),
    ],
)
def test_x78_a_ditch_is_one_straight_unbroken_line_along_the_grain(cells: str, ok: bool) -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    board = scene_of(state).board
    task = Task("ditch", "DG", tuple(board.cell(label) for label in cells.split()))
    assert [one.rule for one in works.check(board, _limits(state), (task,))] == ([] if ok else ["30.2"])


@pytest.mark.rules("30.2", "30.0-gen")
def test_a_ditch_too_long_in_a_forbidden_zone_or_of_alphas_is_refused() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    board, limits = scene_of(state).board, _limits(state)

    def rules(labels: list[str], limits: works.Limits = limits) -> list[str]:
        task = Task("ditch", "DG", tuple(board.cell(label) for label in labels))
        return [one.rule for one in works.check(board, limits, (task,))]

    row = [f"15{number:02d}" for number in range(12, 26)]
    assert rules(row) == []
    assert rules([f"15{number:02d}" for number in range(1, 22)]) == ["34.4-3"]
    assert rules(["1511"]) == rules(["3328"]) == rules(["2419", "2418"]) == ["34.4-7"]
    assert rules(["1515"], _limits(state, "alpha")) == ["30.0-gen"]
    assert [one.unit for one in works.offers(limits)] == ["mines", "ditch"]
    works.lay(state, limits, (Task("ditch", "DG", tuple(board.cell(label) for label in row)),))
    assert works.laid(state) == (0, 14)


@pytest.mark.rules("30.0-gen")
def test_a_ditch_is_open_to_all() -> None:
    state = dug({"A1": "5613"}, ditch="5615")
    for side in ("alpha", "bravo", None):
        markers = GAME.view(state, side).markers
        assert [(one.kind, one.cell) for one in markers] == [("ditch", cell(state, "5615"))]


@pytest.mark.rules("30.1a")
def test_a_column_cannot_be_led_through_a_ditch_and_finds_a_way_round() -> None:
    with fielded(replace(field(ALPHA[:1], BRAVO[2:], ("mines",), base="tank/10"), id="tank/meeting")):
        state = GAME.setup("tank/meeting", {}, "script:")
        board = scene_of(state).board
        entry = board.cell("6118")
        straight = cheapest_route("tank", "mixed", entry, "X", 5)
        works.dig(state, straight[3:5])
        wrong = GAME.check(state, "alpha", Order("enter", (Task(COLUMN, "COL", straight),)))
        assert [one.rule for one in wrong] == ["30.1a"]
        step = GAME.apply(state, "alpha", Order("enter", (Task(COLUMN, "COL", (entry,)),)))
        step = GAME.apply(step.state, "bravo", Order("enter", (Task(COLUMN, "COL", (board.cell("0118"),)),)))
        route = step.state.columns["alpha"].route
        assert route[0] == entry
        assert not set(route) & set(straight[3:5])
        assert route[-1] in board.edges["Z"]


@pytest.mark.rules("30.1a")
def test_the_offer_to_a_column_keeps_clear_of_the_ditch() -> None:
    state = position("tank/field", alpha={"A1": "5613", "A2": "5612"}, bravo={"B3": GUN}, released=False,
                     columns={"alpha": "5611 5612 5613"})  # fmt: skip
    works.dig(state, [cell(state, "5614")])
    lead = next(one for one in GAME.legal(state, "alpha").units if one.unit == COLUMN)
    assert lead.options[0].path is not None
    assert lead.options[0].path.barred == (cell(state, "5614"),)
    assert [one.rule for one in violations(state, "alpha", "column MV 5614")] == ["30.1a"]


def test_mines_and_ditches_are_written_and_read() -> None:
    state = position("tank/field", alpha={"A1": "5613"}, bravo={"B3": GUN})
    scene = scene_of(state)
    placed = (
        Task("mines", "MN", (cell(state, "2015"), cell(state, "2015"))),
        Task("ditch", "DG", (cell(state, "1515"),)),
    )
    text = notation.write(scene, Order("deploy", placed))
    assert text == "mines MN 2015 2015\nditch DG 1515"
    asked = Decision("0.deploy", "deploy", "bravo", "17.1", "")
    assert notation.parse(state, scene, "bravo", asked, text) == Order("deploy", placed)
    assert order(state, "alpha", "A1 MV 5614").tasks[0].unit == "A1"


@pytest.mark.rules("30.1a")
def test_no_vehicle_mounts_or_dismounts_into_a_ditch() -> None:
    with fielded(replace(field(ALPHA, BRAVO, ("transport", "mines"), base="tank/2", length=30), id="tank/carry")):
        state = dug({"A4": "5613", "A5": "5614"}, ditch="5614", scenario="tank/carry")
        assert "30.1a" in refused(state, "alpha", "A4 MT A5; A5 MT A4")


@pytest.mark.rules("30.1a", "27.0-gen-3")
def test_no_vehicle_is_offered_to_mount_or_dismount_into_a_ditch() -> None:
    with fielded(replace(field(ALPHA, BRAVO, ("transport", "mines"), base="tank/2", length=30), id="tank/carry")):
        for ditch, mounts in (("5614", False), ("5615", True)):
            state = dug({"A4": "5613", "A5": "5614"}, ditch=ditch, scenario="tank/carry")
            offered = {one.unit: {option.kind for option in one.options} for one in GAME.legal(state, "alpha").units}
            assert [("MT" in offered[name]) for name in ("A4", "A5")] == [mounts, mounts]
        state = aboard(dug({"A4": "5613", "A5": "5613"}, ditch="5614", scenario="tank/carry"), A4="A5")
        options = next(one.options for one in GAME.legal(state, "alpha").units if one.unit == "A4")
        away = next(option.cells for option in options if option.kind == "DT")
        assert away
        assert cell(state, "5614") not in away
