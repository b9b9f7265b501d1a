"""The Command Phase (4.2) and the Initiative Phase (4.3)."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.errors import MalformedError
from hulldown.core.options import read_options
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.options import OPTIONS
from support.panzer_field import Table, position, the_field, vehicle


@pytest.fixture(autouse=True)
def _field():
    with the_field():
        yield


def duel(script="", **fields):
    """Two tanks that see each other, a third that sees nobody, and a truck."""
    tanks = vehicle("S1", "0901", "D"), vehicle("S2", "0912"), vehicle("G1", "0903")
    return Table(position(*tanks, vehicle("G2", "2401", card="Truck"), script=script, **fields))


@pytest.mark.rules("4.2a", "1.7.2a", "1.7.2b", "4.2b", "4.2c", "4.2d", "4.2e", "4.2.1g", "4.2.1h", "4.4.1d")
def test_each_vehicle_has_the_commands_it_can_execute():
    table = duel()
    offered = {unit.unit: [option.kind for option in unit.options] for unit in GAME.legal(table.state, "soviet").units}
    assert offered["S1"] == ["FIRE", "MOVE", "HALT", "OW", "NC"]
    assert offered["S2"] == ["MOVE", "OW", "NC"]  # no spotted target: neither Fire nor Short Halt
    offered = {unit.unit: [option.kind for option in unit.options] for unit in GAME.legal(table.state, "german").units}
    assert offered["G2"] == ["MOVE", "NC"]


@pytest.mark.rules("4.2h", "4.2.1i", "4.2.1a", "4.2i", "4.2.1f", "4.3.2c")
def test_commands_are_hidden_and_illegal_ones_become_nc():
    table = duel("50 60")
    table.order("soviet", "S1 FIRE\nS2 FIRE")
    assert table.asked() == {"german": "command"}
    assert GAME.view(table.state, "german").submitted is None
    table.order("german", "G1 OW odds 30")
    assert (table.unit("S1").command, table.unit("S2").command) == ("FIRE", "NC")
    assert (table.unit("G1").command, table.unit("G2").command) == ("OW", "NC")
    converted = [event for event in table.events if event.kind == "converted"]
    assert [(event.data["unit"], event.audience) for event in converted] == [("S2", ("soviet",))]
    seen = {unit.id: (unit.command, unit.preset) for unit in GAME.view(table.state, "soviet").units}
    assert seen == {"S1": ("FIRE", ""), "S2": ("NC", ""), "G1": ("?", ""), "G2": ("?", "")}
    # 4.2i: only now the dice decide who is first.
    assert table.asked() == {"german": "initiative"}


@pytest.mark.rules("4.2.1i", "4.2.1g")
def test_an_option_refuses_illegal_commands_instead():
    table = duel()
    table.state.options = read_options(OPTIONS, {"illegal_commands": "refuse"})
    assert table.refused("soviet", "S2 FIRE") == "4.2.1h"
    assert table.refused("german", "G2 OW") == "4.2.1g"
    assert table.refused("soviet", "S2 FIRE odds 30") == "4.2g", "what is wrong with the words comes first"
    assert table.refused("soviet", "S1 FIRE\nS2 OW") == ""


@pytest.mark.rules("3.1a", "4.2.1b", "4.2.1c", "4.2g")
def test_what_no_command_may_say():
    table = duel()
    assert table.refused("soviet", "G1 MOVE") == "3.1a"
    assert table.refused("soviet", "S1 MOVE\nS1 OW") == "4.2a"
    assert table.refused("soviet", "S1 MOVE odds 30") == "4.2g"
    assert table.refused("soviet", "S1 OW odds many") == "4.2g"
    assert table.refused("soviet", "S1 OW\nS2 NC") == ""
    with pytest.raises(MalformedError):
        table.order("soviet", "S1 CHARGE")
    with pytest.raises(MalformedError):
        read_options(OPTIONS, {"weather": "rain"})


@pytest.mark.rules("4.3a", "4.3.1a", "4.3.1b", "3.1b", "4.3.2a", "4.3.1c")
def test_ties_are_rolled_again_and_the_winner_chooses():
    for choice, first in (("first", "german"), ("second", "soviet")):
        table = duel("50 50 40 90")
        table.order("soviet", "S1 FIRE").order("german", "G1 FIRE")
        assert table.kinds().count("initiative") == 2
        assert table.asked() == {"german": "initiative"}
        table.order("german", choice)
        assert table.state.first == first
        assert table.event("first_player") == {"side": first, "winner": "german"}
        assert GAME.view(table.state, None).facts["first player"] == first
        # 4.3.2a: the First Player fires first.
        assert table.asked() == {first: "fire"}


@pytest.mark.rules("4.3.1a")
def test_a_scenario_may_say_whose_ties_are():
    from hulldown.core.dice import dice
    from hulldown.core.sequence import Doing
    from hulldown.games.panzer.data.played import scenario_of
    from hulldown.games.panzer.rules import initiative

    state = duel().state
    tied = msgspec.structs.replace(scenario_of(state), tie="soviet")
    initiative.determine(state, tied, Doing(dice("script:33 33", 0), 1))
    assert state.winner == "soviet"


@pytest.mark.rules("4.0a", "4.0-table", "4.0b", "4.4c")
def test_a_turn_goes_through_its_phases_in_order():
    keys = [row.key for row in GAME.sequence("panzer/test") if row.parent == "turn"]
    assert keys == ["spotting", "command", "initiative", "combat", "movement", "adjustment"]
    combat = [row.key for row in GAME.sequence("panzer/test") if row.parent == "combat"]
    assert combat == ["fire1", "fire2", "shots", "watch"]
    assert [row.key for row in GAME.sequence("panzer/test") if row.parent == "movement"] == ["move2", "move1", "react"]
