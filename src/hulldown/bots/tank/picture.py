"""What a side knows before it plots, in the form that the brain reckons with: own units, foes, and what is at stake."""

from __future__ import annotations

from typing import Any, Final, NamedTuple

from hulldown.bots.tank.field import Field, field
from hulldown.bots.tank.odds import Arms, Mark, arms, is_soft
from hulldown.core.board import Cell
from hulldown.core.parts import part_of
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.loading import Scenario, SideSetup, weapon_of
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.edges import shut_cells
from hulldown.games.tank.rules.formation import PART
from hulldown.games.tank.rules.levels import MOST
from hulldown.games.tank.rules.state import DESTROYED, ON_MAP, WAITING, Unit, enemy_of
from hulldown.games.tank.rules.troops import device_of


class Foe(NamedTuple):
    """An enemy counter on the map; of a face-down one type and facing are the likeliest."""

    name: str
    mark: Mark
    gun: Arms
    spotted: bool
    facing: int
    """-1 where it is not known."""
    worth: float

    @property
    def cell(self) -> Cell:
        return self.mark.cell


STAFF: Final = 2.0
"""How much more the loss of a unit of a headquarters is taken to cost (25.52, 25.54)."""


def _staff(view: TankView) -> frozenset[str]:
    """The own units that are in a headquarters."""
    found: set[str] = set()
    for each in part_of(view, PART, _NO_PLATOONS)["platoons"]:
        if each["hq"]:
            found.update(each["members"])
    return frozenset(found)


_NO_PLATOONS: Final[dict[str, list[dict[str, Any]]]] = {"platoons": []}


