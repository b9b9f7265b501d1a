"""The position that a view tells, as the rules read it: what the side does not know is not on the map."""

from __future__ import annotations

from random import Random
from typing import Final

from hulldown.core.stepped import stem_of
from hulldown.games.panzer_battles.books import scene_of
from hulldown.games.panzer_battles.faces.view import BattleView
from hulldown.games.panzer_battles.rules import deployment
from hulldown.games.panzer_battles.rules.pieces import Company
from hulldown.games.panzer_battles.rules.state import (
    ASIDE,
    OFF,
    BattleState,
    Exchange,
    Unit,
    enemy_of,
    index_of,
)

_FORCES: Final[dict[tuple[str, bool], tuple[list[Unit], list[Company]]]] = {}
"""The forces of a scenario before the game, with dummies or without."""


def state_of(view: BattleView) -> BattleState:
    """The position as far as a view tells it; enemies that lie face down or are hidden are aside."""
    units, companies = _forces(view)
    assert view.side is not None
    foe = enemy_of(view.side)
    for unit in units:
        if unit.side == foe:
            unit.status = ASIDE
    for at, unit in zip(view.places, view.units, strict=True):
        units[at] = unit.copy()
    for number, company in zip(view.numbers, view.companies, strict=True):
        companies[number] = company.copy()
    for known in view.shaken:
        companies[known.number].morale = known.morale
        companies[known.number].lost = known.lost
        companies[known.number].broken = known.broken
    state = BattleState(
        **stem_of(view, Random(0)), units=units, companies=companies,
        batteries=[battery.copy() for battery in view.batteries], phase=view.phase,
        headquarters=dict(view.headquarters), tags=dict(view.tags), moving=view.moving, named=view.named,
        free=view.free, struck=view.struck, offer=view.offer, merged=view.merged, control=dict(view.control),
        points=dict(view.points), waved=dict(view.waved), march=view.march, melee=view.melee, fought=view.fought,
        assaulted=view.assaulted, stuck=view.stuck, queue=list(view.queue), asked={view.side: view.asked},
    )  # fmt: skip
    if view.exchange is not None:
        fight = view.exchange
        state.exchange = Exchange(
            fight.trigger, _numbers(state, fight.movers), fight.cell, _numbers(state, fight.firers)
        )
    return state


def _forces(view: BattleView) -> tuple[list[Unit], list[Company]]:
    """The forces of the scenario as they are before anybody is set up, to be filled in."""
    key = (view.scenario, view.options.get("dummies") != "none")
    found = _FORCES.get(key)
    if found is None:
        units, companies, _ = deployment.new_forces(scene_of(view).scenario, dict(view.options))
        found = _FORCES[key] = (units, companies)
    return [unit.copy() for unit in found[0]], [company.copy() for company in found[1]]


def _numbers(state: BattleState, names: tuple[str, ...]) -> tuple[int, ...]:
    """The places of the units that these names mean, as far as they are known."""
    return tuple([at for at in (index_of(state, name) for name in names) if at >= 0])


def waits(unit: Unit) -> bool:
    """Whether a unit is still to come onto the map."""
    return unit.status == OFF
