"""Details of changes in status (5.13, 6.6, 15.0, 16.1, 16.3): what bars each, and what it leaves behind."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.games.panzer_battles.rules import observing
from hulldown.games.panzer_battles.rules.state import ASIDE
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


def one(name: str, label: str = "2005", command: str = kinds.BOUND, **values: Any) -> Field:
    """A unit alone with an enemy far away, at the beginning of its Movement Segment."""
    field = Field("3 " * 30)
    field.place("G111", "0133", facing=0)
    field.place(name, label, command)
    field.begin()
    for key, value in values.items():
        setattr(field.unit(name), key, value)
    return field


def open_to(field: Field, name: str, kind: str, **values: Any) -> set[str]:
    """The cases against an act; what is refused is not offered, and the other way round."""
    found = field.refused(FIRST, Task(name, kind, **values))
    assert (kind in field.kinds(FIRST, name)) == (not found)
    return found


@pytest.mark.rules("15.0-gen-1", "15.0-proc-1", "15.0-proc-3", "15.0-proc-4", "6.66", "5.5b", "6.11a", "15.14")
@pytest.mark.parametrize(
    ("values", "cases"),
    [
        ({}, set()),
        ({"command": kinds.OVERWATCH}, set()),
        ({"command": kinds.RALLY}, {"5.5b"}),
        ({"fired": ("mg",)}, {"15.0-proc-4"}),
        ({"fired": ("mg",), "defilade": 3}, set()),
        ({"column": True}, {"6.66"}),
        ({"column": True, "strength": 1}, set()),
        ({"column": True, "strength": 2}, {"6.66"}),
        ({"rooted": True}, {"6.11a"}),
        ({"rooted": True, "defilade": 3}, set()),
        ({"spent": 1}, set()),
        ({"spent": 2}, {"15.0-proc-1"}),
        ({"spent": 1, "suppressed": True}, {"15.0-proc-1"}),
        ({"suppressed": True}, set()),
    ],
)
def test_what_keeps_a_vehicle_from_defilade(values: dict[str, Any], cases: set[str]) -> None:
    """An M4 has nine points; in the clear it takes eight, or a Segment without anything else."""
    field = one("U111", **values)
    assert open_to(field, "U111", kinds.SHELTER, facing=0) == cases


@pytest.mark.rules("15.0-proc-2", "6.66", "15.0-proc-4", "15.15", "5.5b")
@pytest.mark.parametrize(
    ("values", "cases"),
    [
        ({}, set()),
        ({"spent": 2}, set()),
        ({"rooted": True}, set()),
        ({"column": True}, {"6.66"}),
        ({"column": True, "strength": 1}, {"6.66"}),
        ({"defilade": 3}, {"15.0-proc-2"}),
        ({"command": kinds.RALLY}, {"5.5b"}),
        ({"fired": ("rifles",)}, {"15.0-proc-4"}),
    ],
)
def test_what_keeps_men_from_going_down(values: dict[str, Any], cases: set[str]) -> None:
    field = one("U211i", **values)
    assert open_to(field, "U211i", kinds.SHELTER, facing=0) == cases


@pytest.mark.rules("15.0-proc-1", "15.11", "5.31", "5.13B", "5.23a", "15.0-proc-4")
def test_what_going_into_defilade_leaves_behind() -> None:
    field = one("U111", spent=1)
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=2))
    unit = field.unit("U111")
    assert (unit.defilade, unit.spent, unit.changed, unit.sheltered, unit.rooted) == (2, 9, True, True, False)
    field = one("U111", suppressed=True)
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=2))
    unit = field.unit("U111")
    assert (unit.defilade, unit.spent, unit.rooted) == (2, 4, True), "all it had"
    field = one("U111", defilade=1)
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=2))
    unit = field.unit("U111")
    assert (unit.defilade, unit.spent, unit.changed, unit.sheltered) == (2, 0, False, False), "only its marker turns"
    field = one("U211i")
    field.give(FIRST, Task("U211i", kinds.SHELTER, facing=2))
    unit = field.unit("U211i")
    assert (unit.defilade, unit.spent, unit.changed, unit.sheltered) == (2, 0, False, True)


@pytest.mark.rules("5.31", "5.3b", "5.23a")
@pytest.mark.parametrize(("moved", "other", "part"), [(False, "", "watch"), (True, "", "bound"),
                                                      (False, "watch", "bound")])  # fmt: skip
def test_which_part_of_bounding_overwatch_defilade_is(moved: bool, other: str, part: str) -> None:
    """The watch's, unless the unit has moved, or all others watch already."""
    field = Field()
    field.place("G111", "0133")
    field.place("U111", "0808", kinds.BOUNDING, facing=0)
    field.place("U112", "0810", kinds.BOUNDING, role=other)
    field.begin()
    field.unit("U111").moved = moved
    field.give(FIRST, Task("U111", kinds.SHELTER, facing=2))
    assert field.unit("U111").role == part


