"""How shots are called, resolved and told in the Advanced Game (6.5.2b, 6.5.2.1, 6.5.4.4)."""

from __future__ import annotations

from fractions import Fraction
from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, NOBODY, ON, Work
from hulldown.games.panzer.rules.advanced.play import effects, shooting, shot_words
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from hulldown.games.panzer.rules.state import BREWED_UP, KNOCKED_OUT, ON_MAP
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, RIFLE, SQUAD = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "Soviet Rifle squad"


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))


def firing(at: Range, shooter: str, target: str, kind: str) -> Firing:
    index = at.index(shooter)
    way = next(one for one in ways_of(at.state, at.scene, index) if one.kind == kind)
    return Firing(index, at.index(target), way)


def called(at: Range, shooter: str, words: str, target: str = "S1") -> str:
    found = shot_words.read(at.state, at.scene, at.index(shooter), at.index(target), words, False)
    return found.way.words if isinstance(found, shot_words.Manner) else f"{found[0]}: {found[1]}"


@pytest.mark.rules("6.5.2b", "5.14c", "5.16.1b")
def test_how_a_weapon_is_called() -> None:
    at = Range([unit(T34, "0810", "D"), unit(SQUAD, "0809", "D")],
               [unit(RIFLE, "0811", "A", weapons=("Panzerfaust", "German HMG")), unit(PZ4, "0811", "A")])  # fmt: skip
    assert called(at, "G1", "with HMG", "S2") == "German HMG GP"
    assert called(at, "G1", "HMG", "S2") == "German HMG GP", "the word may be left out"
    assert called(at, "G1", "with small arms GP", "S2") == "small arms GP"
    assert called(at, "G1", "with GP", "S2") == "small arms GP", "the first that has the round"
    assert called(at, "G1", "with heat") == "Panzerfaust HEAT"
    assert called(at, "G1", "with Panzerfaust HEAT") == "Panzerfaust HEAT"
    assert called(at, "G2", "with AP") == "7.5cm L/48 AP"
    assert called(at, "G2", "with apcr") == "7.5cm L/48 APCR"
    assert called(at, "G2", "with 7.5 GP") == "7.5cm L/48 GP"
    assert called(at, "G2", "with HEAT").startswith("5.16.1b: 7.5cm L/48 has no HEAT to fire here; it has AP, ")
    assert called(at, "G2", "with mortar") == "6.5.2b: it has no weapon 'mortar'; it has 7.5cm L/48"
    assert called(at, "G2", "with AP", "S2").startswith("6.5.2b"), "AP is for vehicles"
    assert called(at, "G2", "with AP spread").startswith("6.5.2.1g")


def resolved(number: int, **per_hit: Fraction) -> ap.ApShot:
    every = dict.fromkeys(("masked", "bounce", "nd", "track", "damaged", "ko", "bu"), Fraction(0))
    return ap.ApShot("P", ap.Explained("4.4.3.2.2b", "", 0), number, "N", 9, {}, {**every, **per_hit}, ())


