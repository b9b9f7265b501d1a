"""Observation (7.0, 7.2 to 7.4): ranges, what counts as moving, what turns counters face up and down."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.rules.observing import moving, observes, reach
from support.battles_field import FIRST, SECOND, Field, Task, kinds
from support.battles_stage import Stage

pytestmark = pytest.mark.usefixtures("plain_map")
UNLIMITED = 999


def facing_off(target: str, where: str, watcher: str, **values: object) -> Field:
    """A US unit and a German one that watches it, at the start of the US Movement Segment."""
    field = Field()
    field.place(target, where, **values)
    field.place("G123", watcher, facing=0)
    return field.begin()


@pytest.mark.rules("7.0-gen-1", "7.0-gen-4", "7.0-proc-1", "7.21", "7.25-inf-stat-clear", "7.25-veh-stat-clear")
def test_a_face_down_unit_is_observed_within_the_regular_range_of_its_row() -> None:
    for name, near, far in (("U211i", "2008", "2009"), ("U111", "2020", "2021")):
        assert facing_off(name, "2005", near).unit(name).shown
        assert not facing_off(name, "2005", far).unit(name).shown


@pytest.mark.rules("7.22", "7.31", "7.0-gen-5", "7.33")
def test_a_face_up_unit_stays_so_within_the_focused_range_and_turns_down_beyond_it() -> None:
    assert facing_off("U211i", "2005", "2011", shown=True).unit("U211i").shown
    field = facing_off("U211i", "2005", "2012", shown=True)
    assert not field.unit("U211i").shown
    assert field.last("hidden")["counter"] == "U?1"


@pytest.mark.rules("7.0-gen-4", "7.1c", "7.13")
def test_without_a_line_of_sight_nothing_is_observed_however_near() -> None:
    # The town 1010 and 1011 stands between.
    assert not facing_off("U111", "1009", "1012").unit("U111").shown
    assert facing_off("U111", "0909", "0912").unit("U111").shown


@pytest.mark.rules("7.24", "7.25-veh-stat-woods", "7.25-veh-stat-def", "7.25-inf-other", "7.0-gen-3")
def test_only_the_terrain_of_the_targets_hex_counts() -> None:
    for where, distance in (("0808", 2), ("0606", 2), ("0607", 15), ("1010", 1), ("2005", 15)):
        field = facing_off("U111", where, "2330")
        assert reach(field.state, field.scene, field.unit("U111")) == distance, where
        field.unit("U111").defilade = 0
        assert reach(field.state, field.scene, field.unit("U111")) == 1, "in defilade, whatever the terrain"
    for where in ("0808", "0606", "0607", "1010"):
        field = facing_off("U211i", where, "2330")
        assert reach(field.state, field.scene, field.unit("U211i")) == 1


@pytest.mark.rules("7.23-1", "7.25-veh-move-clear", "7.25-veh-move-other", "7.25-inf-move-clear", "7.25-fn-3")
def test_a_unit_that_moves_from_hex_to_hex_is_seen_farther() -> None:
    field = facing_off("U111", "2005", "2024", command=kinds.BOUND)
    field.place("U211i", "2105", kinds.BOUND)
    assert not field.unit("U111").shown
    field.give(FIRST, field.move("U111", "2006"))
    assert field.unit("U111").shown, "18 hexes away: there is no limit"
    field.give(FIRST, field.move("U211i", "2106"))
    assert reach(field.state, field.scene, field.unit("U211i")) == 6
    field.unit("U111").cell = field.cell("0808")
    field.unit("U111").shown = False
    assert reach(field.state, field.scene, field.unit("U111")) == 15


@pytest.mark.rules("7.23-2")
def test_a_unit_that_changes_its_status_counts_as_moving() -> None:
    field = facing_off("U111", "2005", "2025", command=kinds.BOUND)
    assert not field.unit("U111").shown
    field.give(FIRST, Task("U111", kinds.COLUMN))
    assert field.unit("U111").shown


@pytest.mark.rules("7.23-3")
def test_a_unit_that_moved_in_its_last_phase_counts_as_moving_as_long_as_it_bounds() -> None:
    field = facing_off("U111", "2005", "2333")
    unit = field.unit("U111")
    for command, role, counts in (
        (kinds.BOUND, "", True), (kinds.BOUNDING, "", True), (kinds.BOUNDING, "bound", True),
        (kinds.BOUNDING, "watch", False), (kinds.OVERWATCH, "", False), (kinds.WITHDRAW, "", False),
    ):  # fmt: skip
        unit.bounded, unit.command, unit.role = True, command, role
        assert moving(field.state, unit) == counts, (command, role)
        unit.bounded = False
        assert not moving(field.state, unit), "it stood still"


@pytest.mark.rules("7.23-3", "7.33")
def test_whoever_moved_is_remembered_to_the_next_phase() -> None:
    field = facing_off("U111", "2005", "2333", command=kinds.BOUND)
    field.give(FIRST, field.move("U111", "2006"))
    field.give(FIRST, choice="end")
    field.until("command1")
    assert field.unit("U111").bounded
    field.give(FIRST, Task("U11co", kinds.BOUND))
    assert moving(field.state, field.unit("U111"))


@pytest.mark.rules("7.0-gen-2", "7.0-gen-6", "7.0-gen-7", "7.43")
def test_observation_is_looked_at_in_every_hex_and_for_each_unit_by_itself() -> None:
    field = Field()
    field.place("U211i", "2003", kinds.BOUND)
    field.place("U212i", "2003", kinds.BOUND, defilade=-1)
    field.place("U213i", "2004", kinds.OVERWATCH)
    field.place("G123", "2011", facing=0)
    field.begin()
    field.give(FIRST, field.move("U211i", "2004", "2005", others=("U212i",)))
    assert field.unit("U211i").shown
    assert field.unit("U212i").shown
    assert not field.unit("U213i").shown, "it has not moved: three hexes, not six"


@pytest.mark.rules("7.25-fn-1", "8.23")
def test_a_unit_that_slips_out_of_sight_is_not_observed() -> None:
    field = Field()
    # 0909 lies in sight of 0913, four hexes away; 1009 behind the town does not.
    field.place("U211i", "0909", kinds.BOUND)
    field.place("G123", "0913", facing=0)
    field.begin()
    assert field.scene.clear(field.cell("0909"), field.cell("0913"))
    assert not field.unit("U211i").shown, "infantry at rest is seen from three hexes"
    field.give(FIRST, field.move("U211i", "1008"))
    assert not field.unit("U211i").shown
    assert field.asked == {FIRST: "move"}, "and nobody may fire at it"


@pytest.mark.rules("7.32a")
def test_a_unit_that_fires_is_observed_by_all_who_have_a_line_to_it() -> None:
    field = Field("3 4 4 4 4 3 4 4 4 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("U121", "2105", facing=3)
    field.place("G123", "2012", facing=0, defilade=0)
    field.begin()
    assert not field.unit("G123").shown
    field.give(FIRST, field.move("U111", "2006"))
    assert field.refused(SECOND, field.fire("G123", "main", "U111")) == set()
    field.give(SECOND, field.fire("G123", "main", "U111"))
    assert field.unit("G123").shown
    assert not field.refused(FIRST, field.fire("U121", "main", "G123")), "from seven hexes, though it is in defilade"


@pytest.mark.rules("7.32b")
def test_it_stays_observed_to_the_end_of_the_phase_and_then_by_the_focused_range() -> None:
    field = Field("3 4 4 4 4")
    field.place("U111", "2005", kinds.BOUND, facing=3)
    field.place("G123", "2012", facing=0, defilade=0)
    field.begin()
    field.give(FIRST, field.move("U111", "2006"))
    field.give(SECOND, field.fire("G123", "main", "U111"))
    field.until("facing1")
    assert field.unit("G123").shown
    field.until("command1", "move2")
    assert not field.unit("G123").shown, "in defilade it is seen from two hexes"


@pytest.mark.rules("7.42")
def test_a_unit_may_keep_from_observing() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.BOUND)
    field.place("G123", "2008", facing=0)
    field.begin("command2")
    field.give(SECOND, Task("G12co", kinds.OVERWATCH), Task("G123", kinds.PRESET, choice="blind"))
    assert field.unit("G123").withholds
    assert not field.unit("U211i").shown
    assert not observes(field.state, field.scene, field.unit("G123"), field.cell("2005"), UNLIMITED)
    assert observes(field.state, field.scene, field.unit("G123"), field.cell("2008"), 0), (
        "OBS-19: what stands with it is seen"
    )


@pytest.mark.rules("8.18")
def test_a_unit_fires_only_at_what_it_has_observed_itself() -> None:
    field = Field()
    field.place("U211i", "2005", kinds.OVERWATCH)
    field.place("G123", "2008", facing=0)
    field.place("G111", "2013", facing=0)
    field.begin("final1")
    assert field.unit("U211i").shown
    # Focused six hexes for infantry at rest: G123 is three away, G111 eight.
    assert field.refused(SECOND, field.fire("G111", "mg", "U211i")) == {"8.18"}
    assert not field.refused(SECOND, field.fire("G123", "mg", "U211i"))


@pytest.mark.rules("8.61E")
def test_suppressed_vehicles_see_half_as_far_but_unlimited_stays_so() -> None:
    field = facing_off("U111", "2005", "2030")
    watcher = field.unit("G123")
    watcher.suppressed = True
    watcher.cell = field.cell("2012")
    assert observes(field.state, field.scene, watcher, field.cell("2005"), 15)
    assert not observes(field.state, field.scene, watcher, field.cell("2004"), 15)
    assert not observes(field.state, field.scene, watcher, field.cell("2011"), 1), "OBS-5: half of one is none"
    assert observes(field.state, field.scene, watcher, field.cell("2001"), UNLIMITED)


@pytest.mark.rules("7.23-2", "7.43", "8.21b", "8.24a")
@pytest.mark.parametrize("act", ["DEFILADE A", "COLUMN"])
def test_who_is_about_to_change_its_status_is_seen_as_moving_and_drawn_fire_on_first(
    monkeypatch: pytest.MonkeyPatch, act: str
) -> None:
    """In woods, eight hexes away: seen at two hexes at rest, at fifteen while moving (7.25)."""
    stage = Stage(monkeypatch, dice="6 6 4 " * 40, hexes={"1812": "woods"})
    stage.put("G111", "1812", command="BOUND", facing=0)
    stage.put("U111", "1804", command="OVERWATCH", facing=3)
    stage.begin("move2")
    assert not stage.unit("G111").shown
    stage.say("second", f"G111 {act}")
    assert stage.asked() == {"first": "fire"}
    assert stage.unit("G111").shown
    assert (stage.unit("G111").defilade, stage.unit("G111").column) == (-1, False)
    stage.say("first", "U111 FIRE main G111")
    assert stage.found("shot", target="G111")


@pytest.mark.rules("7.23-2", "6.82a", "6.84b")
def test_a_dummy_that_is_about_to_change_its_status_is_found_out(monkeypatch: pytest.MonkeyPatch) -> None:
    """It is off the map before it is down, and nobody is asked to fire."""
    stage = Stage(monkeypatch, dummies="default")
    stage.put("Gd1", "1812", facing=0)
    stage.put("G111", "0230", command="OVERWATCH")
    stage.put("U111", "1806", command="OVERWATCH", facing=3)
    stage.begin("move2")
    dummy = stage.unit("Gd1")
    if dummy.status == "on map":
        stage.say("second", "Gd1 DEFILADE A")
    assert (stage.where("Gd1"), stage.unit("Gd1").defilade) == ("aside", -1)
    assert "first" not in stage.asked()
