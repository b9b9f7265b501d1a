"""Aims of the Advanced Game (6.5.2.4, 6.5.4.3): each fact of the state enters an aim by itself."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import msgspec
import pytest

from hulldown.core.explain import Factor
from hulldown.games.panzer.data.leg import leg_units
from hulldown.games.panzer.data.vehicles import find_vehicle
from hulldown.games.panzer.rules.advanced import ap, gp
from hulldown.games.panzer.rules.advanced.arms import ap_weapon, gp_weapon
from hulldown.games.panzer.rules.advanced.gp_defence import of_unit, of_vehicle
from hulldown.games.panzer.rules.advanced.hindrances import CLEAR
from hulldown.games.panzer.rules.advanced.pieces import ENTRENCHMENT, FIRE, IMPROVED, OFF, ON, Work
from hulldown.games.panzer.rules.advanced.play import cover
from hulldown.games.panzer.rules.advanced.play.aims import Firing, ap_aim, gp_aim, passenger_aim, terrain_aim
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import ways_of
from hulldown.games.panzer.rules.state import Wreck
from support.advanced_fire import BOARD, Range, unit

T34, PZ4, RIFLE, SQUAD = "T-34/76 M43", "PzKpfw IVH", "German Rifle squad", "Soviet Rifle squad"


def cell(label: str) -> int:
    return BOARD.by_label[label]


def field() -> Range:
    """A German tank and a squad on one side, a Soviet tank and a squad three hexes away; nobody has done anything."""
    return Range(
        [unit(T34, "0808", "D"), unit(SQUAD, "0908", "D")],
        [unit(PZ4, "0811", "A"), unit(RIFLE, "0911", "A"), unit("SPW 251/1", "0711", "A"), unit(RIFLE, on="G3")],
    )


def firing(at: Range, shooter: str, target: str, kind: str = "GP", **more: Any) -> Firing:
    index = at.index(shooter)
    way = next(one for one in ways_of(at.state, at.scene, index) if one.kind == kind)
    return Firing(index, at.index(target), way, **more)


def changed(before: Any, after: Any) -> dict[str, Any]:
    """The fields in which two aims differ."""
    return {name: new for name, old, new in zip(before._fields, before, after, strict=True) if old != new}


def both(change: Callable[[Range], object], shooter: str, target: str, kind: str = "GP", **more: Any) -> dict[str, Any]:
    """What a change of the state changes in an aim."""
    plain, other = field(), field()
    change(other)
    make = gp_aim if kind == "GP" else ap_aim
    before = make(plain.state, plain.scene, firing(plain, shooter, target, kind))
    return changed(before, make(other.state, other.scene, firing(other, shooter, target, kind, **more)))


def put(name: str, **facts: Any) -> Callable[[Range], None]:
    def change(at: Range) -> None:
        for key, value in facts.items():
            setattr(at.detail(name) if hasattr(at.detail(name), key) else at.unit(name), key, value)

    return change


NAMED = (
    "6.5.4.3-shooter-suppressed", "6.5.4.3-shooter-damaged", "6.5.4.3-short-halt", "6.5.4.3-target-vehicle-moving-a",
    "6.5.4.3-leg-crawling", "6.5.4.3-dual-fire", "6.5.4.3-overwatch", "6.5.4.3-vehicle-cover-a",
)  # fmt: skip


@pytest.mark.rules(*NAMED, "6.6.4.3e", "6.5.2.2.1f")
@pytest.mark.parametrize(
    ("change", "target", "expected"),
    [
        (put("G1", suppressed=ON), "S2", {"shooter_suppressed": True}),
        (put("G1", suppressed=OFF), "S2", {"shooter_suppressed": True}),
        (put("G1", damaged=True), "S2", {"shooter_damaged": True}),
        (put("G1", command="HALT"), "S2", {"short_halt": True}),
        (put("G1", command="FIRE"), "S2", {}),
        (put("S1", command="MOVE", known=True), "S1", {"target_moving": True}),
        (put("S1", command="HALT", known=True), "S1", {"target_moving": True}),
        (put("S1", command="MOVE", known=False), "S1", {}),
        (put("S1", command="FIRE", known=True), "S1", {}),
        (put("S1", damaged=True), "S1", {"target_damaged": True}),
        (put("S2", manner="crawling"), "S2", {"crawling": True}),
    ],
)
def test_each_fact_enters_a_gp_aim_alone(
    change: Callable[[Range], None], target: str, expected: dict[str, Any]
) -> None:
    assert both(change, "G1", target) == expected


@pytest.mark.rules("6.5.2.4-shooter-suppressed", "6.5.2.4-dual-fire-a", "6.1.4.1a", "6.5.2.2c", "6.5.2.2.1f")
@pytest.mark.parametrize(
    ("change", "expected"),
    [
        (put("G1", suppressed=ON), {"shooter_suppressed": True}),
        (put("G1", damaged=True), {"shooter_damaged": True}),
        (put("G1", command="HALT"), {"short_halt": True}),
        (put("S1", command="MOVE", known=True), {"target_moving": True}),
        (put("S1", damaged=True), {"target_damaged": True}),
        (put("S1", hull_down="hull down", hull_facing=3), {"hull_down": "full"}),
        (put("S1", hull_down="partial", hull_facing=3), {"hull_down": "partial"}),
        (put("S1", hull_down="hull down", hull_facing=0), {}),
        (put("S1", facing=0), {"angle": "rear"}),
    ],
)
def test_each_fact_enters_an_ap_aim_alone(change: Callable[[Range], None], expected: dict[str, Any]) -> None:
    assert both(change, "G1", "S1", "AP") == expected


@pytest.mark.rules("6.5.4.3-overwatch", "6.5.4.3-overwatch-adjust", "6.5.2.4-dual-fire-a", "6.5.4.3-dual-fire")
def test_overwatch_and_dual_fire_are_those_of_the_shot() -> None:
    assert both(lambda at: None, "G1", "S2", overwatch=True) == {"watch": "overwatch"}
    assert both(put("G1", facing=3), "G1", "S2", overwatch=True) == {"watch": "adjust"}
    assert both(put("G2", facing=3), "G2", "S2", overwatch=True) == {"watch": "overwatch"}, "leg units all round"
    assert both(lambda at: None, "G1", "S2", dual="same") == {"dual_fire": "same"}
    assert both(lambda at: None, "G1", "S1", "AP", dual="different") == {"dual_fire": "different"}


@pytest.mark.rules("6.6.7.2d", "6.5.4.3-transported-fire")
def test_passengers_fire_transported_and_without_the_short_halt() -> None:
    at = field()
    at.unit("G3").command = "HALT"
    aim = gp_aim(at.state, at.scene, firing(at, "G4", "S2"))
    assert (aim.transported, aim.short_halt) == (True, False)
    carrier = gp_aim(at.state, at.scene, firing(at, "G3", "S2"))
    assert (carrier.transported, carrier.short_halt) == (False, True)


@pytest.mark.rules("6.5.4.3-on-fire-a", "6.5.2.4-on-fire-a", "6.5.4.3-brew-up-smoke", "6.5.2.4-on-fire-b")
def test_fires_and_smoke_on_the_line() -> None:
    def burning(*labels: str) -> Callable[[Range], None]:
        return lambda at: at.state.works.extend(Work(FIRE, cell(label)) for label in labels)

    def smoking(*labels: str) -> Callable[[Range], None]:
        return lambda at: at.state.wrecks.extend(Wreck(cell(label), True) for label in labels)

    for kind in ("GP", "AP"):
        assert both(burning("0809"), "G1", "S1", kind) == {"fires": 1}
        assert both(burning("0809", "0808"), "G1", "S1", kind) == {"fires": 2}, "the target's own hex too"
        assert both(burning("0801"), "G1", "S1", kind) == {}
        assert both(smoking("0810"), "G1", "S1", kind) == {"smoke": 1}
        assert both(smoking("0810", "0809"), "G1", "S1", kind) == {"smoke": 2}
        assert both(smoking("0810", "0810"), "G1", "S1", kind) == {"smoke": 1}, "one source in a hex"


@pytest.mark.rules("6.5.4.3-hasty-entrenchment", "6.5.4.3-target-cavalry", "6.1.4.3.7a", "6.5.4.2.2b", "6.5.4.2.2d")
def test_what_a_leg_target_brings() -> None:
    def with_work(work: Work, name: str) -> Callable[[Range], None]:
        def change(at: Range) -> None:
            work.unit = at.index(name)
            at.state.works.append(work)

        return change

    dug = both(with_work(Work(ENTRENCHMENT, cell("0908")), "S2"), "G1", "S2")
    assert dug == {"entrenched": True}
    begun = both(with_work(Work(ENTRENCHMENT, cell("0908"), progress=3), "S2"), "G1", "S2")
    assert begun == {}, "not before it is finished"
    better = both(with_work(Work(IMPROVED, cell("0908")), "S2"), "G1", "S2")
    assert set(better) == {"defence"}
    assert better["defence"].value == 8, "Heavy Cover; the cover of vehicles stays out of it"
    vehicle = both(with_work(Work(IMPROVED, cell("0808"), facing=3), "S1"), "G1", "S1")
    assert (vehicle["cover"], vehicle["hull_down"]) == ("heavy", "full")
    moving = both(put("S2", command="MOVE", known=True), "G1", "S2")
    assert moving["defence"].value == 1, "2 less than 2, but 1 at least"
    horse = Range([unit(SQUAD, "0908", "D", mount="cavalry"), unit(SQUAD, "0808", "D", mount="bicycle")],
                  [unit(PZ4, "0811", "A")])  # fmt: skip
    aims = [gp_aim(horse.state, horse.scene, firing(horse, "G1", name)) for name in ("S1", "S2")]
    assert [(aim.cavalry, aim.size) for aim in aims] == [(True, "L"), (False, "S")]


@pytest.mark.rules("6.5.4.3-wall-hexside", "6.1.4.3.2")
def test_a_wall_shelters_leg_targets_and_hides_hulls(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cover, "over_wall", lambda ground, shooter, target: True)
    at = field()
    squad = gp_aim(at.state, at.scene, firing(at, "G1", "S2"))
    assert (squad.wall, squad.hull_down) == (True, "none")
    tank = gp_aim(at.state, at.scene, firing(at, "G1", "S1"))
    assert (tank.wall, tank.hull_down) == (False, "full")
    assert ap_aim(at.state, at.scene, firing(at, "G1", "S1", "AP")).hull_down == "full"


@pytest.mark.rules("5.13a", "6.5.4.3-vehicle-cover-a", "6.5.4.3-heat-haze", "6.5.2.4-heat-haze")
def test_crowds_haze_and_limits() -> None:
    crowd = [unit(T34, "1006", "D") for _ in range(6)]
    at = Range([*crowd, unit(SQUAD, "1006", "D")], [unit(PZ4, "1009", "A")], haze=True)
    for kind, make in (("GP", gp_aim), ("AP", ap_aim)):
        aim = make(at.state, at.scene, firing(at, "G1", "S1", kind))
        assert (aim.over_stacked, aim.heat_haze) == (True, True)
    five = Range(crowd[:5], [unit(PZ4, "1009", "A")])
    assert not gp_aim(five.state, five.scene, firing(five, "G1", "S1")).over_stacked
    shot = firing(at, "G1", "S1")
    assert [gp_aim(at.state, at.scene, shot, failed).ammo_limit for failed in (0, 1, 2)] == [False, True, True]
    ap_shot = firing(at, "G1", "S1", "AP")
    assert [ap_aim(at.state, at.scene, ap_shot, "", failed).limits for failed in (0, 1, 2)] == [0, 1, 2]


@pytest.mark.rules("6.5.4.2.3b", "6.5.4.2.3d", "6.5.4.4g", "6.5.4.2.5c")
def test_passengers_and_terrain_are_attacked_without_what_concerns_the_target() -> None:
    at = field()
    aim = gp_aim(at.state, at.scene, firing(at, "G1", "S1"))._replace(
        size="S", cover="heavy", target_moving=True, target_damaged=True, hull_down="full", cavalry=True, crawling=True,
        wall=True, entrenched=True, shooter_damaged=True, smoke=2,
    )  # fmt: skip
    plain = {
        "size": "V", "cover": "none", "target_moving": False, "target_damaged": False, "hull_down": "none",
        "cavalry": False, "crawling": False, "wall": False, "entrenched": False,
    }  # fmt: skip
    rider = changed(aim, passenger_aim(at.state, aim, at.index("G4")))
    assert rider.pop("defence").value == 3, "a half-track gives cover"
    assert rider == plain
    terrain = changed(aim, terrain_aim(aim, "block", 6))
    assert (terrain.pop("defence").value, terrain) == (6, plain)


# The resolvers.


@pytest.mark.rules("6.5.4.3-smoke", "6.5.4.3-barrage", "6.5.4.3-on-fire-a", "6.5.4.3-on-fire-b", "6.6.6d",
                   "6.5.4.3-target-vehicle-moving-b")  # fmt: skip
def test_a_gp_aim_has_nothing_that_helps_or_hinders_unless_it_is_told() -> None:
    assert gp.GpAim._field_defaults == {
        "grade": "seasoned", "size": "V", "cover": "none", "cover_source": "", "over_stacked": False,
        "target_moving": False, "target_damaged": False, "hull_down": "none", "cavalry": False, "crawling": False,
        "wall": False, "entrenched": False, "short_halt": False, "shooter_damaged": False,
        "shooter_suppressed": False, "watch": "none", "smoke": 0, "fires": 0, "ammo_limit": False,
        "transported": False, "heat_haze": False, "dual_fire": "none", "graded": "", "clouds": CLEAR, "sheaf": "",
        "planned": False, "off_target": False, "in_barrage": False, "moving_everywhere": False, "overhead": False,
        "more": (),
    }  # fmt: skip


@pytest.mark.rules("6.5.2.4-on-fire-a", "6.5.2.4-on-fire-b", "6.5.2.4-smoke-a", "6.5.2.4-barrage-a")
def test_an_ap_aim_has_nothing_that_helps_or_hinders_unless_it_is_told() -> None:
    assert ap.ApAim._field_defaults == {
        "angle": "front", "shot": "level", "hull_down": "none", "grade": "seasoned", "cover": "none",
        "over_stacked": False, "target_moving": False, "target_damaged": False, "short_halt": False,
        "shooter_damaged": False, "shooter_suppressed": False, "watch": "none", "smoke": 0, "fires": 0,
        "clouds": CLEAR, "limits": 0, "transported": False, "heat_haze": False, "dual_fire": "none",
        "cover_source": "", "more": (),
    }  # fmt: skip


def squad_aim(**more: Any) -> gp.GpAim:
    rifle = leg_units()[RIFLE]
    return gp.GpAim(gp_weapon(rifle, None), of_unit(leg_units()[SQUAD]), 3)._replace(**more)


@pytest.mark.rules("6.5.4.3b", "6.5.4.3a", "5.12a", "6.5.4.3-unit-grade-a")
def test_other_rules_add_modifiers_and_some_take_the_grade_away() -> None:
    aim = squad_aim(grade="veteran")
    assert gp.modifiers(aim, "L").value == 5
    assert gp.modifiers(aim._replace(graded="none"), "L").value == 0
    assert gp.modifiers(aim._replace(graded="L"), "P").value == 5, "at another Range Factor"
    assert gp.modifiers(aim._replace(sheaf="closed"), "L").value == 0, "Q4: not for indirect fire"
    more = (Factor("6.6.10.1b", "one", 20, "rulebook"), Factor("6.6.10.1b", "two", -5, "rulebook"))
    found = gp.modifiers(aim._replace(more=more), "L")
    assert (found.value, found.rule, found.factors[-2:]) == (20, "6.5.4.3b", more)


@pytest.mark.rules("6.5.4.3-coax-mg", "6.5.4.3-wall-hexside", "6.5.4.3-leg-crawling", "6.5.4.3-hasty-entrenchment",
                   "6.5.4.3-target-cavalry", "6.5.4.3-heat-haze")  # fmt: skip
def test_whom_the_modifiers_of_leg_targets_concern() -> None:
    def of(aim: gp.GpAim, band: str = "S") -> dict[str, int]:
        return {one.rule: int(one.value) for one in gp._target_modifiers(aim, band)}

    told = {"cavalry": True, "crawling": True, "wall": True, "entrenched": True}
    assert of(squad_aim(**told)) == {
        "6.5.4.3-target-cavalry": 10, "6.5.4.3-leg-crawling": 10, "6.5.4.3-wall-hexside": -10,
        "6.5.4.3-hasty-entrenchment": -10,
    }  # fmt: skip
    assert "6.5.4.3-wall-hexside" not in of(squad_aim(**told, sheaf="closed")), "direct fire only"
    vehicle = squad_aim(**told)._replace(defence=of_vehicle(find_vehicle("SU-76M M43")))
    assert of(vehicle) == {"6.5.4.3-target-type": -10}
    tank = find_vehicle(PZ4)
    coax = squad_aim()._replace(weapon=gp_weapon(tank, tank.weapons[0]))
    assert coax.weapon.coax
    assert of(coax, "P") == {"6.5.4.3-coax-mg": 10}
    assert of(coax, "S") == {}
    assert "6.5.4.3-coax-mg" not in of(coax._replace(defence=of_vehicle(find_vehicle(T34))), "P"), "armour"
    assert "6.5.4.3-coax-mg" in of(coax._replace(defence=of_vehicle(find_vehicle("SU-76M M43"))), "P")
    assert "6.5.4.3-coax-mg" not in of(terrain_aim(coax, "brick_building"), "P")
    for size, far in (("S", 3), ("L", 5), ("V", 8)):
        hazy = squad_aim(heat_haze=True, size=size)
        assert of(hazy._replace(distance=far)) == {"6.5.4.3-heat-haze": -10}
        assert of(hazy._replace(distance=far - 1)) == {}
        assert of(hazy._replace(distance=far, sheaf="open")) == {}


@pytest.mark.rules("6.5.4.3-vehicle-cover-a", "6.5.4.3-vehicle-cover-b", "6.5.4.3-target-vehicle-moving-a",
                   "6.5.4.3-target-vehicle-moving-c", "6.5.4.3-target-type")  # fmt: skip
def test_what_a_vehicle_brings_against_direct_and_indirect_fire() -> None:
    aim = squad_aim()._replace(defence=of_vehicle(find_vehicle("Truck")))

    def of(**more: Any) -> list[tuple[str, int]]:
        return [(one.rule, int(one.value)) for one in gp._vehicle_modifiers(aim._replace(**more))]

    assert of() == [], "soft"
    assert of(cover="medium") == [("6.5.4.3-vehicle-cover-a", -10)]
    assert of(cover="heavy") == [("6.5.4.3-vehicle-cover-a", -20)]
    assert of(cover="light") == []
    assert of(cover="heavy", over_stacked=True) == [("6.5.4.3-vehicle-cover-a", 0)]
    assert of(cover="heavy", sheaf="closed") == []
    assert of(cover="heavy", sheaf="closed", overhead=True) == [("6.5.4.3-vehicle-cover-a", -20)]
    assert of(target_moving=True) == [("6.5.4.3-target-vehicle-moving-a", -10)]
    called = {"target_moving": True, "sheaf": "closed"}
    assert [value for _, value in of(**called)] == [-20]
    assert of(**called, planned=True) == []
    assert of(**called, in_barrage=True) == []
    assert of(**called, off_target=True) == []
    assert [value for _, value in of(**called, off_target=True, moving_everywhere=True)] == [-20]


@pytest.mark.rules("6.5.2.1-table", "6.5.2.1d", "6.5.2.1e", "5.16.2.1a")
def test_the_cells_that_a_rate_of_fire_reads_are_told() -> None:
    flak = next(one for one in Range([unit(T34, "0808", "D")], [unit("8.8cm FlaK 36 A/ATG", "0811", "A")]).state.units
                if one.id == "G1")  # fmt: skip
    at = Range([unit(T34, "0808", "D")], [unit(flak.type, "0811", "A")])
    aim = ap_aim(at.state, at.scene, firing(at, "G1", "S1", "AP"))
    assert aim.weapon.rof == "Q"
    shot = ap.resolve(aim)
    cells = [one for one in shot.factors if one.rule == "6.5.2.1-table"]
    assert [one.label for one in cells] == [f"2 hits with a Hit Number of {shot.hit_number}"]
    assert [one.value for one in shot.factors if one.rule == "6.5.2.1e"] == ["Q"]
    failed = ap.resolve(aim._replace(limits=1))
    assert [one.value for one in failed.factors if one.rule == "5.16.2.1a"] == ["N"]
    assert not [one for one in failed.factors if one.rule == "6.5.2.1-table"]
    none = ap._rof_factors(aim, "Q", 0)
    assert [one.rule for one in none] == ["6.5.2.1e"], "without a Hit Number there is no row"
    tank = find_vehicle(PZ4)
    normal = ap.resolve(ap.ApAim(ap_weapon(tank, tank.weapons[0], "AP"), find_vehicle(T34), 3, limits=1))
    assert [one.rule for one in normal.factors if "Rate-of-Fire" in one.label] == ["6.5.2.1d"]


@pytest.mark.rules("6.5.4.4a", "6.5.4.1")
def test_factors_beyond_the_table_read_its_last_columns() -> None:
    row = leg_units()[RIFLE].row

    def numbers(factor: int) -> tuple[int, int, int]:
        weapon = gp.GpWeapon("many", msgspec.structs.replace(row, factors=(factor,) * len(row.factors)))
        shot = gp.resolve(squad_aim()._replace(weapon=weapon))
        return shot.factor, shot.n_effect, shot.s_effect

    assert numbers(16)[1:] == numbers(40)[1:] == numbers(15)[1:] != numbers(14)[1:]
    assert numbers(0)[1:] == numbers(1)[1:] != numbers(2)[1:]
    assert numbers(16)[0] == 16
