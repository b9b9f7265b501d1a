"""Overwatch of the Advanced Game at its bounds (6.5.3): who could fire as far as the enemy knows, what presets do."""

from __future__ import annotations

import pytest

from hulldown.core.decisions import Decision
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.leg import crew_weapons, leg_units
from hulldown.games.panzer.rules.advanced.play import watching
from hulldown.games.panzer.rules.advanced.play.aims import Firing
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from hulldown.games.panzer.rules.state import KNOCKED_OUT, Frame, Mover, Progress
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, RIFLE, CARRIER, TRUCK = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "SPW 251/1", "Truck"


def field(where: str = "0809") -> Range:
    at = Range([unit(TRUCK, where, "D", "MOVE")], [unit("SdKfz 10", "0811", "A"), unit(RIFLE, on="G1")])
    at.unit("G1").command = "OW"
    return at


def could(at: Range) -> bool:
    return watching.could_fire(at.state, at.scene, "german", [at.index("S1")])


@pytest.mark.rules("6.6.7.2a", "6.6.7.2b", "6.6.7.1.1-mounting-c", "6.5.3", "4.4.2c")
def test_what_a_load_could_do_for_all_that_the_enemy_knows() -> None:
    rows = [one.row for one in leg_units().values()]
    rows += [row for one in crew_weapons().values() if one.transported for row in one.weapon.ammo.values()]
    reach = max(row.reach for row in rows)
    assert watching._riders_reach() == reach > min(row.reach for row in rows)
    for away, expected in ((1, True), (reach, True), (reach + 1, False)):
        at = field(f"08{11 - away:02}")
        assert watching._loaded_bears(at.state, at.scene, at.index("G1"), 0) == expected, away
    assert not watching._loaded_bears((same := field("0811")).state, same.scene, same.index("G1"), 0)
    moved = field()
    moved.unit("G2").moved = True
    assert not could(moved)
    shown = field()
    shown.detail("G2").shown = True
    assert could(shown)
    gun = Range([unit(TRUCK, "0809", "D", "MOVE")], [unit("SdKfz 10", "0811", "A"), unit("7.5cm PaK 40 ATG", on="G1")])
    gun.unit("G1").command = "OW"
    assert could(gun), "nobody knows that it is a gun"
    gun.detail("G2").shown = True
    assert not could(gun), "a gun does not fire while it is carried"


@pytest.mark.rules("6.6.7.2a", "4.4.2c", "6.5.3")
def test_who_could_fire() -> None:
    at = Range([unit(TRUCK, "0809", "D", "MOVE")], [unit(PZ4, "0811", "D")])
    assert not could(at), "it has no command"
    at.unit("G1").command = "OW"
    assert could(at), "its turret turns"
    assert watching._bears(at.state, at.scene, 1, 0)
    at.unit("G1").status = KNOCKED_OUT
    assert not could(at)
    at.unit("G1").status, at.unit("G1").known = "on map", True
    assert not could(at)
    hidden = Range([unit(RIFLE.replace("German", "Soviet"), "0806", "D")], [unit(PZ4, "0811", "A", "")])
    hidden.detail("S1").full_cover = True
    hidden.unit("G1").command = "OW"
    assert not hidden.spots(1, 0)
    assert not could(hidden), "in range, but not spotted"


@pytest.mark.rules("6.5.3", "6.6.7.2b", "6.2.1.1.4-overwatch-b", "6.6.7.2a")
def test_who_watches_whom() -> None:
    at = Range([unit(TRUCK, "0809", "D", "MOVE"), unit(T34, "0810", "D")], [unit(PZ4, "0811", "A")])
    at.unit("S2").command = at.unit("G1").command = "OW"
    assert list(watching.watchers(at.state, at.scene, "german", [0])) == [2], "not the enemy's own"
    at.unit("G1").moved = True
    assert list(watching.watchers(at.state, at.scene, "german", [0])) == [2], "that is about passengers"


