"""Maps of fire over all hexes: what can be hit from each, what can be hit there, and where it is worth going."""

from __future__ import annotations

import numpy as np

from hulldown.bots.plane import BLOCKED, Flags, Floats
from hulldown.bots.tank import modules
from hulldown.bots.tank.field import Field
from hulldown.bots.tank.odds import chances_at, chances_from, is_soft
from hulldown.bots.tank.picture import Foe, Picture
from hulldown.bots.tank.posture import HORIZON, Posture
from hulldown.core.board import Cell
from hulldown.games.tank.rules.state import Unit

MATES = 3
"""Tanks reckoned to join in HE fire at a soft target."""
GUESS = 2
"""Movement Points that a vehicle shot at next turn may be expected to plot, on the mean."""
ERRAND = 0.4
"""The price of a turn's movement for a unit that is sent for something."""
OUTSIDE = 0.35
"""What fire counts that its weapon must turn for."""


class Charts:
    """The maps for one picture and posture, by own weapon; made when first asked for."""

    def __init__(self, picture: Picture, posture: Posture) -> None:
        self.picture = picture
        self.posture = posture
        self.arrays: Field = picture.arrays
        self._fire: dict[str, Floats] = {}
        self._risk: dict[str, Floats] = {}
        self._pull: dict[str, Floats] = {}
        self._errands: dict[str, list[modules.Errand]] = {}
        self.shares = [self._share(foe) for foe in picture.foes]

    def _share(self, foe: Foe) -> float:
        """The part of an enemy's fire that one unit draws: the less, the more units it can choose from."""
        seen = self.arrays.sight(foe.cell)
        count = sum(bool(seen[self.arrays.at[unit.cell]]) for unit in self.picture.own)
        return 0.4 / (count + 1) + 0.6 / max(1, len(self.picture.own))

    def fire(self, name: str) -> Floats:
        """For every hex what the best shot of a weapon from there is worth in a turn."""
        known = self._fire.get(name)
        if known is None:
            gun = self.picture.gun(name)
            known = np.zeros(self.arrays.count)
            for foe in self.picture.foes:
                soft = is_soft(foe.mark.name)
                mark = foe.mark if soft else foe.mark._replace(points=GUESS)
                worth = chances_at(self.arrays, gun, mark, MATES if soft else 1) * foe.worth
                if not foe.spotted and soft:
                    worth = worth * self._found(foe)
                np.maximum(known, worth, out=known)
            self._fire[name] = known
        return known

    def _found(self, foe: Foe) -> Floats:
        """For every hex the chance that three units there find an unspotted soft unit in a turn."""
        distance = self.arrays.distances(self.arrays.to_target(foe.cell))
        column = 3 if foe.mark.position or self.arrays.rough[self.arrays.at[foe.cell]] else 2
        missed: Floats = (1.0 - self.arrays.spotting[column, distance]) ** MATES
        return 1.0 - missed

    def risk(self, name: str) -> Floats:
        """For every hex the chance that a weapon standing there, front to the enemy, is destroyed in a turn."""
        known = self._risk.get(name)
        if known is None:
            safe = np.ones(self.arrays.count)
            for foe, share in zip(self.picture.foes, self.shares, strict=True):
                chance = chances_from(self.arrays, foe.gun, foe.cell, name)
                if not foe.gun.all_round and foe.facing >= 0:
                    chance = np.where(self.in_arc(foe.cell, foe.facing), chance, OUTSIDE * chance)
                safe *= 1.0 - share * chance
            for knowledge in modules.known(self.picture.scene):
                danger = knowledge.risk(self.picture)
                if danger is not None:
                    safe *= 1.0 - danger
            known = self._risk[name] = 1.0 - safe
        return known

    def in_arc(self, cell: Cell, facing: int) -> Flags:
        """The hexes in the field of fire of a weapon that faces so: those against which it would show its front."""
        found: Flags = self.arrays.aspects(self.arrays.to_target(cell), facing) == 0
        return found

    def errand(self, unit: Unit) -> modules.Errand | None:
        """What a module sends a unit for; None where it fights like others."""
        known = self._errands.get(unit.id)
        if known is None:
            found = [one.errand(self.picture, unit) for one in modules.known(self.picture.scene)]
            known = self._errands[unit.id] = [one for one in found if one is not None]
        return known[0] if known else None

    def pull(self, unit: Unit) -> Floats:
        """For every hex the worth of being there with a unit: of the best place it can still drive to, less the way."""
        errand = self.errand(unit)
        name = unit.type if errand is None else f"{unit.type} {errand.name}"
        if unit.id in self.picture.staff:
            name = f"{name} HQ"
        known = self._pull.get(name)
        if known is None:
            posture, gun = self.posture, self.picture.gun(unit.type)
            own = self.picture.stake(unit) * posture.loss
            risk = self.risk(unit.type)
            worth = HORIZON * (posture.gain * self.fire(unit.type) - own * risk)
            if posture.press and (posture.goal is not None or self.fire(unit.type).any()):
                worth = np.where(self.fire(unit.type) > 0, worth, -BLOCKED)
            if posture.goal is not None:
                worth = np.maximum(worth, posture.goal - own * risk) if not posture.leave else posture.goal
            if errand is not None:
                worth = errand.goal - own * risk
            pace = (posture.pace if errand is None else ERRAND) / max(1, gun.moves)
            dear = 0.25 * own * risk
            dear[[self.arrays.at[cell] for cell in self.picture.shut]] = BLOCKED
            known = self._pull[name] = self.arrays.climb(worth, pace, dear, max(1, gun.moves))
        return known
