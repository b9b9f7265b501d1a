"""The coach for Panzer Battles: what enemies as they stand can do to own units, and what those can fire at."""

from __future__ import annotations

from typing import Final

from hulldown.bots.brains import Temper
from hulldown.bots.coaching import Danger, Shot, Threatened, combined
from hulldown.bots.panzer_battles.firing import chances_of
from hulldown.bots.panzer_battles.odds import blow
from hulldown.bots.panzer_battles.picture import Foe, Picture
from hulldown.bots.seat import Seat
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules.firing import NORMAL, aim_at, bears, crew_of
from hulldown.games.panzer_battles.rules.state import present
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import FIRING

VERB: Final = "costs it losses"


class BattleCoach:
    """What can happen to own units as everybody stands, and what they can fire at; each firer for himself."""

    def threatened(self, seat: Seat) -> list[Threatened]:
        """Own units that an enemy who is seen can fire at with his best weapon, and how they had better face."""
        picture = _picture(seat)
        foes = [foe for foe in picture.foes if foe.number >= 0]
        found = []
        for at in picture.own:
            unit = picture.state.units[at]
            facing = unit.facing
            dangers = [_danger(picture, foe, at) for foe in foes]
            kept = [(danger, foe) for danger, foe in zip(dangers, foes, strict=True) if danger.chance > 0]
            if not kept:
                continue
            best, after = -1, tuple(danger.chance for danger, _ in kept)
            if traits(unit.type).vehicle and len({danger.aspect for danger, _ in kept} | {""}) > 1:
                for way in range(6):
                    unit.facing = way
                    turned = tuple([_danger(picture, foe, at).chance for _, foe in kept])
                    if combined(turned) < combined(after) - 1e-9:
                        best, after = way, turned
                unit.facing = facing
            plain = () if best < 0 else after
            found.append(Threatened(unit.id, unit.cell, tuple(one for one, _ in kept), best, plain, not unit.shown))
        return found

    def shots(self, seat: Seat) -> list[Shot]:
        """The best shot of each unit with its first weapon, as the table of odds shows it."""
        asked = seat.view.decision
        if asked is None or asked.kind != FIRING:
            return []
        picture = _picture(seat)
        units = picture.state.units
        best: dict[int, Shot] = {}
        for chance in chances_of(seat, picture):
            unit, target = units[chance.unit], units[chance.target]
            if chance.system.key != traits(unit.type).systems[0].key or chance.blow.loss <= 0:
                continue
            known = best.get(chance.unit)
            if known is None or chance.worth > known.worth:
                best[chance.unit] = Shot(
                    unit.id, unit.cell, target.id, target.cell, chance.blow.loss, VERB, chance.worth
                )
        return [shot for at, shot in sorted(best.items()) if present(units[at])]


def _danger(picture: Picture, foe: Foe, index: int) -> Danger:
    """What an enemy who is seen can do to a unit with his best weapon, as both stand."""
    state, scene = picture.state, picture.scene
    unit, firer = state.units[index], state.units[foe.number]
    kind = traits(firer.type)
    chance, aspect = 0.0, ""
    able = picture.sees(foe.cell, unit.cell) and foe.cell != unit.cell
    if able and not (kind.gun and crew_of(state, foe.number) < 0):
        for system in kind.systems:
            if bears(state, scene, foe.number, index, system):
                aim = aim_at(state, scene, foe.number, index, system, NORMAL)
                loss = blow(aim).loss
                if loss > chance:
                    chance, aspect = loss, aim.aspect if traits(unit.type).vehicle else ""
    return Danger(firer.id, firer.cell, chance, VERB, aspect)


def _picture(seat: Seat) -> Picture:
    view = seat.view
    assert isinstance(view, BattleView)
    return Picture(view, seat.side, Temper())


COACH: Final = BattleCoach()
