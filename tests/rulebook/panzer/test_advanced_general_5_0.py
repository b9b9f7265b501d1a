"""What holds for the Advanced Game as a whole: sequence, leg units and their weapons, ammunition, ruins."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import ADVANCED, BASIC
from hulldown.games.panzer.data.arsenal import targets
from hulldown.games.panzer.data.leg import crew_weapons
from hulldown.games.panzer.data.loading import Counters, check_places, scenarios
from hulldown.games.panzer.data.roster import roster
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.arms import special
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, RUBBLE, WIRE, Work
from hulldown.games.panzer.rules.advanced.play import transport, works
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of
from hulldown.games.panzer.rules.advanced.play.setup import new_works
from hulldown.games.panzer.rules.advanced.play.supply import limits_of
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_at
from hulldown.games.panzer.rules.state import ELIMINATED, ON_MAP, SPOT_MOVE
from support.advanced_fire import BOARD, Range, unit

RIFLE, T34, SU152 = "German Rifle squad", "T-34/76 M43", "SU-152 M43"
ASSAULT = ("assault1", "assault2", "advance", "close combat", "confront", "follow")
INDIRECT = ("indirect1", "indirect2", "volleys", "astray", "shelled", "fireplan")
LATER = ("indirect", "assault")
ADDED = ("air1", "flight", "flak", "bombed", *LATER, *INDIRECT, *ASSAULT, "air2")


@pytest.mark.rules("5.0a", "6.0")
def test_6_0_the_whole_order_of_a_turn():
    keys = [row.key for row in ADVANCED.rows]
    aside = {row.key for row in ADVANCED.rows if row.aside}
    steps = [key for key in keys if key not in ("turn", "setup", "over", *aside)]
    assert steps == [
        "spotting", "command", "initiative", "air1", "combat", "indirect", "indirect1", "indirect2", "fire1", "fire2",
        "watch", "movement", "assault", "assault1", "assault2", "move2", "move1", "air2", "adjustment",
    ]  # fmt: skip
    assert [key for key in keys if key not in ADDED] == [row.key for row in BASIC.rows]
    rows = {row.key: row for row in ADVANCED.rows}
    assert all(rows[key].handler is None and rows[key].asks is None for key in LATER)
    assert {verb.kind for verb in BASIC.verbs} <= {verb.kind for verb in ADVANCED.verbs}


@pytest.mark.rules("5.0b")
def test_5_0_blocks_of_rules_can_be_left_out():
    names = {option.name for option in ADVANCED.options} - {option.name for option in BASIC.options}
    assert names == {"command_control", "ammo_limits", "tungsten", "if_moving_everywhere"}
    gun = unit(SU152, "0808", "D", "FIRE")
    limited, free = (Range([gun], [unit(RIFLE, "0810")], ammo_limits=word) for word in ("on", "off"))
    way = next(way for way in ways_at(free.state, free.scene, 0, 1) if way.kind == "GP")
    assert limits_of(limited.state, limited.scene, 0, way)
    assert limits_of(free.state, free.scene, 0, way) == ()


@pytest.mark.rules("5.1.1c", "5.1.1d", "5.8c")
def test_5_1_1_squads_are_only_ever_reduced():
    state = GAME.setup("panzer/11", {}, "squads")
    listed = [member.card.name for member in roster(scenarios()["panzer/11"])]
    halves = {name: f"{name.removesuffix('squad')}half-squad" for name in listed if name.endswith("squad")}
    rng = Random(11)
    bots = {side: RandomBot(f"{side} squads") for side in GAME.sides}
    seen = set()
    while GAME.outcome(state) is None:
        side = rng.choice(list(GAME.pending(state)))
        state = GAME.apply(state, side, bots[side].decide(seat_of(GAME, state, side))).state
        assert len(state.units) == len(listed)
        for name, found in zip(listed, state.units, strict=True):
            assert found.type in (name, halves.get(name))
            seen.add(found.type != name)
    assert seen == {False, True}, "somebody was reduced"


@pytest.mark.rules("5.1.2a", "5.1.3a", "5.1.3b", "5.1.3c", "5.1.3.5c")
def test_5_1_3_weapons_belong_to_leg_units():
    assert not set(crew_weapons()) & set(targets()), "none is a unit"
    families = {weapon.weapon.family if weapon.weapon else "flame" for weapon in crew_weapons().values()}
    assert families == {"mortar", "mg", "atr", "hand-held", "flame"}
    cards = ("German Rifle squad", "German Rifle half-squad", "German Section")
    weapons = ("German HMG", "8cm GrW 34", "Panzerfaust", "RPzB 43/54")
    for card in cards:
        bare, laden = (
            Range([unit(T34, "0809", "D"), unit(T34, "0807", "D")], [unit(card, "0810", "A", "FIRE", weapons=some)])
            for some in ((), weapons)
        )
        assert [way.arm.name for way in ways_at(bare.state, bare.scene, 2, 0)] == ["small arms"]
        near, far = ({way.arm.name for way in ways_at(laden.state, laden.scene, 2, one)} for one in (0, 1))
        assert near | far == {"small arms", *weapons}
        assert not (far & {"Panzerfaust"})
        assert Range([unit(T34, "0809")], [unit(card, "0810", weapons=("German flamethrower",))]).state.units


@pytest.mark.rules("5.1.3.5b")
def test_5_1_3_5_a_flamethrower_is_not_used_aboard():
    assert [one.transported for one in crew_weapons().values() if one.weapon is None] == [False, False]
    rider = unit("Soviet Rifle squad", on="S1", weapons=("Soviet flamethrower",))
    field = Range([unit(T34, "0809", "D", "FIRE"), rider], [unit(RIFLE, "0810", "A")])
    assert [way.words for way in ways_at(field.state, field.scene, 1, 2)] == ["small arms GP"]


@pytest.mark.rules("5.16a")
def test_5_16_special_rounds_are_always_limited():
    found = 0
    for card in targets().values():
        for mounted in card.weapons:
            for kind in mounted.ammo:
                if special(mounted, kind):
                    found += 1
                    assert (mounted.heat_limit if kind == "HEAT" else mounted.special_limit) > 0, (card.name, kind)
    assert found > 20
    assert all(mounted.basic_limit for mounted in targets()["SU-152 M43"].weapons[:1])


@pytest.mark.rules("5.16b")
def test_5_16_a_limit_is_rolled_for_every_time_and_nothing_runs_out():
    for roll, net in ((5, 0), (6, -10), (10, -10)):
        field = Range([unit(SU152, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A")])
        way = next(way for way in ways_at(field.state, field.scene, 0, 1) if way.kind == "GP")
        before = limits_of(field.state, field.scene, 0, way)
        field.fire("S1 FIRE G1 with GP", f"{roll} 1")
        assert field.event("gp_shot")["net"] == net, "its limit is 5"
        assert limits_of(field.state, field.scene, 0, way) == before != ()


@pytest.mark.rules("6.1.3h")
def test_6_1_3_who_dismounts_has_moved():
    field = Range([unit(T34, "0809", "D"), unit("Soviet SMG squad", on="S1")], [unit(RIFLE, "0801", "A")])
    assert field.unit("S2").mark == ""
    transport.put_down(field.state, field.scene, 1, BOARD.by_label["0808"], Doing(dice("none", 0), 1))
    assert (field.unit("S2").status, field.unit("S2").mark, field.unit("S2").moved) == (ON_MAP, SPOT_MOVE, True)


@pytest.mark.rules("6.1.4.3c", "6.5.4.4.3-bridge", "6.5.4.2.5c")
def test_6_5_4_4_3_a_bridge_falls_with_all_on_it():
    def field(defences: str) -> Range:
        away = [unit(RIFLE, "2006", "A"), unit("Truck", "2006"), unit(RIFLE, "2106")]
        return Range([unit(SU152, "1906", "C", "FIRE")], away, defences=defences, ammo_limits="off")  # fmt: skip

    assert "terrain_shot" not in field("").fire("S1 FIRE G1", "1"), "without a GP Defense it cannot be attacked"
    found = field("bridge = 7")
    found.fire("S1 FIRE G1", "1 100 100")
    shot = found.event("terrain_shot")
    assert (shot["terrain"], shot["defence"], shot["destroyed"]) == ("bridge", 7, True)
    assert [found.unit(name).status for name in ("G1", "G2", "G3")] == [ELIMINATED, ELIMINATED, ON_MAP]
    assert found.state.wrecks == []
    (ruin,) = found.state.works
    assert (ruin.kind, ruin.was, ruin.cell) == (RUBBLE, "bridge", BOARD.by_label["2006"])
    assert found.rules_of("rubble") == ["6.5.4.4.3-bridge"]
    for name in ("G1", "S1", "G2"):
        kind = works.class_of(card_of(found.unit(name)))
        assert works.shut_to(found.scene, ruin, kind) is not None, "closed to all"
    second = field("bridge = 7")
    second.fire("S1 FIRE G1", "1 100 1")
    assert not second.state.works
    assert second.unit("G1").status == ON_MAP


@pytest.mark.rules("6.5.4.4.3-block-mines-wire", "6.5.4.2.5c")
@pytest.mark.parametrize(("kind", "other"), [(BLOCK, WIRE), (WIRE, BLOCK)])
def test_6_5_4_4_3_a_block_or_wire_goes_and_its_unit_stays(kind, other):
    def field(defences: str) -> Range:
        cell = BOARD.by_label["0810"]
        return Range([unit(SU152, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A")], works=[Work(kind, cell)],
                     defences=defences, ammo_limits="off")  # fmt: skip

    assert "terrain_shot" not in field(f"{other} = 3").fire("S1 FIRE G1", "1")
    found = field(f"{kind} = 3")
    found.fire("S1 FIRE G1", "1 100 100")
    assert found.event("terrain_shot")["destroyed"]
    assert found.state.works == []
    assert (found.unit("G1").status, found.unit("G1").type, detail_of(found.unit("G1")).suppressed) == (
        ON_MAP,
        RIFLE,
        "",
    )
    both = Range([unit(SU152, "0808", "D", "FIRE")], [unit(RIFLE, "0810", "A")], defences=f"{kind} = 3",
                 works=[Work(one, BOARD.by_label["0810"]) for one in (other, kind)], ammo_limits="off")  # fmt: skip
    both.fire("S1 FIRE G1", "1 100 100")
    assert [work.kind for work in both.state.works] == [other], "the other counter stays"
    spared = field(f"{kind} = 3")
    spared.fire("S1 FIRE G1", "1 1")
    assert [work.kind for work in spared.state.works] == [kind]


@pytest.mark.rules("6.1.4.3.5a")
def test_6_1_4_3_5_a_scenario_may_set_any_terrain_on_fire():
    base = scenarios()["panzer/11"]
    board = GAME.board("panzer/11")
    labels = {}
    for cell in board.cells:
        labels.setdefault(board.terrain[cell], board.labels[cell])
    fires = msgspec.structs.replace(base, counters=(Counters(kind="fire", hexes=tuple(labels.values())),))
    check_places(fires, board)
    assert [(work.kind, board.terrain[work.cell]) for work in new_works(fires)] == [("fire", name) for name in labels]
    assert len(labels) > 3
