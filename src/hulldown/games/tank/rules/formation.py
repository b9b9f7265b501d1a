"""Platoons: who belongs to which, who leads, who has broken formation; what other rules may ask of them (25.0).

A force is divided by its scenario (`Force.platoon`, `Force.hq`) or by its player before play. What has become of the
platoons since is a part of the state; without one they are as the scenario has them. A platoon acts as such while its
side is not marching in column (X-84) and at least two of its tanks are in formation (X-19; for a headquarters one,
25.51). A tank that is in none acts singly, as in the Standard game.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Final, NamedTuple

from hulldown.core.board import Board, Cell
from hulldown.core.parts import part_of, set_part
from hulldown.games.tank.data.loading import weapon_of
from hulldown.games.tank.rules import column
from hulldown.games.tank.rules.contact import contact_turn
from hulldown.games.tank.rules.state import ON_MAP, SIDES, WAITING, TankState, Unit

if TYPE_CHECKING:
    from hulldown.games.tank.data.loading import Scenario
    from hulldown.games.tank.rules.scene import Scene

PART: Final = "platoons"
"""The module's key, and that of its part of a state."""
HQ: Final = "HQ"
"""The name of a headquarters; other platoons are P1, P2 and so on."""
SPACING: Final = 2
"""The most hexes between a tank and the nearest other one of its platoon (25.0-gen-3)."""
SMALLEST: Final = 3
"""The fewest tanks of a platoon at the start (25.0-gen-1)."""
SHAPES: Final = ("column", "line", "wedge")
"""The formations that a platoon can be told to change to (25.0, 25.4b)."""
MOVING: Final = "move"
FIRING: Final = "fire"
"""The two modes of operation, of which a platoon has one in a turn (25.0-proc-1)."""


class Platoon(NamedTuple):
    """A platoon: its members by name, and what has become of it."""

    side: str
    name: str
    members: tuple[str, ...]
    leader: str = ""
    """Its leader tank, "" while it has none (25.0-gen-2, 25.3)."""
    hq: bool = False
    out: tuple[str, ...] = ()
    """The members that have broken formation on an earlier turn: they act singly (25.4c)."""
    straying: tuple[str, ...] = ()
    """Those that have broken it this turn, and act singly from the next one on."""
    still: int = 0
    """The turn on which it stands still, because it gets a new leader (25.3b)."""
    dissolved: bool = False
    """It is a platoon no more (25.3c, 25.54b, X-19)."""
    since: int = 0
    """The turn on which it first acted as one, 0 before: until contact it may be part of a column (X-84)."""

    def plain(self) -> dict[str, Any]:
        """It as plain data, which is the same again when it has been read from JSON."""
        return {name: list(value) if isinstance(value, tuple) else value for name, value in self._asdict().items()}


def _read(plain: dict[str, Any]) -> Platoon:
    values: dict[str, Any] = {key: tuple(value) if isinstance(value, list) else value for key, value in plain.items()}
    return Platoon(**values)


def names_in(scenario: Scenario, side: str) -> list[tuple[str, int]]:
    """The units of a side by name, each with the place of its force in the scenario."""
    forces = scenario.side(side).forces
    places = [place for place, force in enumerate(forces) for _ in range(force.count)]
    return [(f"{side[0].upper()}{number}", place) for number, place in enumerate(places, 1)]


def founded(scenario: Scenario) -> list[Platoon]:
    """The platoons as the scenario divides its forces; the first tank of each leads it (25.0-gen-2, 25.51).

    25.6: carriers and trucks may form platoons too, loaded or not; those of one platoon are all carriers (X-20).
    """
    found: list[Platoon] = []
    for side in SIDES:
        forces = scenario.side(side).forces
        groups: dict[tuple[int, bool], list[str]] = {}
        for name, place in names_in(scenario, side):
            force = forces[place]
            if force.platoon or force.hq:
                groups.setdefault((force.platoon, force.hq), []).append(name)
        for (number, hq), members in groups.items():
            found.append(Platoon(side, HQ if hq else f"P{number}", tuple(members), members[0], hq))
    return found


def platoons(state: TankState, scene: Scene) -> list[Platoon]:
    """All platoons of both sides as they are now; none where the rules of platoons are not in force."""
    part = part_of(state, PART)
    if part is None:
        return founded(scene.scenario) if PART in scene.rules.keys else []
    for known, found in _lately:
        if known is part:
            return found
    found = [_read(plain) for plain in part["platoons"]]
    _lately.append((part, found))
    if len(_lately) > _KEPT:
        _lately.pop(0)
    return found


_KEPT: Final = 8
_lately: Final[list[tuple[dict[str, Any], list[Platoon]]]] = []
"""Parts read last: a part is never changed in place, so the same one always means the same platoons."""


def put(state: TankState, found: list[Platoon], fallen: dict[str, int]) -> None:
    """Notes what has become of the platoons, and the turns on which commanders fell, by side."""
    set_part(state, PART, {"platoons": [platoon.plain() for platoon in found], "fallen": dict(fallen)})