@pytest.mark.rules("15.42", "5.13B", "5.5b", "15.41")
@pytest.mark.parametrize(
    ("name", "values", "cases"),
    [
        ("U211i", {"defilade": 1}, set()),
        ("U211i", {}, {"5.13B"}),
        ("U211i", {"defilade": 1, "spent": 1}, set()),
        ("U211i", {"defilade": 1, "spent": 2}, {"15.42"}),
        ("U211i", {"defilade": 1, "suppressed": True}, {"15.42"}),
        ("U211i", {"defilade": 1, "command": kinds.OVERWATCH}, {"5.2a"}),
        ("U211i", {"defilade": 1, "rooted": True}, {"6.11a"}),
        ("U111", {"defilade": 0}, set()),
        ("U111", {}, {"15.41"}),
        ("U111", {"defilade": 0, "command": kinds.OVERWATCH, "rooted": True, "spent": 9}, set()),
        ("U111", {"defilade": 0, "command": kinds.RALLY}, {"5.5b"}),
    ],
)
def test_who_may_leave_defilade_in_its_hex(name: str, values: dict[str, Any], cases: set[str]) -> None:
    field = one(name, **values)
    assert open_to(field, name, kinds.RISE) == cases


@pytest.mark.rules("6.61a", "6.61b", "6.63a", "6.63c", "15.42", "5.13A")
@pytest.mark.parametrize(
    ("name", "values", "cases"),
    [
        ("U111", {}, set()),
        ("U111", {"column": True}, {"6.61a"}),
        ("U111", {"spent": 1}, {"6.61a"}),
        ("U111", {"moved": True}, {"6.61a"}),
        ("U111", {"rooted": True}, {"6.11a"}),
        ("U111", {"engaged": True}, {"13.26"}),
        ("U111", {"command": kinds.OVERWATCH}, {"5.2a"}),
        ("U111", {"suppressed": True}, set()),
        ("U211i", {"spent": 2, "moved": True}, set()),
        ("U211i", {"suppressed": True}, {"6.63c"}),
        ("U211i", {"defilade": 0, "spent": 1}, set()),
        ("U211i", {"defilade": 0, "spent": 2}, {"15.42"}),
        ("Ud1", {}, {"6.61a"}),
    ],
)
def test_who_may_enter_column(name: str, values: dict[str, Any], cases: set[str]) -> None:
    field = one(name, **values)
    assert open_to(field, name, kinds.COLUMN) == cases


@pytest.mark.rules("6.61a", "6.63a", "5.31", "15.44")
def test_what_entering_column_leaves_behind() -> None:
    for name, spent, rooted in (("U111", 0, True), ("U211i", 1, False)):
        field = one(name, defilade=2)
        field.give(FIRST, Task(name, kinds.COLUMN))
        unit = field.unit(name)
        found = (unit.column, unit.changed, unit.spent, unit.rooted, unit.defilade)
        assert found == (True, True, spent, rooted, -1)
    field = one("U111", command=kinds.BOUNDING)
    field.place("U112", "2007", kinds.BOUNDING)
    field.give(FIRST, Task("U111", kinds.COLUMN))
    assert field.unit("U111").role == "bound"


@pytest.mark.rules("6.62a", "6.65b", "5.13A", "5.31")
@pytest.mark.parametrize(
    ("command", "changed", "role"), [(kinds.BOUND, True, ""), (kinds.OVERWATCH, False, ""), (kinds.RALLY, False, "")]
)
def test_leaving_column_fulfils_a_command_that_lets_it_change(command: str, changed: bool, role: str) -> None:
    field = one("U111", column=True)
    field.unit("U111").command = command
    field.give(FIRST, Task("U111", kinds.DEPLOY_OUT))
    assert (field.unit("U111").column, field.unit("U111").changed, field.unit("U111").role) == (False, changed, role)
    field = one("U111", column=True, engaged=True)
    assert open_to(field, "U111", kinds.DEPLOY_OUT) == {"6.65b"}