@pytest.mark.rules("4.4.2c", "6.5.3", "4.4.1j", "4.4.2d")
def test_the_step_that_asks_is_the_one_on_top() -> None:
    at = Range([unit(TRUCK, "0809", "D", "MOVE"), unit(T34, "0808", "D", "MOVE")], [unit(PZ4, "0811", "A")])
    at.unit("G1").command = "OW"
    at.state.mover = Mover(0, Progress(), [], BOARD.by_label["0809"], 3, BOARD.by_label["0809"])
    asked = Decision("1", "overwatch", "german", "4.4.2c", "")
    at.state.stack = [Frame("watch", side="german"), Frame("react", side="german")]
    legal = watching.legal(at.state, at.scene, asked)
    assert [one.unit for one in legal.units] == ["G1"]
    assert {target for option in legal.units[0].options for target in option.targets} == {"S1"}, "who is moving"
    assert watching.check(at.state, at.scene, asked, legal.idle) == []
    kind = legal.units[0].options[0].kind
    assert watching.check(at.state, at.scene, asked, Order("overwatch", (Task("G1", kind, targets=("S1",)),))) == []
    at.state.stack.reverse()
    assert watching.legal(at.state, at.scene, asked).units == (), "nobody has fired"
    assert watching.legal(at.state, at.scene, asked).choices != legal.choices or legal.units


@pytest.mark.rules("4.4.2c", "6.5.3")
def test_what_a_shot_promises() -> None:
    soviet = [unit(TRUCK, "0809", "D"), unit("Soviet Rifle squad", "0808", "D")]
    at = Range(soviet, [unit(PZ4, "0811", "A")])
    ways = {one.kind: one for one in ways_of(at.state, at.scene, 2)}
    from hulldown.games.panzer.rules.advanced import ap, gp
    from hulldown.games.panzer.rules.advanced.play.aims import ap_aim, gp_aim

    shot = Firing(2, 0, ways["AP"], True)
    found = ap.resolve(ap_aim(at.state, at.scene, shot))
    harm = sum(found.per_hit[one] for one in ("track", "damaged", "ko", "bu"))
    good = sum(chance * (1 - (1 - harm) ** hits) for hits, chance in found.hits.items())
    assert 0 < good < 1
    assert watching.prospect(at.state, at.scene, shot) == (int(good * 100), "front")
    at.unit("S1").facing = 0
    assert watching.prospect(at.state, at.scene, shot)[1] == "rear"
    for target, effects in ((0, ("track", "damaged", "ko", "bu")), (1, ("effective",))):
        attack = Firing(2, target, ways["GP"], True)
        outcomes = gp.resolve(gp_aim(at.state, at.scene, attack)).outcomes
        good = sum(outcomes[one] for one in effects)
        assert good > 0
        assert watching.prospect(at.state, at.scene, attack) == (int(good * 100), "")


def answered(at: Range, preset: str) -> list[tuple[str, str]]:
    for one in at.state.units:
        if one.side == "german":
            one.preset = preset
    at.state.stack = [Frame("watch", side="german")]
    order = watching.by_preset(at.state, at.scene, "german", "watch")
    return [] if order is None else [(task.unit, task.targets[0]) for task in order.tasks]


@pytest.mark.rules("4.4.2c", "6.5.3")
def test_presets_fire_at_one_target() -> None:
    at = Range([unit(TRUCK, "0809", "D", "FIRE"), unit("57mm ZiS-2 M43 ATG", "0910", "D", "FIRE")],
               [unit(PZ4, "0811", "A"), unit(PZ4, "0711", "A")])  # fmt: skip
    for name in ("S1", "S2"):
        at.unit(name).fired = at.unit(name).known = True
        at.unit(name).mark = "fire"
    for name in ("G1", "G2"):
        at.unit(name).command = "OW"
    at.look()
    lead = answered(at, "any")
    assert len(lead) == 1, "the most promising shot alone"
    both = answered(at, "any, join")
    assert both[0][1] == both[1][1] == lead[0][1], "one target for all"
    assert [shooter for shooter, _ in both] == ["G1", "G2"]
    truck = answered(at, "type Truck")
    assert [target for _, target in truck] == ["S1"]
    assert [target for _, target in answered(at, "type towed")] == ["S2"]
    assert [target for _, target in answered(at, "hold for vehicles")] == ["S1"]
    assert answered(at, "type leg") == []
    gun = at.unit("S2")
    gun.type = "Soviet Rifle squad"
    assert [target for _, target in answered(at, "type leg")] == ["S2"]
