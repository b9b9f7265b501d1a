"""Direct fire (9.1), lines of sight (9.14 to 9.16), facing (9.4), weapons (9.5), terrain (10.0, 10.2)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.books import scene_of
from hulldown.games.kampfpanzer.data.counters import find_counter
from hulldown.games.kampfpanzer.faces import tools
from hulldown.games.kampfpanzer.game import GAME
from hulldown.games.kampfpanzer.rules.fire import Aim, Attack, Firer, counter_target, cover, resolve
from hulldown.games.kampfpanzer.rules.grouping import best, partitions, worth
from hulldown.games.kampfpanzer.rules.state import Lot
from support.kampf_field import Field

Draw = Callable[..., Field]
FAR = {"199": ("PzII", "2402")}


def attack(firers: str, *targets: str, crest: tuple[bool, ...] = (), **where: object) -> Attack:
    """An attack by firers written like PzIIID@3."""
    crew = [one.rpartition("@") for one in firers.split(",")]
    marks = crest or (False,) * len(crew)
    return resolve(
        Aim(
            tuple(Firer(find_counter(n), int(d), mark) for (n, _, d), mark in zip(crew, marks, strict=True)),
            tuple(counter_target(find_counter(name)) for name in targets),
            **where,  # type: ignore[arg-type]
        )
    )


@pytest.mark.rules("9.0-proc-n-1", "9.0-proc-n-2", "9.11c", "9.18", "9.19", "9.5", "9.51-key")
@pytest.mark.parametrize(
    ("firers", "target", "superiority"),
    [
        ("PzIIID@3", "R35", 1),
        ("PzIIID@1", "R35", 6),  # doubled at one hex
        ("S35@10", "PzIVE", 1),
        ("S35@11", "PzIVE", -1),  # two less beyond ten hexes
        ("PzIVE@3", "Fr infantry", 5),  # M doubled against soft targets
        ("PzIVE@1", "Fr infantry", 15),  # range first, then the class: twice doubled
        ("PzIIID@3", "Fr infantry", 0),  # A is not penalised against infantry
        ("Fr infantry@1", "Ge infantry", 2),  # R is doubled at one hex, too
        ("R35@3,H39@3", "PzIVE", 2),
        ("R35@1,H39@3", "PzIVE", 4),  # each by its own range, then added
        ("BT7@15", "T97", 3),
    ],
)
def test_strength_less_defence(firers: str, target: str, superiority: int) -> None:
    assert attack(firers, target).superiority == superiority


@pytest.mark.rules("9.19")
def test_strength_never_falls_below_nothing() -> None:
    strong = find_counter("S35")
    weak = msgspec.structs.replace(strong, attack=1)
    target = (counter_target(find_counter("M6")),)
    assert resolve(Aim((Firer(strong, 12),), target)).strength.value == 3
    assert resolve(Aim((Firer(weak, 12),), target)).strength.value == 0
    assert resolve(Aim((Firer(strong, 12), Firer(weak, 12)), target)).strength.value == 3


@pytest.mark.rules("9.7-lim", "9.51-hard", "9.13a", "9.16-c1", "9.5", "12.31a")
@pytest.mark.parametrize(
    ("firers", "target", "terrain", "rule"),
    [
        ("R35@3", "A12", "clear", "9.7-lim"),
        ("Fr infantry@3", "PzI", "clear", "9.51-hard"),
        ("PzI@3", "R35", "clear", "9.51-hard"),
        ("PzI@6", "Fr infantry", "clear", "9.13a"),
        ("PzIIID@4", "R35", "woods", "9.16-c1"),
        ("PzIIID@4", "R35", "town", "9.16-c1"),
        ("75mm@3", "R35", "clear", "9.51-hard"),
        ("Truck@1", "Fr infantry", "clear", "9.13a"),
    ],
)
def test_attacks_that_are_not_allowed(firers: str, target: str, terrain: str, rule: str) -> None:
    found = attack(firers, target, terrain=terrain)
    assert found.void
    assert (found.rule, found.results) == (rule, ())


@pytest.mark.rules("9.7-lim")
def test_above_eight_counts_as_eight() -> None:
    found = attack("PzIVE@1", "Fr infantry")
    assert (found.superiority, found.outcomes) == (15, {"D4": Fraction(1)})
    assert attack("R35@3", "B1").superiority == -3
    assert attack("R35@3", "B1").outcomes == {"P": Fraction(5, 6), "D1": Fraction(1, 6)}


@pytest.mark.rules("10.2b", "10.2a", "9.12b", "10.0-woods", "13.0-proc-4", "13.0-proc-3")
def test_the_additions_of_the_examples() -> None:
    assert attack("S35@3", "Fr infantry", terrain="woods").defence.value == 7
    assert attack("S35@3", "25mm", terrain="woods").defence.value == 6
    assert attack("S35@3", "Fr infantry", "25mm", terrain="woods").defence.value == 11
    assert attack("S35@3", "Fr infantry", terrain="woods", entrenched=True).defence.value == 9
    # Once for the attack, entrenched or not (K-40).
    assert attack("S35@3", "Fr infantry", "25mm", entrenched=True).defence.value == 13


@pytest.mark.rules("10.0-clear", "10.0-town", "10.0-woods", "10.0-slope", "10.0-wreck", "10.0-fn-2", "10.0-fn-5")
@pytest.mark.parametrize(
    ("terrain", "wreck", "crest", "value"),
    [
        ("clear", False, False, 0), ("hilltop", False, True, 0), ("town", False, False, 4), ("woods", False, False, 2),
        ("slope", False, False, 0), ("slope", False, True, 3), ("clear", True, False, 2), ("town", True, False, 4),
        ("woods", True, False, 2), ("slope", True, False, 2), ("slope", True, True, 3),
    ],
)  # fmt: skip
def test_what_a_hex_adds(terrain: str, wreck: bool, crest: bool, value: int) -> None:
    found = cover(terrain, wreck, False, crest)
    assert (found.value if found else 0) == value


@pytest.mark.rules("10.0-fn-3", "10.0-fn-2")
def test_one_firer_through_a_crest_is_enough(draw: Draw) -> None:
    assert attack("S35@3,S35@3", "R35", crest=(False, False), terrain="slope").defence.value == 4
    assert attack("S35@3,S35@3", "R35", crest=(True, False), terrain="slope").defence.value == 7
    # On the map: the crest is the side towards the hilltop.
    field = draw(hexes={"0806": "slope", "0805": "hilltop"}, sides={"0806A": "crest"})
    state = field.state({"1": ("S35", "0803"), "2": ("S35", "0810")}, {"101": ("PzIIID", "0806")})
    ground = scene_of(state).ground
    cell = field.board.cell
    assert ground.through_crest(cell("0803"), cell("0806"))
    assert not ground.through_crest(cell("0810"), cell("0806"))
    assert not ground.through_crest(cell("0806"), cell("0805"))


@pytest.mark.rules("9.0-proc-n-3", "4.1-c", "9.81a", "5.0-gen-3", "5.0-gen-4", "9.8")
def test_direct_fire_is_simultaneous_and_counts_at_the_end_of_the_phase(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("B1", "0808")}, {"101": ("PzIVE", "0805")}, dice="1 1")
    after = field.play(state, "1 N 0805", "101 N 0808")
    # 7 - 4 = 3: D3; 5 - 5 = 0: D2. Both fire, though both are hit.
    assert [(e.data["unit"], e.data["result"], e.step) for e in after.found("shot")] == [
        ("1", "D3", "fire"), ("101", "D2", "fire"),
    ]  # fmt: skip
    assert (after.unit("101").level, after.unit("1").level) == (3, 2)
    kinds = [e.kind for e in after.events if e.step == "fire"]
    assert kinds == ["shot", "shot", "disrupted", "disrupted"]


@pytest.mark.rules("9.81b", "5.0-gen-5", "6.0-gen-1", "4.1-e", "9.71-p", "9.71-eff")
@pytest.mark.parametrize(
    ("die", "mark", "moves"), [("1", "D", False), ("6", "D1", False), ("6 ", "P", False), ("", "none", True)]
)
def test_who_is_hit_in_the_combat_phase_does_not_move(draw: Draw, die: str, mark: str, moves: bool) -> None:
    field = draw()
    firer = ("R35", "0808") if mark == "P" else ("B1", "0808")
    state = field.state({"1": firer}, {"101": ("PzIVE", "0805")}, dice=die)
    after = field.play(state, "1 N 0805" if die else "", "101 B3")
    assert (after.where("101") != "0805") == moves
    if not moves:
        assert after.found("cancelled", unit="101")[0].rule == ("9.71-p" if mark == "P" else "9.71-eff")


@pytest.mark.rules("9.71-p", "9.72a", "4.1-f")
def test_a_pinned_unit_still_fires_and_is_free_next_turn(draw: Draw) -> None:
    field = draw()
    state = field.state({"1": ("R35", "0808")}, {"101": ("PzIVE", "0805"), "102": ("R35", "2010")}, dice="6 6")
    # 2 - 4 = -2: P at die 6. Opportunity Fire is fire combat (K-22).
    after = field.play(state, "1 N 0805", "101 P 0905")
    assert after.found("pinned", unit="101")
    assert after.found("no_target", unit="101")
    assert not after.unit("101").pinned
    assert "MV" in {o.kind for unit in GAME.legal(after.state, "second").units for o in unit.options}


@pytest.mark.rules("9.71-d4", "9.71-cum", "9.71-pd", "9.71-d1", "9.72b", "9.72c")
def test_levels_add_up_and_four_destroy(draw: Draw) -> None:
    field = draw()
    # The example of 9.71: level 1 and D2 make 3.
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0805", "D1")}, dice="2 4")
    after = field.play(state, "1 N 0805")
    assert (after.found("shot")[0].data["result"], after.unit("101").level) == ("D2", 3)
    assert after.found("still_disrupted", unit="101")[0].data["needs"] == 1
    # P does nothing to a disrupted unit.
    state = field.state({"1": ("R35", "0808")}, {"101": ("PzIVE", "0805", "D1")}, dice="6 5")
    after = field.play(state, "1 N 0805")
    assert not after.found("pinned")
    assert after.unit("101").level == 1
    # D2 on level 2: destroyed.
    state = field.state({"1": ("S35", "0808")}, {"101": ("PzII", "0805", "D2"), **FAR}, dice="2")
    after = field.play(state, "1 N 0805")
    assert after.where("101") == "destroyed"
    assert after.found("destroyed")[0].rule == "9.71-d4"


@pytest.mark.rules("9.72b", "9.72c", "4.1-f", "9.71-d2", "9.71-d3", "9.71-d1")
@pytest.mark.parametrize(("level", "die", "left"), [(1, 3, 0), (1, 4, 1), (2, 2, 0), (2, 3, 2), (3, 1, 0), (3, 2, 3)])
def test_recovery(draw: Draw, level: int, die: int, left: int) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808", f"D{level}")}, FAR, dice=f"{die}")
    after = field.play(state)
    assert after.unit("1").level == left
    assert after.found("still_disrupted" if left else "recovered")[0].rule == f"9.71-d{level}"


@pytest.mark.rules("9.11a", "9.12a", "9.12b", "9.11b")
def test_fire_is_combined_as_the_firer_says_once_all_is_revealed(draw: Draw) -> None:
    field = draw()
    units = {"1": ("S35", "0808"), "2": ("S35", "0810"), "3": ("H39", "0807")}
    target = {"101": ("PzIVE", "0805"), **FAR}
    plot = "1 N 0805\n2 N 0805\n3 N 0805"
    state = field.state(units, target, dice="1 1 1")
    asked = field.stop_at(state, plot, "")
    assert asked.stack[-1].step == "combine"
    assert list(GAME.pending(asked)) == ["first"]
    (volley,) = GAME.view(asked, "second").volleys
    assert (volley.firers, volley.targets, len(volley.ways)) == (("1", "2", "3"), ("101",), 5)
    assert volley.ways[0].groups == "111"
    assert volley.ways[0].salvos[0].superiority == 5 + 5 + 4 - 4
    together = field.play(state, plot, answers=[("first", "")])
    assert [e.data["unit"] for e in together.found("shot")] == ["1 2 3"]
    split = field.play(state, plot, answers=[("first", "1 1\n2 2\n3 2")])
    assert [(e.data["unit"], e.data["superiority"]) for e in split.found("shot")] == [("1", 1), ("2 3", 5)]
    wrong = [one.rule for one in GAME.check(asked, "first", Order("combine", (Task("1", "GR", choice="Z"),)))]
    assert wrong == ["9.11a"]
    assert GAME.check(asked, "first", Order("combine", (Task("101", "GR", choice="1"),))) != []


@pytest.mark.rules("9.11a")
@pytest.mark.parametrize(
    ("preset", "groups"), [("together", ["1 2"]), ("apart", ["1", "2"]), ("best", ["1 2"]), ("ask", ["1 2"])]
)
def test_presets_answer_in_advance(draw: Draw, preset: str, groups: list[str]) -> None:
    field = draw()
    state = field.state({"1": ("S35", "0808"), "2": ("S35", "0807")}, {"101": ("PzIVE", "0805")}, dice="3 3")
    after = field.play(state, f"1 N 0805\n2 N 0805\nfire CF {preset}")
    assert [e.data["unit"] for e in after.found("shot")] == groups


@pytest.mark.rules("9.11a")
def test_the_best_division_is_found_among_all(draw: Draw) -> None:
    assert len(list(partitions(3))) == 5
    assert len(list(partitions(4))) == 15
    field = draw()
    state = field.state({"1": ("H39", "0808"), "2": ("H39", "0807")}, {"101": ("PzI", "0804")})
    scene, cell = scene_of(state), field.board.cell("0804")
    # +3 twice destroys in 29 of 36, +7 once in 18 of 36.
    lot = Lot("first", cell, (2,), (0, 1))
    assert worth(state, scene, lot, (0, 1))[0] == Fraction(29, 36)
    assert worth(state, scene, lot, (0, 0))[0] == Fraction(1, 2)
    assert best(state, scene, lot) == (0, 1)
    # Against an armoured target only both together can do it.
    state = field.state({"1": ("H39", "0808"), "2": ("H39", "0807")}, {"101": ("PzIVE", "0804", "D2")})
    assert best(state, scene_of(state), lot) == (0, 0)


@pytest.mark.rules("9.14", "9.15a", "9.13b", "9.16-a")
def test_a_crest_blocks_from_and_to_the_ground(draw: Draw) -> None:
    hill = {"0806": "hilltop", "0807": "slope", "0805": "slope"}
    field = draw(hexes=hill, sides={"0806D": "crest", "0806A": "crest"})
    state = field.state({"1": ("S35", "0810")}, {"101": ("PzII", "0803")})
    ground, cell = scene_of(state).ground, field.board.cell

    def clear(a: str, b: str) -> bool:
        found = ground.sight.clear(cell(a), cell(b))
        assert found == (ground.block(cell(a), cell(b)) is None) == ground.sight.clear(cell(b), cell(a))
        return found

    assert not clear("0810", "0803")  # both on the ground, across both crests
    assert not clear("0810", "0805")  # one on the ground: the near crest is no side of either hex
    assert clear("0810", "0806")  # the crest is a side of the hilltop itself
    assert clear("0810", "0807")
    assert clear("0807", "0805")  # both above the ground
    assert clear("0804", "0805")
    assert [one.rule for one in field.refused(state, "first", "1 N 0803")] == ["9.16-a"]


@pytest.mark.rules("9.16-b1", "9.16-c1", "9.16-c2", "9.15b", "9.37a")
def test_woods_and_town_hexsides_block_wherever_they_are(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods", "0805": "woods"}, sides={"0806A": "woods", "1206D": "town"})
    state = field.state({"1": ("S35", "0808"), "2": ("75mm", "0812", "A")}, {"101": ("PzII", "0806")})
    ground, cell = scene_of(state).ground, field.board.cell
    assert ground.sight.clear(cell("0808"), cell("0806"))  # the rim is open
    assert not ground.sight.clear(cell("0808"), cell("0805"))  # a covered side within
    assert ground.sight.clear(cell("0806"), cell("0805"))  # adjacent hexes see each other
    assert not ground.sight.clear(cell("0806"), cell("0804"))  # even as a side of the firer's own hex
    assert not ground.sight.clear(cell("1208"), cell("1206"))
    assert ground.sight.clear(cell("1207"), cell("1206"))
    # Into woods three hexes at most, out of them as far as the weapon reaches.
    far = field.state({"1": ("S35", "0810"), "2": ("75mm", "0812", "A")}, {"101": ("PzIIID", "0806")})
    assert [one.rule for one in field.refused(far, "first", "1 N 0806")] == ["9.16-c1"]
    assert [one.rule for one in field.refused(far, "first", "1 P 0806")] == ["9.16-c1"]
    assert field.refused(far, "second", "101 N 0810") == []
    assert field.refused(far, "first", "2 T 0806") == []


@pytest.mark.rules("9.15b", "9.16-b1")
def test_a_line_that_touches_the_end_of_a_covered_side_is_blocked(draw: Draw) -> None:
    # From 0606 to 0806 the line runs along the side between 0706 and 0707.
    field = draw(sides={"0706D": "woods"})
    ground, cell = scene_of(field.state({}, FAR)).ground, field.board.cell
    assert not ground.sight.clear(cell("0606"), cell("0806"))
    assert ground.sight.clear(cell("0605"), cell("0805"))
    corner = draw(sides={"0606B": "woods"})
    own = scene_of(corner.state({}, FAR)).ground
    assert not own.sight.clear(corner.board.cell("0606"), corner.board.cell("0806"))


@pytest.mark.rules("9.16-u")
def test_units_in_the_line_neither_block_nor_suffer(draw: Draw) -> None:
    field = draw()
    state = field.state(
        {"1": ("S35", "0808"), "2": ("S35", "0807")}, {"101": ("PzII", "0806"), "102": ("PzII", "0805")}, dice="1"
    )
    after = field.play(state, "1 N 0805")
    assert after.found("shot")[0].data["target"] == "102"
    assert after.unit("101").level == after.unit("2").level == 0


@pytest.mark.rules("9.17")
def test_range_counts_hexes_whatever_the_ground(draw: Draw) -> None:
    field = draw(hexes={"0807": "slope"}, sides={"0808A": "stream"})
    state = field.state({"1": ("PzII", "0808")}, {"101": ("R35", "0803")})
    assert field.refused(state, "first", "1 N 0803") == []
    farther = field.state({"1": ("PzII", "0808")}, {"101": ("R35", "0802")})
    assert [one.rule for one in field.refused(farther, "first", "1 N 0802")] == ["9.13a"]


@pytest.mark.rules("9.4a", "9.4c", "9.4d", "9.31")
def test_guns_fire_in_their_arc_only(draw: Draw) -> None:
    field = draw()
    enemies = {str(100 + n): ("PzII", label) for n, label in enumerate(("0806", "1010", "0814", "0610"), 1)}
    state = field.state({"1": ("2lb", "0810", "A"), "2": ("S35", "1212")}, enemies)
    offered = next(unit for unit in GAME.legal(state, "first").units if unit.unit == "1")
    cells = {field.board.labels[c] for o in offered.options if o.kind == "N" for c in o.cells}
    # North, and the borders of the cone of 60 degrees to either side (C-10).
    assert cells == {"0806"}
    assert [one.rule for one in field.refused(state, "first", "1 N 0814")] == ["9.4c"]
    tank = next(unit for unit in GAME.legal(state, "first").units if unit.unit == "2")
    assert len([c for o in tank.options if o.kind == "N" for c in o.cells]) == 4
    border = field.state({"1": ("2lb", "0810", "B")}, {"101": ("PzII", "0806"), "102": ("PzII", "1111")})
    assert field.refused(border, "first", "1 N 0806") == []
    # Facing is nothing to its defence.
    for letter in "ABCDEF":
        target = field.state({"1": ("2lb", "0810", letter)}, {"101": ("S35", "0806")}, dice="6")
        assert field.play(target, "", "101 N 0810").found("shot")[0].data["defence"] == 4


@pytest.mark.rules("10.0-fn-1", "9.34b")
def test_terrain_helps_against_direct_and_opportunity_fire_only(draw: Draw) -> None:
    field = draw(hexes={"0806": "woods"})
    state = field.state({"1": ("S35", "0808"), "2": ("75mm", "0810", "A")}, {"101": ("PzIIID", "0806")}, dice="1 1")
    after = field.play(state, "1 N 0806\n2 T 0806")
    assert after.found("shot")[0].data["defence"] == 5
    assert "defence" not in after.found("shelled")[0].data


@pytest.mark.rules("9.13a", "9.16-b1")
def test_the_tools_say_what_the_rules_say() -> None:
    found = tools.odds({"attackers": "PzIIID@3,PzIVE@3", "target": ["R35"], "terrain": "woods"})
    assert (found["superiority"], found["outcomes"]) == (4, {"D2": "1/2", "D3": "1/2"})
    assert "9.16-c1" in tools.odds({"attackers": "PzIIID@5,PzIVE@5", "target": ["R35"], "terrain": "woods"})["void"]
    found = tools.odds({"attackers": "R35@3,H39@3", "target": ["PzIVE"]})
    assert (found["superiority"], found["outcomes"]) == (2, {"P": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6"})
    assert tools.odds({"overrun": 1, "defenders": 1})["superiority"] == 2
    assert tools.odds({"counterattack": True})["outcomes"] == {"none": "2/3", "D1": "1/3"}
    assert tools.odds({"recover": "D2"})["probability"] == "1/3"
    assert tools.odds({"h": "loose", "static": True})["outcomes"] == {
        "none": "1/6", "D1": "1/3", "D2": "1/3", "D3": "1/6",
    }  # fmt: skip
    assert tools.odds({"h": "tight", "static": True, "terrain": "town"})["outcomes"]["none"] == "1/3"
    assert "9.33b" in tools.odds({"h": "loose", "moving": True, "target": ["R35"]})["void"]
    assert tools.los("kampfpanzer", "2338", "2330", {"fire": True})["allowed"] is True
    into = tools.los("kampfpanzer", "2330", "2338", {"fire": True})
    assert (into["clear"], into["allowed"], into["void"][:7]) == (True, False, "9.16-c1")
    assert tools.los("kampfpanzer", "2330", "2338", {"h": True})["allowed"] is True
