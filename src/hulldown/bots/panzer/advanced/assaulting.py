"""Close combat and overruns: what an attack is worth, who takes part, who enters the hex afterwards."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from hulldown.bots.panzer.advanced.field import Field
from hulldown.bots.panzer.advanced.odds import HALF, Blow, gp_blow
from hulldown.core.board import Cell
from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.rules.advanced import assault, hand_to_hand
from hulldown.games.panzer.rules.advanced.hand_to_hand import Fight, Fighter
from hulldown.games.panzer.rules.advanced.play.assault import eligible, overrunning, overruns, places, resolving
from hulldown.games.panzer.rules.advanced.play.assault.memory import combat_of
from hulldown.games.panzer.rules.advanced.play.assault.resolving import Attack
from hulldown.games.panzer.rules.advanced.play.facts import leg_of
from hulldown.games.panzer.rules.advanced.verbs.attacks import ASSAULT, ASSAULTING, FOLLOW, FOLLOWING
from hulldown.games.panzer.rules.objectives import cells_of

Jolt = Callable[[], float]
LEAST = 0.4
"""The points that an attack must promise beyond what it risks."""
EXPOSED = 0.6
"""The part of the danger of a hex that an advance into it costs."""
BOUND = 0.2
"""The part of the danger of its own hex that an attacker takes on: it is seen, and does not move away."""
HOPE = 0.7
"""The part of a gain that is left while fire may still come before the attack."""
_SIZES = {"squad": 0, "half-squad": 1, "section": 2}


class Joiner(NamedTuple):
    """A unit that may attack a target, from which hex, and what that risks."""

    unit: int
    cell: Cell
    advance: bool
    risk: float


def assault_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """The attack that promises most; else no more of them."""
    best: tuple[float, int, list[Joiner]] | None = None
    for target, joiners in _joiners(field, legal).items():
        near = [one for one in joiners if not one.advance]
        for chosen in (near, joiners):
            worth = gain(field, target, chosen) + jolt() if chosen else 0.0
            if worth > LEAST and (best is None or worth > best[0]):
                best = (worth, target, chosen)
    if best is None:
        return Order(ASSAULTING, choice=legal.choices[0], decision=legal.decision.id)
    name = field.units[best[1]].id
    tasks = [
        Task(field.units[one.unit].id, ASSAULT, (one.cell,) if one.advance else (), targets=(name,))
        for one in _line(field, best[2])
    ]
    return Order(ASSAULTING, tuple(tasks), decision=legal.decision.id)


def _joiners(field: Field, legal: Legal) -> dict[int, list[Joiner]]:
    """Who may attack each target, from the hex that suits it best; of those who share a command all attack one."""
    found: dict[int, list[Joiner]] = {}
    for unit in legal.units:
        index = field.names[unit.unit]
        here = field.units[index].cell
        for option in unit.options:
            for name in option.targets:
                if not option.cells:
                    joiner = Joiner(index, here, False, BOUND * field.danger(index, here, "moved"))
                else:
                    danger, cell = min([(field.danger(index, one, "moved"), one) for one in option.cells])
                    joiner = Joiner(index, cell, True, EXPOSED * danger)
                found.setdefault(field.names[name], []).append(joiner)
    return found


def _line(field: Field, joiners: list[Joiner]) -> list[Joiner]:
    """Attackers in the order in which they lead: the largest first, of those the least worth."""
    return sorted(joiners, key=lambda one: (_size(field, one.unit), field.worth(one.unit), one.unit))


def _size(field: Field, index: int) -> int:
    card = leg_of(field.units[index])
    return _SIZES[card.size.name] if card is not None else len(_SIZES)


def gain(field: Field, target: int, joiners: list[Joiner]) -> float:
    """What an attack on a target promises, less what it risks: hex by hex, the later ones at what is left."""
    hexes: dict[Cell, list[Joiner]] = {}
    for one in _line(field, joiners):
        hexes.setdefault(one.cell, []).append(one)
    total, rest = 0.0, 1.0
    for cell, party in hexes.items():
        advance = any(one.advance for one in party)
        if field.vehicle(target):
            part = _blow(field, target, cell, [one.unit for one in party], advance).part(field.suppressed(target))
            total += rest * part * field.worth(target)
            rest *= 1.0 - min(0.9, part)
        else:
            total += rest * _brawl(field, target, cell, [one.unit for one in party], advance)
            rest *= 0.4
    return total - sum(one.risk for one in joiners)


def _blow(field: Field, target: int, cell: Cell, party: list[int], advance: bool) -> Blow:
    """The chances of a Close Assault from a hex."""
    attack = resolving.assault_of(field.state, field.scene, Attack(tuple(party), target, advance))
    uphill = places.rise(field.state, field.scene, party[0], target, cell) == 1
    found = assault.resolve(attack._replace(uphill=uphill)).outcomes
    kill = float(found["ko"] + found["bu"])
    return Blow(kill, float(found["damaged"]), float(found["track"]), float(found["suppressed"]))


def _brawl(field: Field, target: int, cell: Cell, party: list[int], advance: bool) -> float:
    """What a Hand-to-Hand combat from a hex promises: the defender's losses less one's own."""
    fight = resolving.fight_of(field.state, field.scene, Attack(tuple(party), target, advance))
    uphill = places.rise(field.state, field.scene, party[0], target, cell) == 1
    return _expected(field, fight._replace(uphill=uphill))


def _expected(field: Field, fight: Fight | None) -> float:
    if fight is None:
        return 0.0
    chance = float(hand_to_hand.first_round(fight))
    won = _loss(field, fight.defender) + _expected(field, hand_to_hand.after(fight, True))
    lost = _expected(field, hand_to_hand.after(fight, False)) - _loss(field, fight.attackers[0])
    return chance * won + (1 - chance) * lost


def _loss(field: Field, fighter: Fighter) -> float:
    """What a side loses when a unit loses a round: half of a squad, or the unit as it is now."""
    whole = field.worth(fighter.unit)
    card = leg_of(field.units[fighter.unit])
    squad = card is not None and card.size.name == hand_to_hand.SQUAD
    return whole * (HALF if squad else 1.0)


def chance_of_assault(field: Field, index: int) -> float:
    """What a Move command is worth to a leg unit for the close combat that it allows, alone."""
    if leg_of(field.units[index]) is None:
        return 0.0
    best = 0.0
    for chance in eligible.chances(field.state, field.scene, index):
        here = field.units[index].cell
        cells = [here] if here in chance.ways else list(chance.ways)
        for cell in cells:
            part = BOUND if cell == here else EXPOSED
            risk = part * field.danger(index, cell, "moved")
            best = max(best, gain(field, chance.target, [Joiner(index, cell, cell != here, risk)]))
    return HOPE * best


def follow_order(field: Field, legal: Legal, jolt: Jolt) -> Order:
    """Who enters the hex: those who are better off there, and one where it is an objective."""
    cell = field.units[combat_of(field.state).target].cell
    goals = {one for objective in field.scene.scenario.objectives for one in cells_of(field.board, objective)}
    tasks: list[Task] = []
    for unit in legal.units:
        index = field.names[unit.unit]
        here = field.units[index].cell
        there = field.shelter(index, cell) - field.danger(index, cell, "moved")
        stays = field.shelter(index, here) - field.danger(index, here, "moved")
        wanted = cell in goals and not tasks and here not in goals
        if wanted or there > stays + 0.2 + jolt():
            tasks.append(Task(unit.unit, FOLLOW))
    if not tasks:
        return Order(FOLLOWING, choice=legal.choices[0], decision=legal.decision.id)
    return Order(FOLLOWING, tuple(tasks), decision=legal.decision.id)


# Dismount Attacks and overruns.


def storm_gain(field: Field, rider: int, target: int, cell: Cell) -> float:
    """What a Dismount Attack into a hex promises, less the danger to who is down there (6.6.1.1o)."""
    return gain(field, target, [Joiner(rider, cell, False, field.danger(rider, cell, "moved"))])


def overrun_gain(field: Field, index: int, target: int) -> float:
    """What an overrun of a unit promises; suppressed men and guns are the easier prey (6.6.10.1c)."""
    aim = overruns.aim(field.state, field.scene, index, target)
    card = leg_of(field.units[target])
    squad = card is not None and card.size.name == hand_to_hand.SQUAD
    return gp_blow(aim, squad).part(field.suppressed(target)) * field.worth(target)


def chance_of_overrun(field: Field, index: int) -> float:
    """What a Move command is worth to a vehicle for the overruns within its reach, before it has one."""
    unit = field.units[index]
    if not field.vehicle(index):
        return 0.0
    command, unit.command = unit.command, next(iter(field.scene.marching))
    targets = overrunning.targets_of(field.state, field.scene, index)
    unit.command = command
    near = max(1, field.gait(index).rates[0] // 2)
    found = [
        overrun_gain(field, index, target) - field.danger(index, field.units[target].cell, "moved")
        for target in targets
        if field.board.distance(unit.cell, field.units[target].cell) <= near
    ]
    return HOPE * max(found, default=0.0)
