"""Cases 12, 15 and 17: what an event changes from the turn after it on; dice and turns of whole games."""

from __future__ import annotations

import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.core.decisions import Option
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.data.played import scenario_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.combat import halved_by_preservation
from hulldown.games.tank.rules.panic import panic_in_force
from hulldown.games.tank.rules.sequence import may_turn
from hulldown.games.tank.rules.spotting import sees


@pytest.mark.rules("17.11-3", "17.12-4", "17.13-4")
@pytest.mark.parametrize("scenario", ["tank/3", "tank/1", "tank/11"])
def test_panic_is_in_force_from_the_turn_after_contact_or_fire(scenario: str) -> None:
    state = GAME.setup(scenario, {}, "seed")
    rules = scenario_of(state)
    found = []
    for since, turn in ((0, 1), (0, 9), (1, 1), (4, 4), (1, 2), (4, 5), (4, 9)):
        state.turn = turn
        state.contact = since if rules.situation == "meeting" else 0
        state.first_fire = 0 if rules.situation == "meeting" else since
        found.append(panic_in_force(state, scene_of(state)))
    assert found == [False, False, False, False, True, True, True]


@pytest.mark.rules("15.11a", "15.11b")
def test_a_force_fires_at_half_strength_from_the_turn_after_it_reached_preservation() -> None:
    state = GAME.setup("tank/3", {}, "seed")
    found = []
    for since, turn in ((0, 1), (0, 9), (1, 1), (3, 3), (1, 2), (3, 4)):
        state.turn = turn
        state.preserved = {"alpha": since}
        found.append(
            (
                halved_by_preservation(state, scene_of(state), "alpha"),
                halved_by_preservation(state, scene_of(state), "bravo"),
            )
        )
    assert found == [(halved, False) for halved in (False, False, False, False, True, True)]


@pytest.mark.rules("12.22a", "12.22c", "12.1a", "7.11b", "5.0-gen-2", "12.0-gen-2")
@pytest.mark.parametrize("scenario", ["tank/5", "tank/9", "tank/11"])
def test_dice_and_turns_of_whole_games(scenario: str) -> None:
    """Panic is rolled with a six-sided die; who may turn at the end of a turn is offered all six facings."""
    panics = turns = 0
    for seed in range(2):
        state = GAME.setup(scenario, {}, f"seed {seed}")
        bots = {side: make_bot("random", f"{seed} {side}") for side in GAME.sides}
        while GAME.outcome(state) is None:
            side = next(iter(GAME.pending(state)))
            legal = GAME.legal(state, side)
            if legal.decision.kind == "face":
                turns += 1
                assert legal.idle is not None
                assert legal.idle.kind == "face"
                assert all(one.options == (Option("FC", "7.11b", facings=(0, 1, 2, 3, 4, 5)),) for one in legal.units)
                units = [unit.id for unit in state.units if unit.side == side and may_turn(unit)]
                assert [one.unit for one in legal.units] == units
            step = GAME.apply(state, side, bots[side].decide(seat_of(GAME, state, side)))
            state = step.state
            for roll in step.rolls:
                if roll.purpose.startswith(("panic direction", "panic points")):
                    panics += 1
                    assert roll.sides == 6
    assert panics > 3
    assert turns > 3


@pytest.mark.rules("13.0-proc-2", "13.1", "7.24")
def test_nobody_looks_at_its_own_hex() -> None:
    state = GAME.setup("tank/9", {}, "seed")
    scene = scene_of(state)
    for kind in ("M4", "88AT", "infantry"):
        unit = next(unit for unit in state.units if unit.type == kind)
        for here in scene.board.cells[::97]:
            unit.cell, unit.facing = here, 2
            assert not sees(scene, unit, here)
