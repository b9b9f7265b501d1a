"""What fire does to units in the Advanced Game (6.5.2.5, 6.5.4.4, 5.15): effects one by one, with their events."""

from __future__ import annotations

from typing import Any

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, FIRE, IMPROVED, OFF, ON, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import bailouts, effects, ruins, shooting, supply
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from hulldown.games.panzer.rules.state import (
    BAILED_OUT,
    BREWED_UP,
    CARRIED,
    ELIMINATED,
    KNOCKED_OUT,
    ON_MAP,
    Mover,
    Progress,
)
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, RIFLE, SQUAD, CARRIER = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "Soviet Rifle squad", "SPW 251/1"


def cell(label: str) -> int:
    return BOARD.by_label[label]


def doing(script: str = "") -> Doing:
    return Doing(dice(f"script:{script}", 0), 1, LIBRARY.ruleset(("advanced",)))


def told(found: Doing) -> list[tuple[str, str, Any]]:
    return [(event.kind, event.rule, event.data.get("unit")) for event in found.events]


def field() -> Range:
    """German: a tank, a half-track with a squad, a lorry with a squad, a squad, all in one hex, a tank elsewhere."""
    return Range(
        [unit(T34, "0801", "D")],
        [
            unit(PZ4, "0811", "A"), unit(CARRIER, "0811", "A"), unit(RIFLE, on="G2"), unit("SdKfz 10", "0811", "A"),
            unit(RIFLE, on="G4"), unit(RIFLE, "0811", "A"), unit(PZ4, "0911", "A"),
        ],
    )  # fmt: skip


# Effects.


@pytest.mark.rules("5.10a", "5.10c", "5.10d", "5.10e", "6.6.2a")
def test_suppression_is_placed_once_and_slows_a_mover_once() -> None:
    at = field()
    g1 = at.index("G1")
    at.state.mover = Mover(g1, Progress(allowance=6, spent=1), [], cell("0811"), 0, cell("0811"))
    first = doing()
    effects.suppress(at.state, at.scene, g1, "5.10a", first)
    assert told(first) == [("suppressed", "5.10a", "G1")]
    assert at.state.mover.progress.allowance - at.state.mover.progress.spent == 2, "half of 5"
    again = doing()
    effects.suppress(at.state, at.scene, g1, "5.10a", again)
    assert told(again) == [], "they do not add up"
    at.detail("G1").suppressed = OFF
    turned = doing()
    effects.suppress(at.state, at.scene, g1, "5.10a", turned)
    assert (told(turned), at.detail("G1").suppressed) == ([("suppressed", "5.10a", "G1")], ON)
    assert at.state.mover.progress.allowance - at.state.mover.progress.spent == 2, "it was slowed already"
    other = doing()
    effects.suppress(at.state, at.scene, at.index("G7"), "5.10a", other)
    assert at.state.mover.progress.allowance - at.state.mover.progress.spent == 2, "another unit's suppression"


@pytest.mark.rules("6.5.2.2.1a", "6.5.2.2.1b", "6.5.2.2.1d")
def test_a_track_hit_stops_the_mover_it_strikes() -> None:
    at = field()
    g1 = at.index("G1")
    at.state.mover = Mover(g1, Progress(allowance=6), [1, 2], cell("0811"), 0, cell("0811"))
    found = doing()
    effects.immobilise(at.state, at.scene, at.index("G7"), "6.5.2.2.1a", found)
    assert at.state.mover.plan == [1, 2], "another one"
    effects.immobilise(at.state, at.scene, g1, "6.5.2.2.1a", found)
    assert at.state.mover.plan == []
    effects.immobilise(at.state, at.scene, g1, "6.5.2.2.1a", found)
    assert told(found) == [("immobilised", "6.5.2.2.1a", "G7"), ("immobilised", "6.5.2.2.1a", "G1")]


