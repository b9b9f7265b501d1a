"""The weapons that a unit can use now: which rounds, from where, how far and in which direction (5.1.1 to 5.2, 5.6)."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.games.panzer.data.arsenal import Fielded, Target
from hulldown.games.panzer.data.leg import CrewWeapon, LegUnit
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.data.weapons import Mounted, Row, first_month
from hulldown.games.panzer.rules import arcs
from hulldown.games.panzer.rules.advanced.options import FULL, NONE, TUNGSTEN
from hulldown.games.panzer.rules.advanced.play import cover
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    cell_of,
    detail_of,
    leg_of,
    member_of,
    vehicle_of,
)
from hulldown.games.panzer.rules.driving import Fault
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import CARRIED, GERMAN, ON_MAP, PanzerState

SMALL_ARMS: Final = "small arms"
"""What orders call the intrinsic weapon of a leg unit (5.1.1e)."""
GP: Final = "GP"
INDIRECT: Final = "GP-IF"
SCARCE: Final = "late-43"
"""From when on German tungsten may be short (5.16.2.7a)."""
TUNGSTEN_ROUND: Final = "APCR"


class Arm(NamedTuple):
    """A weapon of a unit: its name in orders, the card that it is on, and its rows."""

    name: str
    owner: Fielded
    mounted: Mounted
    rows: Mapping[str, Row]
    """The rounds that the unit has for it."""

    @property
    def intrinsic(self) -> bool:
        """Whether it is what a leg unit has of its own."""
        return isinstance(self.owner, LegUnit)

    @property
    def attached(self) -> CrewWeapon | None:
        """The crew-served weapon that it is."""
        return self.owner if isinstance(self.owner, CrewWeapon) else None

    @property
    def quiet(self) -> bool:
        """Whether its fire counts as Small Arms for spotting (5.7a, 5.7b; Q3)."""
        return self.mounted.weapon.quiet

    @property
    def hand_held(self) -> bool:
        return self.mounted.weapon.family == "hand-held"


class Way(NamedTuple):
    """A way to fire: a weapon and a round."""

    arm: Arm
    kind: str

    @property
    def row(self) -> Row:
        return self.arm.rows[self.kind]

    @property
    def words(self) -> str:
        """How orders name it."""
        return f"{self.arm.name} {self.kind}"


def arms_of(state: PanzerState, scene: Scene, index: int) -> tuple[Arm, ...]:
    """All weapons of a unit, its own first; a flamethrower of a leg unit never fires (5.1.3.5a)."""
    return arms_with(card_of(state.units[index]), member_of(scene, index).weapons)


@lru_cache(maxsize=512)
def arms_with(card: Target, attached: tuple[CrewWeapon, ...]) -> tuple[Arm, ...]:
    """The weapons on a card, and those attached; one of a name that is there already gets a number.

    Cases 5.1.1e, 5.1.2a, 5.1.3c.
    """
    named: list[tuple[str, Fielded, Mounted]] = []
    for mounted in card.weapons:
        named.append((SMALL_ARMS if isinstance(card, LegUnit) else mounted.weapon.name, card, mounted))
    for weapon in attached:
        named += [(weapon.name, weapon, mounted) for mounted in weapon.weapons]
    found: list[Arm] = []
    for name, owner, mounted in named:
        before = sum(name == other for other, _, _ in named[: len(found)])
        found.append(Arm(f"{name} {before + 1}" if before else name, owner, mounted, mounted.ammo))
    return tuple(found)


def rounds_of(state: PanzerState, scene: Scene, index: int, arm: Arm) -> tuple[str, ...]:
    """The rounds of a weapon for direct fire that are in use at the date of the scenario (5.16.1b, 5.1.3.1a, 5.2e)."""
    return _rounds(arm, scene.scenario.month, _short(state, scene, index))


def _rounds(arm: Arm, month: str, short: bool) -> tuple[str, ...]:
    """The same at a date; `short`: there is no German tungsten (5.16.1b, 5.1.3.1a, 5.16.2.7a)."""
    date = _date(month)
    return tuple(
        [
            kind
            for kind, row in arm.rows.items()
            if kind != INDIRECT and (date is None or row.available(*date)) and not (short and kind == TUNGSTEN_ROUND)
        ]
    )


@lru_cache(maxsize=512)
def _loaded(
    card: Target, attached: tuple[CrewWeapon, ...], month: str, short: bool
) -> tuple[tuple[Arm, tuple[Way, ...]], ...]:  # fmt: skip
    """The weapons of a unit, each with all ways to fire it at a date."""
    return tuple(
        [(arm, tuple([Way(arm, kind) for kind in _rounds(arm, month, short)])) for arm in arms_with(card, attached)]
    )


def date_of(scene: Scene) -> tuple[int, int] | None:
    """Year and month of a scenario; None: it has no date (5.16.1b)."""
    return _date(scene.scenario.month)


@lru_cache(maxsize=64)
def _date(month: str) -> tuple[int, int] | None:
    """The same by the word of the scenario (5.16.1b)."""
    if not month:
        return None
    year, _, number = month.partition("-")
    return int(year), int(number)


def scarce(state: PanzerState, scene: Scene, index: int, kind: str) -> bool:
    """Whether the supply of German tungsten matters to a round (5.16.2.7a)."""
    return kind == TUNGSTEN_ROUND and _scarce(state, scene, index)


def _scarce(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether the players agreed on how much tungsten there is for a unit (5.16.2.7a)."""
    if state.options.get(TUNGSTEN, FULL) == FULL or state.units[index].side != GERMAN:
        return False
    date = date_of(scene)
    return date is None or date >= first_month(SCARCE)


