"""The coach for KampfPanzer: what enemies as they stand can do to own units, and what those can fire at."""

from __future__ import annotations

from hulldown.bots.coaching import Danger, Shot, Threatened
from hulldown.bots.kampfpanzer.odds import shares_of
from hulldown.bots.kampfpanzer.picture import Picture, state_of
from hulldown.bots.kampfpanzer.shots import Mark, Range
from hulldown.bots.kampfpanzer.stakes import harm
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.aiming import aim_at, target_of
from hulldown.games.kampfpanzer.rules.arms import arms
from hulldown.games.kampfpanzer.rules.fire import Attack, can_attack, levels, resolve
from hulldown.games.kampfpanzer.rules.state import NOBODY, Unit
from hulldown.games.kampfpanzer.rules.verbs.firing import DIRECT

VERB = "disrupts it"


class KampfCoach:
    """What can happen to own units as everybody stands, and what they can fire at; each firer for himself."""

    def threatened(self, seat: Seat) -> list[Threatened]:
        """Own units that an enemy who is fit to fire can fire at."""
        picture = _picture(seat)
        foes = [foe for foe in picture.foes if arms(foe.type).fires and not foe.level]
        found = []
        for unit in picture.own:
            if unit.aboard != NOBODY:
                continue
            dangers = [Danger(foe.id, foe.cell, _chance(picture, foe, unit), VERB) for foe in foes]
            dangers = [danger for danger in dangers if danger.chance > 0]
            if dangers:
                found.append(Threatened(unit.id, unit.cell, tuple(dangers)))
        return found

    def shots(self, seat: Seat) -> list[Shot]:
        """The shot of each unit that the brain thinks most of, if the rules allow it by itself."""
        asked = seat.view.decision
        if asked is None or asked.kind != "plot":
            return []
        picture = _picture(seat)
        fire = Range(picture, {unit.unit: unit for unit in seat.legal.units})
        best: dict[str, Shot] = {}
        for mark, guns in fire.guns.items():
            if len(mark.units) != 1:
                continue
            foe = mark.units[0]
            for gun in guns:
                attack = _attack(picture, gun.unit, foe)
                chance = _harmed(attack)
                worth = picture.bounty(foe) * harm(picture.stake(foe), foe.level, shares_of(attack.results))
                known = best.get(gun.unit.id)
                if chance <= 0 or (known is not None and known.worth >= worth):
                    continue
                if not seat.check(Order("plot", (_task(gun.unit, mark),), decision=asked.id)):
                    best[gun.unit.id] = Shot(gun.unit.id, gun.unit.cell, foe.id, foe.cell, chance, VERB, worth)
        return list(best.values())


def _picture(seat: Seat) -> Picture:
    view = seat.view
    assert isinstance(view, KampfView)
    return Picture(state_of(view), seat.side)


def _task(unit: Unit, mark: Mark) -> Task:
    return Task(unit.id, DIRECT.kind, (mark.cell,), targets=(mark.name,) if mark.name else ())


def _attack(picture: Picture, firer: Unit, target: Unit) -> Attack:
    """The attack of one unit on another, by the rules."""
    crew, aimed = [picture.index[firer.id]], [picture.index[target.id]]
    return resolve(aim_at(picture.state, picture.scene, crew, aimed, target.cell))


def _harmed(attack: Attack) -> float:
    """The chance that an attack disrupts its target or does worse."""
    return sum(levels(result) > 0 for result in attack.results) / max(1, len(attack.results))


def _chance(picture: Picture, firer: Unit, target: Unit) -> float:
    """The chance that one unit disrupts another; 0 where it cannot fire at it."""
    scene, weapon = picture.scene, arms(firer.type)
    if not can_attack(weapon.counter, target_of(picture.state, scene, target).hard):
        return 0.0
    if scene.board.distance(firer.cell, target.cell) > weapon.range or not scene.clear(firer.cell, target.cell):
        return 0.0
    if weapon.faces and not scene.ground.in_arc(firer.cell, firer.facing, target.cell):
        return 0.0
    return _harmed(_attack(picture, firer, target))


COACH = KampfCoach()
