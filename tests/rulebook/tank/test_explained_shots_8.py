"""Case 8: every number of a shot as it is explained, and shots of all weapons against a slow formula."""

from __future__ import annotations

from itertools import product

import pytest

from hulldown.games.tank.data.loading import MODES, chart, terrain, weapons
from hulldown.games.tank.rules.fire import Aim, Firer, Shot, absolute_range, resolve

MIXED = terrain("mixed")


def said(shot: Shot) -> list[tuple[str, str, object]]:
    return [(factor.rule, factor.label, factor.value) for factor in shot.factors]


def firer(name: str, distance: int, panic: int = 1, preserved: bool = False) -> Firer:
    return Firer(weapons()[name], distance, panic, preserved)


@pytest.mark.rules("8.9b", "8.1a", "8.7a", "8.0-gen-2", "8.71a")
def test_8_9b_a_differential_above_ten_counts_as_ten() -> None:
    """JPzV 21 against a side of 8 in the open: 13 counts as 10, and at range 12 table 8.91 kills on 1-9."""
    side = 8
    shot = resolve(Aim((firer("JPzV", 12),), weapons()["T34/85"], MIXED, aspect="side", points=5, moving=True))
    assert said(shot) == [
        ("8.1", "JPzV AP", 21),
        ("8.7", "T34/85 side", -side),
        ("8.9b", "attack differential", 21 - side),
        ("8.9b", "counts as", 10),
        ("8.91-11-15", "table 8.91 at range 12", "1-9"),
        ("8.71", "added to the die for the target's movement", 2),
    ]
    assert (shot.rule, shot.column, shot.differential, shot.add, shot.void) == ("8.9", "10", 21 - side, 2, "")
    assert (shot.strength.rule, shot.strength.label, shot.strength.value) == ("8.1a", "AP attack strength", 21)
    assert (shot.defence.rule, shot.defence.label, shot.defence.value) == ("8.7", "defence strength", side)
    assert shot.hits_on == (1, 2, 3, 4, 5, 6)


@pytest.mark.rules("8.9b", "8.31a", "8.1b")
def test_8_9b_exactly_ten_is_not_told_twice() -> None:
    shot = resolve(Aim((firer("PzV", 6),), weapons()["T34/85"], MIXED, aspect="side"))
    assert said(shot) == [
        ("8.1", "PzV AP", 18),
        ("8.7", "T34/85 side", -8),
        ("8.9b", "attack differential", 10),
        ("8.91-06-10", "table 8.91 at range 6", "1-10"),
    ]


@pytest.mark.rules("8.22c", "8.31b", "15.11a", "8.3b", "10.31", "10.61a", "14.41b", "8.7c", "8.7d")
def test_8_22c_he_is_summed_each_unit_halved_by_itself() -> None:
    crew = (firer("T34/85", 12, 3), firer("T62", 31, 3, True))
    target = Aim(crew, weapons()["infantry"], MIXED, "rough", wreck=True, through="berm", points=1, moving=True)
    shot = resolve(target)
    assert said(shot) == [
        ("8.1", "T34/85 HE", 10),
        ("8.1", "T62 HE", 10),
        ("8.31b", "beyond effective range 30, halved", -5),
        ("15.11a", "force at Preservation, halved", -2),
        (MIXED.rows["rough"].rule, "rough ground", -3),
        (MIXED.rows["wreck"].rule, "wreck", -1),
        ("10.61a", "behind a berm", -3),
        ("8.9b", "attack differential", 13 - 7),
        ("8.92-31-35", "table 8.92 at range 31", "•"),
    ]
    assert (shot.strength.rule, shot.strength.label, shot.strength.value) == ("8.22c", "HE attack strength", 13)
    assert (shot.distance, shot.hits_on, shot.add) == (31, (), 0)


