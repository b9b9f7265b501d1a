"""Dummies (6.8): they move like units, see nothing, are taken off when seen, and come back where friends are unseen."""

from __future__ import annotations

import pytest

from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.observing import reach
from hulldown.games.panzer_battles.rules.state import ASIDE
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


@pytest.mark.rules("6.8a", "6.81a", "6.81b", "6.0-gen-3")
def test_a_dummy_moves_like_a_unit_without_a_command() -> None:
    field = Field()
    field.place("Ud1", "2005")
    field.place("U111", "2205", kinds.BOUND)
    field.begin()
    events = field.give(FIRST, field.move("Ud1", "2006", "2007"))
    assert field.scene.label(field.unit("Ud1").cell) == "2007"
    assert field.refused(FIRST, field.move("Ud1", *[f"20{row:02d}" for row in range(8, 20)])) == {"6.11a"}
    real = field.give(FIRST, field.move("U111", "2206", "2207"))
    shapes = [[(event.kind, sorted(event.data)) for event in told if FIRST not in event.audience]
              for told in (events, real)]  # fmt: skip
    assert shapes[0] == shapes[1], "DUM-7: the enemy sees the same of both"


@pytest.mark.rules("6.81a", "15.11", "15.13b", "15.41")
def test_a_dummy_may_carry_a_defilade_marker_like_a_unit() -> None:
    """DUM-4, DUM-7: a marker tells nobody that a counter is real."""
    field = Field()
    field.place("Ud1", "2005")
    field.place("U111", "2205", kinds.OVERWATCH)
    field.begin()
    told = []
    for name in ("Ud1", "U111"):
        events = field.give(FIRST, Task(name, kinds.SHELTER, facing=2))
        assert (field.unit(name).defilade, field.unit(name).spent) == (2, 8)
        told.append([(event.kind, sorted(event.data)) for event in events if not event.audience])
    assert told[0] == told[1]
    marks = {piece.marks for piece in GAME.view(field.state, SECOND).pieces if piece.side == FIRST}
    assert marks == {("defilade 2",)}
    assert field.asked == {FIRST: "move"}
    field.give(FIRST, Task("Ud1", kinds.RISE))
    assert field.unit("Ud1").defilade == -1


@pytest.mark.rules("6.8b")
def test_a_side_has_the_dummies_of_its_scenario_or_by_option_none() -> None:
    assert sum(unit.type == "dummy" and unit.side == FIRST for unit in Field().state.units) == 7
    assert not any(unit.type == "dummy" for unit in Field(dummies="none").state.units)


@pytest.mark.rules("6.82a", "7.0-gen-1")
def test_a_dummy_is_taken_off_when_it_is_seen() -> None:
    field = Field()
    field.place("Ud1", "2005")
    field.place("U111", "2205", kinds.BOUND)
    field.place("G101c", "2012")
    field.begin()
    # It passes for infantry: on the move in the clear it is seen from six hexes.
    field.give(FIRST, field.move("Ud1", "2006"))
    assert field.unit("Ud1").status == ASIDE
    assert field.last("dummy")["hex"] == "2006"
    assert field.asked == {FIRST: "move"}, "nobody is asked whether he fires at it"


@pytest.mark.rules("6.82a", "6.83")
def test_a_dummy_that_was_found_out_comes_back_in_a_later_segment() -> None:
    field = Field()
    field.place("Ud1", "2005")
    field.place("U111", "0505", kinds.OVERWATCH)
    field.place("G101c", "2012")
    field.begin()
    field.give(FIRST, field.move("Ud1", "2006"))
    bring = Task("Ud1", kinds.BRING, field.path(["0505"]))
    assert field.refused(FIRST, bring) == {"6.83"}, "DUM-3: not in the same Segment"
    field.give(FIRST, choice="end")
    field.until("command1").until("move1")
    field.give(FIRST, bring)
    assert field.scene.label(field.unit("Ud1").cell) == "0505"


@pytest.mark.rules("6.82b", "6.83")
def test_the_owner_may_take_a_dummy_up_and_put_it_down_with_unspotted_friends() -> None:
    field = Field()
    field.place("Ud1", "2005")
    field.place("Ud2", "2105")
    field.place("U111", "0505")
    field.place("U121", "2009")
    field.place("G111", "2012")
    field.begin()
    assert field.unit("U121").shown
    assert field.refused(FIRST, Task("Ud1", kinds.BRING, field.path(["2009"]))) == {"6.83"}, "its friend is spotted"
    assert field.refused(FIRST, Task("Ud1", kinds.BRING, field.path(["0606"]))) == {"6.83"}
    field.give(FIRST, Task("Ud1", kinds.BRING, field.path(["0505"])))
    assert field.scene.label(field.unit("Ud1").cell) == "0505"
    field.give(FIRST, Task("Ud2", kinds.REMOVE))
    assert field.unit("Ud2").status == ASIDE
    assert field.refused(FIRST, Task("U111", kinds.REMOVE)) == {"6.82b"}


@pytest.mark.rules("6.84a", "7.41")
def test_dummies_observe_nothing() -> None:
    field = Field()
    field.place("Ud1", "2011")
    field.place("G111", "2012")
    field.place("U111", "0505", kinds.BOUND)
    field.begin()
    assert not field.unit("G111").shown


@pytest.mark.rules("6.84b")
def test_a_dummy_passes_for_whatever_is_harder_to_see() -> None:
    field = Field()
    dummy = field.place("Ud1", "2005")
    field.begin()
    assert reach(field.state, field.scene, dummy) == 3, "infantry at rest in the clear, not a vehicle (15)"
    dummy.cell = field.cell("0808")
    assert reach(field.state, field.scene, dummy) == 1
    dummy.defilade = 0
    assert reach(field.state, field.scene, dummy) == 1


@pytest.mark.rules("6.8a", "6.84b")
def test_an_enemy_who_enters_the_hex_of_a_dummy_finds_it_out_and_goes_on() -> None:
    field = Field()
    field.place("U111", "0805", kinds.BOUND, facing=3, suppressed=False)
    field.place("Gd1", "0808")
    field.place("G123", "0234")
    field.begin()
    field.give(FIRST, field.move("U111", "0806", "0807"))
    assert field.unit("Gd1").status == ASIDE, "seen from the next hex"
    assert not field.unit("U111").engaged


@pytest.mark.rules("6.8a")
def test_the_enemys_view_does_not_tell_a_dummy_from_a_unit() -> None:
    shapes = []
    for name in ("Ud1", "U111"):
        field = Field()
        field.place(name, "2005", facing=0)
        field.place("G123", "0234")
        field.begin()
        shapes.append(str(GAME.view(field.state, SECOND)))
    assert shapes[0] == shapes[1]
