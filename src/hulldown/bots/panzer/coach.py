"""The coach for Panzer: dangers and shots as the brain reckons them, from the view of one side."""

from __future__ import annotations

from hulldown.bots.brains import Temper
from hulldown.bots.coaching import Danger, Shot, Threatened, combined
from hulldown.bots.panzer.advanced import coach as advanced
from hulldown.bots.panzer.advanced.brain import is_advanced
from hulldown.bots.panzer.firing import Allotment, watch_of
from hulldown.bots.panzer.odds import Blow, aspect_of, blow, points_at, spotted_at
from hulldown.bots.panzer.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.state import Unit
from hulldown.games.panzer.rules.verbs.base import COMMAND, FIRING, MOVEMENT, WATCHING

CALM = Temper()


class PanzerCoach:
    """What can happen to own vehicles as everybody stands, and what they can fire at."""

    def threatened(self, seat: Seat) -> list[Threatened]:
        """Own vehicles that enemies spot, reach and have in their field of fire."""
        if _advanced(seat):
            return advanced.threatened(seat)
        picture = _picture(seat)
        turning = _turning(seat, picture)
        found = []
        for index in picture.mine:
            unit = picture.units[index]
            enemies = [picture.units[number] for number in picture.foes]
            foes = [foe for foe in enemies if _bears(picture, foe, unit)]
            dangers = tuple(_danger(picture, foe, unit, unit.facing) for foe in foes)
            best = -1
            after: tuple[float, ...] = ()
            if dangers and unit.id in turning:
                ways = [tuple(_danger(picture, foe, unit, facing).chance for foe in foes) for facing in range(6)]
                best = min(range(6), key=lambda facing: (combined(ways[facing]), facing != unit.facing, facing))
                after = ways[best]
            best = -1 if best == unit.facing else best
            found.append(Threatened(unit.id, unit.cell, dangers, best, after if best >= 0 else ()))
        return found

    def shots(self, seat: Seat) -> list[Shot]:
        """The best shot of each vehicle that is asked to fire, or that could be commanded to."""
        if _advanced(seat):
            return advanced.shots(seat)
        asked = seat.view.decision
        if asked is None or asked.kind not in (COMMAND, FIRING, WATCHING):
            return []
        picture = _picture(seat)
        names = {unit.id: index for index, unit in enumerate(picture.units)}
        allotment = Allotment(picture)
        plain = picture.scene.shooting - picture.scene.moving
        found = []
        for offer in seat.legal.units:
            shooter = names.get(offer.unit, -1)
            if shooter < 0:
                continue
            if asked.kind == COMMAND:
                fires = any(option.kind in plain for option in offer.options)
                targets = _targets(picture, shooter) if fires else []
            else:
                targets = [names[target] for option in offer.options for target in option.targets]
            overwatch = asked.kind == WATCHING
            halt = asked.kind == FIRING and picture.units[shooter].command in picture.scene.halting
            worths = [(allotment.gain(shooter, target, halt, overwatch), target) for target in targets]
            if worths:
                worth, target = max(worths, key=lambda pair: (pair[0], -pair[1]))
                firer, enemy = picture.units[shooter], picture.units[target]
                watch = watch_of(picture, firer, enemy, overwatch)
                chance, verb = _told(picture.blow_at(firer, enemy, short_halt=halt, watch=watch))
                found.append(Shot(firer.id, firer.cell, enemy.id, enemy.cell, chance, verb, worth))
        return [shot for shot in found if shot.chance > 0]


def _advanced(seat: Seat) -> bool:
    """Whether the position is one of the Advanced Game, whose units have other cards."""
    view = seat.view
    assert isinstance(view, PanzerView)
    return is_advanced(view)


def _picture(seat: Seat) -> Picture:
    view = seat.view
    assert isinstance(view, PanzerView)
    return Picture(view, seat.side, CALM)


def _turning(seat: Seat, picture: Picture) -> set[str]:
    """The vehicles that may turn now, or be commanded to move and turn later."""
    asked = seat.view.decision
    if asked is None or asked.kind not in (COMMAND, MOVEMENT):
        return set()
    plain = picture.scene.moving - picture.scene.shooting
    return {
        unit.unit
        for unit in seat.legal.units
        if any(option.kind in plain if asked.kind == COMMAND else bool(option.facings) for option in unit.options)
    }


def _bears(picture: Picture, foe: Unit, unit: Unit) -> bool:
    """Whether an enemy can fire at a vehicle as both stand."""
    card = cards()[foe.type]
    away = picture.board.distance(foe.cell, unit.cell)
    if not away or not card.reaches(away) or away > spotted_at(picture.ground.cover[unit.cell], unit.mark):
        return False
    seen = foe.cell in picture.scene.seen_from(unit.cell)
    return seen and points_at(picture.ground, foe.type, foe.facing, foe.cell, unit.cell)


def _danger(picture: Picture, foe: Unit, unit: Unit, facing: int) -> Danger:
    """What a shot of an enemy does to a vehicle that faces so and stands still."""
    ground = picture.ground
    aspect = aspect_of(ground, facing, unit.cell, foe.cell)
    smoke = len(ground.hindering(foe.cell, unit.cell, picture.smoke)) if picture.smoke else 0
    away = picture.board.distance(foe.cell, unit.cell)
    shot = blow(
        foe.type, unit.type, away, aspect, ground.fire_cover[unit.cell], False, unit.damaged, False, foe.damaged,
        "none", smoke,
    )  # fmt: skip
    return Danger(foe.id, foe.cell, *_told(shot), aspect)


def _told(shot: Blow) -> tuple[float, str]:
    """The chance of a shot to do something, and the word for it."""
    return (shot.kill, "knocks it out") if shot.kill else (shot.damage, "damages it")


def _targets(picture: Picture, shooter: int) -> list[int]:
    """The enemies that a vehicle could fire at as it stands and faces."""
    unit = picture.units[shooter]
    open_to = picture.chances(unit.cell, unit.type, unit.damaged)
    return [one.unit for one in open_to if points_at(picture.ground, unit.type, unit.facing, unit.cell, one.cell)]


COACH = PanzerCoach()
