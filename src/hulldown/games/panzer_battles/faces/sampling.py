"""Full states drawn from a view: what the enemy hides, his commands and the dice are drawn anew.

A drawn state gives the very view it was drawn from, and can be played on: face-down counters become units of the enemy
that nobody has seen, the others stand where they could be set up or wait off the map.
"""

from __future__ import annotations

from random import Random

from hulldown.core.board import Cell
from hulldown.core.orders import Order
from hulldown.core.stepped import stem_of
from hulldown.games.panzer_battles.faces.view import BattleView, Fight
from hulldown.games.panzer_battles.rules import deployment
from hulldown.games.panzer_battles.rules.observing import observes, reach
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.state import (
    ANY,
    ASIDE,
    DUMMY,
    LOST,
    NOBODY,
    OFF,
    OFF_MAP,
    ON_MAP,
    SIDES,
    BattleState,
    Exchange,
    Unit,
    enemy_of,
    index_of,
    label_of,
    phasing,
)
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.base import FACING, REORDER
from hulldown.games.panzer_battles.rules.verbs.kinds import BOUND, OVERWATCH


def sample(seen: BattleView, scene: Scene, rng: Random) -> BattleState:
    """A full state that would give this very view."""
    assert seen.side is not None
    state = _frame(seen, scene, rng)
    foe = enemy_of(seen.side)
    begun = seen.turn > 0
    if begun:
        _place(state, seen, scene, rng)
        _command(state, foe, rng)
        _refer(state, seen)
    _answers(state, seen, scene, foe, rng)
    return state


def _frame(seen: BattleView, scene: Scene, rng: Random) -> BattleState:
    """The state as far as the view tells it; units of the enemy that are not known are as before the game."""
    assert seen.side is not None
    units, companies, batteries = deployment.new_forces(scene.scenario, dict(seen.options))
    for at, unit in zip(seen.places, seen.units, strict=True):
        units[at] = unit.copy()
    for number, company in zip(seen.numbers, seen.companies, strict=True):
        companies[number] = company.copy()
    for known in seen.shaken:
        companies[known.number].morale = known.morale
        companies[known.number].lost = known.lost
        companies[known.number].broken = known.broken
    own = {battery.key: battery for battery in seen.batteries}
    batteries = [
        own[battery.key].copy() if battery.side == seen.side else battery for battery in batteries
    ]  # fmt: skip
    for barrage in seen.barrages:
        for battery in batteries:
            if battery.key == barrage.key and battery.side != seen.side:
                battery.impact, battery.scattered = barrage.impact, barrage.scattered
    return BattleState(
        **stem_of(seen, rng),
        units=units,
        companies=companies,
        batteries=batteries,
        phase=seen.phase,
        headquarters=dict(seen.headquarters),
        tags=dict(seen.tags),
        moving=seen.moving,
        named=seen.named,
        free=seen.free,
        struck=seen.struck,
        offer=seen.offer,
        merged=seen.merged,
        control=dict(seen.control),
        points=dict(seen.points),
        modes={seen.side: seen.mode} if seen.mode else {},
        waved=dict(seen.waved),
        march=seen.march.copy() if seen.march is not None else None,
        melee=seen.melee.copy() if seen.melee is not None else None,
        fought=seen.fought,
        assaulted=seen.assaulted,
        stuck=seen.stuck,
        queue=list(seen.queue),
        asked=dict.fromkeys(SIDES, 0) | {seen.side: seen.asked},
    )  # fmt: skip


def _place(state: BattleState, seen: BattleView, scene: Scene, rng: Random) -> None:
    """Gives every face-down counter a unit, and puts the other unknown units somewhere."""
    assert seen.side is not None
    foe = enemy_of(seen.side)
    known = set(seen.places)
    unknown = [at for at, unit in enumerate(state.units) if unit.side == foe and at not in known]
    rng.shuffle(unknown)
    for counter in seen.counters:
        fitting = [at for at in unknown if _may_be(state, scene, at, counter.cell, counter.defilade)]
        choice = (fitting or [at for at in unknown if not traits(state.units[at].type).gun] or unknown)[0]
        unknown.remove(choice)
        unit = state.units[choice]
        unit.status, unit.cell, unit.tag, unit.defilade = ON_MAP, counter.cell, counter.tag, counter.defilade
        unit.place, unit.moved = 0, counter.moved
    for at in unknown:
        _hide(state, scene, at, rng)


