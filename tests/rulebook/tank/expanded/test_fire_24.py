"""The resolver of the Expanded game: tables, HEAT, missiles, die adds, squads, devices, trucks, riders."""

from __future__ import annotations

from fractions import Fraction

import pytest

from hulldown.core.charts import span
from hulldown.games.tank.data.loading import chart, terrain, weapons
from hulldown.games.tank.data.weapons import expanded_weapons, find_expanded
from hulldown.games.tank.rules.aim import RIDING
from hulldown.games.tank.rules.doctrine import EXPANDED
from hulldown.games.tank.rules.fire import Aim, Firer, absolute_range, resolve
from hulldown.games.tank.rules.results import lead_of, table_of

MIXED = terrain("mixed")
INFANTRY = weapons()["infantry"]


def firer(name, distance, panic=0, **more):
    return Firer(find_expanded(name), distance, panic, doctrine=EXPANDED, **more)


def fire(name, target, distance, panic=0, *, strength="", mounted=False, **ground):
    aimed = INFANTRY if target == "infantry" else find_expanded(target)
    crew = (firer(name, distance, panic, strength=strength, mounted=mounted),)
    return resolve(Aim(crew, aimed, MIXED, **ground))


def values(shot):
    return [(factor.rule, factor.value) for factor in shot.factors]


@pytest.mark.rules("24.12c", "24.11b", "24.12a", "24.11c")
def test_the_worked_example_of_spaced_armour():
    side = fire("T-62", "M60A3", 12, 2, aspect="side")
    assert side.probability == Fraction(2, 3)
    assert (side.differential, side.column) == (2, "5")
    assert values(side) == [
        ("8.1", 21), ("24.12a", -11), ("8.7", -8), ("8.9b", 2), ("24.11b", 5), ("8.91-11-15", "1-4"),
    ]  # fmt: skip
    front = fire("T-62", "M60A3", 12, 2, aspect="front")
    assert (front.probability, front.differential, front.rule) == (0, -8, "24.11c")


@pytest.mark.rules("24.12b")
def test_spaced_armour_is_plain_armour_to_all_but_heat():
    assert values(fire("M60A1", "T-70", 5))[:2] == [("8.1", 22), ("8.7", -16)]
    assert values(fire("AMX-30", "T-70", 5))[:3] == [("8.1", 21), ("24.12a", -11), ("8.7", -16)]


@pytest.mark.rules("24.12a")
@pytest.mark.parametrize("aspect", ["front", "side", "rear"])
def test_all_three_aspects_are_spaced(aspect):
    """X-03."""
    assert ("24.12a", -11) in values(fire("T-62", "M60A3", 12, aspect=aspect))


@pytest.mark.rules("24.11a", "24.11b", "24.11c")
@pytest.mark.parametrize(("target", "differential", "column"), [("T-55", 2, "5"), ("Pz IVH", 7, "5"), ("T-62", 0, "-")])
def test_heat_is_always_read_in_the_column_of_five(target, differential, column):
    """X-02: better differentials too; nought has no effect."""
    shot = fire("M-20A", target, 2)
    assert (shot.differential, shot.column) == (differential, column)
    assert (shot.rule == "24.11c") == (differential < 1)


@pytest.mark.rules("24.11b")
def test_terrain_counts_before_heat_is_judged():
    assert fire("M-20A", "T-55", 2, terrain="woods").rule == "24.11c"
    assert fire("M-20A", "T-55", 2, terrain="clear").column == "5"


@pytest.mark.rules("24.11b", "24.12a")
def test_heat_far_away_is_halved_up_for_range_and_then_down_for_spaced_armour():
    """X-01: 21 is 11 beyond effective range, and 5 at spaced armour."""
    shot = fire("T-62", "M60A3", 31, aspect="rear")
    assert values(shot)[:3] == [("8.1", 21), ("8.31b", -10), ("24.12a", -6)]
    assert shot.differential == 0


@pytest.mark.rules("24.2a", "24.2b", "24.3a", "23.0", "24.2c")
@pytest.mark.parametrize(
    ("name", "tables"),
    [
        ("Pz V", ("8.91", "8.91", "8.92", "8.92")),
        ("Centurion III", ("8.93",) * 4),
        ("Br Centurion", ("23.0-r",) * 4),
        ("Leopard II", ("23.0-l",) * 4),
        ("US 106R", ("8.91", "8.91", "8.92", "8.92")),
        ("Snapper", ("24.31",) * 4),
        ("Slogger", ("24.31",) * 4),
    ],
)
def test_fire_control_and_panic_choose_the_table(name, tables):
    assert tuple(table_of(firer(name, 5, panic)) for panic in (0, 2, 3, 10)) == tables


