"""6.5.1, 5.11, 6.5.4.3: response, SHEAFs, and the modifiers of smoke, barrages and indirect fire, by the resolvers."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.core.dice import Dice, ScriptedDice
from hulldown.core.errors import HulldownError
from hulldown.games.panzer.data.arsenal import find_target
from hulldown.games.panzer.data.batteries import batteries
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.faces.advanced_odds import odds
from hulldown.games.panzer.rules.advanced import ap, gp, gp_defence, response, sheafs
from hulldown.games.panzer.rules.advanced.arms import ap_weapon, battery_weapon
from hulldown.games.panzer.rules.advanced.hindrances import Clouds, Source, clouds_of, counting
from hulldown.games.panzer.rules.advanced.response import Call
from hulldown.maps import load_map

MEDIUM: dict[str, Any] = {"weapon": "Medium battery", "observer_range": 12}
ATG: dict[str, Any] = {"target": "57mm ZiS-2 M43 ATG", "cover": "medium"}
TANK: dict[str, Any] = {"target": "T-34/76 M43", "cover": "medium", "target_moving": True}


def scripted(*numbers: int) -> Dice:
    return ScriptedDice(" ".join(map(str, numbers)), 0)


def ask(**args: Any) -> dict[str, Any]:
    return odds("gp", args)


@pytest.mark.rules(
    "6.5.1.13-ex1", "6.5.1.12-table", "6.5.1.12c", "6.5.1.12d", "6.5.1.1.1a", "6.5.1.12.1-preregistered", "6.5.1.12g"
)
def test_the_two_calls_of_the_example() -> None:
    """FO and Attached need 2, FO and Organic 4; a 5 responds, an unmodified 1 never does."""
    medium = response.roll(Call("FO", "attached"), scripted(5), "Medium")
    assert (medium.response.needs, medium.answers, medium.astray) == (2, True, False)
    heavy = response.roll(Call("FO", "organic", preregistered=True), scripted(1), "Heavy")
    assert (heavy.response.needs, heavy.response.net, heavy.answers, heavy.astray) == (4, 2, False, True)


@pytest.mark.rules("6.5.1.13-ex2", "5.3b", "6.5.1.13b")
def test_the_medium_battery_at_the_gun() -> None:
    found = ask(**MEDIUM, **ATG)
    assert (found["factor"], found["defence"], found["band"], found["net"]) == (8, 5, "S", 0)
    assert (found["n_effect"], found["s_effect"]) == (40, 72)
    assert found["outcomes"] == {"none": "2/5", "suppressed": "8/25", "effective": "7/25"}
    defence = gp_defence.of_unit(find_target("57mm ZiS-2 M43 ATG"), "medium")  # type: ignore[arg-type]
    aim = gp.GpAim(battery_weapon(batteries()["Medium battery"]), defence, 12, sheaf="closed")
    assert gp.roll(aim, scripted(59)).effect == "suppressed"


@pytest.mark.rules("6.5.1.13-ex3", "6.5.4.3-target-vehicle-moving-c", "6.5.4.3-vehicle-cover-b")
def test_the_tank_beside_it_by_the_example_and_by_the_text() -> None:
    """K1: the example grants -20 outside the Target Point hex, the rule does not; woods are no overhead cover."""
    played = ask(**MEDIUM, **TANK, off_target=True, if_moving_everywhere=True)
    assert (played["net"], played["n_effect"], played["s_effect"]) == (-40, 36, 68)
    assert (played["outcomes"]["none"], played["outcomes"]["suppressed"]) == ("19/25", "6/25")
    assert {played["outcomes"][name] for name in ("damaged", "track", "ko", "bu")} == {"0"}
    ruled = ask(**MEDIUM, **TANK, off_target=True)
    assert ruled["net"] == -20
    assert ruled["outcomes"] == {
        "none": "14/25", "suppressed": "8/25", "damaged": "1/100", "track": "1/50", "ko": "9/200", "bu": "9/200",
    }  # fmt: skip
    card = find_target("T-34/76 M43")
    assert isinstance(card, Vehicle)
    aim = gp.GpAim(
        battery_weapon(batteries()["Medium battery"]), gp_defence.of_vehicle(card), 12, sheaf="closed",
        off_target=True, target_moving=True,
    )  # fmt: skip
    assert gp.roll(aim, scripted(88)).effect == "suppressed"
    assert gp.roll(aim._replace(moving_everywhere=True), scripted(88)).effect == "suppressed"


@pytest.mark.rules("6.5.4.3-target-vehicle-moving-a", "6.5.4.3-target-vehicle-moving-c", "6.5.1.13d", "6.6.6d")
@pytest.mark.parametrize(
    ("more", "net"),
    [
        ({}, -40),
        ({"target_moving": False}, -20),
        ({"planned": True, "observer_range": None}, -20),
        ({"planned": True, "observer_range": None, "if_moving_everywhere": True}, -20),
        ({"sheaf": "open"}, -60),
        ({"sheaf": "linear"}, -40),
        ({"overhead": True}, -50),
        ({"overhead": True, "cover": "heavy"}, -60),
        ({"overhead": True, "cover": "light"}, -40),
    ],
)
def test_modifiers_of_indirect_fire_at_a_moving_vehicle(more: dict[str, Any], net: int) -> None:
    assert ask(**{**MEDIUM, **TANK, **more})["net"] == net


@pytest.mark.rules("6.6.6d", "6.5.4.3-target-vehicle-moving-c")
def test_who_moves_in_a_barrage_is_not_harder_to_hit() -> None:
    card = find_target("T-34/76 M43")
    assert isinstance(card, Vehicle)
    aim = gp.GpAim(
        battery_weapon(batteries()["Medium battery"]), gp_defence.of_vehicle(card), 12, sheaf="closed",
        target_moving=True, in_barrage=True, moving_everywhere=True,
    )  # fmt: skip
    assert gp.resolve(aim).net.value == -20


@pytest.mark.rules("6.5.1.13d")
def test_planned_fire_is_at_medium_range() -> None:
    found = ask(weapon="Heavy battery", planned=True, **ATG)
    assert (found["band"], found["factor"]) == ("M", 10)
    assert ask(weapon="Heavy battery", observer_range=3, **ATG)["factor"] == 11
    assert any(one["rule"] == "6.5.1.13d" for one in found["factors"])


@pytest.mark.rules("6.5.1.13a", "6.5.1d", "5.1.3.1a", "5.2e", "6.5.1-ex1")
def test_on_map_fire_uses_the_greater_range_and_its_own_row() -> None:
    gun = {"attacker": "76.2mm M39 ATG", "sheaf": "one", **ATG}
    assert [ask(**gun, range=at, observer_range=seen)["factor"] for at, seen in ((10, 3), (10, 30), (40, 3))] == [
        4,
        3,
        3,
    ]
    assert ask(attacker="76.2mm M39 ATG", range=10, **ATG)["band"] != ask(**gun, range=10, observer_range=3)["band"]
    assert ask(**gun, range=5, observer_range=3)["void"]
    assert ask(**gun, range=60, observer_range=70)["band"] == "E"


@pytest.mark.rules("6.5.4.3-if-open-sheaf", "6.5.1.7-response-b", "5.8.3c", "6.5.1.12.1-observer-grade-a")
def test_grade_and_what_lies_on_the_line_never_change_indirect_fire() -> None:
    for grade in ("elite", "green"):
        assert ask(**MEDIUM, **ATG, grade=grade)["net"] == 0
    assert ask(**MEDIUM, **ATG, sheaf="open")["net"] == -20
    for flag, value in (("smoke_open", 1), ("on_fire", 1), ("short_halt", True), ("heat_haze", True), ("wall", True)):
        with pytest.raises(HulldownError, match="does not belong to indirect fire"):
            ask(**MEDIUM, **ATG, **{flag: value})


@pytest.mark.rules("6.5.1.5a", "6.5.1.11.1a", "6.5.1d", "5.16.2.5")
@pytest.mark.parametrize(
    ("args", "told"),
    [
        ({**MEDIUM, "sheaf": "one"}, "6.5.1.5a"),
        ({**MEDIUM, "range": 3}, "6.5.1.13b"),
        ({**MEDIUM, "ammo_limit": "failed"}, "5.16.2.5"),
        ({"attacker": "8cm GrW 34", "range": 5, "planned": True}, "6.5.1.11.1a"),
        ({"attacker": "8cm GrW 34", "range": 5, "sheaf": "open"}, "6.5.1.5a"),
        ({"attacker": "German Rifle squad", "range": 5, "sheaf": "one"}, "6.5.1d"),
        ({"weapon": "Medium batery", "observer_range": 3}, "Medium battery"),
        ({"weapon": "Medium battery"}, "--observer-range is missing"),
    ],
)
def test_indirect_fire_that_cannot_be(args: dict[str, Any], told: str) -> None:
    with pytest.raises(HulldownError) as caught:
        ask(**{**ATG, **args})
    assert told in f"{caught.value} {caught.value.hint}"


@pytest.mark.rules("6.5.4.2.3d", "6.5.4.2.3a")
def test_passengers_by_their_carrier() -> None:
    load = {"target": "German Rifle squad", **MEDIUM}
    assert ask(**load, carrier="SPW 251/1")["defence"] == 3
    assert ask(**load, carrier="PzKpfw IVH")["defence"] == 1
    with pytest.raises(HulldownError, match="exclude each other"):
        ask(**load, carrier="SPW 251/1", carried="open")


# Response.


@pytest.mark.rules("6.5.1.12-table", "6.5.1.1.1a", "6.5.1.1.2a", "6.5.1.1.3a")
def test_the_response_table() -> None:
    found = [[response.resolve(Call(who, how)).needs for how in ("attached", "organic", "unattached")]  # type: ignore[arg-type]
             for who in response.OBSERVERS]  # fmt: skip
    assert found == [[2, 4, 6], [3, 5, 7], [4, 6, 8], [5, 7, 9], [5, 7, 9]]


@pytest.mark.rules(
    "6.5.1.12.1a", "6.5.1.12.1-preregistered", "6.5.1.12.1-command-recon", "6.5.1.12.1-adjusted-fire",
    "6.5.1.12.1-observer-suppressed", "6.5.1.12.1-observer-damaged", "6.5.1.12.1-observer-hindered-a",
    "6.5.1.12.1-observer-hindered-b", "6.5.1.12.1-heat-haze-a", "6.5.1.12.1-observer-grade-b",
)  # fmt: skip
@pytest.mark.parametrize(
    ("more", "net"),
    [
        ({"preregistered": True}, 2), ({"command_recon": True}, 1), ({"adjusted": True}, 1), ({"suppressed": True}, -2),
        ({"damaged": True}, -2), ({"hindered": 1}, -1), ({"hindered": 3}, -3), ({"haze": True}, -1),
        ({"grade": "elite"}, 2), ({"grade": "veteran"}, 1), ({"grade": "seasoned"}, 0), ({"grade": "regulars"}, -1),
        ({"grade": "green"}, -2), ({"preregistered": True, "suppressed": True, "hindered": 2}, -2),
    ],
)  # fmt: skip
def test_response_modifiers(more: dict[str, Any], net: int) -> None:
    found = response.resolve(Call("CHQ", "organic", **more))
    assert found.net == net
    assert found.responds == Fraction(4 + net, 10)


@pytest.mark.rules("6.5.1.12.1b", "6.5.1.12d", "6.5.1.12e")
def test_an_unmodified_one_never_responds() -> None:
    sure = Call("FO", "attached", "elite", preregistered=True)
    assert (response.resolve(sure).responds, response.resolve(sure).astray) == (Fraction(9, 10), Fraction(1, 10))
    assert not response.roll(sure, scripted(1), "").answers
    assert response.roll(sure, scripted(2), "").answers
    hopeless = Call("CHQ", "unattached", "green", suppressed=True)
    assert response.resolve(hopeless).responds == 0
    assert not response.roll(hopeless, scripted(10), "").answers
    exact = Call("CHQ", "organic")
    assert [response.roll(exact, scripted(die), "").answers for die in (6, 7)] == [False, True]


@pytest.mark.rules("6.5.1.1.1b", "6.5.1.1.1-usa-fo", "6.5.1.1.1-other-fo", "6.5.1.1.2a", "6.5.1.1.3a")
def test_how_many_sources_an_observer_calls() -> None:
    found = {name: response.sources(name) for name in ("USA FO", "FO", "RHQ", "BHQ", "CHQ", "Recon")}
    assert found == {"USA FO": 4, "FO": 2, "RHQ": 1, "BHQ": 1, "CHQ": 1, "Recon": 1}


@pytest.mark.rules("6.5.1.1.2-soviet", "6.5.1.1.3-soviet")
def test_soviet_command_and_recon_call_attached_sources_only() -> None:
    asked = {"soviet": True, "attachment": "organic"}
    for observer, rule in (("CHQ", "6.5.1.1.2-soviet"), ("Recon", "6.5.1.1.3-soviet")):
        with pytest.raises(HulldownError, match=rule):
            odds("response", {**asked, "observer": observer})
    assert odds("response", {**asked, "observer": "FO"})["responds"] == "7/10"
    assert odds("response", {**asked, "observer": "CHQ", "attachment": "attached"})["responds"] == "3/5"
    assert odds("response", {"observer": "CHQ", "attachment": "organic"})["responds"] == "2/5"
    assert odds("response", {"observer": "FO", "attachment": "organic", "preregistered": True})["responds"] == "9/10"
    with pytest.raises(HulldownError, match="command units"):
        odds("response", {"observer": "Recon", "attachment": "organic", "command_recon": True})


@pytest.mark.rules("6.5.1.1.2b", "6.5.1.1.2-command-fo", "6.5.1.12.1-command-recon")
def test_a_recon_command_unit_with_an_fo_calls_by_the_row_of_the_fo() -> None:
    """The row is the FO's; that it is a Command unit and Recon adds 1 all the same."""
    call = {"observer": "FO", "attachment": "unattached"}
    assert odds("response", call)["responds"] == "1/2"
    assert odds("response", {**call, "command_recon": True})["responds"] == "3/5"