@pytest.mark.rules("6.5.2.5-bu-b", "6.5.4.4.2-eff-nonsmall-ap-f", "6.5.2.5-bu-a", "6.5.2.5-ko")
def test_a_brew_up_suppresses_its_friends_in_the_hex() -> None:
    at = field()
    at.unit("S1").cell = cell("0811")
    found = doing()
    at.unit("G1").mark = "fire"
    at.state.works.append(Work(IMPROVED, cell("0811"), at.index("G1")))
    effects.wreck(at.state, at.scene, at.index("G1"), False, "6.5.2.5-ko", found)
    assert told(found) == [("knocked_out", "6.5.2.5-ko", "G1")]
    assert at.unit("G1").mark == ""
    assert at.state.works[0].unit == -1, "it leaves its position"
    effects.wreck(at.state, at.scene, at.index("G1"), False, "6.5.2.5-ko", found)
    assert len(found.events) == 1, "once"
    effects.wreck(at.state, at.scene, at.index("G1"), True, "6.5.2.5-bu-a", found)
    assert told(found)[1] == ("brewed_up", "6.5.2.5-bu-a", "G1")
    suppressed = {one.id for one in at.state.units if at.detail(one.id).suppressed}
    assert suppressed == {"G2", "G4", "G5", "G6"}, "not the enemy, nor who is elsewhere, nor passengers under cover"
    effects.wreck(at.state, at.scene, at.index("G1"), True, "6.5.2.5-bu-a", found)
    assert len(found.events) == 6
    assert at.unit("G1").status == BREWED_UP


@pytest.mark.rules("6.5.4.4.3-eff-leg-towed-a", "6.5.4.4.3-eff-leg-towed-b", "5.1.1a", "5.1.1b")
def test_who_is_removed_and_who_is_reduced() -> None:
    at = field()
    found = doing()
    effects.eliminate(at.state, at.scene, at.index("G6"), "x", found)
    assert (at.unit("G6").type, at.detail("G6").suppressed) == ("German Rifle half-squad", ON)
    assert told(found) == [("reduced", "x", "G6"), ("suppressed", "x", "G6")]
    effects.eliminate(at.state, at.scene, at.index("G6"), "x", found)
    assert told(found)[2:] == [("eliminated", "x", "G6")]
    gone = doing()
    effects.remove(at.state, at.scene, at.index("G4"), "y", gone)
    assert told(gone) == [("eliminated", "y", "G4"), ("eliminated", "y", "G5")], "with all aboard"
    rider = doing()
    effects.remove(at.state, at.scene, at.index("G3"), "z", rider)
    assert (at.unit("G3").status, at.unit("G3").cell) == (ELIMINATED, cell("0811")), "where its carrier is"


@pytest.mark.rules("6.5.2.5-ko", "6.5.2.5-bu-a", "6.5.2.5-dm", "6.5.2.6.1d", "6.5.2.6.2-survive-d")
@pytest.mark.parametrize(
    ("status", "track", "effect", "counts", "events"),
    [
        (ON_MAP, False, "ko", "ko", [("knocked_out", "6.5.2.5-ko")]),
        (ON_MAP, False, "bu", "bu", [("brewed_up", "6.5.2.5-bu-a")]),
        (ON_MAP, False, "damaged", "damaged", [("damaged", "6.5.2.5-dm")]),
        (ON_MAP, False, "nd", "nd", []),
        (ON_MAP, False, "bounce", "bounce", []),
        (ON_MAP, False, "track", "track", [("immobilised", "6.5.2.2.1a")]),
        (ON_MAP, True, "track", "again", []),
        (KNOCKED_OUT, False, "bu", "", [("brewed_up", "6.5.2.5-bu-a")]),
        (KNOCKED_OUT, False, "ko", "", []),
        (KNOCKED_OUT, False, "damaged", "", []),
        (KNOCKED_OUT, False, "track", "", []),
        (BREWED_UP, False, "bu", "", []),
    ],
)
def test_what_a_hit_does(status: str, track: bool, effect: str, counts: str, events: list[tuple[str, str]]) -> None:
    at = field()
    at.unit("G7").status, at.detail("G7").track = status, track
    found = doing()
    assert shooting._apply(at.state, at.scene, at.index("G7"), effect, found) == counts
    assert [(kind, rule) for kind, rule, _ in told(found)] == events