def fallen(state: TankState) -> dict[str, int]:
    """The turn on which each side lost its commander, for the sides that have (25.54)."""
    part = part_of(state, PART)
    return dict(part["fallen"]) if part is not None else {}


def in_force(state: TankState, scene: Scene, platoon: Platoon) -> bool:
    """Whether a platoon acts by the rules of platoons this turn.

    X-84, 34.1-3: as long as its tanks are bound to a column, the column is the formation; the turn of contact is the
    last one of that.
    """
    if platoon.since or not column.columns_of(state, platoon.side):
        return True
    if state.turn in (state.contact, contact_turn(state)):
        return False
    return column.tied(state, scene, platoon.side).isdisjoint(platoon.members)


def formed(state: TankState, platoon: Platoon) -> list[Unit]:
    """The members of a platoon that are on the map in formation, in the order of the platoon."""
    names = set(platoon.members) - set(platoon.out)
    return [unit for unit in state.units if unit.id in names and unit.status == ON_MAP]


def remaining(state: TankState, platoon: Platoon, without: tuple[str, ...] = ()) -> list[Unit]:
    """The members that are left to it: in formation on the map or still to come, but for those named."""
    names = set(platoon.members) - set(platoon.out) - set(without)
    return [unit for unit in state.units if unit.id in names and unit.status in (ON_MAP, WAITING)]


def acting(state: TankState, scene: Scene, side: str = "") -> list[Platoon]:
    """The platoons (of one side, or of both) that act as such this turn."""
    found = []
    for platoon in platoons(state, scene):
        if (side and platoon.side != side) or platoon.dissolved or not platoon.leader:
            continue
        if len(formed(state, platoon)) < (1 if platoon.hq else 2) or not in_force(state, scene, platoon):
            continue
        found.append(platoon)
    return found


def platoon_of(state: TankState, scene: Scene, name: str) -> Platoon | None:
    """The platoon in which a unit acts this turn; None for one that acts singly."""
    for platoon in acting(state, scene):
        if name in platoon.members and name not in platoon.out:
            return platoon
    return None


def platoon_named(state: TankState, scene: Scene, side: str, name: str) -> Platoon | None:
    """The platoon of a side that goes by this name, whether it acts as one or not."""
    for platoon in platoons(state, scene):
        if platoon.side == side and platoon.name == name:
            return platoon
    return None


def headquarters(scenario: Scenario, side: str) -> tuple[str, ...]:
    """The tanks of a side's headquarters section, the company commander first (25.51); none without one (25.5)."""
    forces = scenario.side(side).forces
    return tuple(name for name, place in names_in(scenario, side) if forces[place].hq)


def commander(scenario: Scenario, side: str) -> str:
    """The tank of the company commander, "" where there is no headquarters on the map (25.5, 25.51)."""
    return next(iter(headquarters(scenario, side)), "")


def company(scenario: Scenario, side: str) -> tuple[str, ...]:
    """The tank company of a side: its tanks in platoons or to be divided, not what is attached to it (25.54a, X-17)."""
    forces = scenario.side(side).forces
    own = [force.platoon > 0 or force.hq or force.divide for force in forces]
    tanks = [ours and not weapon_of(force.type).traits.carries for ours, force in zip(own, forces, strict=True)]
    return tuple(name for name, place in names_in(scenario, side) if tanks[place])


def standstill(state: TankState, scene: Scene, unit: Unit) -> tuple[str, str] | None:
    """Why a unit must stand still this turn: the case and the reason; None where it need not (25.3b, 25.54a).

    X-84: a column marches on.
    """
    part = part_of(state, PART)
    if part is None:
        return None
    shocked = part["fallen"].get(unit.side, -1) == state.turn - 1 and unit.id in company(scene.scenario, unit.side)
    if shocked and unit.id not in column.tied(state, scene, unit.side):
        return "25.54a", "the company has lost its commander and stands still this turn"
    for platoon in platoons(state, scene):
        if platoon.still == state.turn and unit.id in platoon.members and unit.id not in platoon.out:
            return "25.3b", f"{platoon.name} gets a new leader and stands still this turn"
    return None


def mode_of(state: TankState, scene: Scene, platoon: Platoon) -> str:
    """The mode in which a platoon operates this turn, "" if it does nothing (25.0-proc-1).

    Members that shells have already put to flight act singly and say nothing of the others (X-38).
    """
    mode = ""
    for unit in formed(state, platoon):
        task = state.tasks.get(unit.id)
        if task is None or unit.panicked:
            continue
        if scene.verbs[task.kind].manoeuvres:
            return MOVING
        mode = FIRING
    return mode


def astray(board: Board, platoon: Platoon, places: dict[str, Cell]) -> list[str]:
    """Those of these members, by name and place, that are too far from every other one (25.0-gen-3, 25.4c, X-15).

    25.51: of a headquarters the commander alone is still one, so not everybody can have left it.
    """
    if len(places) < 2:
        return []
    far = [
        name
        for name, cell in places.items()
        if all(board.distance(cell, other) > SPACING for mate, other in places.items() if mate != name)
    ]
    if platoon.hq and len(far) == len(places) and platoon.leader in far:
        far.remove(platoon.leader)
    return far