# SHEAFs.


@pytest.mark.rules("6.5.1.5a", "6.5.1.5b", "6.5.1.5c", "6.5.1.5d")
def test_the_four_sheafs() -> None:
    board = load_map("panzer-ridge")
    middle = board.by_label["1010"]
    counts = {name: len(sheafs.covered(board, name, middle, 0)) for name in ("one", "closed", "open", "linear")}
    assert counts == {"one": 1, "closed": 7, "open": 19, "linear": 7}
    assert {board.distance(middle, cell) for cell in sheafs.covered(board, "open", middle)} == {0, 1, 2}
    line = sheafs.covered(board, "linear", middle, 2)
    assert sorted(board.distance(middle, cell) for cell in line) == [0, 1, 2, 3, 4, 5, 6]
    assert len(line) == len(set(line))
    corner = board.by_label["0101"]
    assert len(sheafs.covered(board, "open", corner)) < 19
    assert 1 <= len(sheafs.covered(board, "linear", corner, 5)) < 7


@pytest.mark.rules("6.5.2.4-smoke-a", "6.5.1.5a")
def test_all_but_the_open_sheaf_count_as_closed() -> None:
    """K3."""
    assert {name: sheafs.density(name) for name in ("one", "closed", "open", "linear")} == {
        "one": "closed", "closed": "closed", "open": "open", "linear": "closed",
    }  # fmt: skip


