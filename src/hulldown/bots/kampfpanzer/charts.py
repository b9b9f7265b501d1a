"""Maps over all hexes: what can be hurt from each, what can be hurt there, and where it is worth going."""

from __future__ import annotations

import numpy as np

from hulldown.bots.kampfpanzer.goals import turns_of
from hulldown.bots.kampfpanzer.odds import by_overrun
from hulldown.bots.kampfpanzer.picture import GROUP, HELD, Picture
from hulldown.bots.kampfpanzer.stakes import Stake, at, harm, harms
from hulldown.bots.plane import BLOCKED, Floats
from hulldown.games.kampfpanzer.rules.arms import POINT, arms
from hulldown.games.kampfpanzer.rules.march import OVERRUN_COST
from hulldown.games.kampfpanzer.rules.overrun import counted, prone
from hulldown.games.kampfpanzer.rules.state import NOBODY, Unit

HORIZON = 2.0
"""Turns over which the fire from and at a hex is counted."""
ROOTED, ROVING = 0.95, 0.55
"""How likely an enemy is to be where it stands on the next turn as well: on foot or a gun, and on wheels."""
MATES = 0.6
"""The part of what friends could fire at a target that may be expected to join in."""
PAIR, NEARBY, DARE = 2, 4, 0.5
"""Tanks reckoned to overrun together, from how far, and what that counts beside fire."""
FRONT, BEHIND = 1.1, 0.35
"""What the enemies nearest to a force count for it, and the others."""
PRESS, EASY = 0.25, 0.12
"""The price of a turn on the way for who must hurt the enemy (twice that at the end), and for others."""
CHOICE = 0.15
"""What each further target counts where an enemy must be hurt: there will be one on later turns."""
DIVIDED = 2.5
"""Own units among which the enemy divides its fire before it grows thinner."""
SHELLED = 0.25
"""What an H weapon takes from a unit in its sight, if it fires at that one."""
CRUSHED = 0.12
"""What a soft unit in the open may lose to the tanks that can drive over it."""
HOLD, CORE, OUT, BLOCK = 1.2, 2.6, 2.0, 1.6
"""What it is worth to be where a unit is wanted, where alone it is decided, off the map, in the enemy's exit."""
STOPPED = 0.2
"""What it costs to be stopped by a zone of control on the way."""


