"""Air Phases: runs along columns, attacks by what they promise, and AA fire at the best moment."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from functools import lru_cache
from typing import NamedTuple

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.odds import DAMAGE, gp_blow
from hulldown.bots.panzer.advanced.travel import turns_to
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.advanced_tables import Grade, find_grade
from hulldown.games.panzer.data.aircraft import ALTITUDES, BOMBS, ROCKETS, SPEEDS, STRAFE, Altitude
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.rules.advanced import air as tables
from hulldown.games.panzer.rules.advanced import gp
from hulldown.games.panzer.rules.advanced.air import Flying, Weapon
from hulldown.games.panzer.rules.advanced.air_model import Flight, Plane
from hulldown.games.panzer.rules.advanced.air_words import (
    BANK,
    DIVE,
    DONE_FLYING,
    FLAK,
    FLY,
    FLYING,
    LOADING,
    PASS,
    STRIKING,
)
from hulldown.games.panzer.rules.advanced.play.air import antiair, attacking, planes, sighting, striking
from hulldown.games.panzer.rules.advanced.play.facts import card_of, passengers, vehicle_of
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.state import ON_MAP

Jolt = Callable[[], float]
WORTHWHILE = 2.0
"""The points that a flight must promise."""
LEAST = 1.0
"""The points that an attack must promise."""
RISK = 0.35
"""How much of the danger from AA guns counts against a way."""
FRIENDS = 1.5
"""How much more friends in a pattern count than enemies."""
NOW = 0.85
"""The part of the best shot still to come from which on a gun fires."""
BETTER = 0.7
"""The part of the best attack on the way from which on one is made."""


class Run(NamedTuple):
    """A flight across the map and what it promises."""

    worth: float
    task: Task


# What an attack promises.


def gain_at(field: Field, plane: Plane, weapon: Weapon, flying: Flying, hexes: tuple[Cell, ...], far: int) -> float:
    """The points that an attack on some hexes takes from the enemy, less those it takes from friends."""
    strike = striking.Strike(plane.id, planes.card_of(plane), weapon, flying, far)
    total = 0.0
    for index, unit in enumerate(field.units):
        if unit.status != ON_MAP or unit.cell not in hexes:
            continue
        card = card_of(unit)
        squad = isinstance(card, LegUnit) and card.size.name == "squad"
        aim = striking.aim_at(field.state, field.scene, strike, index)
        part = gp_blow(aim, squad).part(field.suppressed(index))
        sign = -FRIENDS if unit.side == plane.side else 1.0
        total += sign * part * field.worth(index) + sign * 2.0 * part * len(passengers(field.state, index))
    return total


def _below(field: Field, plane: Plane) -> dict[Cell, list[int]]:
    """The enemies that an aircraft of ours could see, by hex."""
    found: dict[Cell, list[int]] = {}
    state, scene = field.state, field.scene
    for index, unit in enumerate(field.units):
        if unit.side == plane.side or unit.status != ON_MAP:
            continue
        if not sighting.hidden(state, scene, index) or sighting.observer(state, scene, index) >= 0:
            found.setdefault(unit.cell, []).append(index)
    return found


def _weapons(field: Field, plane: Plane, flying: Flying) -> Iterator[tuple[Weapon, Altitude]]:
    """What an aircraft can attack with as it flies, and the altitude from which it does so."""
    state, card, altitude = field.state, planes.card_of(plane), flying.altitude
    if altitude == tables.LOW:
        if planes.uses_left(state, plane, STRAFE):
            yield "strafe", "low"
        if plane.load == ROCKETS and planes.uses_left(state, plane, ROCKETS):
            yield "rocket", "low"
    elif plane.load == BOMBS and planes.uses_left(state, plane, BOMBS):
        dives = altitude == tables.HIGH and flying.speed == tables.SLOW and card.dive
        yield "bomb", "low" if dives else altitude


def _run(
    field: Field, plane: Plane, flying: Flying, way: list[Cell], facing: int, below: dict[Cell, list[int]]
) -> float:
    """What a way promises: the best attack of each stretch that is long enough to acquire a target."""
    needed = int(tables.acquire(flying).value)
    armed = list(_weapons(field, plane, flying))
    total, free = 0.0, -1
    for place in range(len(way) - 1):
        target = way[place + 1]
        if target not in below or place <= free:
            continue
        early = place + 1 < needed
        start = 0 if early else place + 1 - needed
        if start <= free or not sighting.clear(field.state, field.scene, way[start], target, flying.altitude):
            continue
        best = max([_promised(field, plane, flying, way, place, facing, one) for one in armed], default=0.0)
        if best > LEAST:
            total += best
            free = place
    return total


def _promised(
    field: Field, plane: Plane, flying: Flying, way: list[Cell], place: int, facing: int, arm: tuple[Weapon, Altitude]
) -> float:  # fmt: skip
    """What an attack on the hex after one of a way promises."""
    weapon, altitude = arm
    attack = flying._replace(altitude=altitude)
    if weapon == "rocket":
        return gain_at(field, plane, weapon, attack, (way[place + 1],), 2) if place else 0.0
    hexes = tables.pattern(field.board, weapon, attack, facing, way[place + 1])
    return gain_at(field, plane, weapon, attack, hexes, 1)


def _danger(field: Field, plane: Plane, flying: Flying, way: list[Cell]) -> float:
    """The points that AA guns may take on a way, by their nearest shot."""
    card = planes.card_of(plane)
    total = 0.0
    for index, unit in enumerate(field.units):
        weapon = antiair.weapon_of(field.state, index)
        if weapon is None or unit.side == plane.side or unit.status != ON_MAP or unit.known:
            continue
        if tables.may_fire(weapon, flying) is not None:
            continue
        near = max(1, min(field.board.distance(unit.cell, cell) for cell in way))
        if near <= weapon.row.reach:
            outcomes = gp.resolve(tables.aa_fire(weapon, card, flying, near, "seasoned")).outcomes
            total += float(outcomes["eliminated"] + outcomes["damaged"] / 3) * card.points
    return RISK * total


def _flown(plane: Plane, grade: Grade, manner: str) -> Flying:
    """How an aircraft flies in a manner."""
    words = manner.split()
    speed = next(one for one in SPEEDS if one == words[0])
    altitude = next(one for one in ALTITUDES if one == words[1])
    return Flying(speed, altitude, grade, bool(plane.suppressed), plane.damaged)


def _runs(field: Field, legal: Legal) -> Iterator[Run]:
    air = planes.air_of(field.state)
    assert air is not None
    for offer in legal.units:
        place = planes.plane_named(air, offer.unit)
        plane = air.planes[place]
        below = _below(field, plane)
        grade = find_grade(planes.airman(field.scene, place).grade)
        manners = [words for words in offer.options[0].choices if len(words.split()) == 2]
        for option in offer.options:
            for cell in option.cells:
                for facing in option.facings:
                    way = list(tables.straight(field.board, cell, facing))
                    if not any(one in below for one in way[1:]):
                        continue
                    for manner in manners:
                        flying = _flown(plane, grade, manner)
                        worth = _run(field, plane, flying, way, facing, below)
                        if worth > WORTHWHILE:
                            worth -= _danger(field, plane, flying, way)
                            yield Run(worth, Task(offer.unit, FLY, (cell,), facing, manner))


def fly_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """The flight that promises most; nobody flies where none is worth it."""
    best: Run | None = None
    for run in _runs(field, legal):
        run = Run(run.worth + jolt(), run.task)
        if best is None or run.worth > best.worth:
            best = run
    if best is None or best.worth < WORTHWHILE:
        return Order(FLYING, choice=DONE_FLYING, decision=legal.decision.id)
    return Order(FLYING, (best.task,), decision=legal.decision.id)


def strike_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """The attack that promises most from here, unless a better one lies ahead."""
    passing = Order(STRIKING, choice=PASS, decision=legal.decision.id)
    flight = planes.flight_of(field.state)
    if flight is None or not legal.units:
        return passing
    air = planes.air_of(field.state)
    assert air is not None
    plane = air.planes[flight.plane]
    best, chosen = LEAST, passing
    for option in legal.units[0].options:
        if option.kind == BANK:
            continue
        for name in option.targets:
            worth = _strike_gain(field, plane, flight, option.kind, field.names[name]) + jolt()
            if worth > best:
                best = worth
                task = Task(plane.id, option.kind, targets=(name,))
                chosen = Order(STRIKING, (task,), decision=legal.decision.id)
    if chosen is not passing and best < BETTER * _ahead(field, plane, flight):
        return passing
    return chosen


def _strike_gain(field: Field, plane: Plane, flight: Flight, kind: str, target: int) -> float:
    weapon = attacking.ATTACKS[kind]
    flying = attacking.manner_of(field.state, field.scene, kind)
    cell = field.units[target].cell
    hexes = tables.pattern(field.board, weapon, flying, flight.facing, cell)
    return gain_at(field, plane, weapon, flying, hexes, field.board.distance(flight.cell, cell))


def _ahead(field: Field, plane: Plane, flight: Flight) -> float:
    """What the best attack on a target that is acquired promises farther on."""
    way = list(tables.straight(field.board, flight.cell, flight.facing))
    kinds = [DIVE] if attacking.refused(field.state, field.scene, DIVE) is None else [
        kind for kind in attacking.ATTACKS if attacking.refused(field.state, field.scene, kind) is None
    ]  # fmt: skip
    best = 0.0
    for index, _ in flight.seen:
        if field.units[index].cell not in way[2:] or not sighting.acquired(field.state, field.scene, index):
            continue
        for kind in kinds:
            weapon = attacking.ATTACKS[kind]
            flying = attacking.manner_of(field.state, field.scene, kind)
            hexes = tables.pattern(field.board, weapon, flying, flight.facing, field.units[index].cell)
            far = 2 if weapon == "rocket" else 1
            best = max(best, gain_at(field, plane, weapon, flying, hexes, far))
    return best


def load_tasks(legal: Legal) -> list[Task]:
    """Rockets where there is a choice: they go with strafing at Low altitude."""
    return [
        Task(unit.unit, LOADING, choice=ROCKETS)
        for unit in legal.units
        if unit.options and unit.options[0].kind == LOADING and ROCKETS in unit.options[0].choices
    ]


# AA fire.


def flak_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """Those guns fire for which it gets no better: a diver is awaited at Low altitude, others at close range."""
    flight = planes.flight_of(field.state)
    tasks = []
    for unit in legal.units:
        index = field.names[unit.unit]
        now = _promise(field, index) + 0.02 * jolt()
        if flight is not None and (flight.attack or now >= NOW * _coming(field, index, flight)):
            tasks.append(Task(unit.unit, unit.options[0].kind, targets=unit.options[0].targets))
    if not tasks:
        return Order(FLAK, choice=PASS, decision=legal.decision.id)
    return Order(FLAK, tuple(tasks), decision=legal.decision.id)


def _promise(field: Field, index: int, distance: int = 0) -> float:
    """What the fire of a gun does to the aircraft, as a part of it; from another distance if one is given."""
    aim = antiair.aim_of(field.state, field.scene, index)
    outcomes = gp.resolve(aim._replace(distance=distance or aim.distance)).outcomes
    if not outcomes:
        return 0.0
    return float(outcomes["eliminated"]) + DAMAGE * float(outcomes["damaged"]) + 0.1 * float(outcomes["suppressed"])


def _coming(field: Field, index: int, flight: Flight) -> float:
    """The best that a gun may hope for on the rest of a straight flight, in its sight and arc."""
    cell, best = field.units[index].cell, 0.0
    flying = planes.flying_of(field.state, field.scene)
    for over in list(tables.straight(field.board, flight.cell, flight.facing))[1:]:
        if sighting.clear(field.state, field.scene, over, cell, flying.altitude):
            far = max(1, field.board.distance(cell, over))
            best = max(best, _promise(field, index, far))
    return best


def awaited(field: Field) -> bool:
    """Whether enemy aircraft may come this turn."""
    air = planes.air_of(field.state)
    return air is not None and planes.flying_side(field.state) != field.side and bool(
        planes.ready(field.state, field.scene)
    )  # fmt: skip


def may_fly(field: Field, turn: int) -> bool:
    """Whether enemy aircraft may come in a turn (6.7.2.1a, 6.7.2.1b)."""
    air = planes.air_of(field.state)
    if air is None or planes.flying_side(field.state) == field.side:
        return False
    for place, plane in enumerate(air.planes):
        listed = planes.airman(field.scene, place)
        if plane.first:
            here = turn < plane.first + tables.LOITER
        else:
            here = listed.first <= turn <= listed.last
        if here and not plane.lost:
            return True
    return False


def hunted(field: Field) -> bool:
    """Whether the enemy has aircraft that may still come, in this turn or a later one."""
    return any(may_fly(field, turn) for turn in range(field.state.turn, field.scene.scenario.turns + 1))


def guards_sky(field: Field, index: int) -> bool:
    """Whether a unit has an AA row while enemy aircraft may come."""
    return hunted(field) and antiair.weapon_of(field.state, index) is not None


def guns_watch(field: Field, index: int) -> float:
    """What Overwatch is worth to an AA unit while enemy aircraft may come."""
    if antiair.weapon_of(field.state, index) is None or not awaited(field):
        return 0.0
    air = planes.air_of(field.state)
    assert air is not None
    return 0.12 * sum(planes.card_of(plane).points for plane in air.planes if not plane.lost) / len(air.planes)


EXPOSED = 0.06
"""What a vehicle in the open with others in line loses to aircraft that may come, as a part of its worth."""


SOFT = 0.2
"""The same for a vehicle without armour, before it is divided by the GP Defense."""
PATIENCE = 2.0
"""Turns to spare from which on a vehicle waits until aircraft are gone."""
BUNCHED = 0.08
"""What each of two vehicles in one hex loses to aircraft that may come: one attack strikes both."""


def bunched(field: Field, index: int) -> float:
    """What it costs a vehicle to share a hex with another while enemy aircraft may come."""
    return BUNCHED * field.worth(index) if field.vehicle(index) and hunted(field) else 0.0


def open_to_aircraft(field: Field, index: int, cell: Cell) -> float:
    """What it costs to end a move on a road or in the open under enemy aircraft: woods and houses hide (6.7.3.1.1g)."""
    if not field.vehicle(index) or not may_fly(field, field.state.turn + 1):
        return 0.0
    return exposed(field, index, cell)


def exposed(field: Field, index: int, cell: Cell) -> float:
    """What a vehicle loses in a hex in a turn in which enemy aircraft come."""
    if not field.vehicle(index) or field.ground.rows[cell].name in tables.WOODS:
        return 0.0
    card = vehicle_of(field.units[index])
    assert card is not None
    cost = max(EXPOSED, SOFT / max(1, card.defence_factor)) * field.worth(index)
    return cost * 2.0 if field.ground.on_way[cell] else cost


def hides(field: Field, index: int, spare: float) -> bool:
    """Whether a vehicle on its way off the map waits for the enemy's aircraft to be gone: it has time to spare."""
    return spare >= PATIENCE and field.vehicle(index) and hunted(field)


@lru_cache(maxsize=16)
def hideouts(ground: Ground) -> frozenset[Cell]:
    """The hexes in which aircraft do not see vehicles by themselves (6.7.3.1.1g)."""
    return frozenset([cell for cell in ground.board.cells if ground.rows[cell].name in tables.WOODS])


def hiding_gain(field: Field, index: int) -> float:
    """What it is worth to a vehicle to drive into woods that it can reach now, before aircraft come."""
    here = field.units[index].cell
    cost = open_to_aircraft(field, index, here)
    return cost if cost and turns_to(field.ground, field.gait(index), hideouts(field.ground))[here] <= 1.0 else 0.0