# Smoke and barrages on the line.


@pytest.mark.rules("5.11-ex1", "5.11a", "5.11b")
def test_fire_and_a_closed_barrage_in_one_hex() -> None:
    """Only the Fire counts: -5 in AP, -20 in GP fire; the barrage's -3 and -10 are ignored."""
    found = counting((Source("barrage_closed", (7,)), Source("on_fire", (7,))))
    assert [source.kind for source in found] == ["on_fire"]
    assert clouds_of(found) == Clouds()
    assert odds("ap", {**SHOT, "on_fire": 1})["net"] - odds("ap", SHOT)["net"] == -5
    assert ask(**GP_SHOT, on_fire=1)["net"] - ask(**GP_SHOT)["net"] == -20


SHOT: dict[str, Any] = {"attacker": "PzKpfw IVH", "target": "T-34/76 M43", "range": 5, "cover": "none"}
GP_SHOT: dict[str, Any] = {"attacker": "PzKpfw IVH", "target": "Soviet Rifle squad", "range": 5}


@pytest.mark.rules(
    "6.5.2.4-smoke-a", "6.5.2.4-barrage-a", "6.5.4.3-smoke", "6.5.4.3-barrage", "6.5.2.4-smoke-b", "6.5.2.4-barrage-b",
)  # fmt: skip
@pytest.mark.parametrize(
    ("flag", "ap_each", "gp_each"),
    [("smoke_open", -3, -10), ("smoke_closed", -5, -20), ("barrage_open", -1, -5), ("barrage_closed", -3, -10)],
)
def test_modifiers_of_smoke_and_barrages(flag: str, ap_each: int, gp_each: int) -> None:
    card, gun = find_target("T-34/76 M43"), find_target("PzKpfw IVH")
    assert isinstance(card, Vehicle)
    assert isinstance(gun, Vehicle)
    weapon = ap_weapon(gun, gun.weapons[0], "AP")
    for times in (1, 2):
        clouds = Clouds(**{flag: times})
        shot = ap.resolve(ap.ApAim(weapon, card, 5, clouds=clouds))
        assert sum(one.value for one in shot.net.factors if "SHEAF" not in one.label and
                   ("Smoke" in one.label or "Barrage" in one.label)) == ap_each * times  # type: ignore[misc]  # fmt: skip
        assert ask(**GP_SHOT, **{flag: times})["net"] - ask(**GP_SHOT)["net"] == gp_each * times


@pytest.mark.rules("6.5.2.4-smoke-ex1", "6.5.2.4-smoke-b")
def test_both_in_one_open_smoke() -> None:
    """One source, however many of its hexes the line meets, and smoke instead of the barrage: -3."""
    found = counting((Source("smoke_open", (1, 2, 3)), Source("barrage_open", (1, 2, 3))))
    assert clouds_of(found) == Clouds(smoke_open=1)


@pytest.mark.rules("6.5.2.4-smoke-b", "5.11b")
def test_sources_apart_on_the_line_add_up() -> None:
    apart = counting((Source("smoke_open", (1, 2)), Source("smoke_closed", (4,)), Source("barrage_closed", (6,))))
    assert clouds_of(apart) == Clouds(smoke_open=1, smoke_closed=1, barrage_closed=1)
    overlapping = counting(
        (Source("barrage_closed", (4, 5)), Source("brew_up_smoke", (5,)), Source("smoke_closed", (3, 4)))
    )
    # H5: the barrage is the greatest hindrance of hex 5, the brew-up of none.
    assert [one.kind for one in overlapping] == ["smoke_closed", "barrage_closed"]
