"""The expected score of a side in a world, at a glance: losses against what decides the situation, clock, threats."""

from __future__ import annotations

from functools import lru_cache
from math import exp

from hulldown.bots.tank.field import field, marching
from hulldown.bots.tank.odds import armour, arms, die_chance, is_soft
from hulldown.games.tank.data import Scenario, scenarios, weapons
from hulldown.games.tank.state import ALPHA, BRAVO, DESTROYED, EXITED, ON_MAP, SIDES, TankState, Unit

COVER = 1
"""Defence that a standing unit may be expected to have from the ground, on the mean."""


def value(world: TankState, side: str) -> float:
    """Between 0, a certain defeat, and 1, a certain victory; a draw is 0.5."""
    if world.outcome is not None:
        winner = world.outcome.winner
        return 0.5 if winner is None else float(winner == side)
    scenario = scenarios()[world.scenario]
    alpha = _JUDGES[scenario.situation](world, scenario)
    return alpha if side == ALPHA else 1.0 - alpha


def _chance(odds: float) -> float:
    """A chance from log odds, never quite certain."""
    return 0.01 + 0.98 / (1.0 + exp(-max(-20.0, min(20.0, odds))))


def _left(world: TankState, scenario: Scenario, side: str) -> float:
    strength = int(getattr(scenario, side).strength)
    return (strength - world.losses.get(side, 0)) / strength


def _meeting(world: TankState, scenario: Scenario) -> float:
    """The ratio of the forces, weighing more as the turns run out; a force at Preservation shoots at half strength."""
    lead = _left(world, scenario, ALPHA) - _left(world, scenario, BRAVO)
    last = scenario.length or int(world.options["turn_cap"])
    late = world.turn / last
    broken = bool(world.preserved.get(BRAVO)) - bool(world.preserved.get(ALPHA))
    return _chance((5.0 + 6.0 * late) * lead + 1.2 * broken + 3.0 * threat(world, scenario))


def _antitank(world: TankState, scenario: Scenario) -> float:
    """Guns and losses of Bravo against losses of Alpha, and the turns in which nothing happens (17.12)."""
    total = guns = 0
    for unit in world.units:
        if unit.side == BRAVO and weapons()[unit.type].kind == "gun":
            total += 1
            guns += unit.status != DESTROYED
    losses = world.losses
    done = max(1.0 - guns / max(1, total), losses.get(BRAVO, 0) / max(1, scenario.bravo.preservation))
    hurt = losses.get(ALPHA, 0) / max(1, scenario.alpha.preservation)
    if world.first_fire:
        quiet = (world.turn - max(world.last_loss, world.first_fire)) / int(world.options["quiet_turns"])
    else:
        quiet = world.turn / int(world.options["engage_turns"])
    return _chance(0.3 + 5.0 * (done - hurt) - 2.0 * quiet**2 + 3.0 * threat(world, scenario))


def _rearguard(world: TankState, scenario: Scenario) -> float:
    """How many of Alpha may be expected to get through, against half of them; a broken rearguard can only draw."""
    prey = scenario.alpha.forces[0].type
    allowance = max(1, weapons()[prey].ma)
    goals = field(scenario.map, scenario.mode).place.board.edges["Y"]
    way = marching(scenario.map, scenario.mode, allowance, goals)
    at = field(scenario.map, scenario.mode).at
    left = max(0, scenario.length - world.turn) + 1
    far = float(way.max())
    through = 0.0
    waiting = 0
    for unit in world.units:
        if unit.side != ALPHA or unit.status == DESTROYED:
            continue
        if unit.status == EXITED:
            through += 1.0
            continue
        waiting += unit.status != ON_MAP
        points = float(way[at[unit.cell]]) if unit.status == ON_MAP else far * 0.8 + waiting
        spare = left - 1.15 * points / allowance
        through += max(0.0, min(0.95, 0.5 + 0.12 * spare)) * (1.0 - 0.25 * min(1.0, points / far))
    quota = scenario.alpha.strength // 2
    wins = _chance(1.2 * (through - quota) + 2.0 * threat(world, scenario))
    return wins + (1.0 - wins) * (0.5 if world.preserved.get(BRAVO) else 0.0)


_JUDGES = {"meeting": _meeting, "introductory": _meeting, "antitank": _antitank, "rearguard": _rearguard}


def threat(world: TankState, scenario: Scenario) -> float:
    """Alpha's best shots less Bravo's, as parts of the forces shot at."""
    forces: dict[str, list[Unit]] = {side: [] for side in SIDES}
    for unit in world.units:
        if unit.status == ON_MAP:
            forces[unit.side].append(unit)
    place = field(scenario.map, scenario.mode).place
    rows, distance = place.sight.rows, place.board.distance
    total = 0.0
    for side, other, sign in ((ALPHA, BRAVO, 1.0), (BRAVO, ALPHA, -1.0)):
        prey = [unit for unit in forces[other] if not unit.hidden]
        mask = 0
        for unit in prey:
            mask |= 1 << unit.cell
        panic = int(getattr(scenario, side).panic)
        halved = bool(world.preserved.get(side))
        hits = 0.0
        for unit in forces[side]:
            row = rows[unit.cell]
            if row & mask:
                hits += max(
                    _shot(unit.type, target.type, distance(unit.cell, target.cell), panic, halved)
                    for target in prey
                    if row >> target.cell & 1
                )
        total += sign * min(hits, 0.7 * len(prey)) * (1.0 - panic / 10) / int(getattr(scenario, other).strength)
    return total


@lru_cache(maxsize=8192)
def _shot(name: str, target: str, distance: int, panic: int, halved: bool) -> float:
    """The chance of a shot at a target's front on fair ground; a soft target is fired at by three."""
    gun = arms(name, panic, halved)
    if gun.kind == "infantry":
        return 0.3 if distance <= 2 and not is_soft(target) else 0.0
    if is_soft(target):
        return die_chance(gun, distance, 3 * gun.he[distance > gun.effective], 12, 0) / 3 if distance else 0.0
    return die_chance(gun, distance, gun.ap[distance > gun.effective], armour(target)[0] + COVER, 2)
