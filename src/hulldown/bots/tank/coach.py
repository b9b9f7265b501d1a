"""The coach for Tank!: dangers and shots as the brain reckons them, from the view of one side."""

from __future__ import annotations

from hulldown.bots.coaching import Danger, Shot, Threatened
from hulldown.bots.seat import Seat
from hulldown.bots.tank.charts import Charts
from hulldown.bots.tank.dangers import Dangers
from hulldown.bots.tank.odds import Mark, chance, is_soft
from hulldown.bots.tank.picture import Foe, Picture
from hulldown.bots.tank.posture import posture_of
from hulldown.bots.tank.shots import Range
from hulldown.core.orders import Order, Task
from hulldown.games.tank.faces.view import TankView
from hulldown.games.tank.rules.state import Unit
from hulldown.games.tank.rules.verbs.direct import DIRECT
from hulldown.games.tank.rules.verbs.face import TURN

ASPECTS = ("front", "side", "rear")


class TankCoach:
    """What can happen to own units as everybody stands, and what they can fire at."""

    def threatened(self, seat: Seat) -> list[Threatened]:
        """Own units in the line of fire of known or likely enemies; hidden ones cannot be fired at."""
        picture = _picture(seat)
        dangers = Dangers(Charts(picture, posture_of(picture, 1.0)))
        turning = _turning(seat)
        found = []
        for unit in picture.own:
            foes = [] if unit.hidden else _firing_at(picture, unit)
            if not foes:
                continue
            now = tuple(_danger(picture, foe, unit, unit.facing) for foe in foes)
            best = -1
            after: tuple[float, ...] = ()
            if unit.id in turning and not is_soft(unit.type):
                best = min(range(6), key=lambda facing: (dangers.risk(unit, facing, 0), facing != unit.facing, facing))
                after = tuple(_danger(picture, foe, unit, best).chance for foe in foes)
            best = -1 if best == unit.facing else best
            found.append(Threatened(unit.id, unit.cell, now, best, after if best >= 0 else (), not unit.spotted))
        return found

    def shots(self, seat: Seat) -> list[Shot]:
        """The shot of each unit that the brain thinks most of, if the rules allow it."""
        asked = seat.view.decision
        if asked is None or asked.kind != "plot":
            return []
        picture = _picture(seat)
        fire = Range(picture, Charts(picture, posture_of(picture, 1.0)))
        units = {unit.id: unit for unit in picture.own}
        found = []
        for offer in seat.legal.units:
            cells = {cell for option in offer.options if option.kind == DIRECT.kind for cell in option.cells}
            unit = units.get(offer.unit)
            if unit is None or not cells:
                continue
            options = [(one.chance * one.found * picture.foes[one.foe].worth, one) for one in fire.shots[unit.id]]
            for worth, one in sorted(options, key=lambda pair: (-pair[0], pair[1].foe)):
                foe = picture.foes[one.foe]
                order = Order("plot", (Task(unit.id, DIRECT.kind, (foe.cell,)),), decision=asked.id)
                if worth > 0 and foe.cell in cells and not seat.check(order):
                    aimed = _aimed(picture, unit, foe)
                    found.append(Shot(unit.id, unit.cell, foe.name, foe.cell, aimed, "destroys it", worth, _guess(foe)))
                    break
        return found


def _aimed(picture: Picture, unit: Unit, foe: Foe) -> float:
    """The chance of a shot at a foe that does not move, which is what the table shows."""
    return chance(picture.arrays, picture.gun_of(unit), unit.cell, foe.mark)


def _guess(foe: Foe) -> str:
    """The type that a face-down counter is taken for."""
    return "" if foe.spotted else foe.mark.name


def _picture(seat: Seat) -> Picture:
    view = seat.view
    assert isinstance(view, TankView)
    return Picture(view)


def _turning(seat: Seat) -> set[str]:
    """The units that may be told to turn now."""
    if seat.view.decision is None:
        return set()
    return {unit.unit for unit in seat.legal.units if any(option.kind == TURN.kind for option in unit.options)}


def _firing_at(picture: Picture, unit: Unit) -> list[Foe]:
    """The enemies that have a line to a unit and reach it."""
    row = picture.scene.row(unit.cell)
    found = []
    for foe in picture.foes:
        if foe.cell == unit.cell or not row >> foe.cell & 1:
            continue
        away = picture.ground.board.distance(foe.cell, unit.cell)
        bears = foe.gun.all_round or foe.facing < 0 or picture.ground.in_arc(foe.cell, foe.facing, unit.cell)
        if away <= foe.gun.reach and bears and _danger(picture, foe, unit, unit.facing).chance > 0:
            found.append(foe)
    return found


def _danger(picture: Picture, foe: Foe, unit: Unit, facing: int) -> Danger:
    """What the fire of one enemy would do to a unit that faces so and does not move."""
    soft = is_soft(unit.type)
    positions = {position.cell for position in picture.view.positions if position.side == picture.side}
    shelter = soft and unit.cell in positions
    mark = Mark(unit.type, unit.cell, -1 if soft else facing, unit.cell in picture.wrecks, shelter)
    aspect = "" if soft else ASPECTS[picture.arrays.aspect(foe.cell, unit.cell, facing)]
    return Danger(
        foe.name, foe.cell, chance(picture.arrays, foe.gun, foe.cell, mark), "destroys it", aspect, _guess(foe)
    )


COACH = TankCoach()
