"""How a unit moves: the tables it pays by and its allowances (5.1.2b, 5.12c, 6.6.2, 6.6.4, 6.6.5)."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.loading import BICYCLE, ON_FOOT, listing, terrain
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.play.facts import card_of, detail_of, member_of, vehicle_of
from hulldown.games.panzer.rules.driving import CHANGED, account_of
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Position, Scene
from hulldown.games.panzer.rules.state import Progress

FOOT, LADEN, CAVALRY, TOWED = ON_FOOT
TRACKED: Final = "T"
WHEELED: Final = "W"
HALF: Final = 2
INSIDE: Final = "inside"
"""The name of the table by which tracked vehicles enter buildings."""
Rates = tuple[int, int, int]


class Gait(NamedTuple):
    """How a unit moves before anything slows it."""

    traction: str
    """T, H, W for vehicles; else the name of its gait: the tables it pays by."""
    rates: Rates
    """Cross-country, path and road allowance."""
    quick: int
    """The quickmarch allowance; 0: it cannot."""

    @property
    def afoot(self) -> bool:
        """Whether it moves in any direction without turning (5.5b, 6.6.4.1d)."""
        return self.traction in ON_FOOT


def gait_of(state: Position, scene: Scene, index: int) -> Gait:
    """The gait of a unit: vehicle, cycle, cavalry, foot, with or without attached weapons, or manhandled gun.

    5.1.2b: a section with weapons moves 1L 0. 6.6.4.4a, 6.6.4.5a: mounted units use their mount's factors. 6.6.5b:
    guns have no path, road or quickmarch, and 6.6.5c, 6.6.5f: by an allowance of 1 they move one hex. 6.6.4.1a: nor
    have leg units path and road rates; 6.6.4.1f: one legal hex is possible for them too (`Drive`).
    """
    card = card_of(state.units[index])
    if isinstance(card, Vehicle):
        return Gait(card.traction, (card.cross_country, card.path, card.road), 0)
    if not isinstance(card, LegUnit):
        return Gait(TOWED, (int(card.manhandled), 0, 0), 0)
    member = member_of(scene, index)
    mount = member.mount
    if mount is not None:
        wheels = BICYCLE if mount.name == BICYCLE else WHEELED
        traction = CAVALRY if mount.traction == "L" else wheels
        return Gait(traction, (mount.allowance, mount.path, mount.road), mount.quickmarch)
    if member.weapons:
        allowance, quick = card.size.laden
        return Gait(LADEN if laden(state, scene, index) else FOOT, (allowance, 0, 0), quick)
    return Gait(FOOT, (card.size.allowance, 0, 0), card.size.quickmarch)


def laden(state: Position, scene: Scene, index: int) -> bool:
    """Whether it is a section with attached weapons on foot (5.1.2b)."""
    card, member = card_of(state.units[index]), member_of(scene, index)
    return isinstance(card, LegUnit) and bool(member.weapons) and not card.size.at_once and member.mount is None


def nimble(state: Position, scene: Scene, index: int) -> bool:
    """Whether it mounts from, and dismounts to, an adjacent hex: an unsuppressed squad, half-squad or bare section.

    Cases 6.6.7.1.1-mounting-a, -mounting-b, -dismounting-a, -dismounting-b.
    """
    unit = state.units[index]
    return isinstance(card_of(unit), LegUnit) and not detail_of(unit).suppressed and not laden(state, scene, index)


def slowed(base: int, times: int) -> int:
    """An allowance halved so many times, rounded down, never below 1 (5.12c, 6.6.2a, 6.6.2b, 6.6.2c)."""
    return max(1, base // HALF**times) if base else 0


def rates_of(state: Position, scene: Scene, index: int) -> Rates:
    """What a unit may spend this turn: Short Halt, suppression and damage each halve it (5.12c, 6.6.2; 6.6.4.1j)."""
    unit = state.units[index]
    cross, path, road = gait_of(state, scene, index).rates
    times = (unit.command in scene.halting) + bool(detail_of(unit).suppressed) + unit.damaged
    return slowed(cross, times), slowed(path, times), slowed(road, times)


def fresh_account(state: Position, scene: Scene, index: int, quick: bool = False) -> Progress:
    """The account of a move that has not begun; `quick`: with the quickmarch allowance (6.6.4.2e)."""
    if quick:
        return account_of((gait_of(state, scene, index).quick, 0, 0))
    return account_of(rates_of(state, scene, index))


# Tables of what counters and buildings cost.


def prepare(ground: Ground, traction: str) -> None:
    """Works out the tables of a gait on a map, once: plain, and with counters in the hexes entered (6.1.4.3).

    Cases 6.1.4.3.9a, 6.1.4.3.11b, 6.6.3d.
    """
    if f"{traction} {CHANGED}" in ground.cross:
        return
    ground.prepare(traction)
    ground.altered(traction, _counter_prices(traction), CHANGED)
    if traction == TRACKED:
        ground.altered(traction, inside_prices(), INSIDE)


def _counter_prices(traction: str) -> dict[str, int]:
    """The least that a hex with a counter costs: rubble in place of buildings, else wire; a ditch for those on foot.

    Vehicles but tracked ones enter none of them (6.1.4.3.9a, 6.1.4.3.11a).
    """
    if traction in ON_FOOT:
        return dict.fromkeys(terrain(), listing("leg-terrain").number("ditch", "leg"))
    table = listing("inside-costs")
    return {name: table.number("rubble" if row.storeys else "wire", "tracked") for name, row in terrain().items()}


def inside_prices() -> dict[str, int]:
    """What entering a building costs a tracked vehicle, by its terrain (6.6.3d)."""
    table = listing("inside-costs")
    return {name: table.number(name, "tracked") for name, row in terrain().items() if row.storeys}


def indoors(state: Position, ground: Ground, index: int) -> int:
    """What a turn costs a vehicle inside a building more than in the alley (6.6.3d, 6.6.3h)."""
    unit = state.units[index]
    if vehicle_of(unit) is None or not detail_of(unit).inside:
        return 0
    return listing("inside-costs").number(ground.rows[unit.cell].name, "turn") - ground.turn[unit.cell]