@pytest.mark.rules("23.0")
@pytest.mark.parametrize(
    ("name", "offsets"), [("23.0-r", (0, 0, 0, 0, 1, 2, 3, 5, 7, 9)), ("23.0-l", (0, 0, 0, 0, 0, 0, 1, 1, 2, 2, 3, 4))]
)
def test_every_cell_of_the_two_reconstructed_tables(name, offsets):
    table = chart(name)
    assert table.meta["provenance"] == "reconstructed"
    assert (table.first_row(), table.last_row()) == (1, 5 * len(offsets))
    for band, off in enumerate(offsets):
        for column in range(11):
            highest = max(0, min(10, column + 1 - off))
            assert span(table.cell(5 * band + 1, str(column))) == tuple(range(1, highest + 1))
            assert table.cell(5 * band + 1, str(column)) == table.cell(5 * band + 5, str(column))


@pytest.mark.rules("23.0", "24.2c")
def test_a_laser_shot_says_that_its_table_is_reconstructed():
    shot = fire("Leopard II", "T-62", 60)
    assert shot.column == "10"
    last = shot.factors[-1]
    assert (last.rule, last.value, last.provenance) == ("23.0", "1-7", "reconstructed")
    assert fire("Leopard II", "T-62", 61).rule == "8.31a"
    assert fire("Br Centurion", "T-55", 36).factors[1].rule == "8.31b"


GUIDED = {
    "24.31-m-10": (10, 1, 1, 2),
    "24.31-11-20": (20, 1, 2, 3),
    "24.31-21-30": (30, 2, 3, 4),
    "24.31-31-40": (40, 3, 4, 5),
    "24.31-41-50": (50, 3, 5, 5),
}


@pytest.mark.rules(
    "24.3b", "24.31-m-10", "24.31-11-20", "24.31-21-30", "24.31-31-40", "24.31-41-50", "24.31-note-2", "24.4-g"
)
@pytest.mark.parametrize("rule", list(GUIDED))
@pytest.mark.parametrize("moved", [0, 9])
def test_every_row_of_the_table_of_missiles(rule, moved):
    last, shaky, calm, homing = GUIDED[rule]
    for distance in (last, last - 9 if last > 10 else 9):
        for name, panic, highest in (("Swatter", 3, shaky), ("Swatter", 2, calm), ("Slogger", 0, homing),
                                     ("Slogger", 9, homing)):  # fmt: skip
            shot = fire(name, "Pz IVH", distance, panic, points=moved, moving=moved > 0)
            assert shot.hits_on == tuple(range(1, highest + 1))
            assert shot.add == 0
            assert any(factor.rule == rule for factor in shot.factors)


@pytest.mark.rules("24.31-note-1")
def test_a_missile_reaches_its_minimum_and_nothing_nearer():
    """X-04."""
    assert fire("Snapper", "T-55", 10).void == ""
    near = fire("Snapper", "T-55", 9)
    assert (near.probability, near.rule) == (0, "24.31-note-1")
    assert near.void == "range 9 is below its minimum of 10"


@pytest.mark.rules("24.31-41-50")
def test_no_missile_flies_beyond_the_table():
    """X-04: not even the Slogger, whose chart says 60; beyond its effective range one is halved (8.31)."""
    assert fire("Slogger", "T-55", 50).probability == Fraction(5, 6)
    assert fire("Slogger", "T-55", 51).rule == "8.31a"
    assert values(fire("Snapper", "T-55", 45))[:2] == [("8.1", 28), ("8.31b", -14)]


@pytest.mark.rules("24.33")
def test_a_missile_needs_a_differential_of_one_after_terrain_and_spaced_armour():
    assert fire("Snapper", "Chieftain", 20).rule == "24.33"
    assert fire("Snapper", "Chieftain", 20, aspect="side").probability == Fraction(1, 3)
    assert fire("Snapper", "Leopard II", 20).rule == "24.33"
    assert fire("Slogger", "Leopard II", 20).rule == "24.33"
    assert fire("Slogger", "Leopard II", 20, aspect="side").differential == 9


