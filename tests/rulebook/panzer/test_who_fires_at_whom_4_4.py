"""Spotting, fields of fire and aims (4.1, 4.4): hundreds of crowded positions against slow, plain formulas."""

from __future__ import annotations

from math import acos, degrees, sqrt
from random import Random

import pytest
from msgspec import structs

from hulldown.core.dice import dice
from hulldown.core.hex import DIRECTIONS
from hulldown.core.options import read_options
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.rules import arcs, combat, overwatch, spotting
from hulldown.games.panzer.rules.fire import Aim
from hulldown.games.panzer.rules.options import OPTIONS
from hulldown.games.panzer.rules.state import (
    EXITED,
    KNOCKED_OUT,
    OFF_MAP,
    ON_MAP,
    WAITING,
    Frame,
    Mover,
    PanzerState,
    Progress,
    Shot,
    Unit,
    Wreck,
)
from support.panzer_field import staged
from support.panzer_yard import yard as panzer_yard

TYPES = {
    "soviet": ("T-34/76 M43", "SU-76M M43", "T-70 M42", "Truck"),
    "german": ("PzKpfw IVH", "StuG IIIG", "SPW 251/1", "Truck"),
}
REACH = {"T-34/76 M43": 17, "SU-76M M43": 17, "T-70 M42": 13, "PzKpfw IVH": 23, "StuG IIIG": 23}
FIXED = ("SU-76M M43", "StuG IIIG")
COVER = {"scrub": "light", "rough": "light", "shellhole": "light", "light_woods": "light", "woods": "medium",
         "heavy_woods": "heavy", "brick_building": "light", "gully": "light"}  # fmt: skip
ROWS = {"none": 0, "light": -1, "medium": -2, "heavy": -3}
RANGES = {-5: 1, -4: 3, -3: 5, -2: 7, -1: 10, 0: 20, 1: 30, 2: 40}
COMMANDS = ("FIRE", "MOVE", "HALT", "OW", "NC")


def some_of(count, share, rng):
    """A part of so many vehicles, by their places in the list."""
    return tuple(number for number in range(count) if rng.random() < share)


@pytest.fixture(scope="module")
def yard():
    return panzer_yard()


def crowded(board, rng):
    """A position in which anything may have happened; some hexes are full."""
    cells = rng.sample(list(board.cells), 10)
    cells += cells[:2] * 8
    units = []
    for side, types in TYPES.items():
        for number in range(1, rng.randint(6, 14)):
            status = rng.choice((ON_MAP,) * 8 + (WAITING, EXITED, KNOCKED_OUT))
            unit = Unit(f"{side[0].upper()}{number}", side, rng.choice(types), 0, rng.choice(cells), rng.randrange(6))
            unit.status = status
            unit.cell = OFF_MAP if status == WAITING else unit.cell
            unit.mark = rng.choice(("", "", "fire", "move"))
            unit.command = rng.choice((*COMMANDS, ""))
            unit.known, unit.fired, unit.damaged = (rng.random() < share for share in (0.4, 0.3, 0.3))
            units.append(unit)
    wrecks = [Wreck(cell, rng.random() < 0.7, rng.random() < 0.3) for cell in rng.sample(list(board.cells), 10)]
    return PanzerState(
        scenario="panzer/test", options=read_options(OPTIONS, {}), seed="script:",
        stack=[Frame("fire1", side="soviet")],
        units=units, wrecks=wrecks, turn=3, engaged=some_of(len(units), 0.25, rng),
        chain=some_of(len(units), 0.5, rng),
    )  # fmt: skip


def apart(board, a, b):
    dq, dr = board.q[b] - board.q[a], board.r[b] - board.r[a]
    return (abs(dq) + abs(dr) + abs(dq + dr)) // 2


def degrees_between(way, line):
    """The angle between two displacements of hexes."""
    (x1, y1), (x2, y2) = ((1.5 * q, sqrt(3) * (r + q / 2)) for q, r in (way, line))
    cosine = (x1 * x2 + y1 * y2) / (sqrt(x1**2 + y1**2) * sqrt(x2**2 + y2**2))
    return degrees(acos(max(-1.0, min(1.0, cosine))))


