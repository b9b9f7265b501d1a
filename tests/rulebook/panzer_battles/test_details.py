"""Details that small changes of the rules brought up (`make mutants panzer_battles`): one test for each."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.faces.panels import entry_turn
from hulldown.games.panzer_battles.rules.casualties import lose
from hulldown.games.panzer_battles.rules.firing import NORMAL, out_of_reach
from hulldown.games.panzer_battles.rules.library import ruleset_of
from hulldown.games.panzer_battles.rules.naming import to_move
from hulldown.games.panzer_battles.rules.state import ASIDE, LOST, OFF
from hulldown.games.panzer_battles.rules.unit_types import traits
from support.battles_field import FIRST, SECOND, Field, Task, kinds

pytestmark = pytest.mark.usefixtures("plain_map")


@pytest.mark.rules("8.62Bb", "8.61D")
def test_suppressed_vehicles_do_not_get_up_for_a_step() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND, suppressed=True)
    field.place("U211i", "2006", kinds.BOUND, suppressed=True, defilade=0)
    field.begin()
    assert field.refused(FIRST, Task("U111", kinds.SHED)) == {"8.62Bb"}
    assert kinds.SHED not in field.kinds(FIRST, "U111")
    assert kinds.SHED in field.kinds(FIRST, "U211i")


@pytest.mark.rules("6.0-proc-1")
@pytest.mark.parametrize("facing", [0, 3])
def test_a_move_has_no_facing_of_its_own(facing: int) -> None:
    """The last step makes it (11.14a)."""
    field = Field()
    field.place("U111", "2005", kinds.BOUND)
    field.begin()
    task = Task("U111", kinds.MOVE, field.path(("2006",)), facing=facing)
    assert field.refused(FIRST, task) == {"6.0-proc-1"}


@pytest.mark.rules("8.0-gen-1", "6.11b", "13.12a", "4.0-C1a")
def test_a_movement_phase_begins_with_fresh_weapons_and_points_and_no_other_phase_does() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND)
    field.place("G111", "2030")
    field.begin("command2")
    for name in ("U111", "G111"):
        field.unit(name).fired, field.unit(name).spent = ("main",), 4
    field.idle(SECOND)
    assert field.step == "move1"
    assert [(field.unit(name).fired, field.unit(name).spent) for name in ("U111", "G111")] == [((), 0), ((), 0)]
    assert field.unit("U111").origin == field.cell("2005")
    field.unit("G111").fired = ("mg",)
    field.until("command1")
    assert field.unit("G111").fired == ("mg",), "the Indirect Fire and Command Phases change nothing of it"


@pytest.mark.rules("6.0-proc-2")
def test_who_has_to_move_are_companies_that_still_have_a_unit_in_play() -> None:
    field = Field()
    field.place("U111", "2005", kinds.BOUND)
    field.unit("U121").status = OFF
    dummy = next(unit for unit in field.state.units if unit.side == FIRST and unit.id.startswith("Ud"))
    dummy.status = ASIDE
    keys = {field.state.companies[at].key for at in to_move(field.state, FIRST)}
    assert keys == {"U11co", "U12co", f"{dummy.id}co"}
    field.unit("U111").status = LOST
    assert "U11co" not in {field.state.companies[at].key for at in to_move(field.state, FIRST)}


@pytest.mark.rules("19.23b", "19.25")
@pytest.mark.parametrize(("name", "place", "turns"), [("U211i", 3, 1), ("U211i", 2, 0), ("Ud1", 3, 0), ("Ud1", 7, 1)])
def test_the_turn_of_entry_goes_by_the_units_own_points(name: str, place: int, turns: int) -> None:
    """A hex of clear ground is 1 point for infantry, and 2 for a dummy, which has those of the fastest vehicle."""
    field = Field()
    unit = field.unit(name)
    unit.status, unit.entry, unit.place = OFF, field.cell("0124"), place
    assert entry_turn(field.state, field.scene, unit) == field.state.turn + turns


@pytest.mark.rules("8.18", "16.14b")
def test_no_weapon_reaches_men_who_ride() -> None:
    """TRN-5: their vehicles are the target; the odds of a shot at them are asked for in vain."""
    field = Field()
    field.place("U211h", "2005", shown=True)
    field.place("U211i", "2005", shown=True, carrier=field.state.units.index(field.unit("U211h")))
    field.place("G111", "2007", facing=0)
    field.begin("final1")
    firer, system = field.state.units.index(field.unit("G111")), traits("PzIV H").systems[0]
    faults = {
        name: out_of_reach(field.state, field.scene, firer, field.state.units.index(field.unit(name)), system, NORMAL)
        for name in ("U211h", "U211i")
    }
    assert faults["U211h"] is None
    assert faults["U211i"] is not None
    assert faults["U211i"][0] == "8.18"


@pytest.mark.rules("10.4b", "14.61b")
def test_a_loss_of_nothing_is_none() -> None:
    """No Phase is noted, so the company may rally."""
    field = Field()
    field.place("U111", "2005", strength=0)
    before = field.company("U111").hit
    doing = Doing(dice("script:", 0, 1), 1, ruleset_of(field.state))
    assert lose(field.state, field.scene, field.state.units.index(field.unit("U111")), 2, "10.4a", doing) == 0
    assert (field.company("U111").hit, field.company("U111").lost, doing.events) == (before, 0, [])