@pytest.mark.rules("24.31-21-30", "24.33")
def test_a_snapper_at_a_moving_tank():
    shot = fire("Snapper", "M60A1", 25, 3, points=7, moving=True)
    assert (shot.probability, shot.column, shot.differential) == (Fraction(1, 3), "CLS 3+", 11)


@pytest.mark.rules("24.35")
def test_missiles_fire_all_round_whatever_carries_them():
    """X-71: their carriers too."""
    guided = [weapon for weapon in expanded_weapons().values() if weapon.guided]
    assert len(guided) > 10
    assert all(weapon.all_round for weapon in guided)
    assert not find_expanded("US 106R").all_round


ADDS = {
    "24.4-n": ("Pz V", [0, 0, 1, 1, 2, 2, 3, 3, 4, 4]),
    "24.4-r": ("Br Centurion", [0, 0, 0, 1, 1, 1, 2, 2, 2, 3]),
    "24.4-sc": ("Isr Centurion", [0, 0, 0, 0, 0, 2, 2, 2, 2, 2]),
    "24.4-l": ("Leopard II", [0, 0, 0, 0, 0, 0, 1, 1, 1, 1]),
    "24.4-g": ("Slogger", [0] * 10),
}


@pytest.mark.rules("24.4-n", "24.4-r", "24.4-sc", "24.4-l", "24.4-g")
@pytest.mark.parametrize("rule", list(ADDS))
def test_every_row_of_the_die_adds(rule):
    """X-06: whole groups only."""
    name, adds = ADDS[rule]
    lead = lead_of(find_expanded(name), EXPANDED)
    assert lead.rule == rule
    for points, add in enumerate(adds):
        shot = fire(name, "M-13/40", 10, points=points, moving=points > 0)
        assert (lead.value(points), shot.add) == (add, add)
    shot = fire(name, "M-13/40", 10, points=9, moving=True)
    assert shot.factors[-1].rule == rule


@pytest.mark.rules("24.4-sc")
def test_combined_he_adds_by_the_farthest_firer_and_the_worst_of_equals():
    """T-39."""
    n, sc, laser = firer("Pz V", 10), firer("Isr Centurion", 10), firer("Leopard II", 12)
    truck = find_expanded("truck")
    for crew, add in (((n, sc), 3), ((sc, n), 3), ((n, sc, laser), 1)):
        assert resolve(Aim(crew, truck, MIXED, points=6, moving=True)).add == add
    rmg = firer("Br Centurion", 10)
    for crew in ((rmg, sc), (sc, rmg)):
        assert resolve(Aim(crew, truck, MIXED, points=5, moving=True)).add == 2


@pytest.mark.rules("24.5b")
def test_the_flag_of_preservation_is_for_the_standard_game():
    assert "15.11a" not in dict(values(fire("Pz V", "T34/85", 5)))


@pytest.mark.rules("26.11a", "26.11b", "26.11c", "26.11d")
@pytest.mark.parametrize(("period", "he"), [(1, 2), (6, 4), (7, 6)])
def test_soviet_squads_in_three_periods(period, he):
    shot = fire(f"Sov squad {period}", "infantry", 5)
    assert values(shot)[0] == ("26.11a", he)
    assert shot.hits_on == tuple(range(1, min(he, 6) + 1))


@pytest.mark.rules("26.11c")
def test_squads_fire_he_to_ten_hexes_on_the_first_table_whatever_their_panic():
    near, far, out = (fire("Ger squad 1", "infantry", distance, 7) for distance in (5, 10, 11))
    assert values(near) == [("26.11a", 6), ("10.6-all-clear", -1), ("8.9b", 5), ("8.91-01-05", "1-6")]
    assert values(far) == [("26.11a", 6), ("8.31b", -3), ("10.6-all-clear", -1), ("8.9b", 2), ("8.91-06-10", "1-2")]
    assert (out.rule, out.void) == ("26.11c", "range 11 is beyond its reach of 10")
    assert absolute_range(find_expanded("Ger squad 1"), 0, EXPANDED) == 10


@pytest.mark.rules("26.11c")
def test_squads_choose_the_table_of_combined_fire_only_where_they_are_farthest():
    """X-23."""
    gun = Firer(find_expanded("Ge 75/46"), 8, 5, doctrine=EXPANDED)
    squad = Firer(find_expanded("Ger squad 6"), 9, 5, doctrine=EXPANDED)
    told = [factor.label for factor in resolve(Aim((gun, squad), INFANTRY, MIXED, position=True)).factors]
    assert told[-1] == "table 8.91 at range 9"
    gun = gun._replace(distance=9)
    squad = squad._replace(distance=8)
    told = [factor.label for factor in resolve(Aim((gun, squad), INFANTRY, MIXED, position=True)).factors]
    assert told[-1] == "table 8.92 at range 9"


