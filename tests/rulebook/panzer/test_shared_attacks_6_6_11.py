"""One target for all who attack by one Move command, passengers too (6.6.11a)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.play.assault import eligible, overrunning, storming
from hulldown.games.panzer.rules.state import CloseCombat, index_of
from support.advanced_march import GAME, March, cell, keep, scene, the_country


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.11a", "6.6.1.1o", "6.6.10f")
def test_6_6_11_who_dismounts_into_an_attack_does_so_by_the_command_of_its_carrier() -> None:
    """S14 attacks G7; S15, aboard a carrier with the same command, attacks nobody else, nor do the carriers."""
    places = {"S1": "0603D", "S14": "*S1", "S2": "0503C", "S15": "*S2", "G7": "0604", "G5": "0504"}
    field = keep(places).set("S1", group=1).set("S2", group=1)
    state = field.state
    one, two, half, other = (index_of(state, name) for name in ("S1", "S2", "S15", "G5"))
    told = Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",)))
    storming.attack(state, scene(), one, (index_of(state, "S14"), index_of(state, "G7")), told)
    state.stack.pop()
    for combat in (state.assault, CloseCombat(carried=((one, index_of(state, "G7")),))):
        state.assault = combat
        found = storming.fault(state, scene(), two, half, other, cell("0503"))
        assert found is not None
        assert found == ("6.6.11a", "S1, which shares its command, attacks G7: one target for all of them")
        overrun = overrunning.target_fault(state, scene(), two, other)
        assert overrun is not None
        assert overrun[0] == "6.6.11a"
        own = overrunning.target_fault(state, scene(), one, other)
        assert own is not None
        assert own[0] == "6.6.11a", "the carrier itself"
    standing = keep(places).set("S1", command="NC")
    storming.attack(standing.state, scene(), one, (index_of(state, "S14"), index_of(state, "G7")), told)
    assert standing.state.assault.carried == (), "it has no Move to share"


@pytest.mark.rules("6.6.11a")
def test_6_6_11_what_a_lost_member_has_attacked_stays_the_one_target() -> None:
    """S14 has attacked G7 and is lost; S15, which shares its command, attacks nobody else, on foot or from S2."""
    field = keep({"S15": "0503", "G5": "0504", "G7": "0604"}).set("S14", group=14).set("S15", group=14)
    state = field.state
    lost, half, seven, five = (index_of(state, name) for name in ("S14", "S15", "G7", "G5"))
    state.assault = CloseCombat(aims=((lost, seven),))
    why = "S14, which shares its command, attacks G7: one target for all of them"
    assert eligible.target_fault(state, scene(), half, five) == ("6.6.11a", why)
    state.assault = CloseCombat(aims=((lost, five),))
    found = eligible.target_fault(state, scene(), half, five)
    assert found is not None
    assert found[0] == "6.6.1.2j", "that one it had to announce with the first"
    state.assault = CloseCombat(aims=((lost, seven),))
    field.set("S14", group=0)
    assert eligible.target_fault(state, scene(), half, five) is None


def refusals(field: March, text: str) -> list[tuple[str, str, str]]:
    """Why an order is refused: case, unit, reason."""
    field.ready()
    found = GAME.check(field.state, "soviet", GAME.parse(field.state, "soviet", text))
    return [(one.rule, one.unit, one.message) for one in found]


TWO = "by its Move command G5 and G7 would be attacked: one target for all of them"


@pytest.mark.rules("6.6.11a", "6.6.1.1o", "6.6.10d")
def test_6_6_11_one_order_of_a_carrier_attacks_one_target() -> None:
    """Its two passengers, or a passenger and the carrier itself, by the one Move command of the carrier."""
    places = {"S1": "0603D", "S14": "*S1", "S15": "*S1", "G7": "0604", "G5": "0703"}
    riders = "S1 MOVE 0602 drop S14@0603=G7 drop S15@0603="
    assert refusals(keep(places), f"{riders}G5\nS16 STAY") == [("6.6.11a", "S1", TWO)]
    assert refusals(keep(places), f"{riders}G7\nS16 STAY") == []
    apart = "S1 MOVE 0604 overrun G7 drop S14@0603="
    assert refusals(keep(places), f"{apart}G5\nS16 STAY") == [("6.6.11a", "S1", TWO)]
    assert refusals(keep(places), f"{apart}G7\nS16 STAY") == []
    # No Move command, nothing to share.
    halting = keep({**places, "S1": "0603A"}).set("S1", command="HALT")
    assert refusals(halting, f"{riders}G5\nS16 STAY") == []


@pytest.mark.rules("4.4.1g", "6.6.1.1m", "6.6.1.1o", "6.6.1.2k")
@pytest.mark.parametrize("command", ["MOVE", "HALT", "FIRE", "OW"])
def test_4_4_1_who_has_fired_from_its_carrier_dismounts_into_no_attack(command: str) -> None:
    field = keep({"S1": "0603D", "S14": "*S1", "S15": "*S1", "G7": "0604"}).set("S1", command=command)
    field.set("S14", fired=True)
    why = ("4.4.1g", "S1", "S14 has fired this turn, and an attack is fire too")
    assert refusals(field, "S1 DISMOUNT S14 against G7\nS16 STAY") == [why]
    assert refusals(field, "S1 DISMOUNT S14\nS16 STAY") == []
    assert refusals(field, "S1 DISMOUNT S15 against G7\nS16 STAY") == []
    offered = [one for one in field.offered("S1") if one.choices and one.choices[0].startswith("against")]
    assert [one.targets for one in offered] == [("S15",)]


@pytest.mark.rules("6.6.11a", "6.6.1.1o", "6.6.10f")
def test_6_6_11_one_order_of_a_group_attacks_one_target() -> None:
    places = {"S1": "0603D", "S14": "*S1", "S2": "0503D", "S15": "*S2", "G7": "0604", "G5": "0504"}
    why = ("6.6.11a", "S2", "it shares its command with S1: one target for all of them")

    def told(first: str, second: str, command: str = "MOVE") -> list[tuple[str, str, str]]:
        field = keep(places).set("S1", group=1, command=command).set("S2", group=1, command=command)
        return refusals(field, f"S1 {first}\nS2 {second}\nS16 STAY")

    assert told("MOVE 0602 drop S14@0603=G7", "MOVE 0502 drop S15@0503=G5") == [why]
    assert told("DISMOUNT S14 against G7", "DISMOUNT S15 against G5") == [why]
    assert told("MOVE 0604 overrun G7", "DISMOUNT S15 against G5") == [why]
    assert told("DISMOUNT S14 against G7", "MOVE 0504 overrun G5") == [why]
    assert told("DISMOUNT S14 against G7", "DISMOUNT S15") == []
    assert told("DISMOUNT S14 against G7", "DISMOUNT S15 against G5", "HALT") == []


@pytest.mark.rules("6.6.10d", "6.6.10b", "6.6.10c", "6.1.4.3.7b")
def test_6_6_10_overruns_that_are_refused_with_their_case() -> None:
    riding = keep({"S1": "0603D", "G3": "0604", "G2": "*G3"})
    why = "G2 is a passenger, or was one when the turn began"
    assert refusals(riding, "S1 MOVE 0604 overrun G2\nS16 STAY") == [("6.6.10d", "S1", why)]
    halting = keep({"S1": "0603D", "G7": "0604"}).set("S1", command="HALT")
    assert [one[:2] for one in refusals(halting, "S1 MOVE 0604 overrun G7\nS16 STAY")] == [("6.6.10c", "S1")]
    afoot = keep({"S4": "0603", "G7": "0604"})
    assert refusals(afoot, "S4 MOVE 0604 overrun G7\nS16 STAY") == [("6.6.10b", "S4", "only vehicles overrun others")]
    nobody = "write overrun and the unit: there is no 'G99'"
    assert refusals(halting, "S1 MOVE 0604 overrun G99\nS16 STAY") == [("6.6.10d", "S1", nobody)]
    assert [one[:2] for one in refusals(afoot, "S4 MOVE 0603 drop S5\nS16 STAY")] == [("6.6.7a", "S4")]
