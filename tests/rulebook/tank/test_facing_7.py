"""Case 7: facing, field of fire and of sight, target aspect."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from hulldown.core.board import LETTERS
from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import terrain, weapons
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.fire import Aim, Firer, resolve
from hulldown.games.tank.rules.ground import Ground
from hulldown.games.tank.rules.state import TankState
from support.tank_positions import cell, country, facing, order, play, position, refused, unit, where

Draw = Callable[..., str]
PLAIN = Ground(country(), terrain("mixed"))
AROUND = dict(zip(LETTERS, ("1009", "1110", "1111", "1011", "0911", "0910"), strict=True))
"""The neighbours of 1010 by direction."""


@pytest.mark.rules("7.0-gen-1")
def test_7_0_gen_1_guns_and_vehicles_must_face_a_hexside_infantry_none(draw: Draw) -> None:
    state = GAME.setup("tank/1", {}, "script:")
    guns = [u for u in state.units if u.type == "76AT"]
    troops = [u for u in state.units if u.type == "infantry"]
    cells = [cell(state, f"{column}16") for column in range(20, 40)]
    tasks = [Task(u.id, "DP", (cells.pop(),), 2) for u in guns] + [Task(u.id, "DP", (cells.pop(),)) for u in troops]
    assert GAME.check(state, "bravo", Order("deploy", tuple(tasks))) == []
    tasks[0] = Task(tasks[0].unit, "DP", tasks[0].cells)
    assert [v.unit for v in GAME.check(state, "bravo", Order("deploy", tuple(tasks)))] == [tasks[0].unit]
    shown = position(
        draw(), alpha={"A1": ("1010", "B")}, bravo={"B1": ("1004", "E", "88AT"), "B2": ("1104", "C", "infantry")}
    )
    facings = {piece.id: piece.facing for piece in GAME.view(shown, "alpha").pieces}
    assert facings == {"A1": 1, "B1": 4, "B2": -1}
    assert refused(shown, "bravo", "B2 FC") == ["7.0-gen-1"]


@pytest.mark.rules("7.0-gen-2", "7.21")
@pytest.mark.parametrize("weapon", ["JPzV", "88AT"])
def test_7_21_the_arc_of_the_three_front_hexes(draw: Draw, weapon: str) -> None:
    """C-10: within 60 degrees of the faced hexside, borders included, at every distance."""
    scenario = draw(rows=20)
    state = position(scenario, alpha={"A1": ("1010", "A", weapon)}, bravo={"B1": "2404"})
    near = [letter for letter, label in AROUND.items() if refused(state, "alpha", f"A1 OF {label}") == []]
    assert near == ["A", "B", "F"]
    # The border runs along the hexrow towards B; one hex below it is outside.
    assert refused(state, "alpha", "A1 OF 1607") == []
    assert refused(state, "alpha", "A1 OF 1608") == ["7.21"]
    assert refused(state, "alpha", "A1 OF 0407") == []
    assert refused(state, "alpha", "A1 OF 0408") == ["7.21"]
    unit(state, "A1").facing = 3
    assert [letter for letter, label in AROUND.items() if refused(state, "alpha", f"A1 OF {label}") == []] == [
        "C", "D", "E",
    ]  # fmt: skip


@pytest.mark.rules("7.21", "7.0-gen-2")
def test_7_21_the_offered_targets_are_those_of_the_arc(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", "JPzV")}, bravo={"B1": "1004", "B2": "1014"})
    offered = {option.kind: option.cells for option in GAME.legal(state, "alpha").units[0].options}
    assert offered["DF"] == (cell(state, "1004"),)
    assert cell(state, "1011") not in offered["OF"]


@pytest.mark.rules("7.23a", "7.0-gen-4")
@pytest.mark.parametrize("weapon", ["T62", "infantry"])
def test_7_23a_turrets_and_infantry_fire_all_round(draw: Draw, weapon: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", weapon)}, bravo={"B1": "2404"})
    assert all(refused(state, "alpha", f"A1 OF {label}") == [] for label in AROUND.values())


@pytest.mark.rules("7.23b")
def test_7_23b_the_weapons_chart_says_what_has_a_turret() -> None:
    assert {name for name, weapon in weapons().items() if weapon.kind == "vehicle" and not weapon.turret} == {"JPzV"}
    assert not any(weapon.all_round for weapon in weapons().values() if weapon.kind == "gun")
    assert weapons()["infantry"].all_round


@pytest.mark.rules("7.24")
def test_7_24_a_unit_sees_only_where_it_can_fire(draw: Draw) -> None:
    scenario = draw()
    for letter, spotted in (("A", True), ("D", False)):
        state = position(
            scenario, alpha={"A1": ("1010", letter, "JPzV")}, bravo={"B1": ("1004", "A", "JPzV", "unspotted")}
        )
        # B1 looks away, so only A1 could spot: it does if B1 is before it, and automatically.
        after = play(state)
        assert unit(after.state, "B1").spotted is spotted


@pytest.mark.rules("7.11a", "7.11b", "7.12b")
def test_7_11_any_number_of_units_turn_to_any_side_for_nothing(draw: Draw) -> None:
    places = {"A1": ("1010", "A"), "A2": ("1210", "A", "88AT"), "A3": ("1410", "A"), "A4": ("1610", "A")}
    # A3 spends its whole allowance and still may turn.
    state = position(draw(rows=20), alpha=places, bravo={"B1": ("2004", "D")})
    after = play(state, "A1 FC; A2 FC; A3 MV DDDDDDD; A4 FC", "B1 FC", until="face")
    option = GAME.legal(after.state, "alpha").units[0].options[0]
    assert option.facings == (0, 1, 2, 3, 4, 5)
    done = play_faces(after.state, {"alpha": "A1 D; A2 C; A3 B", "bravo": ""})
    assert [facing(done, name) for name in ("A1", "A2", "A3", "A4", "B1")] == ["D", "C", "B", "A", "D"]
    assert where(done, "A3") == "1417"


def play_faces(state: TankState, texts: dict[str, str]) -> TankState:
    for side, text in texts.items():
        state = GAME.apply(state, side, order(state, side, text)).state
    return state


@pytest.mark.rules("7.12b")
def test_7_12b_the_new_facing_is_not_plotted(draw: Draw) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("2004", "D")})
    wrong = GAME.check(state, "alpha", Order("plot", (Task("A1", "FC", facing=3),)))
    assert [violation.rule for violation in wrong] == ["7.12b"]
    # It is asked for when everything has moved, and the asker sees where.
    after = play(state, "A1 FC", "B1 MV 2005", until="face")
    assert set(GAME.pending(after.state)) == {"alpha", "bravo"}
    assert {p.id: p.cell for p in GAME.view(after.state, "alpha").pieces}["B1"] == cell(state, "2005")


@pytest.mark.rules("7.12a")
@pytest.mark.parametrize(
    ("plot", "able"),
    [("A1 FC", True), ("A1 MV 1009", True), ("A1 MVR 1011", True), ("A1 OV 1009 1008", True), ("A1 DF 1004", False),
     ("A1 OF 1006", False), ("", False)],
)  # fmt: skip
def test_7_12a_the_tasks_that_let_a_unit_turn(draw: Draw, plot: str, able: bool) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", "D")}, dice="6")
    after = play(state, plot, "", face={"alpha": "A1 C"}) if able else play(state, plot, "")
    assert facing(after.state, "A1") == ("C" if able else "A")
    if not able:
        assert "A1" not in {u.id for u in after.state.units if u.may_face}


@pytest.mark.rules("7.13", "7.0-gen-3")
def test_7_13_facing_follows_the_path_while_moving(draw: Draw) -> None:
    # B1 drives past A1's line from west to east and shows its flank to the Opportunity Fire that meets it there.
    state = position(draw(), alpha={"A1": ("1010", "A", "PzIIIj")}, bravo={"B1": ("0805", "D")}, dice="6")
    after = play(state, "A1 OF 1003", "B1 MV C B B B")
    shot = after.found("shot", target="B1")[0]
    # In 1005 it faces its next hex by B: A1, due south of it, stands 120 degrees off that.
    assert (shot.data["at"], shot.data["defence"]) == ("1005", weapons()["M60A2"].side)
    assert facing(after.state, "B1") == "B"


@pytest.mark.rules("7.13")
def test_7_13_an_overrunning_unit_faces_along_its_path_too(draw: Draw) -> None:
    places = {"B1": ("1003", "A"), "B2": "2012"}
    state = position(draw(), alpha={"A1": ("1010", "A", "T62"), "A2": ("1006", "", "infantry")},
                     bravo=places, dice="6")  # fmt: skip
    after = play(state, "A1 OF 1007", "B1 OV D D D D", until="face")
    assert [event.data["defence"] for event in after.found("shot", target="B1")] == [weapons()["M60A2"].front]
    assert facing(after.state, "B1") == "D"


@pytest.mark.rules("7.31", "7.0-gen-4")
@pytest.mark.parametrize("soft", ["88AT", "infantry"])
def test_7_31_facing_does_not_change_the_defence_of_soft_units(draw: Draw, soft: str) -> None:
    scenario = draw()
    for letter in LETTERS:
        state = position(scenario, alpha={"A1": ("1010", "A")}, bravo={"B1": ("1004", letter, soft)}, dice="6")
        assert play(state, "A1 DF 1004").found("shot")[0].data["defence"] == 1
    shots = {
        resolve(Aim((Firer(weapons()["T62"], 6, 2),), weapons()[soft], terrain("mixed"), aspect=aspect)).hits_on
        for aspect in ("front", "side", "rear")
    }
    assert len(shots) == 1


@pytest.mark.rules("7.32", "7.0-gen-3", "8.0-proc-df-6")
@pytest.mark.parametrize(("letter", "aspect"), [("D", "front"), ("C", "front"), ("E", "front"), ("B", "side"),
                                                ("F", "side"), ("A", "rear")])  # fmt: skip
def test_7_32_the_defence_of_a_vehicle_is_that_of_the_aspect_shown(draw: Draw, letter: str, aspect: str) -> None:
    state = position(draw(), alpha={"A1": ("1010", "A", "T62")}, bravo={"B1": ("1004", letter)}, dice="1")
    shot = play(state, "A1 DF 1004").found("shot")[0]
    assert shot.data["defence"] == getattr(weapons()["M60A2"], aspect)
    assert PLAIN.aspect(PLAIN.board.cell("1010"), PLAIN.board.cell("1004"), LETTERS.index(letter)) == aspect