@pytest.mark.rules("16.11a", "16.12a", "8.61B", "8.62Ba", "6.75a", "5.5b", "16.1a")
@pytest.mark.parametrize(
    ("who", "values", "case"),
    [
        ("U211i", {"engaged": True}, "16.12a"),
        ("U211i", {"command": kinds.RALLY}, "5.5b"),
        ("U211i", {"suppressed": True}, "8.62Ba"),
        ("U211i", {"fatigue": 2}, "6.75a"),
        ("U211i", {"rooted": True}, "16.11a"),
        ("U211i", {"spent": 2}, "16.11a"),
        ("U211h", {"engaged": True}, "16.12a"),
        ("U211h", {"command": kinds.RALLY}, "16.12a"),
        ("U211h", {"suppressed": True}, "16.12a"),
        ("U211h", {"rooted": True}, "16.12a"),
        ("U211h", {"spent": 11}, "16.12a"),
    ],
)
def test_who_cannot_take_part_in_mounting(who: str, values: dict[str, Any], case: str) -> None:
    """One point for the men, two of their twelve for the halftracks."""
    field = one("U211i")
    field.place("U211h", "2005", kinds.BOUND, fatigue=0)
    task = {"targets": ("U211h",)}
    assert open_to(field, "U211i", kinds.MOUNT, **task) == set()
    field.unit("U211i").spent, field.unit("U211h").spent = 1, 10
    assert open_to(field, "U211i", kinds.MOUNT, **task) == set(), "just enough"
    field.unit("U211i").spent = field.unit("U211h").spent = 0
    for key, value in values.items():
        setattr(field.unit(who), key, value)
    assert open_to(field, "U211i", kinds.MOUNT, **task) == {case}


@pytest.mark.rules("16.11a", "16.13", "5.24a", "5.31", "16.15b")
@pytest.mark.parametrize(("command", "stays"), [(kinds.BOUND, False), (kinds.OVERWATCH, True)])
def test_what_mounting_leaves_behind(command: str, stays: bool) -> None:
    field = Field()
    field.place("G111", "0133")
    field.place("U211i", "2005", command, column=True, defilade=2, strength=4)
    field.place("U211h", "2005", command, strength=3)
    field.begin()
    field.unit("U211i").column = True
    field.give(FIRST, Task("U211i", kinds.MOUNT, targets=("U211h",), choice="leave steps"))
    men, tracks = field.unit("U211i"), field.unit("U211h")
    assert (men.carrier, men.defilade, men.column, men.strength, men.spent, men.changed, men.rooted) == (
        field.state.units.index(tracks), -1, False, 3, 2, True, False,
    )  # fmt: skip
    assert (tracks.spent, tracks.changed, tracks.rooted) == (2, True, False)
    assert field.refused(FIRST, field.move("U211h", "2006")) == ({"5.2a"} if stays else set()), "TRN-4"
    company = field.company("U211i")
    assert (company.lost, company.fresh, field.state.points) == (1, 0, {})


@pytest.mark.rules("16.3b", "16.31", "16.32a", "5.13E")
@pytest.mark.parametrize(
    ("who", "values"),
    [
        ("G101g", {"command": kinds.OVERWATCH}), ("G101g", {"engaged": True}), ("G101g", {"changed": True}),
        ("G101h", {"command": kinds.OVERWATCH}), ("G101h", {"engaged": True}), ("G101h", {"rooted": True}),
        ("G101h", {"spent": 1}), ("G101h", {"moved": True}), ("G101h", {"strength": 1}),
    ],
)  # fmt: skip
@pytest.mark.parametrize("attach", [True, False])
def test_what_keeps_guns_from_being_limbered(who: str, values: dict[str, Any], attach: bool) -> None:
    field = Field()
    field.place("U111", "0133")
    field.place("G101g", "2005", kinds.BOUND)
    field.place("G101h", "2005", kinds.BOUND)
    if not attach:
        field.unit("G101g").carrier = field.state.units.index(field.unit("G101h"))
    field.begin("move2")
    kind = kinds.LIMBER if attach else kinds.UNLIMBER
    task = Task("G101g", kind, targets=("G101h",))
    assert field.refused(SECOND, task) == set()
    assert kind in field.kinds(SECOND, "G101g")
    for key, value in values.items():
        setattr(field.unit(who), key, value)
    assert field.refused(SECOND, task) == {"16.31"}
    assert kind not in field.kinds(SECOND, "G101g")