class Charts:
    """The maps for one picture, by own counter; made when first asked for."""

    def __init__(self, picture: Picture, boldness: float = 1.0) -> None:
        self.picture = picture
        self.arrays = picture.arrays
        self.boldness = boldness
        self.calm = np.array([picture.steady(cell) for cell in self.arrays.cells])
        """For every hex the chance that an own unit there will not panic."""
        self.firers = [foe for foe in picture.foes if not arms(foe.type).carrier]
        self.exposed = self._exposed()
        self.fighters = sum(arms(unit.type).fires for unit in (*picture.own, *picture.waiting))
        self.horizon = min(HORIZON, picture.left - 1.0)
        self.next = min(1.0, picture.left - 1.0)
        """Whether there is a next turn for which a place could be good."""
        self._focus = self._focused()
        self._fire: dict[str, Floats] = {}
        self._risk: dict[str, Floats] = {}
        self._total: dict[bool, Floats] = {}
        self._pull: dict[tuple[str, str, bool], Floats] = {}

    def _exposed(self) -> int:
        """How many own units the enemy can fire at."""
        arrays, seen = self.arrays, np.zeros(self.arrays.count, dtype=np.bool_)
        for foe in self.firers:
            seen |= arrays.sight(foe.cell) & (arrays.distances(arrays.from_firer(foe.cell)) <= arms(foe.type).range)
        return sum(bool(seen[arrays.at[unit.cell]]) for unit in self.picture.own if unit.aboard == NOBODY)

    def fire(self, name: str) -> Floats:
        """For every hex what a counter there adds to the harm done to the enemy in a turn."""
        known = self._fire.get(name)
        if known is None:
            known, total = np.zeros(self.arrays.count), np.zeros(self.arrays.count)
            group = float(max(1, min(GROUP, self.fighters)))
            if arms(name).fires:
                for foe in self.picture.targets():
                    strength = self.arrays.fire_at(name, foe.cell, arms(foe.type).hard)
                    if not strength.any():
                        continue
                    table = harms(self.picture.stake(foe), foe.level)
                    defence = self.picture.defence(foe) + self.picture.shelter(foe)
                    base = MATES * self.picture.support(foe) - defence
                    more = at(table, strength + base) - at(table, np.full(1, base))[0]
                    more = np.maximum(more, at(table, group * strength - defence) / group)
                    worth = self._focus[foe.id] * self.picture.bounty(foe) * np.where(strength > 0, more, 0.0)
                    known += self._there(foe) * np.maximum(worth - known, 0.0)
                    total += worth
            self._add_overruns(name, known)
            if self.picture.goals.press:
                known += CHOICE * total
            known = self._fire[name] = self.boldness * self.calm * known
        return known

    def _focused(self) -> dict[str, float]:
        """How much the fire at each enemy on the next turn counts.

        Who must hurt the enemy keeps together: those nearest to the force count more than the others.
        """
        targets = self.picture.targets()
        found = {foe.id: 1.0 for foe in targets}
        own = [unit for unit in self.picture.own if arms(unit.type).fires]
        if not self.picture.goals.press or not own or not targets:
            return found
        distance = self.picture.scene.board.distance
        order = sorted(targets, key=lambda foe: (sum(distance(unit.cell, foe.cell) for unit in own), foe.id))
        for place, foe in enumerate(order):
            found[foe.id] *= FRONT if place < max(2, len(order) // 3) else BEHIND
        return found

    def _there(self, foe: Unit) -> float:
        """How likely an enemy is to be where it stands on the next turn as well."""
        return ROOTED if arms(foe.type).digs or foe.level else ROVING

    def _add_overruns(self, name: str, known: Floats) -> None:
        """Raises the worth of the hexes from which a counter could drive over somebody on the next turn."""
        weapon, picture = arms(name), self.picture
        near = (weapon.ma - OVERRUN_COST) // POINT - 1
        if not weapon.tank or near < 1:
            return
        for foe in picture.foes:
            if arms(foe.type).hard or not self.arrays.open[self.arrays.at[foe.cell]]:
                continue
            against = counted(picture.state, prone(picture.state, foe.cell, foe.side))
            worth = picture.bounty(foe) * harm(picture.stake(foe), foe.level, by_overrun(PAIR, against)) / PAIR
            worth *= self._focus[foe.id]
            away = self.arrays.distances(self.arrays.to_target(foe.cell))
            worths = np.where(away <= min(near, NEARBY), DARE * worth, 0.0)
            known += self._there(foe) * np.maximum(worths - known, 0.0)

    def _strength(self, hard: bool) -> Floats:
        """For every hex the strength that enemies as they stand could fire there with on the next turn."""
        known = self._total.get(hard)
        if known is None:
            known = np.zeros(self.arrays.count)
            for foe in self.firers:
                weapon = arms(foe.type)
                if weapon.fires:
                    facing = foe.facing if weapon.faces else -1
                    known += self.picture.fit(foe) * self.arrays.fire_from(foe.type, foe.cell, facing, hard)
            self._total[hard] = known
        return known

    def risk(self, name: str) -> Floats:
        """For every hex the part of its worth that a counter there loses in a turn, on the mean."""
        known = self._risk.get(name)
        if known is None:
            weapon, picture, arrays = arms(name), self.picture, self.arrays
            share = min(1.0, DIVIDED / max(1, self.exposed))
            superiority = share * self._strength(weapon.hard) - weapon.counter.defence - self._cover(weapon.digs)
            known = at(harms(Stake(picture.left), 0), superiority)
            if picture.goals.holds:
                inside = arrays.mask(picture.goals.cells)
                known = np.where(inside, at(harms(Stake(picture.left, HELD), 0), superiority), known)
            known = known + self._shells() + (0.0 if weapon.hard else self._treads())
            self._risk[name] = known
        return known

    def _cover(self, digs: bool) -> Floats:
        """What every hex adds to a defence, own trenches among them for those who can be in them."""
        cells = frozenset(works.cell for works in self.picture.state.works if works.side == self.picture.side)
        if not digs or not cells:
            return self.arrays.cover
        return np.where(self.arrays.mask(cells), self.arrays.trench, self.arrays.cover)

    def _shells(self) -> Floats:
        """What H weapons add to the risk."""
        found = np.zeros(self.arrays.count)
        for foe in self.firers:
            if arms(foe.type).lobs:
                seen = self.arrays.sight(foe.cell)
                found += np.where(seen, SHELLED * self.picture.fit(foe) / max(2, self.exposed), 0.0)
        return found

    def _treads(self) -> Floats:
        """What tanks that could drive over a soft unit in the open add to its risk."""
        found = np.zeros(self.arrays.count)
        for foe in self.firers:
            if arms(foe.type).tank and not foe.level:
                near = self.arrays.distances(self.arrays.from_firer(foe.cell)) <= arms(foe.type).ma // 4
                found += np.where(near & self.arrays.open, CRUSHED, 0.0)
        return np.minimum(found, 3 * CRUSHED)

    def pull(self, unit: Unit) -> Floats:
        """For every hex the worth of being there with a unit: of the best place it can still reach, less the way."""
        rider = self.picture.state.units[unit.cargo].type if unit.cargo != NOBODY else ""
        key = (unit.type, rider, self.picture.leaves(unit))
        known = self._pull.get(key)
        if known is None:
            weapon = arms(unit.type)
            pace = self.hurry(unit) / max(1, weapon.ma)
            known = self.arrays.paces[weapon.table].climb(self._worth(unit, rider), pace, self._dear(unit), weapon.ma)
            self._pull[key] = known
        return known

    def hurry(self, unit: Unit) -> float:
        """The price of a turn on the way: high where time is short, so that nothing else delays a unit."""
        goals, picture = self.picture.goals, self.picture
        if picture.leaves(unit):
            return 0.55
        if goals.holds:
            slack = picture.left - turns_of(picture.state, picture.scene, picture.index[unit.id], goals.cells)
            return 0.6 if slack <= 2 else 0.4 if slack <= 4 else 0.25
        late = picture.state.turn / max(1, picture.scene.scenario.length)
        return PRESS + PRESS * late if goals.press else EASY

    def _dear(self, unit: Unit) -> Floats:
        """What entering each hex costs besides the time: fire, and being stopped."""
        picture = self.picture
        own = picture.goals.loss * picture.worth(unit)
        dear = 0.12 * own * self.risk(unit.type)
        stopped = 2 * STOPPED if picture.leaves(unit) else STOPPED
        for cell in picture.zones:
            if cell >= 0:
                dear[self.arrays.at[cell]] += stopped
        for cell in picture.occupied:
            dear[self.arrays.at[cell]] += 2.0
        return dear

    def _worth(self, unit: Unit, rider: str) -> Floats:
        """What it is worth for a unit to stay in each hex."""
        picture, goals, arrays = self.picture, self.picture.goals, self.arrays
        carrier = arms(unit.type).carrier
        inside = arrays.mask(goals.cells)
        if picture.leaves(unit):
            return np.where(arrays.mask(picture.ways_out), OUT * picture.worth(unit), -BLOCKED)
        own = goals.loss * picture.worth(unit)
        risk = self.risk(rider or unit.type)
        gate = np.where(arrays.mask(goals.block), BLOCK, 0.0)
        if carrier and not rider:
            return gate - self.horizon * own * risk
        fire = self.fire(rider or unit.type)
        spot = self.horizon * (fire - own * risk)
        if goals.holds:
            worth = np.where(inside, HOLD + 0.5 * spot, spot)
            if goals.core:
                worth = np.where(arrays.mask(goals.core), CORE + 0.5 * spot, worth)
            return worth
        if goals.press and fire.any():
            return np.where(fire > 0, spot, -BLOCKED)
        return spot + gate if fire.any() or not goals.press else self._towards()

    def _towards(self) -> Floats:
        """Where nothing can be fired at from anywhere: to the enemies themselves, or the place that decides."""
        cells = frozenset(foe.cell for foe in self.picture.foes) or self.picture.goals.prize
        return np.where(self.arrays.mask(cells), 1.0, -BLOCKED) if cells else np.zeros(self.arrays.count)

    def place(self, unit: Unit) -> Floats:
        """For every hex what a unit has of being there after this turn."""
        rider = self.picture.state.units[unit.cargo].type if unit.cargo != NOBODY else ""
        own = self.picture.goals.loss * self.picture.worth(unit)
        fire = 0.3 * self.fire(unit.type) if not rider else 0.0
        return self.pull(unit) + self.next * (fire - 0.7 * own * self.risk(unit.type))
