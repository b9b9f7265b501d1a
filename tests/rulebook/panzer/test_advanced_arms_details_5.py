"""Weapons at hand, tungsten, the surface of a map with counters, and setup in detail (5.1, 5.16, 6.1.4.3, 2.0)."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.pieces import HULL_DOWN, ON
from hulldown.games.panzer.rules.advanced.play import setup, sight, spotting, supply, weapons_at_hand
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Way, arms_of, ways_of
from hulldown.games.panzer.rules.ground import load_ground
from hulldown.games.panzer.rules.state import KNOCKED_OUT, ON_MAP
from support.advanced_fire import Range, unit
from support.advanced_game import GAME

T34, PZ4, RIFLE, PAK, SU76 = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "7.5cm PaK 40 ATG", "SU-76M M43"


def rounds(at: Range, name: str) -> list[str]:
    return [way.kind for way in ways_of(at.state, at.scene, at.index(name))]


@pytest.mark.rules("5.16.1b", "5.16.1-ex1", "5.1.3.1a")
def test_rounds_by_date() -> None:
    def kinds(month: str) -> list[str]:
        return rounds(Range([unit(SU76, "0808", "D")], [unit(PZ4, "0811", "A")], month=month), "S1")

    assert "HVAP" not in kinds("1943-08")
    assert "HVAP" in kinds("1943-09")
    assert "HVAP" in kinds("1945-01")
    assert weapons_at_hand._date("") is None
    assert weapons_at_hand._date("1943-09") == (1943, 9)
    arm = arms_of((at := Range([unit(SU76, "0808", "D")], [unit(PZ4, "0811", "A")])).state, at.scene, 0)[0]
    assert weapons_at_hand._rounds(arm, "", False) == tuple(arm.rows), "without a date everything is there"
    mortar = Range([unit(T34, "0801", "D")], [unit("German Section", "0811", "A", weapons=("8cm GrW 34",))])
    assert "GP-IF" not in rounds(mortar, "G1")
    assert rounds(mortar, "G1").count("GP") == 2


@pytest.mark.rules("5.16.2.7a")
@pytest.mark.parametrize(
    ("option", "month", "fires", "added"),
    [
        ("full", "1944-06", True, 0), ("none", "1944-06", False, 0),
        ("none", "1943-08", True, 0), ("none", "1943-09", False, 0),
        ("+1", "1944-06", True, 1), ("+2", "1944-06", True, 2), ("+2", "1943-08", True, 0),
    ],
)  # fmt: skip
def test_german_tungsten(option: str, month: str, fires: bool, added: int) -> None:
    at = Range([unit(SU76, "0808", "D")], [unit(PAK, "0811", "A")], month=month, tungsten=option)
    assert ("APCR" in rounds(at, "G1")) is fires
    index = at.index("G1")
    arm = arms_of(at.state, at.scene, index)[0]
    assert supply.limits_of(at.state, at.scene, index, Way(arm, "APCR"))[0] == supply.Limit(4, added)
    assert weapons_at_hand.scarce(at.state, at.scene, index, "APCR") is (option != "full" and month >= "1943-09")
    assert not weapons_at_hand.scarce(at.state, at.scene, index, "AP"), "only tungsten is short"
    assert not weapons_at_hand.scarce(at.state, at.scene, at.index("S1"), "APCR"), "only German tungsten"


@pytest.mark.rules("5.1.3.1c", "5.1.3.2b", "5.1.3.3b", "5.1.3.4b", "6.6.7.2a", "4.4.1g", "6.1.4.1.2b")
def test_what_silences_a_weapon() -> None:
    weapons = ("8cm GrW 34", "German HMG", "Panzerfaust")

    def silent(
        status: str = ON_MAP, card: str = RIFLE, attached: tuple[str, ...] = weapons, **facts: Any
    ) -> dict[str, str]:
        at = Range([unit(T34, "0801", "D")], [unit("SdKfz 10", "0811", "A"), unit(card, "0811", "A", weapons=attached)])
        index = at.index("G2")
        at.state.units[index].status = status
        at.detail("G2").carrier = at.index("G1")
        for key, value in facts.items():
            setattr(at.detail("G2"), key, value)
        found = {}
        for arm in arms_of(at.state, at.scene, index):
            fault = weapons_at_hand.silenced(at.state, at.scene, index, arm)
            found[arm.name] = fault[0] if fault else ""
        return found

    assert set(silent().values()) == {""}
    assert silent(weapons_at_hand.CARRIED) == {
        "small arms": "", "8cm GrW 34": "5.1.3.1c", "German HMG": "5.1.3.2b", "Panzerfaust": "5.1.3.4b",
    }  # fmt: skip
    assert silent(upper=True) == {
        "small arms": "",
        "8cm GrW 34": "5.1.3.1c",
        "German HMG": "",
        "Panzerfaust": "5.1.3.4b",
    }
    assert set(silent(KNOCKED_OUT).values()) == {"4.4.1g"}
    assert set(silent(weapons_at_hand.CARRIED, PAK, ()).values()) == {"6.6.7.2a"}
    lee = Range([unit("M3 Lee", "0808", "D", hull_down=HULL_DOWN, hull_facing=3)], [unit(PZ4, "0811", "A")])
    faults = [weapons_at_hand.silenced(lee.state, lee.scene, 0, arm) for arm in arms_of(lee.state, lee.scene, 0)]
    assert sorted(fault[0] if fault else "" for fault in faults) == ["", "6.1.4.1.2b"], "Q17: the 75mm alone"


@pytest.mark.rules("5.1.1e", "5.1.3c", "5.1.2a")
def test_several_weapons_of_one_name_are_told_apart() -> None:
    at = Range(
        [unit(T34, "0801", "D")], [unit(RIFLE, "0811", "A", weapons=("Panzerfaust", "Panzerfaust", "German HMG"))]
    )
    names = [arm.name for arm in arms_of(at.state, at.scene, at.index("G1"))]
    assert names == ["small arms", "Panzerfaust", "Panzerfaust 2", "German HMG"]


@pytest.mark.rules("5.1c", "5.2d", "4.4.3d", "5.6a", "3.5.2a", "6.5.2b")
def test_field_of_fire_and_range() -> None:
    def fault(card: str, facing: str, target_hex: str, kind: str = "GP", target: str = RIFLE, **facts: Any) -> str:
        at = Range([unit(card, "0806", facing, **facts)], [unit(target, target_hex, "A")])
        arm = arms_of(at.state, at.scene, 0)[0]
        found = weapons_at_hand.refused(at.state, at.scene, 0, Way(arm, kind), 1)
        return found[0] if found else ""

    assert fault("Soviet Rifle squad", "A", "0807") == "", "leg units fire all round"
    assert fault("76.2mm M39 ATG", "D", "0807") == ""
    assert fault("76.2mm M39 ATG", "A", "0807") == "5.2d"
    assert fault("SU-85 M43", "A", "0807") == "4.4.3d"
    assert fault(T34, "A", "0807") == "", "a turret"
    assert fault(T34, "A", "0807", "AP") == "6.5.2b"
    assert fault("Soviet Rifle squad", "A", "0806") == "5.6a", "in its own hex nobody fires"
    assert fault("Soviet Rifle squad", "A", "2406") == "3.5.2a"
    at = Range(
        [unit("Soviet Rifle squad", "0806", "A", suppressed=ON)], [unit(RIFLE, "0807", "A"), unit(RIFLE, "0805", "A")]
    )
    assert [weapons_at_hand.narrowed(at.state, at.scene, 0, target) for target in (1, 2)] == [True, False]
    assert weapons_at_hand.ways_at(at.state, at.scene, 0, 1) != [], "in Direct Fire the pairs of the phase decide"
    assert weapons_at_hand.ways_at(at.state, at.scene, 0, 1, True) == []
    assert weapons_at_hand.ways_at(at.state, at.scene, 0, 2, True) != []


@pytest.mark.rules("6.1.4.3.4b", "6.1.4.3.9a")
def test_counters_change_the_surface_of_their_hexes_alone() -> None:
    ground = load_ground("panzer-joined")
    board, old = ground.board, ground.relief
    assert len({tuple(tops) for tops in old.along}) == 3, "roads make the directions differ"
    ditch = next(one for one in board.cells if ground.rows[one].name == "clear" and not ground.beds[one])
    ruin = next(one for one in board.cells if ground.rows[one].storeys)
    found = sight._surface(ground, frozenset({ditch}), frozenset({ruin}))
    changed = {ditch, ruin}
    for before, after in zip((old.hexes, *old.along), (found.relief.hexes, *found.relief.along), strict=True):
        assert {cell for cell in board.cells if before[cell] != after[cell]} <= changed
        assert after[ruin] == board.elevation[ruin]
    assert found.relief.height[ditch] == board.elevation[ditch] - 1
    assert {cell for cell in board.cells if found.beds[cell] != ground.beds[cell]} == {ditch}


# Spotting.


@pytest.mark.rules("6.1.1a", "6.1.1c")
def test_who_can_spot() -> None:
    at = Range([unit("Truck", "0806", "D"), unit("Soviet Rifle squad", on="S1"), unit(T34, "0806", "D"),
                unit("Soviet Rifle squad", on="S3"), unit("76.2mm M39 ATG", "0806", "D")],
               [unit("SPW 251/1", "0811", "A"), unit("SdKfz 10", "0811", "A"), unit(PAK, on="G2")])  # fmt: skip

    def able(*names: str) -> list[bool]:
        return [spotting.can_spot(at.state, at.index(name)) for name in names]

    assert able("S1", "S2", "S3", "S4", "S5") == [False, True, True, True, True]
    assert able("G3") == [True], "a gun in tow of an unarmed vehicle"
    at.detail("G3").carrier = at.index("G1")
    assert able("G3") == [False], "the armed carrier spots for it"
    at.unit("S1").status = KNOCKED_OUT
    assert able("S1", "S2") == [False, False]


# Setup.


@pytest.mark.rules("2.0a", "6.6.7b", "6.1.4.3.1g", "3.3b")
def test_the_plain_setup_is_legal_and_puts_passengers_aboard() -> None:
    for scenario in ("panzer/12", "panzer/13", "panzer/16"):
        state = GAME.setup(scenario, {}, "seed")
        scene = scene_of(state)
        side = scene.scenario.order
        decision = Decision("1", "deploy", side, "2.0a", "")
        order = setup.plain(state, scene, side)
        assert setup.check(state, scene, decision, order) == []
        legal = setup.legal(state, scene, decision)
        assert [one.unit for one in legal.units if one.required] == [task.unit for task in order.tasks]
        first, *rest = order.tasks

        def wrong(*tasks: Task, choice: str = "") -> list[tuple[str, str]]:
            found = setup.check(state, scene, decision, Order("deploy", tasks, choice=choice))  # noqa: B023
            return [(one.rule, one.unit) for one in found]

        assert wrong(*rest) == [("2.0a", first.unit)], "it has not been placed"
        assert wrong(first, first, *rest) == [("2.0a", first.unit)]
        assert wrong(*order.tasks, choice="all") == [("2.0a", "")]
        assert wrong(Task("X9", first.kind, first.cells, first.facing), *order.tasks) == [("2.0a", "X9")]
