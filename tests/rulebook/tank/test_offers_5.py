"""Cases 5.0, 8.4, 9 and 17: what each unit is offered, exactly, and that it is what the check of a plot accepts."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.decisions import Option, PathDomain
from hulldown.core.orders import Order, Task
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import ON_MAP, WAITING, TankState
from support.tank_positions import cell, ground_of, position, unit

Draw = Callable[..., str]
TURN = Option("FC", "9.5a")
NEIGHBOURS = Option("OF", "8.84a", choices=("adjacent",))


def offers(state: TankState, side: str) -> dict[str, dict[str, Option]]:
    """The options of each unit by kind; covering the neighbours under "adjacent"."""
    return {
        each.unit: {"adjacent" if option == NEIGHBOURS else option.kind: option for option in each.options}
        for each in GAME.legal(state, side).units
    }


def accepted(state: TankState, side: str, name: str, kind: str) -> tuple[int, ...]:
    """The hexes into which a fire task of a unit is accepted."""
    return tuple(
        target
        for target in ground_of(state).board.cells
        if not GAME.check(state, side, Order("plot", (Task(name, kind, (target,)),)))
    )


def battle(draw: Draw) -> TankState:
    """Guns and infantry, tanks with and without a turret, and enemies of all kinds, spotted and not."""
    hexes = {"0806": "woods", "1505": "woods", "1206": "rough"}
    return position(
        draw(base="tank/2", columns=20, rows=12, hexes=hexes, sides={"1007A": "berm"}),
        alpha={
            "A1": ("0908", "A"), "A2": ("1108", "B", "JPzV"), "A3": ("1408", "F", "CIII"), "A4": ("0609", "A", "PzIVh"),
            "A5": ("1906", "F", "T62"),
        },
        bravo={
            "B1": ("1003", "D"), "B2": ("1703", "D", "unspotted"), "B9": ("0905", ""), "B10": ("1407", "", "unspotted"),
            "B11": ("0403", "", "hidden"), "B3": ("1104", "C", "T34/85"), "B4": ("0709", "D", "T34/85"),
        },
    )  # fmt: skip


@pytest.mark.rules("5.0-gen-2", "8.0-gen-1", "8.9b", "7.21", "8.4")
@pytest.mark.parametrize("side", ["alpha", "bravo"])
def test_5_0_fire_is_offered_where_it_is_accepted(draw: Draw, side: str) -> None:
    state = battle(draw)
    for each in state.units:
        if each.side != side or each.status != ON_MAP:
            continue
        alone = state.thaw()
        for friend in alone.units:  # friends in the line are left to the check
            if friend.side == side and friend.id != each.id:
                friend.status, friend.cell = "destroyed", -1
        offered = offers(alone, side)[each.id]
        assert offered["OF"] == Option("OF", "8.5", cells=accepted(alone, side, each.id, "OF")), each.id
        direct = accepted(alone, side, each.id, "DF")
        assert offered.get("DF") == (Option("DF", "8.0", cells=direct) if direct else None), each.id


@pytest.mark.rules("5.0-gen-2", "8.9b", "13.4a")
def test_5_0_direct_fire_is_offered_at_what_it_may_hurt(draw: Draw) -> None:
    """T-46: CIII and guns have no HE, infantry fires at vehicles; a face-down counter may be anything."""
    state = battle(draw)
    found = {
        side: {
            name: [ground_of(state).board.labels[at] for at in options["DF"].cells] if "DF" in options else []
            for name, options in offers(state, side).items()
        }
        for side in ("alpha", "bravo")
    }
    assert "0905" in found["alpha"]["A1"]
    assert "0905" not in found["alpha"]["A3"]
    assert "1407" in found["alpha"]["A3"], "nobody knows what it is"
    assert "0403" not in found["alpha"]["A1"] + found["alpha"]["A4"], "it is hidden"
    assert found["alpha"]["A4"] == sorted(found["alpha"]["A4"])
    assert "0709" in found["alpha"]["A4"]
    assert found["bravo"]["B9"] == ["0908"]
    assert found["bravo"]["B1"] == [label for label in ("0609", "0908", "1108", "1408", "1906")
                                    if cell(state, label) in offers(state, "bravo")["B1"]["OF"].cells]  # fmt: skip


@pytest.mark.rules("5.0-gen-2", "8.0-gen-1", "9.0-gen-1", "9.4a", "9.6a", "9.41", "9.6c", "8.84a", "9.34b", "10.11")
def test_5_0_each_kind_of_unit_is_offered_its_moves(draw: Draw) -> None:
    state = battle(draw)
    ours, theirs = offers(state, "alpha"), offers(state, "bravo")
    assert set(ours) == {"A1", "A2", "A3", "A4", "A5"}
    for name, points in (("A1", 8), ("A2", 7), ("A4", 4)):
        at = unit(state, name).cell
        assert {kind: ours[name][kind] for kind in ("MV", "OV", "MVR", "FC")} == {
            "MV": Option("MV", "9.0-gen-1", path=PathDomain(at, points, "vehicle", exit_cost=1)),
            "OV": Option("OV", "9.4a", path=PathDomain(at, points - 1, "partial", minimum=2, straight_end=True)),
            "MVR": Option("MVR", "9.6a", path=PathDomain(at, points // 2, "partial", steps=2)),
            "FC": TURN,
        }
        assert set(ours[name]) - {"DF"} == {"MV", "OV", "MVR", "FC", "OF"}
    foot = unit(state, "B9").cell
    assert theirs["B9"]["MV"] == Option("MV", "9.0-gen-1", path=PathDomain(foot, 1, "infantry", steps=1))
    assert set(theirs["B9"]) == {"MV", "OF", "DF", "adjacent"}
    assert theirs["B9"]["adjacent"] == NEIGHBOURS
    assert set(theirs["B1"]) == {"OF", "DF", "FC"}
    assert theirs["B1"]["FC"] == TURN


@pytest.mark.rules("17.13-7", "17.11-5", "17.3-7", "9.0-gen-1", "5.0-gen-2")
def test_17_3_7_leaving_is_offered_over_the_edge_that_is_open(draw: Draw) -> None:
    state = position(draw(base="tank/13"), turn=5, alpha={"A1": ("1010", "D")}, bravo={"B1": ("2003", "D")})
    south = ground_of(state).board.edges["Y"]
    for side, name, points in (("alpha", "A1", 7), ("bravo", "B1", 6)):
        path = PathDomain(unit(state, name).cell, points, "vehicle", exits=south, exit_cost=1)
        assert offers(state, side)[name]["MV"] == Option("MV", "9.0-gen-1", path=path, choices=("exit",))
    state = position(draw(), turn=5, alpha={"A1": ("1010", "D")}, bravo={"B1": ("2003", "D")})
    assert offers(state, "alpha")["A1"]["MV"].choices == ()
    state.preserved["bravo"] = 5
    assert offers(state, "alpha")["A1"]["MV"].choices == (), "only from the next turn on"
    state.preserved["bravo"] = 4
    for side, name, edge in (("alpha", "A1", "X"), ("bravo", "B1", "Z")):
        path = offers(state, side)[name]["MV"].path
        assert path is not None
        assert path.exits == ground_of(state).board.edges[edge]


@pytest.mark.rules("17.13-3", "5.0-gen-2")
@pytest.mark.parametrize(("turn", "watching"), [(1, False), (2, True)])
def test_17_13_3_the_rearguard_gives_no_opportunity_fire_on_the_first_turn(
    draw: Draw, turn: int, watching: bool
) -> None:
    units = {"B1": ("2003", "D"), "B2": ("2206", "", "infantry")}
    state = position(draw(base="tank/13"), turn=turn, alpha={"A1": ("1010", "D")}, bravo=units)
    assert "OF" in offers(state, "alpha")["A1"]
    found = offers(state, "bravo")
    assert ("OF" in found["B1"]) is ("OF" in found["B2"]) is ("adjacent" in found["B2"]) is watching
    assert "MV" in found["B1"]


@pytest.mark.rules("17.3-6", "17.3-2", "17.3-3", "5.0-gen-2")
def test_17_3_6_a_bound_column_is_offered_its_leaders_way_and_its_units_no_moves(draw: Draw) -> None:
    state = position(
        draw(base="tank/2"), alpha={"A1": ("2110", "F"), "A2": ("2210", "F"), "A3": ("2004", "F")},
        bravo={"B1": ("1003", "D")}, columns={"alpha": "2410 2310 2210 2110"}, released=False,
    )  # fmt: skip
    found = offers(state, "alpha")
    assert set(found) == {"column", "A1", "A2", "A3"}
    head = unit(state, "A1").cell
    assert found["column"] == {"MV": Option("MV", "17.3-2", path=PathDomain(head, 8, "vehicle"))}
    assert set(found["A1"]) - {"DF"} == set(found["A2"]) - {"DF"} == {"OF", "FC"}
    assert "MV" in found["A3"], "it stands off the column's way"
    state.fired_on["alpha"] = True
    found = offers(state, "alpha")
    assert "column" not in found
    assert "MV" in found["A1"]
    assert "MV" in found["A2"]


@pytest.mark.rules("17.3-2", "17.3-6", "17.3-1", "5.0-gen-2")
@pytest.mark.parametrize(("ground", "cost"), [("clear", 1), ("woods", 3)])
def test_17_3_2_units_off_the_map_are_offered_what_their_entry_leaves_them(draw: Draw, ground: str, cost: int) -> None:
    hexes = {} if ground == "clear" else {"2410": ground}
    state = position(
        draw(base="tank/2", hexes=hexes), bravo={"B1": ("1003", "D")}, columns={"alpha": "2410"}, released=False
    )
    state.columns["alpha"].trail = []
    entry = cell(state, "2410")
    path = PathDomain(-1, 8 - cost, "partial", via=(entry,))
    assert offers(state, "alpha") == {"column": {"MV": Option("MV", "17.3-2", path=path)}}
    state.fired_on["alpha"] = True
    assert offers(state, "alpha") == {
        f"A{number}": {"MV": Option("MV", "17.3-6", path=PathDomain(-1, 8 - cost * number, "partial", via=(entry,)))}
        for number in range(1, 8 // cost + 1)
    }
    for each in state.units:
        if each.side == "alpha" and each.status == WAITING:
            each.status = "exited"
    assert offers(state, "alpha") == {}


@pytest.mark.rules("17.3-7", "17.13-7", "17.3-2", "5.0-gen-2")
def test_17_3_7_a_column_is_offered_to_leave_the_map(draw: Draw) -> None:
    state = position(
        draw(base="tank/13"), turn=4, alpha={"A1": ("1012", "D"), "A2": ("1010", "D")}, bravo={"B1": ("2003", "D")},
        columns={"alpha": "1008 1009 1010 1011 1012"}, released=False,
    )  # fmt: skip
    south = ground_of(state).board.edges["Y"]
    path = PathDomain(unit(state, "A1").cell, 7, "vehicle", exits=south, exit_cost=1)
    assert offers(state, "alpha")["column"]["MV"] == Option("MV", "17.3-2", path=path, choices=("exit",))


@pytest.mark.rules("17.3-1", "17.12-1", "17.13-1")
def test_17_1_before_the_game_a_column_names_its_hex_and_a_defence_its_places() -> None:
    state = GAME.setup("tank/2", {}, "script:")
    board = ground_of(state).board
    enter = GAME.legal(state, "alpha")
    east = board.edges["X"]
    assert [(each.unit, each.options, each.required) for each in enter.units] == [
        ("column", (Option("COL", "17.3-1", cells=east),), True)
    ]
    assert enter.idle == Order("enter", (Task("column", "COL", (east[len(east) // 2],)),))
    deploy = GAME.legal(state, "bravo")
    zone = tuple(at for at in board.cells if min(board.distance(at, other) for other in east) >= 11)
    assert [each.unit for each in deploy.units] == [f"B{number}" for number in range(1, 21)]
    for number, each in enumerate(deploy.units):
        facings = (0, 1, 2, 3, 4, 5) if number < 8 else ()
        assert each.required
        assert each.options == (Option("DP", "17.12-1", cells=zone, facings=facings),)
    assert deploy.idle is not None
    assert not GAME.check(state, "bravo", deploy.idle)
    step = len(zone) // 20
    assert deploy.idle.tasks == tuple(
        Task(f"B{number + 1}", "DP", (zone[number * step],), 0 if number < 8 else -1) for number in range(20)
    )
    placed = GAME.legal(GAME.setup("tank/13", {}, "script:"), "bravo")
    assert {option.rule for each in placed.units for option in each.options} == {"17.13-1"}


@pytest.mark.rules("4.2a")
def test_4_1_an_absent_side_plots_nothing(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "D")}, bravo={"B1": ("1003", "D")})
    assert GAME.legal(state, "alpha").idle == Order("plot")
    assert GAME.legal(state, "alpha").choices == ()