@pytest.mark.rules(
    "6.5.4.4.2-sup-nonsmall", "6.5.4.4.3-sup-leg-towed", "6.5.4.4.3-eff-leg-towed-a", "6.5.4.4.2-eff-nonsmall-ap-b",
    "6.5.4.5b",
)  # fmt: skip
@pytest.mark.parametrize(
    ("name", "effect", "events", "checks"),
    [
        ("G7", "none", [], ()),
        ("G7", "suppressed", [("suppressed", "6.5.4.4.2-sup-nonsmall")], ()),
        ("G7", "damaged", [("damaged", "6.5.2.5-dm")], ("damaged", "/")),
        ("G7", "track", [("immobilised", "6.5.2.2.1a")], ("track", "/")),
        ("G7", "ko", [("knocked_out", "6.5.2.5-ko")], ("ko", "/")),
        ("G6", "none", [], ()),
        ("G6", "suppressed", [("suppressed", "6.5.4.4.3-sup-leg-towed")], ()),
        (
            "G6",
            "effective",
            [("reduced", "6.5.4.4.3-eff-leg-towed-a"), ("suppressed", "6.5.4.4.3-eff-leg-towed-a")],
            (),
        ),
    ],
)
def test_what_a_gp_result_does(name: str, effect: str, events: list[tuple[str, str]], checks: tuple[str, ...]) -> None:
    at = field()
    found = doing()
    shooting.struck(at.state, at.scene, at.index(name), effect, found)
    assert [(kind, rule) for kind, rule, _ in told(found)] == events
    assert at.detail(name).checks == checks


# Firing.


@pytest.mark.rules("5.7a", "6.1.3d", "6.1.3e", "6.6.7.2e", "6.8.3.1.2a", "6.5.3")
def test_who_fires_is_marked_and_who_is_fired_at_is_under_fire() -> None:
    at = Range([unit(T34, "0809", "D"), unit(SQUAD, "0809", "D", "FIRE")], [unit("SdKfz 10", "0811", "A"),
                                                                           unit(RIFLE, on="G1")])  # fmt: skip
    at.fire("S2 FIRE G1 with small arms", "1 1")
    assert (at.unit("S2").mark, at.detail("S2").small) == ("fire", True)
    assert [at.detail(name).under_fire for name in ("G1", "G2", "S1")] == [True, True, False]
    assert at.state.chain == (1,)
    at.unit("S2").fired, at.detail("S2").small, at.state.engaged = False, False, ()
    at.fire("S2 FIRE G1 with small arms", "1 1")
    assert not at.detail("S2").small, "a full counter is never turned down"
    at.unit("S2").fired, at.unit("S2").mark, at.state.engaged = False, "move", ()
    at.fire("S2 FIRE G1 with small arms", "1 1")
    assert (at.unit("S2").mark, at.detail("S2").small) == ("fire", True), "a Spot/Move is replaced"
    at.unit("S1").mark, at.detail("S1").small, at.unit("S1").command = "fire", True, "FIRE"
    at.state.engaged = ()
    at.fire("S1 FIRE G1 with AP", "100")
    assert not at.detail("S1").small, "a gun is heard"
    assert at.state.chain == (0, 1), "all who have fired"


@pytest.mark.rules("6.5.4.2.2b")
def test_a_hidden_move_is_shown_once_when_a_squad_defends() -> None:
    for command, known, kind, shown in (
        ("MOVE", False, RIFLE, True), ("HALT", False, RIFLE, True), ("MOVE", True, RIFLE, False),
        ("FIRE", False, RIFLE, False), ("MOVE", False, PZ4, False), ("MOVE", False, "7.5cm PaK 40 ATG", True),
    ):  # fmt: skip
        at = Range([unit(T34, "0809", "D")], [unit(kind, "0811", "A")])
        at.unit("G1").command, at.unit("G1").known = command, known
        found = doing()
        shooting.own_up(at.state, at.scene, at.index("G1"), found)
        assert bool(found.events) is shown, (command, known, kind)
        assert at.unit("G1").known is (known or shown)