@pytest.mark.rules("16.3b", "16.31", "16.42")
def test_what_limbering_leaves_behind() -> None:
    field = Field()
    field.place("U111", "0133")
    field.place("G101g", "2005", kinds.BOUND)
    field.place("G101h", "2005", kinds.BOUND)
    field.begin("move2")
    field.give(SECOND, Task("G101g", kinds.LIMBER, targets=("G101h",)))
    gun, tractor = field.unit("G101g"), field.unit("G101h")
    assert (gun.carrier, gun.changed, gun.rooted, tractor.changed, tractor.rooted) == (
        field.state.units.index(tractor), True, True, True, True,
    )  # fmt: skip


@pytest.mark.rules("6.83", "6.82b")
def test_where_a_dummy_may_be_put() -> None:
    """With units of its side that are on the map and face down; not where it is, nor with dummies."""
    field = Field()
    for name, label in (("U111", "2005"), ("U121", "2007"), ("Ud1", "2009"), ("G111", "0133")):
        field.place(name, label)
    field.unit("Ud2").status = ASIDE
    field.begin()
    field.unit("U121").shown = True

    def places(name: str) -> set[str]:
        options = [option for unit in field.legal(FIRST).units if unit.unit == name for option in unit.options]
        return {field.scene.label(cell) for option in options if option.kind == kinds.BRING for cell in option.cells}

    assert places("Ud2") == places("Ud1") == {"2005"}
    field.give(FIRST, Task("Ud1", kinds.BRING, field.path(["2005"])))
    assert places("Ud1") == set(), "once in a Segment"
    assert kinds.BRING not in field.kinds(FIRST, "U111")
    assert (kinds.REMOVE in field.kinds(FIRST, "Ud1"), kinds.REMOVE in field.kinds(FIRST, "Ud2")) == (True, False)


@pytest.mark.rules("7.23-1", "7.23-2")
def test_what_counts_as_moving_for_observation() -> None:
    field = one("U111")
    unit = field.unit("U111")
    assert not observing.moving(field.state, unit)
    for name in ("moved", "changed"):
        setattr(unit, name, True)
        assert observing.moving(field.state, unit)
        setattr(unit, name, False)
    enemy = field.unit("G111")
    enemy.moved = True
    assert not observing.moving(field.state, enemy), "it is not its Phase"
    enemy.bounded = True
    for command, role, moves in ((kinds.BOUND, "", True), (kinds.BOUNDING, "", True), (kinds.BOUNDING, "bound", True),
                                 (kinds.BOUNDING, "watch", False), (kinds.OVERWATCH, "", False)):  # fmt: skip
        enemy.command, enemy.role = command, role
        assert observing.moving(field.state, enemy) == moves


@pytest.mark.rules("6.51a", "8.61E", "7.41", "16.46", "7.42", "7.0-gen-4")
def test_what_a_unit_observes() -> None:
    field = one("U111", "1009")
    unit, scene = field.unit("U111"), field.scene
    near, far = field.cell("1109"), field.cell("1809")

    def sees(cell: int, reach: int) -> bool:
        return observing.observes(field.state, scene, unit, cell, reach)

    assert (sees(far, 8), sees(far, 7), sees(unit.cell, 0)) == (True, False, True)
    unit.suppressed = True
    assert (sees(far, 16), sees(far, 15), sees(far, observing.UNLIMITED)) == (True, False, True)
    unit.suppressed = False
    unit.withholds = True
    assert (sees(near, 9), sees(unit.cell, 0)) == (False, True), "its own hex it sees"
    unit.withholds = False
    unit.status = "off"
    assert not sees(near, 9)
    men = field.place("U211i", "1009", suppressed=True)
    assert observing.observes(field.state, scene, men, far, 8), "men see as far as ever"
    gun = field.place("G101g", "1009")
    assert not observing.observes(field.state, scene, gun, near, 9)
    assert not observing.observes(field.state, scene, gun, gun.cell, 9)