def _may_be(state: BattleState, scene: Scene, index: int, cell: Cell, defilade: int) -> bool:
    """Whether a face-down counter in a hex could be this unit: it would not have been seen."""
    unit = state.units[index]
    if traits(unit.type).gun and defilade >= 0:
        return False
    trial = unit.copy()
    trial.cell, trial.status, trial.defilade = cell, ON_MAP, defilade
    return not _plain_to_see(state, scene, trial)


def _plain_to_see(state: BattleState, scene: Scene, unit: Unit) -> bool:
    far = reach(state, scene, unit)
    return any(one.side != unit.side and observes(state, scene, one, unit.cell, far) for one in state.units)


def _hide(state: BattleState, scene: Scene, index: int, rng: Random) -> None:
    """Puts a unit that no counter stands for where it may be: in its set-up area, in a queue, or aside."""
    unit = state.units[index]
    unit.tag, unit.shown = 0, False
    if unit.type == DUMMY:
        unit.status = ASIDE
        return
    cells = deployment.area(scene, unit)
    if cells:
        unit.status = ON_MAP
        for _ in range(8):
            unit.cell, unit.facing = rng.choice(cells), rng.randrange(6)
            if not _plain_to_see(state, scene, unit):
                return
        # Wherever it could be it would have been seen: it has been lost.
        unit.status, unit.cell, unit.strength = LOST, OFF_MAP, 0
        return
    unit.status, unit.entry = OFF, rng.choice(deployment.entries(scene, unit))
    unit.place = 1 + sum(
        other.side == unit.side and other.status == OFF and other.entry == unit.entry and other.place > 0
        for other in state.units
    )


def _command(state: BattleState, foe: str, rng: Random) -> None:
    """Gives the enemy's companies commands that fit what is seen of them: who counts as moving has a Bound command."""
    for company in state.companies:
        if company.side != foe:
            continue
        members = [state.units[at] for at in company.members]
        stirs = any(unit.command == BOUND and unit.bounded for unit in members)
        company.command = BOUND if stirs else rng.choice((OVERWATCH, OVERWATCH, BOUND))
        company.plotted = True
        for unit in members:
            if unit.status == ON_MAP and unit.type != DUMMY:
                moved = unit.command == BOUND
                unit.command = BOUND if moved else OVERWATCH if company.command == OVERWATCH or unit.shown else BOUND


def _refer(state: BattleState, seen: BattleView) -> None:
    """Makes the references of the view, which go by names, into those of the state."""
    assert seen.side is not None
    foe = enemy_of(seen.side)
    if seen.exchange is not None:
        state.exchange = _exchange(state, seen.exchange)
    if phasing(state) == foe and state.stack[0].step.startswith("move"):
        state.moving = _company(state, seen)
        if state.offer:
            state.merged = next((one for one, unit in enumerate(state.units) if unit.side == foe), NOBODY)


def _exchange(state: BattleState, fight: Fight) -> Exchange:
    """An exchange of fire with the units that its names mean."""
    movers = [at for at in (_find(state, name) for name in fight.movers) if at >= 0]
    firers = [at for at in (_find(state, name) for name in fight.firers) if at >= 0]
    return Exchange(fight.trigger, tuple(movers), fight.cell, tuple(firers))


def _company(state: BattleState, seen: BattleView) -> int:
    """The company of the enemy that moves now, as far as anybody can tell."""
    if state.stack[-1].step == "name":
        return NOBODY
    at = _find(state, seen.named) if seen.named else NOBODY
    if at < 0 and state.exchange is not None and state.exchange.movers:
        at = state.exchange.movers[0]
    return state.units[at].company if at >= 0 else ANY


def _find(state: BattleState, name: str) -> int:
    """The unit that a name means: its own, or that of its counter."""
    at = index_of(state, name)
    if at >= 0:
        return at
    return next((one for one, unit in enumerate(state.units) if unit.tag and label_of(unit) == name), NOBODY)


def _answers(state: BattleState, seen: BattleView, scene: Scene, foe: str, rng: Random) -> None:
    """The orders that wait: one's own as it is, the enemy's as it might be."""
    assert seen.side is not None
    if seen.submitted is not None:
        state.submitted[seen.side] = seen.submitted
    if foe in seen.owing or seen.side not in seen.owing:
        return
    if seen.step == "setup":
        state.submitted[foe] = deployment.plain(state, scene, foe)
    elif seen.step.startswith("facing"):
        state.submitted[foe] = Order(FACING)
    elif seen.step == "reorder":
        state.submitted[foe] = Order(REORDER)