def angle(board, facing, a, b):
    """The degrees between a facing and the line from a to b."""
    way = DIRECTIONS[facing].q, DIRECTIONS[facing].r
    return degrees_between(way, (board.q[b] - board.q[a], board.r[b] - board.r[a]))


def bears_on(board, shooter, target):
    """4.4.3.1, 3.5.2a: in range, and in front of a fixed gun."""
    away = apart(board, shooter.cell, target.cell)
    if shooter.type not in REACH or not 1 <= away <= REACH[shooter.type]:
        return False
    return shooter.type not in FIXED or angle(board, shooter.facing, shooter.cell, target.cell) < 30.001


def full(state, cell):
    return len([unit for unit in state.units if unit.status == ON_MAP and unit.cell == cell]) >= 6


def seen_to(state, board, target):
    """4.1.3: the base range and its modifiers."""
    cover = COVER.get(board.terrain[target.cell], "none")
    net = {"": 0, "move": 2, "fire": 3}[target.mark] + (0 if full(state, target.cell) else ROWS[cover])
    return RANGES[max(-5, min(2, net))]


def spotted(state, ground, spotter, target):
    away = apart(ground.board, spotter.cell, target.cell)
    clear = ground.block(spotter.cell, target.cell) is None
    return spotter.type != "Truck" and clear and away <= seen_to(state, ground.board, target)


def here(state):
    return [(index, unit) for index, unit in enumerate(state.units) if unit.status == ON_MAP]


@pytest.mark.rules(
    "4.1.3a", "4.1.3e", "4.1.3f", "4.1.3-cover", "4.1.3c", "4.1.3.2", "4.1.3-target-fired", "4.1.3-target-moved",
    "3.7a", "4.1.3-table", "4.1.3i", "4.1.3j",
)  # fmt: skip
def test_the_spotting_range_for_every_cover_and_counter():
    for cover, row in ROWS.items():
        for mark, more in (("", 0), ("move", 2), ("fire", 3)):
            for crowd in (False, True):
                found = spotting.spotting_range(cover, mark, crowd)
                net = more + (0 if crowd else row)
                assert found.value == RANGES[max(-5, min(2, net))]
                told = [factor.value for factor in found.factors if factor.rule != "4.1.3.2"]
                parts = [part for part in (0 if crowd else row, more) if part]
                assert told == [20, *parts, found.value]
                lost = [factor.value for factor in found.factors if factor.rule == "4.1.3.2"]
                assert lost == ([0] if crowd and cover != "none" else [])


@pytest.mark.slow
@pytest.mark.rules(
    "4.1a", "4.1b", "4.1c", "4.1e", "4.1.2", "4.1.4a", "4.1.1a", "4.1.1b", "4.1.4c", "4.1.5a", "4.1.1c", "4.1.1d",
    "4.1.1g", "4.1.3g", "4.1.3a", "4.1.3i",
)  # fmt: skip
def test_the_spotting_phase_notes_every_pair_and_takes_needless_counters(yard):
    rng = Random("spotting")
    taken = 0
    for _ in range(60):
        state = crowded(yard.board, rng)
        for _, unit in here(state):
            for _, other in here(state):
                if unit.side != other.side:
                    assert spotting.spots(state, staged(yard), unit, other) == spotted(state, yard, unit, other)
                    assert spotting.reach(state, staged(yard), other) == seen_to(state, yard.board, other)
                    assert spotting.explained(state, staged(yard), other).value == seen_to(state, yard.board, other)
        expected = {unit.id: () for unit in state.units}
        unseen = []
        for index, target in here(state):
            spotters = [u for _, u in here(state) if u.side != target.side and spotted(state, yard, u, target)]
            for unit in spotters:
                expected[unit.id] += (index,)
            if target.mark and not spotters:
                unseen.append((target.id, target.mark))
        doing = Doing(dice("script:", 0), 3)
        marks = {unit.id: unit.mark for unit in state.units}
        spotting.spotting_phase(state, staged(yard), doing)
        assert {unit.id: unit.sees for unit in state.units} == expected
        assert [(event.data["unit"], event.data["mark"]) for event in doing.events] == unseen
        assert {event.rule for event in doing.events} <= {"4.1.5a"}
        for unit in state.units:
            assert unit.mark == ("" if unit.id in dict(unseen) else marks[unit.id])
        taken += len(unseen)
    assert taken > 20