@pytest.mark.rules("10.4", "10.61b", "14.41a")
def test_8_7_what_shelters_a_vehicle_and_a_gun() -> None:
    tank = Aim((firer("T62", 9),), weapons()["PzV"], MIXED, "woods", wreck=True, aspect="rear", through="slope")
    assert said(resolve(tank))[1:5] == [
        ("8.7", "PzV rear", -weapons()["PzV"].rear),
        (MIXED.rows["woods"].rule, "woods ground", -2),
        (MIXED.rows["wreck"].rule, "wreck", -MIXED.rows["wreck"].vehicle),
        ("10.61b", "behind a slope", -6),
    ]
    clear = said(resolve(tank._replace(terrain="clear", wreck=False, through="")))
    assert [rule for rule, _, _ in clear] == ["8.1", "8.7", "8.9b", "8.9b", "8.91-06-10"]
    gun = resolve(Aim((firer("T62", 9),), weapons()["88AT"], MIXED, "woods", wreck=True, position=True, points=4))
    assert said(gun)[1:] == [
        ("14.41a", "Improved Position", -12),
        ("8.9b", "attack differential", -2),
    ]
    assert (gun.rule, gun.void, gun.column, gun.hits_on) == ("8.9b", "the differential is negative", "-", ())
    bare = resolve(Aim((firer("T62", 9),), weapons()["88AT"], MIXED, points=4))
    assert said(bare)[-1] == ("9.34b", "a gun does not move", 0)
    foot = resolve(Aim((firer("T62", 9),), weapons()["infantry"], MIXED, points=2))
    assert said(foot)[-1] == ("10.11", "infantry moves one hex, which counts one point (T-43)", 0)
    foot = resolve(Aim((firer("T62", 9),), weapons()["infantry"], MIXED, points=1))
    assert "infantry moves" not in said(foot)[-1][1]


@pytest.mark.rules("8.9b", "8.31a")
def test_8_31a_why_there_is_no_attack() -> None:
    def void(aim: Aim) -> tuple[str, str]:
        shot = resolve(aim)
        assert (shot.hits_on, shot.column) == ((), "-")
        return shot.rule, shot.void

    assert void(Aim((firer("CIII", 5),), weapons()["infantry"], MIXED)) == ("8.9b", "no HE strength")
    assert void(Aim((firer("infantry", 5)._replace(weapon=weapons()["76AT"]),), weapons()["infantry"], MIXED)) == (
        "8.9b", "no HE strength",
    )  # fmt: skip
    beyond = ("8.31a", "range 51 is beyond the last row of table 8.91")
    assert void(Aim((firer("M4", 51),), weapons()["PzIVh"], MIXED)) == beyond
    beyond = ("8.31a", "range 36 is beyond the last row of table 8.92")
    assert void(Aim((firer("M4", 36, 3),), weapons()["PzIVh"], MIXED)) == beyond
    assert resolve(Aim((firer("M4", 50),), weapons()["PzIVh"], MIXED, aspect="rear")).void == ""


@pytest.mark.rules("8.8a", "8.82", "8.8b", "8.8c", "8.83")
def test_8_81_an_infantry_shot_as_it_is_told() -> None:
    hits = {1: ((1,), (1, 2, 3)), 2: ((1,), (1, 2)), 3: ((), (1,))}
    for distance, moving in product((1, 2, 3, 4), (True, False)):
        state = "moving" if moving else "stationary"
        aim = Aim((firer("infantry", distance, 4, True),), weapons()["T62"], MIXED, "woods", True, points=3,
                  moving=moving)  # fmt: skip
        shot = resolve(aim)
        assert (shot.strength.value, shot.defence.value, shot.differential, shot.add) == (0, 0, 0, 0)
        assert (shot.strength.rule, shot.strength.label) == ("8.8", "infantry AT fire")
        assert (shot.column, shot.distance) == (state, distance)
        if distance == 4:
            assert (shot.rule, shot.void, shot.hits_on) == ("8.82", "infantry reaches three hexes", ())
            continue
        assert (shot.rule, shot.void, shot.hits_on) == ("8.81", "", hits[distance][0 if moving else 1])
        assert said(shot) == [
            (f"8.81-{distance}", f"infantry at range {distance}, target {state}", chart("8.81").cell(distance, state))
        ]
    soft = resolve(Aim((firer("infantry", 1),), weapons()["88AT"], MIXED))
    assert (soft.rule, soft.void, soft.hits_on) == ("8.8a", "infantry fires at vehicles only", ())
    assert (soft.differential, soft.add, soft.distance, soft.factors) == (0, 0, 1, ())
    far = resolve(Aim((firer("infantry", 4),), weapons()["T62"], MIXED))
    assert (far.differential, far.add, far.factors) == (0, 0, ())


