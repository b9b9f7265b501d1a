"""Direct fire: who fires at what, so that together they do the harm that the scenario asks for."""

from __future__ import annotations

from typing import NamedTuple

from hulldown.bots.kampfpanzer.odds import NOTHING, Shares, added, divided, strength
from hulldown.bots.kampfpanzer.picture import Picture
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.core.board import Cell
from hulldown.core.decisions import UnitLegal
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.state import NOBODY, Unit, defenders
from hulldown.games.kampfpanzer.rules.verbs.firing import DIRECT

CREW = 8
"""Units that are tried together at one target."""
WAYS = 4
"""Attacks into which their fire is divided at most."""


class Mark:
    """Something to fire at: a hex, the unit named there ("" for all of them), and who can be hurt."""

    __slots__ = ("cell", "hard", "name", "units")

    def __init__(self, cell: Cell, name: str, units: tuple[Unit, ...]) -> None:
        self.cell = cell
        self.name = name
        self.units = units
        self.hard = any(arms(unit.type).hard for unit in units)


class Gun(NamedTuple):
    """A unit that can fire at a mark: its strength there, and whether a crest covers the target from it."""

    unit: Unit
    strength: int
    crest: bool


class Range:
    """All marks of a side with the units that can fire at each."""

    def __init__(self, picture: Picture, legal: dict[str, UnitLegal]) -> None:
        self.picture = picture
        self.guns: dict[Mark, list[Gun]] = {}
        self._marks: dict[tuple[Cell, str], Mark] = {}
        for unit in picture.own:
            offer = legal.get(unit.id)
            if offer is None:
                continue
            for option in offer.options:
                if option.kind == DIRECT.kind:
                    for cell in option.cells:
                        for name in option.targets or ("",):
                            self._note(unit, self._mark(cell, name))

    def _mark(self, cell: Cell, name: str) -> Mark:
        known = self._marks.get((cell, name))
        if known is None:
            state = self.picture.state
            there = [state.units[index] for index in defenders(state, cell, self.picture.foe_side)]
            if name:
                there = [unit for unit in there if unit.id == name]
            else:
                there = [unit for unit in there if unit.aboard == NOBODY]
            known = self._marks[cell, name] = Mark(cell, name, tuple(there))
        return known

    def _note(self, unit: Unit, mark: Mark) -> None:
        scene = self.picture.scene
        power = strength(unit.type, scene.board.distance(unit.cell, mark.cell), mark.hard)
        if power and mark.units:
            gun = Gun(unit, power, scene.ground.through_crest(unit.cell, mark.cell))
            self.guns.setdefault(mark, []).append(gun)

    def worth(self, mark: Mark, crew: list[Gun], then: Shares = NOTHING) -> float:
        """What the fire of these units at a mark is worth, divided in the best way.

        `then` is what an overrun will do to the same units afterwards: levels add up.
        """
        if not crew:
            return 0.0
        picture = self.picture
        defence = sum(picture.defence(unit) for unit in mark.units)
        defence += picture.shelter(mark.units[0], any(gun.crest for gun in crew))
        parts = tuple(sorted((gun.strength for gun in crew), reverse=True))
        ways = range(1, min(WAYS, len(parts)) + 1)
        best = max(self.gain(mark.units, added(divided(parts, defence, groups, False), then)) for groups in ways)
        return best if then is NOTHING else best - self.gain(mark.units, then)

    def gain(self, units: tuple[Unit, ...], shares: Shares) -> float:
        """What it is worth that all of some enemies suffer this."""
        picture = self.picture
        return sum([picture.bounty(unit) * harm(picture.stake(unit), unit.level, shares) for unit in units])