class Picture:
    """A side's knowledge with everything that does not depend on what it is going to order."""

    def __init__(self, view: TankView) -> None:
        assert view.side is not None
        self.view = view
        self._worths: dict[tuple[str, str], float] = {}
        self._needed: tuple[int, int] | tuple[()] = ()
        self.side = view.side
        self.foe_side = enemy_of(view.side)
        self.scene = scene_of(view)
        self.scenario: Scenario = self.scene.scenario
        self.arrays: Field = field(self.scenario.map, self.scenario.mode).under(self.scene)
        self.ground = self.scene.ground
        self.setup: SideSetup = self.scenario.side(self.side)
        self.foe_setup: SideSetup = self.scenario.side(self.foe_side)
        self.situation = self.scenario.situation
        self.own: list[Unit] = [unit for unit in view.own if unit.status == ON_MAP]
        self.waiting: list[Unit] = [unit for unit in view.own if unit.status == WAITING]
        self.wrecks = frozenset((*view.wrecks, *view.fresh))
        self.foes: list[Foe] = self._foes()
        self.shut = shut_cells(view, self.scene)
        """The cells that no vehicle may enter."""
        self.staff = _staff(view)
        """Own units of a headquarters, whose loss weighs more (25.5)."""
        self.occupied = {*(foe.cell for foe in self.foes), *self.shut}

    def gun(self, name: str) -> Arms:
        """The fire of an own weapon."""
        return arms(name, self.panic(self.side), self._halved(self.side), self.scene.doctrine)

    def gun_of(self, unit: Unit) -> Arms:
        """The fire of an own unit, with the device that it has (26.2)."""
        device = device_of(unit)
        if not device:
            return self.gun(unit.type)
        return arms(unit.type, self.panic(self.side), self._halved(self.side), self.scene.doctrine, device)

    def foe_gun(self, name: str) -> Arms:
        """The fire of an enemy weapon; which squads have devices is not known, so most decide."""
        device = next((force.device for force in self.foe_setup.forces
                       if force.type == name and force.device and 2 * force.devices >= force.count), "")  # fmt: skip
        return arms(name, self.panic(self.foe_side), self._halved(self.foe_side), self.scene.doctrine, device)

    def panic(self, side: str) -> int:
        """The Panic Level of a side (24.5: higher once it has lost much)."""
        shaken = self.scene.doctrine.shaken if self._lost_much(side) else 0
        return min(MOST, self.scenario.side(side).panic + shaken)

    def _lost_much(self, side: str) -> bool:
        return 0 < self.view.preserved.get(side, 0) < self.view.turn

    def _halved(self, side: str) -> bool:
        return not self.scene.doctrine.shaken and self._lost_much(side)

    def _foes(self) -> list[Foe]:
        """The enemy counters on the map, known ones first."""
        positions = {position.cell for position in self.view.positions if position.side == self.foe_side}
        found = []
        for unit in self.view.known:
            if unit.status == ON_MAP:
                found.append(self._foe(unit.id, unit.type, unit.cell, unit.facing, True, unit.cell in positions))
        roster = [force.type for force in self.foe_setup.forces for _ in range(force.count)]
        likely = self._likely(roster)
        for name, cell in self.view.face_down.items():
            number = int(name.partition("?")[2])
            kind = roster[number - 1] if self.foe_setup.deploy == "column" and number <= len(roster) else likely
            found.append(self._foe(name, kind, cell, -1, False, cell in positions))
        return found

    def _foe(self, name: str, kind: str, cell: Cell, facing: int, spotted: bool, position: bool) -> Foe:
        soft = is_soft(kind)
        mark = Mark(kind, cell, -1 if soft else facing, cell in self.wrecks, position and soft)
        return Foe(name, mark, self.foe_gun(kind), spotted, facing, self.worth_of(kind, self.foe_side))

    def _likely(self, roster: list[str]) -> str:
        """The type to reckon with under a face-down counter: the worst one of which some are still unaccounted for."""
        left = list(roster)
        for unit in self.view.known:
            if unit.type in left:
                left.remove(unit.type)
        return max(left or roster, key=lambda name: (weapon_of(name).ap, name))

    def worth_of(self, kind: str, side: str) -> float:
        """What a unit is worth to the outcome, 1 being the mean of a common one."""
        known = self._worths.get((kind, side))
        if known is None:
            known = self._worths[kind, side] = self._worth(kind, side)
        return known

    def _worth(self, kind: str, side: str) -> float:
        if self.situation == "antitank" and side == "bravo":
            return self._defender(weapon_of(kind).traits.gun)
        if self.situation == "assault" and side == "bravo":
            # Every defender costs its enemies units that would be worth ten points off the map (34.4-23).
            return 0.7 if weapon_of(kind).traits.squad else 1.2
        if weapon_of(kind).traits.squad:
            return 0.35
        if self.situation in ("meeting", "introductory"):
            # The ratio of the forces decides: a unit of the smaller force weighs more.
            mine, other = (self.scenario.side(name).strength for name in (side, enemy_of(side)))
            return float(2 * other / (mine + other))
        if self.situation == "rearguard" and side == "bravo" and self.side == "alpha":
            # The fewer they are, the more each of them will destroy before the way is free.
            return 0.6 * self.scenario.alpha.strength / self.scenario.bravo.strength
        return 1.0

    def _defender(self, gun: bool) -> float:
        """The worth of a gun or squad in an anti-tank action: the fewer are left to destroy, the more (17.12-6)."""
        view, setup = self.view, self.scenario.bravo
        if not self._needed:
            guns = sum(force.count for force in setup.forces if weapon_of(force.type).traits.gun)
            if self.side == "bravo":
                lost = sum(unit.status == DESTROYED and weapon_of(unit.type).traits.gun for unit in view.own)
            else:
                lost = sum(unit.status == DESTROYED and weapon_of(unit.type).traits.gun for unit in view.known)
            self._needed = (max(1, guns - lost), max(1, setup.preservation - view.losses.get("bravo", 0)))
        any_gun, any_unit = self._needed
        return (0.8 + 1.6 / any_gun if gun else 0.25) + 0.8 / any_unit

    def stake(self, unit: Unit) -> float:
        """What the loss of an own unit costs: that of a headquarters costs more (25.5)."""
        return self.worth_of(unit.type, self.side) * (STAFF if unit.id in self.staff else 1.0)

    def left(self, side: str) -> float:
        """The part of a force that has not been destroyed."""
        strength = self.scenario.side(side).strength
        return (strength - self.view.losses.get(side, 0)) / strength

    @property
    def attacker(self) -> bool:
        """Whether the side has to take something from the other to win."""
        return self.situation in ("meeting", "introductory") or self.side == "alpha"
