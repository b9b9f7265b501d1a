"""Where a side's units should be: off the map, in towns, near enemies that count, or where they are."""

from __future__ import annotations

from typing import Final, NamedTuple

from hulldown.bots.panzer_battles.fields import distances
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.core.board import Cell, cells_of
from hulldown.games.panzer_battles.rules.ground import table_of
from hulldown.games.panzer_battles.rules.points import tally
from hulldown.games.panzer_battles.rules.state import FIRST, SECOND, Unit
from hulldown.games.panzer_battles.rules.unit_types import traits

FADES: Final = 0.88
"""The part of a goal's value that is left if it is a turn farther away."""
DRIVES: Final = 0.75
"""The same for leaving the map, which is a long way off and counts all the more the nearer it is."""
HUNT: Final = 14.0
"""What it is worth for a platoon to come within range of the enemy."""
RANGE: Final = 4
"""Hexes from an enemy at which a hunter wants to be."""
TOWN: Final = 40.0
"""What the hexes of a town are worth to the company that takes them, for each platoon."""
DRIVEN: Final = 0.6
"""How much danger counts for a side that wants to leave the map."""
LATE: Final = 0.15
"""The part of a goal's value that is left if there is no time to reach it."""


class Goals:
    """What a side is after, and what a hex is worth to each of its units."""

    def __init__(self, picture: Picture) -> None:
        self.picture = picture
        self.map = picture.scene.scenario.map
        scene, side = picture.scene, picture.side
        self.exits: frozenset[Cell] = frozenset(scene.exits(side))
        self.wanted: dict[str, frozenset[Cell]] = self._wanted()
        """The hexes of each town that is not wholly ours."""
        self.prey: frozenset[Cell] = self._prey()
        self.errands: dict[int, str] = self._errands() if self.wanted else {}
        """The town that each company is to take, by the company's number."""
        self.hunts: bool = self._hunts()
        self.caution: float = DRIVEN if self.exits else 1.0
        """How much danger counts: less for who wants to get through (18.3)."""

    def _wanted(self) -> dict[str, frozenset[Cell]]:
        picture = self.picture
        scenario, board = picture.scene.scenario, picture.scene.board
        if not any(award.what == "town" and picture.side in award.sides for award in scenario.victory.awards):
            return {}
        found = {}
        for town in scenario.towns:
            cells = [
                board.by_label[label]
                for label in town.hexes
                if picture.state.control.get(label, SECOND) != picture.side
            ]  # fmt: skip
            if cells:
                found[town.name] = frozenset(cells)
        return found

    def _prey(self) -> frozenset[Cell]:
        """The hexes where enemies are, or may be as long as nobody has seen any."""
        picture = self.picture
        known = frozenset([foe.cell for foe in picture.foes])
        if known:
            return known
        scene, foe = picture.scene, picture.foe_side
        zone = cells_of(scene.zone(foe))
        if zone:
            return frozenset(zone)
        found: set[Cell] = set()
        for group in scene.scenario.side(foe).groups:
            if group.enter is not None:
                for index, unit in enumerate(picture.state.units):
                    if unit.side == foe and unit.group >= 0 and index not in picture.view.places:
                        found.update(entries_of(picture, unit))
                        break
        return frozenset(found)

    def _hunts(self) -> bool:
        """Whether a side without a place to go looks for the enemy: it attacks, or is not ahead."""
        picture = self.picture
        points = tally(picture.state, picture.scene)
        mine, theirs = points[picture.side], points[picture.foe_side]
        defends = bool(picture.scene.zone(picture.side))
        if not defends:
            return True
        if picture.scene.exits(picture.foe_side) or self.picture.scene.scenario.towns:
            return False
        return mine <= theirs and picture.view.turn >= 4

    def _errands(self) -> dict[int, str]:
        """Which company takes which town: each town the nearest one, then the others where they are soonest."""
        picture = self.picture
        companies: dict[int, list[Unit]] = {}
        for at in (*picture.own, *picture.waiting):
            unit = picture.state.units[at]
            if traits(unit.type).vehicle and not traits(unit.type).gun:
                companies.setdefault(unit.company, []).append(unit)
        if picture.side == SECOND:
            companies = {at: units for at, units in companies.items() if self._free(units)}
        times: list[tuple[float, int, str]] = []
        for at, units in companies.items():
            for name, cells in self.wanted.items():
                field = distances(self.map, "vehicle", cells)
                points = min(field[unit.cell if unit.cell >= 0 else unit.entry] for unit in units)
                times.append((points / max(1, traits(units[0].type).allowance), at, name))
        times.sort()
        found: dict[int, str] = {}
        for _, at, name in times:
            if at not in found and name not in found.values():
                found[at] = name
        if picture.side == FIRST:
            for _, at, name in times:
                found.setdefault(at, name)
        return found

    def _free(self, units: list[Unit]) -> bool:
        """Whether a company that defends may leave its place: it sees no enemy."""
        picture = self.picture
        return not any(picture.sees(unit.cell, foe.cell) for unit in units if unit.cell >= 0 for foe in picture.foes)

    def field(self, index: int, taken: frozenset[Cell]) -> Field:
        """What a unit is after; `taken` are hexes that others will take."""
        picture = self.picture
        unit = picture.state.units[index]
        kind = traits(unit.type)
        name, points = table_of(kind.infantry, False), float(max(1, kind.allowance))
        if self.exits:
            each = sum(
                award.points
                for award in picture.scene.scenario.victory.awards
                if award.what == "exit" and unit.type in award.types
            )
            return Field(distances(self.map, name, self.exits), float(each * unit.strength), points, 2.0, fades=DRIVES)
        errand = self.errands.get(unit.company)
        if errand is not None:
            cells = self.wanted[errand] - taken
            return Field(distances(self.map, name, cells) if cells else [], TOWN, points)
        if self.hunts and self.prey:
            return Field(distances(self.map, name, self.prey), HUNT, points, -2.0 * RANGE, True)
        return NO_GOAL

    def worth(self, field: Field, cell: Cell) -> float:
        """What it is worth to be in a hex by what a unit is after."""
        if not field.points:
            return field.value
        turns = max(0.0, field.points[cell] + field.more) / field.allowance
        late = not field.timeless and turns > self.picture.left + 1
        return field.value * float(field.fades**turns) * (LATE if late else 1.0)


class Field(NamedTuple):
    """A goal: the points to it from each hex, none where it is reached already, and what it is worth to be there."""

    points: list[int]
    value: float
    allowance: float
    more: float = 0.0
    """Points to add: what it costs to leave the map, or less for a goal that need only be within range."""
    timeless: bool = False
    fades: float = FADES


NO_GOAL: Final = Field([], 0.0, 1.0)


def entries_of(picture: Picture, unit: Unit) -> tuple[Cell, ...]:
    """The hexes by which a unit of the enemy may come on."""
    from hulldown.games.panzer_battles.rules.deployment import entries

    return entries(picture.scene, unit)