@pytest.mark.rules("6.5.2b")
def test_what_can_hurt_a_target(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Range([unit(T34, "0810", "D"), unit(SQUAD, "0809", "D")], [unit(PZ4, "0811", "A")])
    shot, attack = firing(at, "G1", "S1", "AP"), firing(at, "G1", "S2", "GP")

    def hurts(found: Any) -> bool:
        monkeypatch.setattr(ap, "resolve", lambda _: found)
        return shot_words.hurts(at.state, at.scene, shot)

    assert shot_words.hurts(at.state, at.scene, shot)
    assert shot_words.hurts(at.state, at.scene, attack)
    some = Fraction(1, 100)
    assert hurts(resolved(1, ko=some))
    assert not hurts(resolved(0, ko=some)), "it never hits"
    assert not hurts(resolved(50, bounce=some, masked=some)), "it only bounces off"
    for effect in ("nd", "track", "damaged", "bu"):
        assert hurts(resolved(50, **{effect: some}))
    assert not hurts(ap.ApShot("", ap.Explained("4.4.3.2.2b", "", 0), 50, "", 9, {}, {"ko": some}, (), "too far"))
    monkeypatch.undo()

    def strikes(void: str, **outcomes: Fraction) -> bool:
        found = gp.GpShot("P", 1, 1, ap.Explained("6.5.4.3b", "", 0), 1, 1, 1, outcomes, (), void)
        monkeypatch.setattr(gp, "resolve", lambda _: found)
        return shot_words.hurts(at.state, at.scene, attack)

    assert strikes("", none=some, suppressed=some)
    assert not strikes("", none=some, suppressed=Fraction(0))
    assert not strikes("too far", suppressed=some)


@pytest.mark.rules("6.5.2b", "5.14c")
def test_which_weapon_fires_without_a_word(monkeypatch: pytest.MonkeyPatch) -> None:
    at = Range([unit(T34, "0810", "D")], [unit(PZ4, "0811", "A"),
               unit(RIFLE, "0811", "A", weapons=("Panzerfaust",))])  # fmt: skip

    def first(shooter: str, *hurting: str) -> str:
        monkeypatch.setattr(shot_words, "hurts", lambda _state, _scene, one: one.way.words in hurting)
        return called(at, shooter, "")

    assert first("G1", "7.5cm L/48 AP", "7.5cm L/48 GP") == "7.5cm L/48 AP"
    assert first("G1", "7.5cm L/48 APCR") == "7.5cm L/48 AP", "basic rounds only; else the first of all"
    assert first("G2", "Panzerfaust HEAT") == "Panzerfaust HEAT", "not the first one, which does nothing"
    assert first("G2") == "small arms GP"
    at.unit("S1").cell = BOARD.by_label["0801"]
    assert called(at, "G2", "with Panzerfaust").startswith("3.5.2a")


@pytest.mark.rules("6.5.2b", "5.16.1b", "5.1.3.2b")
def test_why_no_weapon_serves() -> None:
    at = Range([unit(SQUAD, "0809", "D")], [unit("SPW 251/1", "0811", "A"),
               unit(RIFLE, on="G1", weapons=("German HMG",))])  # fmt: skip
    assert called(at, "G2", "with HMG").startswith("5.1.3.2b: German HMG cannot be fired while")
    assert called(at, "G2", "with small arms AP").startswith("5.16.1b: small arms has no AP to fire here; it has GP")
    assert called(at, "G2", "with small arms") == "small arms GP"
    tank = Range([unit(SQUAD, "0809", "D"), unit(T34, "0801", "D")], [unit(PZ4, "0811", "A")])
    assert called(tank, "G1", "with APCR").startswith("6.5.2b")
    tank.unit("S2").cell = BOARD.by_label["0811"]
    assert called(tank, "G1", "with APCR", "S2").startswith("5.6a")
    assert called(tank, "G1", "", "S2").startswith("5.6a")


@pytest.mark.rules("6.5.4.4b", "6.5.4.4.3-sup-leg-towed", "6.5.4.4.3-eff-leg-towed-a")
def test_what_is_told_of_gp_fire() -> None:
    at = Range([unit("Soviet Section", "0809", "D")], [unit(PZ4, "0811", "A", "FIRE")])
    shot = gp.resolve(gp_aim(at.state, at.scene, firing(at, "G1", "S1", "GP")))
    low, middle, high = 1, shot.n_effect + 1 - shot.net.value, shot.s_effect + 1 - shot.net.value
    for rolled, effect, hit, kill in (
        (low, "none", False, False), (middle, "suppressed", True, False), (high, "effective", True, True),
    ):  # fmt: skip
        at = Range([unit("Soviet Section", "0809", "D")], [unit(PZ4, "0811", "A", "FIRE")])
        at.fire("G1 FIRE S1 with GP", str(rolled))
        told = at.event("gp_shot")
        assert (told["effect"], told["hit"], told["kill"], told["roll"]) == (effect, hit, kill, rolled)
        assert told["result"] == rolled + shot.net.value
        assert (told["overwatch"], told["none_to"], told["suppressed_to"]) == (False, shot.n_effect, shot.s_effect)


@pytest.mark.rules("6.5.4.4b", "6.5.4.4.2-eff-nonsmall-ap-e")
def test_a_vehicle_that_gp_fire_knocks_out_is_told_as_killed() -> None:
    made = [unit("Truck", "0809", "D")]
    at = Range(made, [unit(PZ4, "0811", "A", "FIRE")])
    shot = gp.resolve(gp_aim(at.state, at.scene, firing(at, "G1", "S1", "GP")))
    first = shot.s_effect + 1 - shot.net.value
    for rolled in range(first, first + 10):
        at = Range(made, [unit(PZ4, "0811", "A", "FIRE")])
        last = (rolled + shot.net.value) % 10
        if last in (0, 5):
            continue
        at.fire("G1 FIRE S1 with GP", f"{rolled} 1")
        assert (at.event("gp_shot")["effect"], at.event("gp_shot")["kill"]) == ("bu", True)
        at = Range(made, [unit(PZ4, "0811", "A", "FIRE")])
        at.fire("G1 FIRE S1 with GP", f"{rolled} 10")
        assert (at.event("gp_shot")["effect"], at.event("gp_shot")["kill"]) == ("ko", True)


@pytest.mark.rules("6.5.4.2.3b", "6.5.4.2.3d", "6.5.4.5a", "6.5.4.5d")
def test_passengers_are_shown_when_they_are_struck() -> None:
    made = [unit("Truck", "0809", "D"), unit("Soviet Section", on="S1")]
    at = Range(made, [unit(PZ4, "0811", "A", "FIRE")])
    fire = firing(at, "G1", "S1", "GP")
    aim = shooting.passenger_aim(at.state, gp_aim(at.state, at.scene, fire), 1)
    shot = gp.resolve(aim)
    for rolled, shown, checks in ((1, False, False), (shot.n_effect + 1 - shot.net.value, True, True)):
        at = Range(made, [unit(PZ4, "0811", "A", "FIRE")])
        shooting._attack_passenger(at.state, at.scene, fire, 1, gp_aim(at.state, at.scene, fire), doing(str(rolled)))
        assert at.detail("S2").shown == shown
        assert bool(at.detail("S2").checks) == checks
    at.detail("S2").checks = ()
    at.detail("S2").suppressed = ON
    shooting._attack_passenger(
        at.state, at.scene, fire, 1, gp_aim(at.state, at.scene, fire), doing(str(shot.n_effect + 1 - shot.net.value))
    )
    assert at.detail("S2").checks == (), "it has a counter already"


@pytest.mark.rules("6.5.2.1b", "6.5.2.1f", "6.5.2.1i", "6.5.2.2d", "6.5.2.5a")
def test_what_is_told_of_ap_fire() -> None:
    at = Range([unit(T34, "0808", "A"), unit(T34, "0809", "A")], [unit(PZ4, "0811", "A", "FIRE")])
    shot = ap.resolve(ap_aim(at.state, at.scene, firing(at, "G1", "S1", "AP")))
    assert at.fire("G1 FIRE S1 with AP", str(shot.hit_number + 1))[-1] == "ap_shot"
    missed = at.event("ap_shot")
    assert (missed["hit"], missed["hits"], missed["needs"]) == (False, 0, shot.hit_number)
    for roll, kill in ((12, False), (18, True), (19, True)):
        at = Range([unit(T34, "0808", "A")], [unit(PZ4, "0811", "A", "FIRE")])
        kinds = at.fire("G1 FIRE S1 with AP", f"1 {roll}" + ("" if kill else " 100"))
        assert "ap_hit" in kinds
        told = at.event("ap_hit")
        assert (told["roll"], told["kill"]) == (roll, kill)
        assert at.event("ap_shot")["hit"]
        assert at.event("ap_shot")["hits"] == 1


@pytest.mark.rules("6.5.2.5-ko", "6.5.2.5-bu-a", "6.5.2.5-bu-b", "5.15e", "6.5.4.4.3-building", "6.1.4.3.6c")
def test_who_is_lost_leaves_its_position() -> None:
    here = BOARD.by_label["0808"]
    for what in ("wreck", "abandon", "remove"):
        at = Range([unit(T34, "0808"), unit(T34, "0808")], [unit(PZ4, "0811")],
                   works=[Work(ENTRENCHMENT, here), Work(ENTRENCHMENT, here)])  # fmt: skip
        at.state.works[0].unit, at.state.works[1].unit = 0, 1
        at.unit("S1").mark = "fire"
        if what == "wreck":
            effects.wreck(at.state, at.scene, 0, False, "6.5.2.5-ko", doing())
        elif what == "abandon":
            effects.abandon(at.state, at.scene, 0, "6.5.2.6.1a", doing())
        else:
            effects.remove(at.state, at.scene, 0, "6.5.4.4.3-building", doing())
        assert [work.unit for work in at.state.works] == [NOBODY, 1]
        assert at.unit("S1").mark == ""


@pytest.mark.rules("6.5.2.5-ko", "6.5.2.5-bu-a", "4.4.3.2.6-damaged-b", "6.5.2.2.1a", "6.5.2.6.1d")
def test_what_one_hit_counts_as() -> None:
    def applied(effect: str, **facts: Any) -> tuple[str, str, list[tuple[str, str]]]:
        at = Range([unit(T34, "0808", **facts)], [unit(PZ4, "0811")])
        found = doing()
        counts = shooting._apply(at.state, at.scene, 0, effect, found)
        return counts, at.unit("S1").status, [(one.kind, one.rule) for one in found.events][:1]

    assert applied("nd") == ("nd", ON_MAP, [])
    assert applied("track") == ("track", ON_MAP, [("immobilised", "6.5.2.2.1a")])
    assert applied("track", track=True) == ("again", ON_MAP, [])
    assert applied("damaged") == ("damaged", ON_MAP, [("damaged", "6.5.2.5-dm")])
    assert applied("damaged", damaged=True) == ("damaged", KNOCKED_OUT, [("knocked_out", "4.4.3.2.6-damaged-b")])
    assert applied("ko") == ("ko", KNOCKED_OUT, [("knocked_out", "6.5.2.5-ko")])
    assert applied("bu") == ("bu", BREWED_UP, [("brewed_up", "6.5.2.5-bu-a")])
    assert applied("bu", status=KNOCKED_OUT) == ("", BREWED_UP, [("brewed_up", "6.5.2.5-bu-a")])
    assert applied("ko", status=KNOCKED_OUT) == ("", KNOCKED_OUT, [])
    assert applied("track", status=KNOCKED_OUT) == ("", KNOCKED_OUT, [])


@pytest.mark.rules("5.7a", "6.1.3d", "6.1.3e", "6.6.7.2e", "6.5.4.2.2b", "4.4.1l")
def test_counters_of_small_arms_and_of_guns() -> None:
    made = [unit(SQUAD, "0809", "D", command="MOVE", known=False)]
    at = Range(made, [unit(RIFLE, "0811", "A", "FIRE", weapons=("German HMG",)), unit(PZ4, "0811", "A", "FIRE")])
    arms = {one.arm.name: one.arm for one in ways_of(at.state, at.scene, 1)}
    for name in ("small arms", "German HMG", "small arms"):
        shooting._note_fire(at.state, 1, arms[name])
        assert at.unit("G1").mark == "fire"
        assert at.detail("G1").small == (arms[name].quiet or at.detail("G1").small), "turned down by nothing"
    gun = ways_of(at.state, at.scene, 2)[0].arm
    assert not gun.quiet
    for arm, small in (
        (arms["small arms"], True),
        (arms["small arms"], True),
        (gun, False),
        (arms["small arms"], False),
    ):
        shooting._note_fire(at.state, 2, arm)
        assert (at.unit("G2").mark, at.detail("G2").small) == ("fire", small)
    at.unit("G1").command = "NC"
    kinds = at.fire("G2 FIRE S1 with GP", "1")
    assert kinds[1] == "shown", "who moves on foot is the better target, and owns up"
    assert at.unit("S1").known