@pytest.mark.rules("5.1.3.4f", "6.5.4.2.3a", "4.4.1k")
def test_a_hand_held_round_strikes_the_passengers_too() -> None:
    armed = unit(RIFLE, "0811", "A", "FIRE", weapons=("Panzerfaust",))
    at = Range([unit("Truck", "0810", "D"), unit(SQUAD, on="S1")], [armed, unit(PZ4, "0811", "A", "FIRE")])
    kinds = at.fire("G1 FIRE S1 with Panzerfaust; G2 FIRE S1 with AP", "100 1 100 100")
    assert kinds.count("gp_shot") == 1, "by the Panzerfaust alone, hit or miss"
    gone = Range([unit("Truck", "0810", "D")], [unit(PZ4, "0811", "A", "FIRE"), unit(PZ4, "0811", "A", "FIRE")])
    gone.fire("G1 FIRE S1 with AP; G2 FIRE S1 with AP", "1 19")
    assert gone.rules_of("wasted") == ["4.4.1k"]
    assert gone.unit("G2").fired, "announced is fired"


# Bail out.


@pytest.mark.rules("5.15f", "6.5.2.6.2-survive-d", "5.15b")
def test_what_befell_a_unit_is_noted_shot_by_shot() -> None:
    at = field()
    g1 = at.index("G1")
    bailouts.note(at.state, g1, ["nd", "", "track"])
    bailouts.note(at.state, g1, ["", ""])
    bailouts.note(at.state, g1, ["damaged"])
    assert bailouts._noted(at.state, g1) == [["nd", "track"], ["damaged"]]
    assert bailouts._noted(at.state, g1) == [], "once"


def settled(
    script: str, *, carrier: str = "G4", status: str = "", awaited: tuple[str, ...] = (), **noted: list[str]
) -> Range:
    """What comes of the rolls after fire; `noted` is what befell each unit."""
    at = field()
    at.unit("G4").mark = "fire"
    if status:
        at.unit(carrier).status = status
    for name, suffered in noted.items():
        bailouts.note(at.state, at.index(name), suffered)
    found = doing(script)
    bailouts.settle(at.state, at.scene, [at.index(name) for name in awaited], found)
    assert found.dice.serial == len(script.split())
    at.events = list(found.events)
    return at


@pytest.mark.rules("6.5.2.6.1a", "6.5.2.6.1c", "5.15g", "5.15e", "5.15a")
def test_a_crew_takes_its_passengers_along() -> None:
    stays = settled("31 51", G4=["track"])
    assert (stays.unit("G4").status, stays.unit("G5").status) == (ON_MAP, CARRIED)
    leaves = settled("30", G4=["track"], G5=["suppressed-df"])
    assert leaves.unit("G4").mark == ""
    assert (leaves.unit("G4").status, leaves.unit("G5").status) == (BAILED_OUT, ON_MAP)
    assert leaves.detail("G5").suppressed == ON
    assert leaves.detail("G5").checks == (), "without a roll of its own"
    assert leaves.rules_of("bailed_out") == ["6.5.2.6.1a"]
    assert leaves.rules_of("suppressed") == ["6.5.2.6.1c"]
    nobody = settled("", awaited=("G4",), G4=["track"])
    assert nobody.events == [], "fire at it is still to come"


@pytest.mark.rules("6.5.2.6.2-survive-a", "6.5.2.6.2-survive-b", "6.5.4.5a", "6.5.4.5c", "5.15d", "5.15g")
def test_passengers_roll_for_themselves() -> None:
    out = settled("16 50", G4=["nd"])
    assert out.unit("G5").status == ON_MAP
    assert out.rules_of("suppressed") == ["6.5.2.6.2-survive-a"]
    assert out.detail("G5").shown is False
    covered = settled("16", G2=["nd"])
    assert covered.unit("G3").status == CARRIED, "under cover it does not roll while the carrier survives"
    own = settled("20", G3=["suppressed-df"])
    assert own.unit("G3").status == ON_MAP
    assert own.rules_of("suppressed") == ["6.5.4.5a"], "but it does when it is suppressed itself"
    assert settled("21", G3=["suppressed-df"]).unit("G3").status == CARRIED
    both = settled("16 51 21", G4=["nd"], G5=["suppressed-df"])
    assert [dict(one.data)["event"] for one in both.events if one.kind == "bail_out_roll"] == [
        "nd", "nd", "suppressed-df",
    ], "5.15g: the carrier's condition first, its own still applies"  # fmt: skip
    assert both.unit("G5").status == CARRIED
    once = settled("16 50", G4=["nd"], G5=["suppressed-df"])
    assert once.unit("G5").status == ON_MAP, "who is out rolls no more"
    shelled = settled("100", G3=["suppressed-if"])
    assert [dict(one.data)["event"] for one in shelled.events] == ["suppressed-if"]
    mixed = settled("100", G3=["suppressed-df", "suppressed-if"])
    assert [dict(one.data)["event"] for one in mixed.events] == ["suppressed-if"]
    again = settled("51", G4=["again"])
    assert [dict(one.data)["event"] for one in again.events] == ["track"], "a second Track hit: passengers only"


