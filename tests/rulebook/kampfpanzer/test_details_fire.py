"""Fire in detail (9.1 to 9.5): what is offered, how attacks come about, what events and explanations tell."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import pytest

from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.counters import find_counter
from hulldown.games.kampfpanzer.data.scenarios import Riders
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.fire import Aim, Firer, counter_target, cover, resolve
from hulldown.games.kampfpanzer.rules.grouping import apart, best, divisions, harm, partitions, worth
from hulldown.games.kampfpanzer.rules.state import KampfState, Lot
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}


def offered(state: KampfState, unit: str, kind: str, side: str = "first") -> list[tuple[list[str], tuple[str, ...]]]:
    """The hexes and targets of each option of a kind that a unit has."""
    board = GAME.board(state.scenario)
    return [
        ([board.labels[cell] for cell in option.cells], option.targets)
        for one in GAME.legal(state, side).units
        for option in one.options
        if one.unit == unit and option.kind == kind
    ]


@pytest.mark.rules("9.11c", "9.18", "9.19", "9.5", "9.51-soft", "9.51-hard", "10.2a", "10.0-fn-2", "13.0-proc-3")
def test_every_factor_is_told_with_its_case_and_source() -> None:
    def told(name: str, distance: int, target: str, **more: object) -> list[tuple[str, str, object, str]]:
        crest = bool(more.pop("crest", False))
        aim = Aim(
            (Firer(find_counter(name), distance, crest),),
            (counter_target(find_counter(target)),),
            **more,  # type: ignore[arg-type]
        )
        return [(one.rule, one.label, one.value, one.provenance) for one in resolve(aim).factors]

    assert [one[:3] for one in told("S35", 5, "R35")] == [
        ("3.22-s35", "S35 attack", 5), ("3.22-r35", "R35 defence", 4),
    ]  # fmt: skip
    assert told("B1", 5, "Fr infantry")[0][3] == "reconstructed"
    assert [one[:3] for one in told("S35", 1, "R35")][1] == ("9.19", "S35 at range 1", "×2")
    assert [one[:3] for one in told("S35", 12, "R35")][1] == ("9.19", "S35 at range 12", "−2")
    twice = told("PzIVE", 1, "Fr infantry", terrain="woods")
    assert [one[:3] for one in twice[1:3]] == [
        ("9.19", "PzIVE at range 1", "×2"), ("9.51-soft", "PzIVE class M at a soft target", "×2"),
    ]  # fmt: skip
    assert twice[-1][:3] == ("10.0-woods", "woods", 2)
    assert told("S35", 3, "R35", terrain="slope", crest=True)[-1][:3] == (
        "10.0-slope", "slope, fire through a crest", 3,
    )  # fmt: skip
    assert told("S35", 3, "R35", terrain="slope", crest=True, wreck=True)[-1][:2] == (
        "10.0-slope", "slope, fire through a crest",
    )  # fmt: skip
    assert told("S35", 3, "R35", terrain="slope", wreck=True)[-1][:3] == ("10.0-wreck", "wreck", 2)
    dug = told("S35", 3, "Fr infantry", terrain="town", wreck=True, entrenched=True)
    assert dug[-1][:3] == ("13.0-proc-3", "entrenchment", 4)
    assert cover("clear", False, False, True) is None


@pytest.mark.rules("9.19", "9.11c", "9.7-lim")
def test_strength_is_never_negative_and_the_first_fault_voids_the_attack() -> None:
    # A weapon of strength 1 beyond ten hexes would have −1.
    weak = find_counter("M6")
    far = resolve(Aim((Firer(find_counter("R35"), 8), Firer(find_counter("S35"), 15)), (counter_target(weak),)))
    assert (far.strength.value, far.superiority) == (5, 4)
    void = resolve(
        Aim((Firer(find_counter("S35"), 3), Firer(find_counter("PzI"), 3)), (counter_target(find_counter("R35")),))
    )
    assert (void.rule, void.superiority, void.strength.value, void.defence.value) == ("9.51-hard", 0, 0, 0)
    # One hard unit among the targets makes them hard.
    both = (counter_target(find_counter("BT7")), counter_target(find_counter("Ru infantry")))
    assert resolve(Aim((Firer(find_counter("Br infantry"), 3),), both)).rule == "9.51-hard"
    # Three hexes into woods are allowed, four are not; nothing hinders at four in the open.
    for distance, terrain, void_by in ((3, "woods", ""), (4, "woods", "9.16-c1"), (4, "slope", "")):
        aim = Aim((Firer(find_counter("S35"), distance),), (counter_target(weak),), terrain)
        assert (resolve(aim).rule if resolve(aim).void else "") == void_by


@pytest.mark.rules("9.11a")
def test_firers_are_divided_in_any_manner(draw: Draw) -> None:
    field = draw()
    many = {str(n): ("S35", f"{4 + n // 4:02d}{10 + n % 4:02d}") for n in range(1, 12)}
    state = field.state(many, {"101": ("PzIVE", "0604"), **FAR})
    plot = "\n".join(f"{name} N 0604" for name in many)
    # Eleven firers, eleven attacks: more than there are digits.
    asked = field.stop_at(state, plot)
    answer = "\n".join(f"{name} {sign}" for name, sign in zip(many, "123456789ab", strict=True))
    split = field.play(state, plot, answers=[("first", answer)])
    assert [e.data["unit"] for e in split.found("shot")] == list(many)
    alone = field.play(state, f"{plot}\nfire CF apart")
    assert [e.data["unit"] for e in alone.found("shot")] == list(many)
    (volley,) = GAME.view(asked, "first").volleys
    assert [way.groups for way in volley.ways] == [
        "11111111111", "12121212121", "11223344556", "11122233344", "123456789AB",
    ]  # fmt: skip
    assert GAME.legal(asked, "first").units[0].options[0].choices == tuple("123456789AB")
    crowd = Lot("first", 1, (0,), tuple(range(40)))
    assert apart(crowd) == (*range(35), 34, 34, 34, 34, 34)


@pytest.mark.rules("9.11a")
def test_every_way_to_divide_is_looked_at_once() -> None:
    assert list(partitions(1)) == [(0,)]
    assert list(partitions(3)) == [(0, 0, 0), (0, 0, 1), (0, 1, 0), (0, 1, 1), (0, 1, 2)]
    five = Lot("first", 1, (0,), tuple(range(5)))
    assert len(divisions(five)) == 52
    six = Lot("first", 1, (0,), tuple(range(6)))
    assert divisions(six) == [
        (0, 0, 0, 0, 0, 0), (0, 1, 0, 1, 0, 1), (0, 0, 1, 1, 2, 2), (0, 0, 0, 1, 1, 1), (0, 1, 2, 3, 4, 5),
    ]  # fmt: skip


@pytest.mark.rules("9.11a", "9.83", "9.71-cum", "9.24b")
def test_the_worth_of_a_division_counts_levels_and_what_is_there_already(draw: Draw) -> None:
    field = draw()
    units = {"1": ("R35", "0808"), "2": ("R35", "0807")}
    state = field.state(units, {"101": ("PzIVE", "0804", "D2"), "102": ("Ge infantry", "0806")})
    scene, cell = scene_of(state), field.board.cell("0804")
    lot = Lot("first", cell, (2,), (0, 1))
    # −2 for each: D1 on 1 and 2, P otherwise; at 0 together: D2, D1, D1, D1, P, P.
    assert harm(state, scene, lot, (0, 1)) == {0: Fraction(4, 9), 1: Fraction(4, 9), 2: Fraction(1, 9)}
    assert harm(state, scene, lot, (0, 0)) == {2: Fraction(1, 6), 1: Fraction(1, 2), 0: Fraction(1, 3)}
    assert worth(state, scene, lot, (0, 1)) == (Fraction(1, 9), Fraction(2, 3))
    assert worth(state, scene, lot, (0, 0)) == (Fraction(1, 6), Fraction(5, 6))
    assert best(state, scene, lot) == (0, 0)
    # Attacks that are not allowed do nothing: each R35 alone has −4 against an A12, both have −2... and no more.
    hard = field.state(units, {"101": ("A12", "0804")})
    none = Lot("first", cell, (2,), (0, 1))
    assert harm(hard, scene_of(hard), none, (0, 1)) == {0: Fraction(1)}
    # Four levels are all there is.
    soft = field.state({"1": ("PzIVE", "0805"), "2": ("PzIVE", "0905")}, {"101": ("Truck", "0804")})
    assert harm(soft, scene_of(soft), Lot("first", cell, (2,), (0, 1)), (0, 1)) == {4: Fraction(1)}


@pytest.mark.rules("9.1", "9.0-proc-n-3", "5.21c", "9.12a", "9.51-hard", "14.5-3")
def test_direct_fire_is_offered_where_it_may_be_made(draw: Draw) -> None:
    field = draw(setup=RIDERS, hexes={"0404": "woods"})
    units = {
        "1": ("S35", "0808"), "2": ("Br infantry", "0809"), "3": ("75mm", "0810", "A"), "4": ("Truck", "0811"),
        "5": ("Br infantry", "0811", "on 4"), "6": ("S35", ""),
    }  # fmt: skip
    enemies = {
        "101": ("BT7", "0805"), "102": ("Ru infantry", "0805", "on 101"), "103": ("Ge infantry", "0806"),
        "104": ("37mm", "0806", "D"), "105": ("BT7", "0404"), "106": ("PzII", "0804"), "107": ("PzII", "0804"),
        "108": ("PzII", "2417"),
    }  # fmt: skip
    state = field.state(units, enemies)
    # 0404 is woods, four hexes off. A tank with riders is fired at as a tank, or the riders are named.
    assert offered(state, "1", "N") == [
        (["0804", "0805", "0806"], ()), (["0804"], ("106", "107")), (["0805"], ("101", "102")),
        (["0806"], ("103", "104")),
    ]  # fmt: skip
    # Rifles: not at tanks, so not at 0804 at all, and in 0805 only at the riders.
    assert offered(state, "2", "N") == [(["0806"], ()), (["0805"], ("102",)), (["0806"], ("103", "104"))]
    for unit in ("3", "4", "5", "6"):
        assert offered(state, unit, "N") == []
    lone = field.state({"2": ("Br infantry", "0809")}, {"106": ("PzII", "0804")})
    assert offered(lone, "2", "N") == []
    single = field.state({"1": ("S35", "0809")}, {"106": ("PzII", "0804")})
    assert offered(single, "1", "N") == [(["0804"], ())]


@pytest.mark.rules("9.33a", "9.33b", "9.37a", "9.0-gen-2", "9.4c", "9.13b", "12.0-gen-2")
def test_h_fire_is_offered_to_guns_that_see_the_hex(draw: Draw) -> None:
    field = draw(hexes={"0801": "woods"}, sides={"0812A": "woods"}, columns=10, rows=14)
    units = {"1": ("75mm", "0810", "A"), "2": ("S35", "0208"), "3": ("Truck", "0110"),
             "4": ("75mm", "0110", "A", "on 3"), "5": ("75mm", "0814", "A"), "6": ("75mm", "", "A")}  # fmt: skip
    state = field.state(units, {"101": ("PzII", "0102")})
    for kind in ("T", "L"):
        ((cells, _),) = offered(state, "1", kind)
        assert {"0809", "0801", "0709", "0909", "0102"} <= set(cells)
        assert not {"0810", "0811", "0812"} & set(cells)
        ((beyond, _),) = offered(state, "5", kind)
        assert "0813" in beyond
        assert "0811" not in beyond
        for unit in ("2", "3", "4", "6"):
            assert offered(state, unit, kind) == []


@pytest.mark.rules("9.21", "9.25", "9.0-proc-of-3", "9.16-c1", "9.23a")
def test_opportunity_fire_is_offered_along_free_lines(draw: Draw) -> None:
    field = draw(hexes={"0403": "woods", "0406": "woods"})
    units = {"1": ("R35", "0408"), "2": ("75mm", "0810", "A"), "3": ("Truck", "0811"), "4": ("25mm", "0811", "on 3"),
             "5": ("S35", ""), "6": ("25mm", "1208", "A")}  # fmt: skip
    state = field.state(units, {"101": ("PzII", "0606"), "102": ("PzII", "2016"), "103": ("PzII", "1205")})
    ((cells, _),) = offered(state, "1", "P")
    # Woods at two hexes are in reach, at five they are not; beyond them the line is free.
    assert {"0407", "0406", "0405", "0402"} <= set(cells)
    assert "0403" not in cells
    # No line into or through an enemy; those beyond the range are no hindrance.
    assert "0606" not in cells
    assert not {label for label in cells if label in ("0705", "0804")}
    for unit in ("2", "3", "4", "5"):
        assert offered(state, unit, "P") == []
    ((cone, _),) = offered(state, "6", "P")
    assert {"1207", "1206", "1107", "1307"} <= set(cone)
    assert not {"1205", "1204", "1209"} & set(cone)


@pytest.mark.rules("9.4a", "9.4e", "5.33", "9.4b")
def test_a_gun_on_the_ground_may_turn_and_nobody_else(draw: Draw) -> None:
    field = draw()
    units = {"1": ("25mm", "0808", "C"), "2": ("Truck", "0811"), "3": ("25mm", "0811", "on 2"), "4": ("S35", "0408")}
    state = field.state(units, FAR)
    turns = {
        unit.unit: option.facings for unit in GAME.legal(state, "first").units for option in unit.options
        if option.kind == "FC"
    }  # fmt: skip
    assert turns == {"1": (0, 1, 3, 4, 5)}
    assert [(one.unit, one.rule) for one in field.refused(state, "first", "3 A")] == [("3", "9.4a")]


@pytest.mark.rules(
    "9.33a", "9.33b", "9.37b", "9.37c", "9.39-2", "9.39-3", "13.23", "9.34a", "9.34c", "9.38", "9.0-proc-h-3"
)
@pytest.mark.parametrize(
    ("terrain", "dug", "pattern", "column", "results"),
    [
        ("clear", False, "tight", "static", ["D3", "D2", "D2", "D1", "D1", "none"]),
        ("clear", False, "loose", "static", ["D3", "D2", "D2", "D1", "D1", "none"]),
        ("woods", False, "tight", "static", ["D2", "D2", "D1", "D1", "none", "none"]),
        ("town", False, "loose", "moving", ["D1", "D1", "none", "none", "none", "none"]),
        ("town", True, "tight", "static", ["D3", "D2", "D2", "D1", "D1", "none"]),
        ("clear", True, "tight", "static", ["D3", "D2", "D2", "D1", "D1", "none"]),
        ("clear", True, "loose", "moving", ["D1", "D1", "none", "none", "none", "none"]),
    ],
)
def test_h_fire_tells_pattern_column_and_result(
    draw: Draw, terrain: str, dug: bool, pattern: str, column: str, results: list[str]
) -> None:
    field = draw(hexes={"0806": terrain})
    works = [("0806", "second")] if dug else []
    for die, result in enumerate(results, 1):
        state = field.state({"1": ("75mm", "0812", "A")}, {"101": ("Ge infantry", "0806")}, dice=f"{die}", works=works)
        after = field.play(state, f"1 {pattern[0]} 0806")
        (hit,) = after.found("shelled")
        # 9.37c: one is added to the die.
        row = min(6, die + 1) if terrain == "woods" else die
        assert (hit.rule, hit.data["pattern"], hit.data["column"], hit.data["result"]) == (
            f"9.39-{row}", pattern, column, result,
        )  # fmt: skip
        assert after.found("impact")[0].data["pattern"] == pattern
        assert after.found("impact")[0].rule == ("9.33a" if pattern == "tight" else "9.33b")


@pytest.mark.rules("9.34c", "9.35", "9.32a", "12.32b")
def test_a_moving_truck_under_tight_fire_takes_its_gun_along(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("Truck", "0806"), "102": ("37mm", "0806", "on 101"), **FAR}
    state = field.state({"1": ("75mm", "0812", "A")}, enemies, dice="2")
    after = field.play(state, "1 T 0806", "101 A1")
    # One attack, at the vehicle, in the column for movers; both suffer and stay.
    (hit,) = after.found("shelled")
    assert (hit.data["unit"], hit.data["column"], hit.data["result"]) == ("101", "moving", "D1")
    assert (after.unit("101").level, after.unit("102").level) == (1, 1)
    assert after.where("101") == after.where("102") == "0806"


@pytest.mark.rules("9.34c", "14.5-3", "9.33b")
def test_riders_on_a_moving_tank_are_moving(draw: Draw) -> None:
    field = draw(setup=RIDERS)
    pair = {"101": ("BT7", "0705"), "102": ("Ru infantry", "0705", "on 101")}
    state = field.state({"1": ("75mm", "0812", "A")}, pair, dice="2 2")
    after = field.play(state, "1 L 0806", "101 C2")
    # Loose fire at the rider alone, in both hexes of the pattern that the tank enters.
    assert [(e.data["unit"], e.data["hex"], e.data["column"]) for e in after.found("shelled")] == [
        ("102", "0805", "moving"), ("102", "0906", "moving"),
    ]  # fmt: skip
    assert (after.unit("101").level, after.unit("102").level) == (0, 2)


@pytest.mark.rules("9.81b", "9.81c", "9.71-p", "9.71-eff", "4.1-e")
def test_only_operations_other_than_fire_are_told_as_cancelled(draw: Draw) -> None:
    field = draw()
    enemies = {"101": ("PzIVE", "0805"), "102": ("PzIVE", "0405"), "103": ("75mm", "1205", "D")}
    # R35 at PzIVE, −2: die 1 is D1, die 6 pins; the 75mm is hit at +1 by die 1: D2.
    units = {"1": ("R35", "0808"), "2": ("R35", "0408"), "3": ("R35", "1208")}
    state = field.state(units, enemies, dice="6 6 1")
    plot = "1 N 0805\n2 N 0405\n3 N 1205"
    after = field.play(state, plot, "101 N 0808\n102 P 0402\n103 T 1206")
    assert not after.found("cancelled")
    assert [e.data["unit"] for e in after.found("pinned")] == ["1", "101", "102"]
    assert [e.data["unit"] for e in after.found("shot", side="second")] == ["101"]
    assert [e.data["unit"] for e in after.found("no_target")] == ["102"]
    moved = field.play(field.state(units, enemies, dice="6 6 6"), plot, "101 A1\n102 A1")
    assert [(e.data["unit"], e.rule, e.data["task"]) for e in moved.found("cancelled")] == [
        ("101", "9.71-p", "Move"), ("102", "9.71-p", "Move"),
    ]  # fmt: skip
    assert moved.where("101") == "0805"


@pytest.mark.rules("9.7-lim", "9.11a", "9.0-gen-3")
def test_fire_that_turns_out_too_weak_is_lost(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0808"), "2": ("R35", "0807"), "3": ("R35", "0810")}, {"101": ("A12", "0804")})
    after = field.play(state, "1 N 0804\n2 N 0804\n3 N 0804", answers=[("first", "1 1\n2 2\n3 2")])
    assert not after.found("shot")
    lost = after.found("lost_fire")
    assert [(e.data["unit"], e.rule) for e in lost] == [("1", "9.7-lim"), ("2 3", "9.7-lim")]
    # Nobody of them fires again; what is lost is told, not rolled for.
    assert len(after.rolls) == 2


@pytest.mark.rules("9.0-proc-n-2", "9.24a", "9.7", "9.7-6", "9.83")
def test_a_shot_tells_its_chance_and_its_source(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzIVE", "0805"), **FAR}, dice="6")
    (shot,) = field.play(state, "1 N 0805").found("shot")
    # +1: D2 D2 D1 D1 D1 P.
    data = shot.data
    assert (shot.rule, data["strength"], data["defence"], data["superiority"]) == ("9.7", 5, 4, 1)
    assert (data["die"], data["result"], data["hit"], data["chance"]) == (6, "P", False, "5/6")
    assert (data["provenance"], data["opportunity"]) == ("rulebook", False)
    (weak,) = field.play(field.state({"1": ("S35", "0808")}, {"101": ("PzIVE", "0805"), **FAR}, dice="5"),
                         "1 N 0805").found("shot")  # fmt: skip
    assert (weak.data["result"], weak.data["hit"]) == ("D1", True)
    late = field.state({"1": ("S35", "0810")}, {"101": ("PzIVE", "0705"), **FAR}, dice="1")
    (shot,) = field.play(late, "1 P 0805", "101 C1").found("shot")
    assert (shot.rule, shot.data["result"], shot.data["hit"], shot.data["chance"]) == ("9.24a", "D2", True, "5/6")
    assert (shot.data["provenance"], shot.data["opportunity"]) == ("reconstructed", True)


@pytest.mark.rules("9.11a", "4.1-c", "9.24b")
def test_each_side_divides_its_own_fire(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0806")}
    state = field.state(units, {"101": ("PzIVE", "1107"), "102": ("PzIVE", "1105")}, dice="6 6 6")
    plots = ("1 N 1107\n2 N 1107", "101 N 0806\n102 N 0806")
    after = field.play(state, *plots, answers=[("first", "1 1\n2 1"), ("second", "101 1\n102 2")])
    assert [e.data["unit"] for e in after.found("shot")] == ["1 2", "101", "102"]
    # Nothing said: the first attack for all.
    idle = field.play(state, *plots, answers=[("first", "2 2"), ("second", "")])
    assert [e.data["unit"] for e in idle.found("shot")] == ["1", "2", "101 102"]
