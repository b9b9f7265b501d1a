"""Whole games of the Advanced Game in which both forces are thrown together and fire whatever is offered."""

from __future__ import annotations

from collections import Counter
from random import Random

import pytest

from hulldown.core.decisions import Legal
from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.advanced.play import spotting
from hulldown.games.panzer.rules.state import ON_MAP, SPOT_FIRE, PanzerState
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS as REACTIONS

PRESETS = ("", "join", "small arms", "hold for vehicles", "odds 20 join")


def throw_together(state: PanzerState, rng: Random) -> None:
    """Puts all units within five hexes of each other, the sides in columns of their own, all in sight."""
    board = GAME.board(state.scenario)
    middle = next(unit.cell for unit in state.units if unit.status == ON_MAP)
    near = [cell for cell in board.cells if board.distance(cell, middle) <= 5]
    for unit in state.units:
        if unit.status == ON_MAP:
            unit.cell = rng.choice([cell for cell in near if (board.q[cell] % 2 == 0) == (unit.side == "soviet")])
            unit.facing, unit.mark = rng.randrange(6), SPOT_FIRE
    spotting.spotting_phase(state, scene_of(state), Doing(dice("look", 0), 1))


def commands(legal: Legal, rng: Random) -> Order:
    """A command for every unit, most of them to fire or to watch."""
    tasks = [Task(REACTIONS, "PRESET", choice="show")] if legal.decision.side == "german" else []
    for unit in legal.units:
        if unit.unit != REACTIONS:
            warlike = [option.kind for option in unit.options if option.kind in ("FIRE", "OW", "HALT")]
            kind = rng.choice(warlike or ["NC"])
            tasks.append(Task(unit.unit, kind, choice=rng.choice(PRESETS) if kind == "OW" else ""))
    return Order("command", tuple(tasks))


def shots(legal: Legal, rng: Random) -> Order:
    """Everybody fires something that is offered; on overwatch all at one target."""
    common = legal.units[0].options[0].targets[0] if legal.decision.kind == "overwatch" else ""
    tasks = []
    for unit in legal.units:
        fitting = [option for option in unit.options if option.targets and (not common or common in option.targets)]
        if fitting:
            option = rng.choice(fitting)
            target = common or rng.choice(option.targets)
            tasks.append(Task(unit.unit, option.kind, targets=(target,), choice=option.choices[0]))
    return Order(legal.decision.kind, tuple(tasks)) if tasks or legal.idle is None else legal.idle


@pytest.mark.rules("4.4.1n", "6.5.2b", "5.14c")
@pytest.mark.parametrize("scenario", ["panzer/11", "panzer/12"])
def test_all_that_is_offered_can_be_fired(scenario):
    rng, seen = Random(scenario), Counter()
    state = GAME.setup(scenario, {"command_control": "off"}, "fire")
    thrown = 0
    while pending := GAME.pending(state):
        if state.turn > thrown and state.stack[0].step == "command":
            thrown = state.turn
            throw_together(state, rng)
        side = min(pending)
        legal = GAME.legal(state, side)
        order = legal.idle
        if legal.decision.kind == "command":
            order = commands(legal, rng)
        elif legal.decision.kind in ("fire", "overwatch") and legal.units:
            order = shots(legal, rng)
        assert GAME.check(state, side, legal.idle) == []
        assert GAME.check(state, side, order) == []
        step = GAME.apply(state, side, order)
        state = step.state
        seen.update(event.kind for event in step.events)
        assert all("{" not in GAME.describe(event) for event in step.events)
    assert state.outcome is not None
    assert {"gp_shot", "suppressed", "eliminated", "ammo"} <= set(seen)