def highest(table: str, distance: int, column: int) -> int:
    """The highest killing die: every row is the first one moved to the right."""
    rows = {
        "8.91": (0, 1, 2, 3, 4, 5, 6, 7, 8, 9),
        "8.92": (0, 1, 2, 4, 6, 8, 10),
        "8.93": (0, 0, 0, 2, 3, 4, 4, 5, 5, 7),
    }[table]
    return max(0, min(10, column + 1 - rows[(distance - 1) // 5]))


SAMPLES = ((1, 2, 0, False), (17, 3, 5, True), (33, 1, 2, False), (50, 4, 1, True))
"""Range, Panic Level, plotted points, Preservation."""


@pytest.mark.rules("8.0-gen-2", "8.9f", "8.9d", "8.71b", "8.31b", "15.11a", "3.4a", "3.4d")
@pytest.mark.parametrize("mode", MODES)
def test_8_9_single_shots_by_the_formula(mode: str) -> None:
    rows = terrain(mode).rows
    grounds = tuple(product(("clear", "rough", "woods"), ("", "berm", "slope"), (False, True)))
    vehicles = [each for each in weapons().values() if each.kind != "infantry"]
    for number, (one, other) in enumerate(product(vehicles, weapons().values())):
        name, through, wreck = grounds[number % len(grounds)]
        for distance, panic, points, preserved in SAMPLES:
            aspect = ("front", "side", "rear")[(number + distance) % 3]
            crew = (Firer(one, distance, panic, preserved),)
            aim = Aim(crew, other, terrain(mode), name, wreck, False, aspect, through, points, points > 0)
            soft = other.kind != "vehicle"
            strength = one.he if soft else one.ap
            for halved in (distance > one.range, preserved):
                strength = -(-strength // 2) if halved else strength
            value = "soft" if soft else "vehicle"
            defence = getattr(rows[name], value) + (getattr(rows["wreck"], value) if wreck else 0)
            defence += getattr(rows[through], value) if through else 0
            defence += 0 if soft else getattr(other, aspect)
            table = "8.93" if one.fc == "SC" else "8.91" if panic <= 2 else "8.92"
            shot = resolve(aim)
            void = strength == 0 or distance > (35 if table == "8.92" else 50) or strength < defence
            add = points // 2 if other.kind == "vehicle" else 0
            best = 0 if void else highest(table, distance, min(10, strength - defence)) - add
            assert bool(shot.void) is void
            assert (shot.strength.value, shot.defence.value, shot.add) == (strength, defence, add)
            assert shot.differential == strength - defence
            assert shot.hits_on == tuple(range(1, min(6, best) + 1)), (one.name, other.name, distance)
    assert absolute_range(weapons()["infantry"], 1) == 3
    assert [absolute_range(weapons()["M4"], panic) for panic in (0, 2, 3, 9)] == [50, 50, 35, 35]
    assert [absolute_range(weapons()["M60A2"], panic) for panic in (0, 3)] == [50, 50]


@pytest.mark.rules("8.3b", "8.22c")
def test_8_3b_the_farthest_firer_chooses_the_table_and_the_worst_of_equals() -> None:
    """T-39."""
    near, far = firer("M4", 3), firer("M60A2", 20, 3)
    assert resolve(Aim((near, far), weapons()["infantry"], MIXED)).factors[-1].label == "table 8.93 at range 20"
    even = (firer("M60A2", 20, 3), firer("M4", 20, 3))
    for crew in (even, even[::-1]):
        assert resolve(Aim(crew, weapons()["infantry"], MIXED)).factors[-1].label == "table 8.92 at range 20"
    out = (firer("M60A2", 40, 3), firer("M4", 40, 3))
    for crew in (out, out[::-1]):
        shot = resolve(Aim(crew, weapons()["infantry"], MIXED))
        assert (shot.rule, shot.void) == ("8.31a", "range 40 is beyond the last row of table 8.92")


@pytest.mark.rules("8.0-proc-df-6", "8.3a", "8.54", "8.0-gen-2")
def test_8_0_unless_told_otherwise_a_target_stands_in_the_open_and_shows_its_front() -> None:
    aim = Aim((firer("M4", 3),), weapons()["PzIVh"], MIXED)
    assert aim[3:] == ("clear", False, False, "front", "", 0, False, ())
    assert aim.firers[0].preserved is False