@pytest.mark.rules("6.5.2.6.2-destroyed-a", "6.5.2.6.2-destroyed-b", "5.15-ex1")
def test_passengers_of_a_wreck_get_out_or_are_lost() -> None:
    out = settled("21", status=KNOCKED_OUT)
    assert (out.unit("G5").status, out.detail("G5").suppressed) == (ON_MAP, ON)
    assert out.rules_of("suppressed") == ["6.5.2.6.2-destroyed-b"]
    lost = settled("20", status=KNOCKED_OUT, G5=["suppressed-df"])
    assert lost.unit("G5").status == ELIMINATED
    assert lost.rules_of("eliminated") == ["6.5.2.6.2-destroyed-a"]
    assert lost.detail("G5").checks == ()
    burnt = settled("100", status=BREWED_UP)
    assert [dict(one.data)["event"] for one in burnt.events if one.kind == "bail_out_roll"] == ["bu"]


# Terrain.


@pytest.mark.rules("6.5.4.2.5d", "6.5.4.2.5c", "6.5.4.2.5e", "6.1.4.3c", "6.5.4.2.5a")
def test_what_terrain_a_target_occupies() -> None:
    at = Range([unit(T34, "0801", "D")],
               [unit(RIFLE, "1206", "A"), unit(PZ4, "1206", "A"), unit(PZ4, "1206", "A", inside=True),
                unit(RIFLE, "0811", "A"), unit(PZ4, "0911", "A")],
               works=[Work(WIRE, cell("0811")), Work(BLOCK, cell("0811")), Work(IMPROVED, cell("0911"))],
               defences="wire = 3, block = 7")  # fmt: skip
    at.state.works[2].unit = at.index("G5")

    def occupied(name: str) -> tuple[str, int, int] | None:
        found = ruins.occupied(at.state, at.scene, at.index(name))
        return None if found is None else tuple(found)

    g1, g3, g4, g5 = (at.index(name) for name in ("G1", "G3", "G4", "G5"))
    assert occupied("G1") == ("brick_building", g1, 0)
    assert occupied("G2") is None, "in the alley"
    assert occupied("G3") == ("brick_building", g3, 0)
    assert occupied("G4") == ("block", g4, 7), "the first of those in its hex"
    assert occupied("G5") == ("improved_position", g5, 0)
    standing = [tuple(one) for one in ruins.standing_in(at.state, at.scene, cell("0811"))]
    assert standing == [("block", -1, 7), ("wire", -1, 3)]
    assert [tuple(one) for one in ruins.standing_in(at.state, at.scene, cell("1206"))] == [("brick_building", -1, 0)]
    assert [tuple(one) for one in ruins.standing_in(at.state, at.scene, cell("0911"))] == [("improved_position", g5, 0)]
    at.state.works.append(Work(RUBBLE, cell("1206")))
    assert ruins.standing_in(at.state, at.scene, cell("1206")) == []
    plain = Range([unit(T34, "0801", "D")], [unit(RIFLE, "0811", "A")], works=[Work(WIRE, cell("0811"))])
    assert ruins.occupied(plain.state, plain.scene, plain.index("G1")) is None, "no defence is given"
    assert ruins.standing_in(plain.state, plain.scene, cell("0811")) == []