def _short(state: PanzerState, scene: Scene, index: int) -> bool:
    """Whether the players agreed that there is no tungsten for a unit (5.16.2.7a)."""
    return _scarce(state, scene, index) and state.options.get(TUNGSTEN) == NONE


def silenced(state: PanzerState, scene: Scene, index: int, arm: Arm) -> Fault | None:
    """Why a weapon cannot be fired from where its unit is: aboard a carrier, on an upper floor, hull down.

    5.1.3.3b: anti-tank rifles fire while carried; what else does, its card says.

    Cases 5.1.3.1c, 5.1.3.2b, 5.1.3.4b.
    """
    unit = state.units[index]
    detail, attached = detail_of(unit), arm.attached
    if unit.status == CARRIED:
        if leg_of(unit) is None:
            return "6.6.7.2a", "a towed unit does not fire while it is carried"
        if attached is not None and not attached.transported:
            return _case(arm), f"{arm.name} cannot be fired while its unit is carried"
    elif unit.status != ON_MAP:
        return "4.4.1g", "it is not on the map"
    if detail.upper and attached is not None and not attached.upper_floors:
        return _case(arm), f"{arm.name} cannot be fired from an upper floor"
    if arm.mounted.limited and cover.silenced(state, scene, index):
        return "6.1.4.1.2b", f"{arm.name} cannot be fired from a Hull Down position (Q17)"
    return None


def _case(arm: Arm) -> str:
    """The case that silences a crew-served weapon aboard a carrier, or one that is no machine gun on an upper floor."""
    family = arm.mounted.weapon.family
    if family == "mg":
        return "5.1.3.2b"
    return "5.1.3.4b" if family == "hand-held" else "5.1.3.1c"


def ways_of(state: PanzerState, scene: Scene, index: int) -> list[Way]:
    """All that a unit could fire from where it is, whatever the target: what its cards have rows for.

    5.1b, 5.2f: AP, GP or both, resolved alike for all; 6.5.4c: who has no GP row fires none. 5.1.3.3a: anti-tank rifles
    have AP alone, 5.1.3.4a: hand-held weapons HEAT; 5.1.3.5d: flamethrowers of vehicles are GP weapons.
    """
    loaded = _loaded(
        card_of(state.units[index]),
        member_of(scene, index).weapons,
        scene.scenario.month,
        _short(state, scene, index),
    )
    return [way for arm, ways in loaded if silenced(state, scene, index, arm) is None for way in ways]


def refused(state: PanzerState, scene: Scene, index: int, way: Way, target: int) -> Fault | None:
    """Why a way to fire does not serve at a target: the kind of target, range, field of fire.

    AP fire is for vehicles (6.5.2b), the fixed factor of hand-held weapons for others (5.1.3.4d). C5: at range 0
    nobody fires.
    """
    vehicle = vehicle_of(state.units[target]) is not None
    if way.kind != GP and not vehicle:
        return "6.5.2b", "AP fire is for vehicles"
    if way.kind == GP and vehicle and way.arm.hand_held:
        return "5.1.3.4d", f"the GP factor of {way.arm.name} is for leg and towed units"
    here, there = cell_of(state, index), state.units[target].cell
    distance, row = scene.board.distance(here, there), way.row
    if distance < row.minimum:
        return "5.6a", f"range {distance} is below the minimum of {row.minimum}"
    if distance > row.reach:
        return "3.5.2a", f"range {distance} is beyond the maximum of {row.reach}"
    if not in_field(state, scene, index, way.arm, target):
        return ("5.2d" if not isinstance(way.arm.owner, Vehicle) else "4.4.3d"), "it is outside the field of fire"
    return None


def serves(state: PanzerState, scene: Scene, index: int, way: Way, target: int) -> bool:
    """Whether a way to fire serves at a target: range, minimum, arc, kind of weapon. No spotting."""
    return refused(state, scene, index, way, target) is None


def in_field(state: PanzerState, scene: Scene, index: int, arm: Arm, target: int) -> bool:
    """Whether a target is in the field of fire: all round for leg units (5.1c), turrets and pivots; else the arc.

    Towed units fire through their front only (5.2d).
    """
    return arm.mounted.mount in ("turret", "pivot") or in_arc(state, scene, index, arm, target)


def in_arc(state: PanzerState, scene: Scene, index: int, arm: Arm, target: int) -> bool:
    """Whether a target is in the arc to which a weapon points as its unit stands (4.4.3.1, 5.2d)."""
    board, here, there = scene.board, cell_of(state, index), state.units[target].cell
    dq, dr = board.q[there] - board.q[here], board.r[there] - board.r[here]
    return arcs.points_to(arm.mounted.mount, state.units[index].facing, dq, dr)


def ways_at(state: PanzerState, scene: Scene, index: int, target: int, watching: bool = False) -> list[Way]:
    """The ways in which a unit may fire at a target now. No spotting.

    On overwatch a suppressed leg unit fires through its front only (5.1c; Q9, G8); in Direct Fire the pairs of the
    Spotting Phase decide (E3).
    """
    if watching and narrowed(state, scene, index, target):
        return []
    return [way for way in ways_of(state, scene, index) if serves(state, scene, index, way, target)]


def narrowed(state: PanzerState, scene: Scene, index: int, target: int) -> bool:
    """Whether suppression keeps a leg unit from firing in the direction of a target (5.1c)."""
    unit = state.units[index]
    if leg_of(unit) is None or not detail_of(unit).suppressed or unit.status == CARRIED:
        return False
    board, there = scene.board, state.units[target].cell
    return not arcs.in_front(unit.facing, board.q[there] - board.q[unit.cell], board.r[there] - board.r[unit.cell])
