"""Details of movement (5.1, 6.0, 6.45, 11.13, 15.4, 19.2): limits and exceptions of each step."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.moves import idlers
from hulldown.games.panzer_battles.rules.state import OFF
from hulldown.games.panzer_battles.rules.unit_types import traits
from support.battles_field import FIRST, SECOND, Field, Task, kinds
from support.battles_stage import Stage

plain = pytest.mark.usefixtures("plain_map")


def one(name: str, label: str, command: str = kinds.BOUND, **values: object) -> Field:
    """A unit alone with an enemy far away, at the beginning of its Movement Segment."""
    field = Field()
    field.place("G111", "0133", facing=0)
    field.place(name, label, command, **values)
    return field.begin()


def where(field: Field, name: str) -> str:
    return field.scene.label(field.unit(name).cell)


@plain
@pytest.mark.rules("15.42", "6.0-proc-1", "6.32a", "6.11a")
def test_men_pay_for_getting_up_once_on_their_way() -> None:
    field = one("U211i", "2005", defilade=0)
    assert field.refused(FIRST, field.move("U211i", "2006")) == set()
    assert field.refused(FIRST, field.move("U211i", "2006", "2007")) == {"6.11a"}
    assert field.refused(FIRST, field.move("U211i", "2006", "2007", choice="double")) == set()
    assert field.refused(FIRST, field.move("U211i", "2008")) == {"6.0-proc-1"}, "that is not the next hex"
    field.give(FIRST, field.move("U211i", "2006", "2007", choice="double"))
    assert (field.unit("U211i").spent, field.unit("U211i").defilade) == (3, -1)


@plain
@pytest.mark.rules("15.41", "15.43", "6.11a")
def test_vehicles_pay_nothing_for_leaving_defilade() -> None:
    field = one("U111", "2005", defilade=0, facing=3)
    field.give(FIRST, field.move("U111", "2006"))
    assert (field.unit("U111").spent, field.unit("U111").defilade) == (2, -1)


@plain
@pytest.mark.rules("5.12", "6.81a", "5.1")
def test_a_dummy_may_end_where_it_began_and_a_unit_may_go_round_to_where_it_is_now() -> None:
    field = one("Ud1", "2005")
    field.give(FIRST, field.move("Ud1", "2006", "2005"))
    assert where(field, "Ud1") == "2005"
    field = one("U111", "2005", facing=3)
    assert field.refused(FIRST, field.move("U111", "2006", "2005")) == {"5.12"}
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, field.move("U111", "2007", "2006")) == set(), "it began elsewhere"
    assert field.refused(FIRST, field.move("U111", "2005")) == {"5.12"}


@plain
@pytest.mark.rules("6.13", "6.45a", "6.81a")
def test_a_dummy_may_end_with_whom_it_began() -> None:
    """MOV-9: it is no unit, so it neither moves together nor apart."""
    field = one("U111", "2005", facing=3)
    field.place("Ud1", "2005", origin=field.cell("2005"))
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, field.move("Ud1", "2006")) == set()
    field.give(FIRST, field.move("Ud1", "2006"))


@pytest.mark.rules("6.13", "6.45a", "19.24")
def test_who_comes_onto_the_map_one_by_one_may_end_together(monkeypatch: pytest.MonkeyPatch) -> None:
    """They began off the map, not together in a hex."""
    stage = Stage(monkeypatch, turn=1)
    stage.queue("U111", "0126", 1)
    stage.queue("U112", "0126", 1)
    stage.begin("move1")
    stage.say("first", "U111 MOVE 0126 0226")
    assert stage.refused("first", "U112 MOVE 0126 0226") == set()
    stage.say("first", "U112 MOVE 0126 0226")
    assert stage.where("U111") == stage.where("U112") == "0226"


@pytest.mark.rules("19.21", "19.23b", "11.14a", "6.15")
@pytest.mark.parametrize(
    ("scenario", "name", "edge", "facing"), [("arracourt", "U111", "0126", 2), ("berlin", "S111", "0934", 0)]
)
def test_who_comes_onto_the_map_faces_inwards_and_leaves_its_queue(
    monkeypatch: pytest.MonkeyPatch, scenario: str, name: str, edge: str, facing: int
) -> None:
    stage = Stage(monkeypatch, scenario, turn=1)
    stage.queue(name, edge, 2, owing=3, role="watch", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", f"{name} MOVE {edge}")
    unit = stage.unit(name)
    assert (unit.facing, unit.spent, unit.place, unit.owing, unit.command, unit.role) == (facing, 3, 0, 0, "BOUND", "")
    assert unit.moved


@plain
@pytest.mark.rules("6.45a", "6.13")
def test_mates_are_those_who_went_all_the_way_together() -> None:
    """MOV-6: A and B go to 2006; B and C, who came there otherwise, go on."""
    field = Field()
    for name, label in (("U111", "2005"), ("U112", "2005"), ("U113", "2105")):
        field.place(name, label, kinds.BOUND, facing=3)
    field.place("G111", "0133")
    field.begin()
    numbers = {name: field.state.units.index(field.unit(name)) for name in ("U111", "U112", "U113")}
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    assert field.unit("U111").mates == (numbers["U112"],)
    assert field.unit("U112").mates == (numbers["U111"],)
    field.give(FIRST, field.move("U113", "2106", "2006"))
    assert field.unit("U113").mates == ()
    field.give(FIRST, field.move("U111", "2007", others=("U112",)))
    assert field.unit("U111").mates == (numbers["U112"],), "still together"
    field.give(FIRST, field.move("U112", "2008"))
    assert field.unit("U112").mates == ()


@plain
@pytest.mark.rules("6.45a", "6.13", "6.69a", "15.41", "8.61D")
@pytest.mark.parametrize(
    ("name", "value", "goes"),
    [("spent", 2, True), ("column", True, True), ("defilade", 0, True), ("suppressed", True, True),
     ("strength", 1, True), ("command", kinds.OVERWATCH, False), ("engaged", True, False)],
)  # fmt: skip
def test_together_go_all_who_can_go(name: str, value: object, goes: bool) -> None:
    """One vehicle, Column, suppression or defilade is no reason to part: each pays what the way costs it."""
    field = Field()
    for unit in ("U111", "U112"):
        field.place(unit, "2005", kinds.BOUND, facing=3)
    field.place("G111", "0133")
    field.begin()
    assert field.refused(FIRST, field.move("U111", "2006", others=("U112",))) == set()
    setattr(field.unit("U112"), name, value)
    assert field.refused(FIRST, field.move("U111", "2006", others=("U112",))) == (set() if goes else {"6.45a"})
    offered = [option.targets for unit in field.legal(FIRST).units if unit.unit == "U111" for option in unit.options
               if option.kind == kinds.MOVE]  # fmt: skip
    assert offered == [("U112",) if goes else ()]
    if goes:
        field.give(FIRST, field.move("U111", "2006", others=("U112",)))
        assert [field.scene.label(field.unit(one).cell) for one in ("U111", "U112")] == ["2006", "2006"]


@plain
@pytest.mark.rules("6.45a", "6.11a", "8.61D")
def test_a_stack_goes_as_far_as_all_of_it_can() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U112", "2005", kinds.BOUND, facing=3, suppressed=True)
    field.place("G111", "0133")
    field.begin()
    assert field.refused(FIRST, field.move("U111", "2006", "2007", "2008")) == set()
    assert field.refused(FIRST, field.move("U111", "2006", "2007", "2008", others=("U112",))) == {"6.11a"}
    field.give(FIRST, field.move("U111", "2006", "2007", others=("U112",)))
    assert [field.unit(one).spent for one in ("U111", "U112")] == [4, 4]


@plain
@pytest.mark.rules("6.45a", "6.0-proc-2", "13.11a")
def test_units_of_two_companies_meet_again_and_assault_one_hex() -> None:
    field = Field()
    for unit in ("U111", "U121"):
        field.place(unit, "2005", kinds.BOUND, facing=3)
    field.place("G111", "2006", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(FIRST, field.move("U121", "2006")) == set()
    field.give(FIRST, field.move("U121", "2006"))
    assert field.unit("U121").engaged


@plain
@pytest.mark.rules("6.45a", "6.46a", "16.12b")
def test_halftracks_follow_the_men_they_have_let_off(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U211h", "1010", command="BOUND")
    stage.put("U211i", "", on="U211h", command="BOUND")
    stage.put("G111", "0133", command="OVERWATCH")
    stage.begin("move1")
    stage.say("first", "U211h MOVE 1011")
    stage.say("first", "U211i DISMOUNT")
    stage.say("first", "U211i MOVE 1012")
    stage.say("first", "U211h MOVE 1012")
    assert stage.where("U211h") == stage.where("U211i") == "1012"


@plain
@pytest.mark.rules("6.45a", "13.11a", "13.27a", "6.13")
def test_a_stack_goes_into_one_close_assault_together() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U112", "2005", kinds.BOUND, facing=3, strength=1)
    field.place("G111", "2006", facing=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006", others=("U112",)))
    assert [field.unit(one).engaged for one in ("U111", "U112")] == [True, True]


@plain
@pytest.mark.rules("6.45a", "16.1b")
def test_companies_do_not_go_together() -> None:
    field = Field()
    for unit in ("U111", "U121", "U211h", "U211i"):
        field.place(unit, "2005", kinds.BOUND, facing=3)
    field.place("Ud1", "2005")
    field.place("G111", "0133")
    field.begin()
    for other in ("U121", "U211h", "U211i", "Ud1"):
        assert field.refused(FIRST, field.move("U111", "2006", others=(other,))) == {"6.45a"}
    assert field.refused(FIRST, field.move("Ud1", "2006", others=("U111",))) == {"6.45a"}


@plain
@pytest.mark.rules("11.13a", "15.0-proc-3", "6.11a")
def test_who_has_backed_does_not_go_into_defilade() -> None:
    field = one("U111", "2005", facing=0)
    field.give(FIRST, Task("U111", kinds.REVERSE, field.path(["2006"])))
    assert (field.unit("U111").spent, field.unit("U111").rooted, field.unit("U111").facing) == (9, True, 0)
    assert field.refused(FIRST, Task("U111", kinds.SHELTER, facing=0)) == {"6.11a"}
    assert field.refused(FIRST, field.move("U111", "2007")) == {"6.11a"}


@plain
@pytest.mark.rules("6.2c", "6.11a", "15.0-proc-3", "8.61D")
def test_a_slow_vehicle_goes_its_one_hex_for_all_it_has(monkeypatch: pytest.MonkeyPatch) -> None:
    """No vehicle of the book is so slow: half of four points, and woods cost three."""
    monkeypatch.setattr(traits("PzIV H"), "allowance", 4)
    field = Field()
    field.place("G111", "0807", kinds.BOUND, suppressed=True, facing=3)
    field.place("U111", "2433")
    field.begin("move2")
    assert field.refused(SECOND, field.move("G111", "0808", "0809")) == {"6.11a"}
    assert field.refused(SECOND, field.move("G111", "0908", "0808")) == {"6.11a"}, "only the first hex"
    field.unit("G111").spent = 1
    assert field.refused(SECOND, field.move("G111", "0808")) == {"6.11a"}
    field.unit("G111").spent = 0
    field.give(SECOND, field.move("G111", "0808"))
    assert (field.unit("G111").spent, field.unit("G111").rooted) == (2, True)
    assert field.refused(SECOND, Task("G111", kinds.SHELTER, facing=0)) == {"6.11a"}


@plain
@pytest.mark.rules("6.11a", "6.2c")
def test_the_last_point_of_an_allowance_is_of_no_use_for_a_hex_of_two() -> None:
    """An M4 has nine points; only a first hex is entered for less than it costs."""
    field = one("U111", "2005", facing=3)
    hexes = ["2006", "2007", "2008", "2009"]
    assert field.refused(FIRST, field.move("U111", *hexes, "2010")) == {"6.11a"}
    field.give(FIRST, field.move("U111", *hexes))
    assert field.unit("U111").spent == 8
    assert field.refused(FIRST, field.move("U111", "2010")) == {"6.11a"}


@plain
@pytest.mark.rules("19.32a", "6.81a", "21.0-vc-1")
def test_a_dummy_takes_no_town() -> None:
    field = one("Ud1", "0718")
    field.give(FIRST, field.move("Ud1", "0719"))
    assert "0719" not in field.state.control
    field = one("U111", "0718", facing=3)
    field.give(FIRST, field.move("U111", "0719"))
    assert field.state.control["0719"] == FIRST


@plain
@pytest.mark.rules("6.8a", "13.0-gen-1", "6.82a")
def test_dummies_of_the_enemy_are_found_out_and_those_of_ones_own_stay() -> None:
    field = Field()
    field.place("U111", "0807", kinds.BOUND, facing=3)
    field.place("Ud1", "0808")
    field.place("Gd1", "0808", tag=0)
    field.place("G111", "0133")
    field.begin()
    field.give(FIRST, field.move("U111", "0808"))
    assert (field.unit("Gd1").status, field.unit("Ud1").status) == ("aside", "on map")
    assert not field.unit("U111").rooted, "it stops nobody (DUM-5)"


@plain
@pytest.mark.rules("6.81a", "6.8a", "13.0-gen-1")
def test_a_dummy_stops_in_no_hex_of_the_enemy() -> None:
    field = Field()
    field.place("Ud1", "2005")
    field.place("G111", "2006", withholds=True)
    field.begin()
    assert field.refused(FIRST, field.move("Ud1", "2006")) == {"6.81a"}
    assert field.refused(FIRST, field.move("Ud1", "2006", "2007")) == {"6.81a"}


@pytest.mark.rules("19.31a", "19.31b", "22.0-vc-sov-2")
@pytest.mark.parametrize(("shown", "name"), [(True, "S111"), (False, "S?1")])
def test_who_leaves_the_map_is_named_by_its_counter(monkeypatch: pytest.MonkeyPatch, shown: bool, name: str) -> None:
    stage = Stage(monkeypatch, "berlin")
    stage.put("S111", "0901", command="BOUND", facing=0, shown=shown, loud=shown)
    stage.put("G301", "0930", command="OVERWATCH", hidden=True)
    stage.state.units[stage.state.units.index(stage.unit("G301"))].withholds = True
    stage.begin("move1")
    cell = stage.scene().exits("first")
    assert cell
    edge = stage.label(cell[0])
    stage.unit("S111").cell = cell[0]
    stage.unit("S111").origin = -1
    stage.say("first", "S111 MOVE exit")
    (event,) = stage.found("exited")
    assert (event.rule, event.audience, event.data["unit"], event.data["hex"]) == ("19.31a", (), name, edge)
    unit = stage.unit("S111")
    assert (unit.status, unit.cell, unit.tag) == ("exited", -1, 0)
    assert stage.state.points["first"] > 0


@plain
@pytest.mark.rules("5.1", "5.3a", "20.0-reinf-3", "19.2")
def test_who_still_owes_an_act() -> None:
    """Under Bound, on the map, able, and neither moved nor changed; or next to come on."""
    field = Field()
    for name, label in (("U111", "2005"), ("U112", "2006"), ("U113", "2007"), ("U121", "2105"), ("U122", "2106")):
        field.place(name, label, kinds.BOUND)
    field.place("U131", "2205", kinds.OVERWATCH)
    field.place("U211i", "2206", kinds.BOUND, suppressed=True)
    field.place("U212i", "2207", kinds.BOUND, fatigue=2)
    field.place("U213i", "2208", kinds.BOUND, fatigue=1)
    field.place("U211h", "2209", kinds.BOUND, suppressed=True)
    field.place("Ud1", "2210")
    field.place("G111", "0133")
    field.begin()
    field.unit("U112").moved, field.unit("U112").origin = True, 0
    field.unit("U113").changed = True
    field.unit("U122").engaged = True
    owing = {field.state.units[at].id for at in idlers(field.state, field.scene, FIRST)}
    assert owing == {"U111", "U121", "U213i", "U211h"}


@pytest.mark.rules("5.1", "19.2", "20.0-reinf-3", "19.24")
def test_who_can_come_on_must_unless_it_may_wait(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=1)
    stage.queue("U111", "0126", 1)
    stage.queue("U112", "0126", 2)
    stage.queue("U121", "0128", 9)
    stage.begin("move1")

    def owing() -> set[str]:
        return {stage.state.units[at].id for at in idlers(stage.state, stage.scene(), "first")}

    assert owing() == {"U111"}, "the second waits for the first, the third has not the points"
    stage.unit("U121").owing = 9
    assert owing() == {"U111", "U121"}
    stage.unit("U121").owing = 10
    assert owing() == {"U111"}
    later = Stage(monkeypatch, "gazala", turn=5)
    later.queue("B411", "0901", 1)
    later.begin("move2")
    assert idlers(later.state, later.scene(), "second") == []


@plain
@pytest.mark.rules("6.0-proc-2")
def test_what_can_be_named_are_counters_on_the_map_that_have_not_moved() -> None:
    field = Field(company_order="enemy")
    for name, label in (("U111", "2005"), ("U112", "2006"), ("U121", "2105"), ("U131", "2205")):
        field.place(name, label, kinds.BOUND)
    field.place("U211h", "2301", kinds.BOUND)
    field.place("U211i", "2301", kinds.BOUND, carrier=field.state.units.index(field.unit("U211h")))
    field.place("U122", "2401", kinds.BOUND, tag=0)
    field.unit("U123").status = OFF
    field.place("G111", "0133")
    field.begin()
    field.unit("U131").moved = True
    targets = field.legal(SECOND).units[0].options[0].targets
    tags = {field.unit(name).tag for name in ("U111", "U112", "U121", "U211h")}
    assert set(targets) == {f"U?{tag}" for tag in tags}
    assert field.legal(SECOND).choices == ("any", "any segment")
    assert field.legal(SECOND).idle is not None
    passes = {one.choice: one.until for one in field.legal(SECOND).passes}
    assert passes == {"any": "", "any segment": f"{field.state.phase} names"}


@plain
@pytest.mark.rules("5.3a", "5.31")
def test_of_platoons_under_bounding_overwatch_one_that_can_owes_a_bound() -> None:
    """As long as there are two of them, and neither has bounded; who cannot is not asked to."""
    field = Field()
    for name, label in (("U111", "2005"), ("U112", "2006"), ("U113", "2007")):
        field.place(name, label, kinds.BOUNDING)
    field.place("G111", "0133")
    field.begin()

    def owing() -> set[str]:
        return {field.state.units[at].id for at in idlers(field.state, field.scene, FIRST)}

    assert owing() == {"U111", "U112", "U113"}
    field.unit("U113").engaged = True
    assert owing() == {"U111", "U112"}
    field.unit("U112").status = "lost"
    assert owing() == {"U111"}
    field.unit("U113").status = "lost"
    assert owing() == set(), "left alone it may take either part"
    field.unit("U112").status, field.unit("U112").role = "on map", "watch"
    assert owing() == {"U111"}
    field.unit("U111").role = "bound"
    assert owing() == {"U111"}, "it has taken the part, and must act by it (5.1)"
    field.unit("U111").moved = True
    assert owing() == {"U111"}, "it has come back to where it began (5.12)"
    field.unit("U111").origin = 0
    assert owing() == set()
    field.unit("U111").role, field.unit("U112").command = "", kinds.OVERWATCH
    assert owing() == set(), "only one is under that command"


@plain
@pytest.mark.rules("6.0-proc-1", "6.11a", "6.2c", "15.42", "8.61D")
@pytest.mark.parametrize(
    ("name", "values", "offered"),
    [
        ("U111", {}, (9, True, False)),
        ("U111", {"spent": 1}, (8, False, True)),
        ("U111", {"spent": 8}, (1, False, True)),
        ("U111", {"spent": 9}, None),
        ("U111", {"suppressed": True}, (4, True, False)),
        ("U111", {"suppressed": True, "spent": 6}, None),
        ("U111", {"defilade": 0}, (9, True, False)),
        ("U211i", {}, (2, False, False)),
        ("U211i", {"defilade": 0}, (1, False, False)),
        ("U211i", {"spent": 1}, (1, False, True)),
        ("U211i", {"spent": 1, "defilade": 0}, None),
        ("U211i", {"spent": 2}, None),
    ],
)
def test_how_far_a_move_is_offered(
    name: str, values: dict[str, object], offered: tuple[int, bool, bool] | None
) -> None:
    """Points, whether one hex is certain, and whether it has begun to spend them."""
    field = one(name, "2005")
    for key, value in values.items():
        setattr(field.unit(name), key, value)
    options = [option for unit in field.legal(FIRST).units if unit.unit == name for option in unit.options]
    paths = [option.path for option in options if option.kind == kinds.MOVE and option.choices == ()]
    found = [(path.allowance, path.least, path.begun) for path in paths if path is not None]
    assert found == ([offered] if offered else [])


@pytest.mark.rules("19.24", "19.23b", "6.0-proc-1", "19.2")
def test_a_move_onto_the_map_is_offered_to_the_head_of_a_queue(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch, turn=1)
    stage.queue("U111", "0126", 1)
    stage.queue("U112", "0126", 2)
    stage.queue("U121", "0128", 4)
    stage.queue("U131", "0130", 5)
    stage.begin("move1")
    paths = {}
    for unit in GAME.legal(stage.state, "first").units:
        for option in unit.options:
            assert option.path is not None
            paths[unit.unit] = (option.path.allowance, [stage.label(cell) for cell in option.path.entries])
    assert paths == {"U111": (9, ["0126"]), "U121": (3, ["0128"])}, "the entry hex itself is still to be paid"