@pytest.mark.rules("26.12a", "26.31")
def test_a_squad_without_a_device_has_no_fire_against_armour():
    shot = fire("Ger squad 6", "T34/85", 1)
    assert (shot.probability, shot.rule, shot.void) == (0, "26.31", "no AP strength")


@pytest.mark.rules("26.12b", "26.2c", "26.2d")
def test_the_worked_example_of_the_m_20a():
    hit = fire("M-20A", "T-55", 3, points=5, moving=True)
    assert hit.probability == Fraction(2, 3)
    assert values(hit) == [
        ("26.12b", 14), ("8.7", -12), ("8.9b", 2), ("24.11b", 5), ("8.91-01-05", "1-6"), ("24.4-n", 2),
    ]  # fmt: skip
    far = fire("M-20A", "T-55", 4, points=5, moving=True)
    assert (far.probability, far.rule) == (0, "26.2c")


@pytest.mark.rules("26.2c")
def test_a_device_has_no_long_range():
    """X-22."""
    for weapon in expanded_weapons().values():
        if weapon.traits.device:
            assert absolute_range(weapon, 0, EXPANDED) == weapon.range
    assert "8.31b" not in dict(values(fire("PTRD", "SPW", 7)))


@pytest.mark.rules("27.71a", "27.72a", "27.73")
@pytest.mark.parametrize(("strength", "first"), [("AP", 14), ("HE", 10), ("", 10)])
def test_a_truck_is_attacked_with_either_strength(strength, first):
    shot = fire("Pz IVH", "truck", 30, strength=strength, terrain="woods", through="berm", points=4, moving=True)
    assert [factor for factor in values(shot) if factor[0][:2] != "8."] == [
        ("27.71a", 0), ("10.6-mixed-woods", -2), ("10.61a", -3), ("24.4-n", 2),
    ]  # fmt: skip
    assert values(shot)[0] == ("8.1", first)


@pytest.mark.rules("24.11a")
def test_heat_is_never_fired_at_a_truck():
    """X-85."""
    assert fire("T-62", "truck", 5, strength="AP").rule == "24.11a"
    assert values(fire("T-62", "truck", 5, strength="HE"))[0] == ("8.1", 10)
    assert fire("Snapper", "truck", 20, strength="AP").rule == "24.11a"


@pytest.mark.rules("24.6a")
def test_an_armed_apc_fights_and_is_armour_itself():
    """X-09."""
    assert values(fire("Marder II", "BMP", 5))[:2] == [("8.1", 6), ("8.7", -2)]
    assert values(fire("Pz IVH", "SPW", 5))[:2] == [("8.1", 14), ("8.7", -1)]


@pytest.mark.rules("24.6b")
def test_the_he_of_a_missile_carrier_is_that_of_a_gun():
    carrier = find_expanded("BMP/Snapper")
    assert (carrier.fc, carrier.ap, carrier.he) == ("CLS", 28, 10)
    shot = fire("BMP/Snapper", "infantry", 5, 3)
    assert shot.factors[-1].rule == "8.92-01-05"
    assert fire("BMP/Snapper", "T-55", 5).rule == "24.31-note-1"


@pytest.mark.rules("27.61a")
def test_riders_have_one_point_of_defence_wherever_they_are():
    """X-28: the movement of their carrier counts."""
    for ground in ({}, {"wreck": True}, {"position": True}, {"through": "slope"}):
        shot = resolve(Aim((firer("Pz IVH", 9),), INFANTRY, MIXED, RIDING, points=5, moving=True, **ground))
        assert values(shot) == [("8.1", 10), ("27.61a", -1), ("8.9b", 9), ("8.91-06-10", "1-9"), ("24.4-n", 2)]


@pytest.mark.rules("27.82a")
def test_a_mounted_squad_fires_at_half_strength_fractions_up():
    assert values(fire("Ger squad 6", "infantry", 3, mounted=True))[:2] == [("26.11a", 5), ("27.82a", -2)]
    far = fire("Ger squad 6", "infantry", 8, mounted=True)
    assert values(far)[:3] == [("26.11a", 5), ("8.31b", -2), ("27.82a", -1)]
