"""Commands for companies: who moves, who watches, who does both by turns, and who is left to come to himself."""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from hulldown.bots.panzer_battles.goals import Goals
from hulldown.bots.panzer_battles.moving import Plan
from hulldown.bots.panzer_battles.picture import Picture
from hulldown.bots.seat import Seat
from hulldown.core.orders import Order, Task
from hulldown.games.panzer_battles.rules.commands import ALL
from hulldown.games.panzer_battles.rules.state import ON_MAP, Company
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, BOUNDING, OVERWATCH, RALLY, WITHDRAW

WATCH: Final = 1.6
"""How many Phases' fire a company on Overwatch may hope for until its next command."""
READY: Final = 0.8
"""What it is worth for a platoon to be able to fire at whoever comes."""
DIVIDED: Final = 0.9
"""How much a command is worth that divides a company."""
QUIET: Final = 2.0
"""The danger for a company below which it may rally."""


class Weighed(NamedTuple):
    """A company that gets a command: the one chosen, and what each of those allowed is worth."""

    company: str
    chosen: str
    worths: dict[str, float]


def command_order(seat: Seat, picture: Picture, rng: Random) -> Order:
    """A command for each company."""
    tasks = [Task(one.company, one.chosen) for one in weighed(seat, picture, rng)]
    return Order(seat.legal.decision.kind, tuple(tasks))


def weighed(seat: Seat, picture: Picture, rng: Random) -> list[Weighed]:
    """What the commands of each company are worth."""
    plan = Plan(picture, Goals(picture), rng)
    by_key = {company.key: company for company in picture.state.companies if company.side == picture.side}
    found = []
    for offer in seat.legal.units:
        company = by_key.get(offer.unit)
        if company is not None:
            allowed = [option.kind for option in offer.options if option.kind in ALL]
            found.append(_weighed(plan, company, allowed))
    return found


def _weighed(plan: Plan, company: Company, allowed: list[str]) -> Weighed:
    if len(allowed) == 1:
        return Weighed(company.key, allowed[0], {})
    if BOUND not in allowed:
        return Weighed(company.key, _shaken(plan.picture, company, allowed), dict.fromkeys(allowed, 0.0))
    worths = {kind: worth for kind, worth in worths_of(plan, company).items() if kind in allowed}
    best = OVERWATCH
    for kind in (BOUND, BOUNDING):
        if kind in allowed and worths[kind] > worths[best]:
            best = kind
    return Weighed(company.key, best, worths)


def worths_of(plan: Plan, company: Company) -> dict[str, float]:
    """What each command that lets a company fight is worth."""
    picture = plan.picture
    state = picture.state
    members = [at for at in company.members if state.units[at].status == ON_MAP and state.units[at].carrier < 0]
    fire: list[float] = []
    move: list[float] = []
    for at in members:
        unit = state.units[at]
        fire.append(WATCH * picture.prospect(at, unit.cell) + (READY if traits(unit.type).systems else 0.0))
        if traits(unit.type).gun:
            move.append(0.0)
            continue
        # What it has spent and done in its last Segment is behind it when it moves again.
        unit.spent, unit.rooted, unit.origin = 0, False, -1
        steps = plan.steps(at)
        here = next((step.score for step in steps if not step.path and not step.leaves), 0.0)
        move.append(max(0.0, steps[0].score - here) if steps else 0.0)
    worths = {OVERWATCH: sum(fire, 0.0), BOUND: sum(move, 0.0), BOUNDING: 0.0}
    if len(members) > 1:
        gains = sorted([one - two for one, two in zip(move, fire, strict=True)], reverse=True)
        bounds = [gain for gain in gains[:-1] if gain > 0] or gains[:1]
        worths[BOUNDING] = DIVIDED * (sum(fire, 0.0) + sum(bounds, 0.0))
    return worths


def _shaken(picture: Picture, company: Company, allowed: list[str]) -> str:
    """The command for a company that morale binds: to fire while it can, to rally where it is quiet, or to go."""
    state = picture.state
    members = [at for at in company.members if state.units[at].status == ON_MAP and state.units[at].carrier < 0]
    fire = sum([picture.prospect(at, state.units[at].cell) for at in members], 0.0)
    danger = sum([picture.danger(at, state.units[at].cell, False) for at in members], 0.0)
    if OVERWATCH in allowed and fire > danger:
        return OVERWATCH
    if RALLY in allowed and danger <= QUIET:
        return RALLY
    if WITHDRAW in allowed:
        return WITHDRAW
    return allowed[0]
