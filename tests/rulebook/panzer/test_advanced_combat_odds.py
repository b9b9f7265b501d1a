"""The odds of close combat and overruns as the table shows them before anything is announced (6.6.1, 6.6.10)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.tools import read_arguments
from hulldown.games.panzer.faces import tools
from support.advanced_assault import Melee
from support.advanced_march import GAME, March, cell, keep, the_country

NEAR = {"S21": "0602D", "G7": "0604"}


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


def odds(field: March, attacker: str, target: str = "", **more: Any) -> dict[str, Any]:
    """What the Soviet side is told."""
    field.ready()
    return tools.odds_in_view(GAME.view(field.state, "soviet"), {"attacker": attacker, "target": target, **more})


def free(**given: Any) -> dict[str, Any]:
    """What `hulldown odds panzer --level advanced` answers."""
    return tools.odds(read_arguments(tools.odds_arguments(), {"level": "advanced", **given}, {}))


def parts(answer: dict[str, Any]) -> dict[str, list[tuple[str, Any, str]]]:
    return {
        part["name"]: [(one["label"], one["value"], one["rule"]) for one in part["factors"]] for part in answer["parts"]
    }


@pytest.mark.rules("6.6.1.1.2a", "6.6.1.1.2-plus-attacker")
def test_a_close_assault_tells_what_either_side_brings():
    field = Melee({"S4": "0903", "S14": "0903", "G8": "1003"}).set("G8", suppressed=1)
    told = odds(field, "S4,S14", "G8", kind="ASSAULT")
    switches = {"target_suppressed": True, "unsupported": True}
    asked = free(kind="assault", attackers="squad,half-squad", grade="seasoned", target="StuG IIIG", **switches)
    assert told["outcomes"] == asked["outcomes"]
    assert told["factors"] == asked["factors"]
    assert told["figures"] == {"GP Factor": 8, "Defence": 3, "Net Modifier": "+80"}
    assert parts(told) == {
        "Attackers": [
            ("GP Factor of a squad", 8, "6.6.1.1.1b"),
            ("additional half-squad", 10, "6.6.1.1.2-plus-attacker"),
        ],
        "Target": [
            ("StuG IIIG GP Defense 3AC", 3, "6.6.1.1.1c"),
            ("target vehicle suppressed", 20, "6.6.1.1.2-vs-suppressed"),
            ("target vehicle has the C indicator", 20, "6.6.1.1.2-vs-c-modifier"),
            ("target vehicle in an unsupported hex", 30, "6.6.1.1.2-unsupported-a"),
        ],
        "Together": [("Net Modifier", 80, "6.6.1.1.2a"), ("N-Effect/S-Effect for 8 against 3", "31/63", "6.6.1.1.1c")],
    }
    # Who leads decides the factor.
    led = odds(field, "S14,S4", "G8", kind="ASSAULT")
    assert (led["figures"]["GP Factor"], led["name"]) == (4, "S14 and S4 from 0903")


@pytest.mark.rules("6.6.1.2.2a", "6.6.1.2.3a")
def test_hand_to_hand_tells_the_first_round_and_the_whole_combat():
    field = Melee({"S4": "0903", "S5": "0903", "G2": "0904"})
    told = odds(field, "S4,S5", "G2", kind="ASSAULT")
    asked = free(kind="hand", attackers="squad,squad", defender="squad", against="veteran")
    assert (told["first_round"], told["attacker_wins"]) == (asked["first_round"], asked["attacker_wins"])
    assert told["figures"] == {"First round": "60 %", "Whole combat": "82 %"}
    assert parts(told) == {
        "Attackers": [
            ("squad", 0, "6.6.1.2.2-squad"),
            ("additional squad", 20, "6.6.1.2.2-plus-attacker"),
            ("Net Modifier", "+20", "6.6.1.2.2a"),
        ],
        "Defender": [
            ("squad", 0, "6.6.1.2.2-squad"),
            ("Veteran grade", 10, "6.6.1.2.2-unit-grade"),
            ("Net Modifier", "+10", "6.6.1.2.2a"),
        ],
    }
    one = odds(field, "S5", "G2", kind="ASSAULT")
    assert one["first_round"] == free(kind="hand", attackers="squad", against="veteran")["first_round"]


@pytest.mark.rules("6.6.1.1j", "6.6.1.1.2-advance-attack")
def test_attackers_from_several_hexes_have_odds_hex_by_hex():
    field = Melee({"S4": "0502", "S5": "0604", "S14": "0604", "G1": "0504"})
    before = [unit.cell for unit in field.state.units]
    told = odds(field, "S5,S4@0503,S14", "G1", kind="ASSAULT")
    assert [one["name"] for one in told["attacks"]] == ["S5 and S14 from 0604", "S4 from 0503"]
    assert told["attacker"] == "S5 S4 S14"
    assert told["notes"] == ["One attack for each hex, one after the other; each as things are now."]
    near, far = told["attacks"]
    assert near["outcomes"] == told["outcomes"]
    assert far["outcomes"] == free(kind="assault", attackers="squad", target="PzKpfw IVH", advance=True)["outcomes"]
    assert ("attackers advance", -10, "6.6.1.1.2-advance-attack") in parts(far)["Attackers"]
    assert [unit.cell for unit in field.state.units] == before
    for attacker, why in (("S4@9999", "no hex"), ("S99", "no unit"), ("G1", "no unit")):
        with pytest.raises(UnknownNameError, match=why):
            odds(field, attacker, "G1", kind="ASSAULT")


@pytest.mark.rules("6.6.10.2-ex3", "6.6.10.1e")
def test_an_overrun_tells_its_odds_and_where_the_vehicle_ends():
    field = keep(NEAR)
    path = f"{cell('0603')},{cell('0604')}"
    told = odds(field, "S21", choice="overrun G7", cells=path)
    assert (told["figures"], told["outcomes"]["removed"]) == (
        {"GP Factor": 8, "Defence": 4, "Net Modifier": "+30"}, "31/50",
    )  # fmt: skip
    assert told["notes"] == ["If G7 lives, S21 must drive on while it can, or is put back into 0603 (6.6.10.1e)."]
    through = odds(field, "S21", choice="overrun G7", cells=f"{path},{cell('0605')}")
    assert through["notes"] == ["If G7 lives, S21 drives on to 0605."]
    nowhere = odds(field, "S21", choice="overrun G7")
    assert nowhere["notes"] == ["If G7 lives, S21 must drive on, or is put back into the hex it came from (6.6.10.1e)."]
    squad = odds(keep({"S21": "0603D", "G2": "0604"}), "S21", choice="overrun G2", cells=str(cell("0604")))
    assert squad["notes"] == [
        "If G2 lives (as a half-squad, too), S21 must drive on while it can, or is put back into 0603 (6.6.10.1e)."
    ]
    assert {"removed", "effective"} & set(squad["outcomes"]) == {"effective"}
    assert [part["name"] for part in squad["bars"][0]["parts"]][-1] == "Effective: reduced to a half-squad"
    assert [part["name"] for part in told["bars"][0]["parts"]][-1] == "Effective: eliminated"
    with pytest.raises(UnknownNameError, match="to overrun"):
        odds(field, "S21", choice="overrun S21")
    with pytest.raises(HulldownError, match="no such cell"):
        odds(field, "S21", choice="overrun G7", cells="-1")


@pytest.mark.rules("6.6.1.1o", "6.6.1.2.2-dismount-attack")
def test_a_dismount_attack_tells_its_odds():
    field = keep({"S3": "0602D", "S4": "*S3", "G2": "0604"})
    told = odds(field, "S3", choice="drop S4=G2@0603", cells=str(cell("0603")))
    asked = free(kind="hand", attackers="squad", against="veteran", dismount=True)
    assert (told["first_round"], told["name"]) == (asked["first_round"], "S4 from 0603")