@pytest.mark.rules(
    "4.4.1h", "4.4.3d", "3.5.2a", "4.4.3a", "4.4.3b", "4.4.1a", "4.4.1c", "4.4.1g", "4.4.1j", "4.4.1n", "4.1b",
    "4.1.1f", "4.4.3.1.1", "4.4.3.1.2a", "4.4.3.1.3b", "4.4.3.1.4b", "4.4.3.1.4c",
)  # fmt: skip
def test_who_must_declare_fire_and_at_whom(yard):
    rng = Random("direct fire")
    board = yard.board
    for _ in range(60):
        state = crowded(board, rng)
        spotting.spotting_phase(state, staged(yard), Doing(dice("script:", 0), 3))
        if rng.random() < 0.5:
            rng.choice(state.units).status = KNOCKED_OUT
        ready = {"soviet": {}, "german": {}}
        for index, unit in enumerate(state.units):
            targets = [
                number
                for number, other in here(state)
                if number in unit.sees and unit.status == ON_MAP and bears_on(board, unit, other)
            ]
            assert combat.targets_of(state, staged(yard), index) == targets
            left = [number for number in targets if number not in state.engaged]
            if unit.command in ("FIRE", "HALT") and not unit.fired and left:
                ready[unit.side][index] = left
        for side in ready:
            assert combat.shooters(state, staged(yard), side) == ready[side]


@pytest.mark.slow
@pytest.mark.rules(
    "4.4.2a", "4.4.2b", "4.4.2c", "4.4.2d", "4.4.2f", "4.4.2g", "4.2e", "4.2f", "4.1d", "4.5c", "4.5d", "4.5e",
    "4.5.1.1.8b", "4.4.1j",
)  # fmt: skip
def test_whom_overwatch_may_answer_and_who_could(yard):
    rng = Random("overwatch")
    board = yard.board
    asked = set()
    for _ in range(80):
        state = crowded(board, rng)
        units = state.units
        mover = rng.randrange(len(units))
        state.mover = Mover(mover, Progress(), [], 0, 0, 0) if rng.random() < 0.8 else None
        for side in ("soviet", "german"):
            for step in ("watch", "react"):
                shooting = {n for n, unit in enumerate(units) if unit.fired}
                if step == "react":
                    shooting = {n for n in shooting if n in state.chain}
                    shooting |= {mover} if state.mover is not None else set()
                targets = [
                    n
                    for n in sorted(shooting)
                    if units[n].side != side and units[n].status == ON_MAP and n not in state.engaged
                ]
                assert overwatch.open_targets(state, side, step) == targets
                able = {}
                anybody = False
                for n in targets:
                    for index, unit in here(state):
                        away = apart(board, unit.cell, units[n].cell)
                        sees = yard.block(unit.cell, units[n].cell) is None
                        bears = sees and away <= seen_to(state, board, units[n]) and bears_on(board, unit, units[n])
                        assert bears == overwatch.bears(
                            state, staged(yard), unit, units[n], seen_to(state, board, units[n])
                        )
                        if unit.side == side and not unit.known and bears:
                            anybody |= unit.command != ""
                            if unit.command == "OW":
                                able.setdefault(index, []).append(n)
                assert overwatch.watchers(state, staged(yard), side, targets) == able
                assert overwatch.could_fire(state, staged(yard), side, targets) == anybody
                moves = state.mover is not None and units[mover].side != side
                every = ("pass", "pass vehicle", "pass step")
                assert overwatch.choices(state, side, step) == (every if step == "react" and moves else every[:1])
                asked.add((anybody, bool(able)))
    assert asked == {(False, False), (True, False), (True, True)}


