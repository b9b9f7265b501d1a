"""Orders for fire from off the map: planned and called fire, notice, sight, smoke, changes (28.1, 28.2, 28.4, 28.6)."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from hulldown.games.tank.data.loading import OffMap
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.artillery.park import Asset, park_of
from hulldown.games.tank.rules.contact import remember
from hulldown.games.tank.rules.state import TankState
from support.shelling import ALPHA, ASSETS, BRAVO, shelled, with_missions
from support.tank_positions import cell, order, play, refused, violations

A, B = {"A1": ("0808", "A")}, {"B1": ("1512", "A")}


@pytest.fixture
def state(monkeypatch: pytest.MonkeyPatch) -> TankState:
    """Turn 3 on clear ground: everybody sees everything."""
    return shelled(monkeypatch, alpha=A, bravo=B)


def ordered(state: TankState, side: str = "alpha") -> list[tuple[str, str, int, bool]]:
    labels = GAME.board(state.scenario).labels
    return [(one.unit, labels[one.cell], one.turn, one.smoke) for one in park_of(state).ordered(side)]


@pytest.mark.rules("28.0-gen-3", "28.22", "21.1-a", "35.3f")
def test_called_fire_is_ordered_five_turns_ahead(state: TankState) -> None:
    assert refused(state, "alpha", "bn1 AF 1010 8") == []
    assert refused(state, "alpha", "bn1 AF 1010 12") == []
    wrong = violations(state, "alpha", "bn1 AF 1010 7")
    assert [(one.rule, one.unit) for one in wrong] == [("28.22", "bn1")]
    assert "turn 8" in wrong[0].message
    assert refused(state, "alpha", "bn1 AF 1010") == ["35.3f"]
    assert refused(state, "alpha", "bn1 AF 1010 soon") == ["35.3f"]
    assert refused(state, "alpha", "bn1 AF 8") == ["35.3f"], "called fire names its hex"
    after = play(state, alpha="bn1 AF 1010 8").state
    assert ordered(after) == [("bn1", "1010", 8, False)]


@pytest.mark.rules("28.12", "28.11", "28.13")
def test_planned_fire_keeps_to_its_hex_and_its_notice(state: TankState) -> None:
    assert refused(state, "bravo", "bn1 AF 1212 8") == []
    assert refused(state, "bravo", "bn1 AF 8") == []
    assert refused(state, "bravo", "bn1 AF 1212 7") == ["28.12"]
    assert refused(state, "bravo", "bn1 AF 1213 8") == ["28.13"]
    late = Order("plot", (Task("bn1", "RG", (cell(state, "1213"),)),))
    assert [one.rule for one in GAME.check(state, "bravo", late)] == ["28.11"], "not any more"
    after = play(state, bravo="bn1 AF 8-10").state
    assert ordered(after, "bravo") == [("bn1", "1212", 8, False), ("bn1", "1212", 9, False), ("bn1", "1212", 10, False)]


@pytest.mark.rules("28.0-gen-2", "28.0-gen-1", "28.0-gen-4")
def test_batteries_are_for_called_fire_and_there_are_three(state: TankState) -> None:
    assert refused(state, "alpha", "bn1.1 AF 1010 8; bn1.2 AF 1011 8; bn1.3 AF 1012 8") == []
    assert refused(state, "alpha", "bn1.4 AF 1010 8") == ["28.0-gen-4"]
    assert refused(state, "alpha", "air1.1 AF 1010 8") == ["28.0-gen-4"]
    for battery in ("bn1.1", "bn1.3"):
        assert refused(state, "bravo", f"{battery} AF 1212 8") == ["28.0-gen-2"]
    assert refused(state, "alpha", "bn9 AF 1010 8") == ["28.0-gen-1"]
    assert refused(state, "bravo", "air1 AF 1010 8") == ["28.0-gen-1"], "the other side's"
    assert refused(state, "alpha", "A1 AF 1010 8") == ["28.0-gen-1"], "no gun on the map can"


@pytest.mark.rules("28.21")
def test_a_battalion_fires_as_a_whole_or_by_batteries_at_different_hexes(state: TankState) -> None:
    assert refused(state, "alpha", "bn1 AF 1010 8; bn1.1 AF 1011 8") == ["28.21"]
    assert refused(state, "alpha", "bn1.1 AF 1010 8; bn1.1 AF 1012 8") == ["28.21"]
    assert refused(state, "alpha", "bn1.1 AF 1010 8; bn1.2 AF 1010 8") == ["28.21"], "X-40: use the battalion"
    assert refused(state, "alpha", "bn1.1 AF 1010 8; bn1.2 AF 1010 9") == []
    assert refused(state, "alpha", "bn1 AF 1010 8; bn1.1 AF 1011 9") == [], "on other turns otherwise"
    assert refused(state, "alpha", "bn1 AF 1010 8-9,9") == ["35.3f"], "a turn is named once"


@pytest.mark.rules("28.23", "28.14")
def test_no_hex_is_the_target_of_two_battalions_on_one_turn(state: TankState) -> None:
    assert refused(state, "alpha", "bn1 AF 1010 8; bn2 AF 1010 8") == ["28.23"]
    assert refused(state, "alpha", "bn1.1 AF 1010 8; bn2.1 AF 1010 8") == ["28.23"]
    assert refused(state, "alpha", "bn1 AF 1010 8; bn2 AF 1010 9") == []
    standing = with_missions(state, ("alpha", "bn2", "1010", 9))
    wrong = violations(standing, "alpha", "bn3 AF 1010 9")
    assert [(one.rule, one.unit) for one in wrong] == [("28.23", "bn3")]
    assert refused(standing, "alpha", "bn3 AF 1010 9; bn2 AX 9") == [], "unless the other is withdrawn"
    assert refused(state, "alpha", "air1 AF 1010 8; air2 AF 1010 8") == ["28.23"]
    assert refused(state, "alpha", "air1 AF 1010 8; bn1 AF 1010 8") == [], "neither is merged with the other (28.43)"


@pytest.mark.rules("28.22")
def test_an_order_can_be_changed_until_its_notice_has_run(state: TankState) -> None:
    """X-76: an order for turn 8 may be changed on turn 3, one for turn 7 no more."""
    standing = with_missions(state, ("alpha", "bn1", "1010", 7), ("alpha", "bn1", "1010", 8))
    assert refused(standing, "alpha", "bn1 AX 7") == ["28.22"]
    assert refused(standing, "alpha", "bn1 AX 9") == ["28.22"], "there is none"
    assert refused(standing, "alpha", "bn2 AX 8") == ["28.22"], "it is not its own"
    assert refused(standing, "alpha", "bn1 AF 1111 7") == ["28.22"]
    after = play(standing, alpha="bn1 AX 8").state
    assert ordered(after) == [("bn1", "1010", 7, False)]
    after = play(standing, alpha="bn1 AF 1111 8 smoke").state
    assert ordered(after) == [("bn1", "1010", 7, False), ("bn1", "1111", 8, True)]
    after = play(standing, alpha="bn1.2 AF 1111 8").state
    assert ordered(after) == [("bn1", "1010", 7, False), ("bn1.2", "1111", 8, False)], "by batteries instead"
    batteries = with_missions(state, ("alpha", "bn2.1", "0909", 8), ("alpha", "bn2.2", "0910", 8))
    after = play(batteries, alpha="bn2.1 AF 0912 8").state
    ours = [one for one in ordered(after) if one[0].startswith("bn2")]
    assert ours == [("bn2.1", "0912", 8, False), ("bn2.2", "0910", 8, False)], "its own order alone"
    after = play(batteries, alpha="bn2 AF 0911 8").state
    assert ("bn2", "0911", 8, False) in ordered(after)
    assert not [one for one in ordered(after) if one[0].startswith("bn2.")], "as a whole instead"


@pytest.mark.rules("28.42")
def test_the_turn_is_fixed_only_by_somebody_who_sees_the_hex(monkeypatch: pytest.MonkeyPatch) -> None:
    woods = {"0807": "woods", "0806": "woods"}
    state = shelled(monkeypatch, alpha=A, bravo=B, hexes=woods)
    wrong = violations(state, "alpha", "bn1 AF 0803 8")
    assert [(one.rule, one.unit) for one in wrong] == [("28.42", "bn1")]
    assert "0803" in wrong[0].message
    assert refused(state, "alpha", "air1 AF 0803 8") == ["28.42"], "X-42"
    assert refused(state, "alpha", "bn1 AF 0808 8") == [], "its own hex it sees"
    seeing = shelled(monkeypatch, alpha={**A, "A6": "0602"}, bravo=B, hexes=woods)
    assert refused(seeing, "alpha", "bn1 AF 0803 8") == []
    assert cell(state, "0803") not in _cells(state, "bn1")
    assert cell(seeing, "0803") in _cells(seeing, "bn1")
    standing = with_missions(state, ("alpha", "bn1", "0803", 9))
    assert refused(standing, "alpha", "bn1 AX 9") == [], "nobody needs to see what is called off"


def _cells(state: TankState, name: str) -> tuple[int, ...]:
    found = {unit.unit: unit.options for unit in GAME.legal(state, "alpha").units}
    return next(option.cells for option in found[name] if option.kind == "AF")


@pytest.mark.rules("28.42", "7.24")
def test_a_gun_observes_within_its_arc(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha={"A5": ("0808", "A")}, bravo=B)
    assert refused(state, "alpha", "bn1 AF 0804 8") == []
    assert refused(state, "alpha", "bn1 AF 0812 8") == ["28.42"]


@pytest.mark.rules("28.42", "28.52a")
def test_smoke_hides_a_hex_from_the_observer(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=A, bravo=B)
    state.more = {**state.more, "smoke": {"now": [cell(state, "0806")], "coming": []}}
    assert refused(state, "alpha", "bn1 AF 0803 8") == ["28.42"]
    assert refused(state, "alpha", "bn1 AF 0806 8") == [], "into the smoke one sees (X-81)"


@pytest.mark.rules("28.5", "28.53b", "28.63")
def test_who_may_fire_smoke(monkeypatch: pytest.MonkeyPatch) -> None:
    state = shelled(monkeypatch, alpha=A, bravo=B)
    assert refused(state, "alpha", "bn1 AF 1010 8 smoke") == []
    assert refused(state, "alpha", "bn1.1 AF 1010 8 smoke") == [], "a battery is enough"
    assert refused(state, "alpha", "bn3 AF 1010 8 smoke") == ["28.53b"], "light guns never"
    assert refused(state, "alpha", "air1 AF 1010 8 smoke") == ["28.63"]
    forbidden = msgspec.structs.replace(ALPHA, smoke=False)
    for dry in (forbidden, OffMap(period=7, nation="NK")):
        state = shelled(monkeypatch, alpha=A, bravo=B, supports=(dry, BRAVO))
        assert refused(state, "alpha", "bn1 AF 1010 8 smoke") == ["28.5"], "by the scenario, by the chart"
        assert refused(state, "alpha", "bn1 AF 1010 8") == []
        offered = {unit.unit: unit.options for unit in GAME.legal(state, "alpha").units}
        assert not [choice for option in offered["bn1"] for choice in option.choices if "smoke" in choice]


@pytest.mark.rules("28.62", "28.6a")
def test_a_strike_is_flown_once_and_on_one_turn(state: TankState) -> None:
    assert refused(state, "alpha", "air1 AF 1010 8-9") == ["28.62"]
    standing = with_missions(state, ("alpha", "air1", "1010", 6), ("alpha", "air2", "1010", 9))
    assert refused(standing, "alpha", "air1 AF 1010 9") == ["28.62"], "its order stands (X-76)"
    after = play(standing, alpha="air2 AF 1111 8").state
    assert ordered(after) == [("air1", "1010", 6, False), ("air2", "1111", 8, False)], "changed in time"
    assert "air1" not in {unit.unit for unit in GAME.legal(standing, "alpha").units}
    flown = shelled_with_spent(state)
    assert refused(flown, "alpha", "air1 AF 1010 9") == ["28.62"]


def shelled_with_spent(state: TankState) -> TankState:
    from hulldown.games.tank.modules.artillery.park import Park, keep

    spent = [Asset(a.name, a.side, a.arm, a.weight, a.called, spent=a.name == "air1") for a in ASSETS if a.called]
    keep(state, Park(tuple(spent)))
    return state


@pytest.mark.rules("34.2-8", "34.3-11", "34.3-10", "28.42", "28.22")
def test_what_a_scenario_says_of_air_strikes(monkeypatch: pytest.MonkeyPatch) -> None:
    late = msgspec.structs.replace(ALPHA, after_contact=True)
    state = shelled(monkeypatch, alpha=A, bravo=B, supports=(late, BRAVO))
    assert refused(state, "alpha", "air1 AF 1010 8") == ["34.2-8"]
    assert "air1" not in {unit.unit for unit in GAME.legal(state, "alpha").units}
    remember(state, contact=3)
    assert refused(state, "alpha", "air1 AF 1010 8") == ["34.2-8"], "not yet on the turn of contact"
    remember(state, contact=2)
    assert refused(state, "alpha", "air1 AF 1010 8") == []
    blind = msgspec.structs.replace(ALPHA, unobserved=True, earliest=9)
    state = shelled(monkeypatch, alpha=A, bravo=B, supports=(blind, BRAVO), hexes={"0807": "woods", "0806": "woods"})
    assert refused(state, "alpha", "air1 AF 0803 9") == []
    assert refused(state, "alpha", "air1 AF 0803 8") == ["34.3-11"]
    assert cell(state, "0803") in _cells(state, "air1")
    assert refused(state, "alpha", "bn1 AF 0803 9") == ["28.42"], "guns fire only at what somebody sees"
    assert cell(state, "0803") not in _cells(state, "bn1")
    first = {
        unit.unit: option.choices[0]
        for unit in GAME.legal(state, "alpha").units
        for option in unit.options
        if option.kind == "AF"
    }
    assert (first["air1"], first["bn1"]) == ("9", "8"), "five turns ahead, aircraft from turn 9 on"


@pytest.mark.rules("28.0-gen-2", "28.12", "28.22")
def test_what_is_offered_is_legal_and_nothing_else_is_to_be_had(state: TankState) -> None:
    legal = {unit.unit: unit.options for unit in GAME.legal(state, "alpha").units}
    assert [name for name in legal if not name.startswith("A")] == [
        "bn1", "bn1.1", "bn1.2", "bn1.3", "bn2", "bn2.1", "bn2.2", "bn2.3", "bn3", "bn3.1", "bn3.2", "bn3.3",
        "air1", "air2",
    ]  # fmt: skip
    for name, options in legal.items():
        for option in options:
            if option.kind == "AF":
                for choice in option.choices:
                    given = Order("plot", (Task(name, "AF", option.cells[:1], choice=choice),))
                    assert GAME.check(state, "alpha", given) == []
    planned = {unit.unit: unit.options for unit in GAME.legal(state, "bravo").units}
    assert [name for name in planned if not name.startswith("B")] == ["bn1"]
    assert planned["bn1"][0].cells == (cell(state, "1212"),)
    standing = with_missions(
        state, ("alpha", "bn1", "1010", 7), ("alpha", "bn1", "1010", 8), ("alpha", "bn1", "1010", 9)
    )
    options = next(unit.options for unit in GAME.legal(standing, "alpha").units if unit.unit == "bn1")
    assert [option.choices for option in options if option.kind == "AX"] == [("8", "9")]


@pytest.mark.rules("35.3f")
def test_orders_are_read_and_written(state: TankState) -> None:
    text = "A1 MV 0807\nbn1 AF 1010 8\nbn2.1 AF 1011 8 smoke\nair1 AF 1012 9"
    given = order(state, "alpha", text)
    assert given.tasks[2] == Task("bn2.1", "AF", (cell(state, "1011"),), choice="8 smoke")
    assert GAME.write(state, given) == text
    assert GAME.check(state, "alpha", given) == []
    assert order(state, "alpha", "BN1 af 1010 8") == order(state, "alpha", "bn1 AF 1010 8")


@pytest.mark.rules("28.0-gen-1", "28.22", "28.11")
def test_a_unit_on_the_map_has_no_missions_to_give(state: TankState) -> None:
    for kind, turns in (("AF", "8"), ("AX", "8"), ("RG", "")):
        given = Order("plot", (Task("A1", kind, (cell(state, "1010"),) if kind != "AX" else (), choice=turns),))
        assert [(one.unit, one.rule) for one in GAME.check(state, "alpha", given)] == [("A1", "28.0-gen-1")]