@pytest.mark.rules("6.5.4.4.3-building", "6.5.4.4.3-improved-position", "6.5.4.4.3-block-mines-wire", "5.15f")
def test_what_is_left_of_terrain() -> None:
    at = field()
    found = doing()
    ruins._collapse(at.state, at.scene, cell("0811"), "wood_building", found)
    assert told(found)[0][:2] == ("rubble", "6.5.4.4.3-building")
    assert {name for kind, _, name in told(found) if kind == "eliminated"} == {f"G{number}" for number in range(1, 7)}
    assert at.unit("G7").status == ON_MAP
    (work,) = at.state.works
    assert (work.kind, work.cell, work.was, work.turn) == (RUBBLE, cell("0811"), "wood_building", 1)
    wired = field()
    wired.state.works = [Work(WIRE, cell("0911")), Work(WIRE, cell("0811")), Work(BLOCK, cell("0811"))]
    ruins._clear(wired.state, cell("0811"), WIRE)
    assert [(one.kind, one.cell) for one in wired.state.works] == [(WIRE, cell("0911")), (BLOCK, cell("0811"))]
    position = field()
    g4 = position.index("G4")
    position.state.works = [Work(IMPROVED, cell("0811"), 0), Work(IMPROVED, cell("0811"))]
    position.state.works[0].unit, position.state.works[1].unit = position.index("G1"), g4
    gone = doing()
    ruins._collapse_position(position.state, position.scene, g4, cell("0811"), gone)
    assert told(gone)[:2] == [
        ("eliminated", "6.5.4.4.3-improved-position", "G4"), ("eliminated", "6.5.4.4.3-improved-position", "G5"),
    ]  # fmt: skip
    assert [one.kind for one in position.state.works] == [IMPROVED, RUBBLE]
    assert position.state.works[0].unit == position.index("G1"), "the other position stands"
    empty = field()
    empty.state.works = [Work(IMPROVED, cell("0811")), Work(FIRE, cell("0811"))]
    ruins._collapse_position(empty.state, empty.scene, -1, cell("0811"), doing())
    assert [one.kind for one in empty.state.works] == [FIRE, RUBBLE]
    assert empty.unit("G1").status == ON_MAP


# Ammunition.


@pytest.mark.rules("5.16.2.4b", "5.16.2.4c", "5.16.2.4d", "5.16.2.4e", "5.16.2.4f", "5.16.2a", "5.16.2b")
def test_when_a_gun_is_in_supply() -> None:
    gun = "7.5cm PaK 40 ATG"
    at = Range([unit(T34, "0801", "D")], [unit("SdKfz 10", "0811", "A"), unit("SdKfz 10", "0812", "A"),
                                          unit(gun, "0811", "A", carrier="SdKfz 10")])  # fmt: skip
    index = at.index("G3")
    assert at.scene.scenario is not None
    own = supply.member_of(at.scene, index).transport
    here = at.unit("G3").cell

    def supplied(gun_at: str, own_at: str, home: str, status: str = ON_MAP) -> bool:
        at.unit("G3").cell = cell(gun_at)
        at.state.units[own].cell, at.state.units[own].status = cell(own_at), status
        at.detail("G3").home = cell(home)
        return supply.in_supply(at.state, at.scene, index)

    assert here == cell("0811")
    assert supplied("0811", "0801", "0811"), "in the hex where it set up"
    assert supplied("0811", "0810", "0805"), "its transport is within a hex"
    assert supplied("0811", "0811", "0805")
    assert not supplied("0811", "0809", "0805"), "two hexes away"
    assert not supplied("0811", "0810", "0805", KNOCKED_OUT)
    way = next(one for one in ways_of(at.state, at.scene, index) if one.kind == "AP")
    assert supply.limits_of(at.state, at.scene, index, way) == (supply.Limit(6),)
    supplied("0811", "0801", "0811")
    assert supply.limits_of(at.state, at.scene, index, way) == ()
    assert supply.rationed(at.state, at.scene, index)
    assert not supply.rationed(at.state, at.scene, at.index("S1")), "a vehicle carries its own"
    at.state.options["ammo_limits"] = "off"
    assert not supply.rationed(at.state, at.scene, index)
    supplied("0811", "0801", "0805")
    assert supply.limits_of(at.state, at.scene, index, way) == ()