@pytest.mark.slow
@pytest.mark.rules(
    "4.4.1h", "4.4.3.2.2-target-moving-a", "4.4.3.2.2-target-moving-b", "4.4.3.2.4a", "4.4.3.2.4b", "4.4.3.2.4c",
    "4.4.3.2.2-overwatch-a", "4.4.3.2.2-overwatch-b", "4.4.3.2.2-overwatch-adjust-a", "3.8b", "3.8c",
    "4.4.3.2.2-target-cover-b", "4.4.3.2.2-brew-up-smoke-c", "4.4.3.2.2-short-halt-a",
)  # fmt: skip
def test_everything_an_aim_is_made_of(yard):
    rng = Random("aims")
    board = yard.board
    aspects, watches = set(), set()
    for _ in range(60):
        state = crowded(board, rng)
        smoke = [wreck.cell for wreck in state.wrecks if wreck.brewed and not wreck.fresh]
        for index, shooter in here(state):
            for number, target in here(state):
                on_watch = rng.random() < 0.5
                if shooter.side == target.side or shooter.type not in REACH or shooter.cell == target.cell:
                    continue
                shown = angle(board, target.facing, target.cell, shooter.cell)
                ahead = angle(board, shooter.facing, shooter.cell, target.cell) < 30.001
                aspect = "either" if abs(shown - 90) < 0.001 else "front" if shown < 90 else "rear"
                watch = "overwatch" if ahead else "none" if shooter.type in FIXED else "adjust"
                expected = Aim(
                    cards()[shooter.type], cards()[target.type], apart(board, shooter.cell, target.cell), aspect,
                    COVER.get(board.terrain[target.cell], "none"), full(state, target.cell),
                    target.known and target.command in ("MOVE", "HALT"), target.damaged, shooter.command == "HALT",
                    shooter.damaged, watch if on_watch else "none",
                    len(yard.hindering(shooter.cell, target.cell, smoke)),
                )  # fmt: skip
                found = combat.aim_of(state, staged(yard), Shot(index, number, on_watch))
                assert found._replace(cover_source="") == expected
                assert found.cover_source == yard.rows[target.cell].provenance["fire_cover"]
                imagined = combat.aim_of(state, staged(yard), Shot(index, number, on_watch), not expected.target_moving)
                assert imagined.target_moving != expected.target_moving
                aspects.add(aspect)
                watches.add(expected.watch)
    assert (aspects, watches) == ({"front", "rear", "either"}, {"none", "overwatch", "adjust"})


@pytest.mark.rules(
    "4.4.3.1.1", "4.4.3.1.2a", "4.4.3.1.3a", "4.4.3.1.3b", "4.4.3.1.4a", "4.4.3.1.4b", "4.4.3.1.4c", "4.4.3.1.5a",
    "4.4.3.1.5b", "4.4.3.1.5c", "4.4.3.2.2-overwatch-a", "4.4.3.2.2-overwatch-adjust-a", "4.4.3.2.2-overwatch-adjust-b",
    "4.4.3.2.2-overwatch-b", "4.4.3.2.4a", "4.4.3.2.4b", "4.4.3.2.4c",
)  # fmt: skip
def test_the_field_of_fire_of_every_mount_in_every_direction():
    known = cards()
    plain = known["SU-76M M43"]
    mounts = {mount: structs.replace(plain, mount=mount) for mount in ("turret", "pivot", "front", "rear", "none")}
    steps = [(one.q, one.r) for one in DIRECTIONS]
    for facing in range(6):
        for dq in range(-7, 8):
            for dr in range(-7, 8):
                turned = degrees_between(steps[facing], (dq, dr)) if (dq, dr) != (0, 0) else 0.0
                ahead, behind = turned < 30.001, turned > 149.999
                for mount, card in mounts.items():
                    if mount == "none" or (dq, dr) == (0, 0):
                        way = "none"
                    elif mount == "rear":
                        way = "overwatch" if behind else "none"
                    else:
                        way = "overwatch" if ahead else "none" if mount == "front" else "adjust"
                    assert arcs.watch(card, facing, dq, dr) == way, (mount, facing, dq, dr)
                    assert arcs.in_field(card, facing, dq, dr) == (way != "none")
                if (dq, dr) != (0, 0):
                    shown = "either" if abs(turned - 90) < 0.001 else "front" if turned < 90 else "rear"
                    assert arcs.aspect(facing, dq, dr) == shown
