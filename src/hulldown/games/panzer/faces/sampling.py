"""Full states drawn from a view: the enemy's face-down commands, its presets and the dice are drawn anew.

A drawn state gives the very view it was drawn from, and can be played on: the commands drawn are such as the enemy
could have given and could still have face down at this point of the turn.
"""

from __future__ import annotations

from random import Random
from typing import Final, NamedTuple

from msgspec import UnsetType

from hulldown.core.orders import Order, Task
from hulldown.core.stepped import stem_of
from hulldown.games.panzer.faces import advanced_sampling, air_view, indirect_sampling
from hulldown.games.panzer.faces.knowledge import FACE_DOWN
from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules import combat, commands, movement
from hulldown.games.panzer.rules.advanced.play.indirect.plans import AS_PLANNED
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import PanzerState, enemy_of
from hulldown.games.panzer.rules.verbs.base import ADJUST, COMMAND, FIRE_PLAN, FIRING, MOVEMENT
from hulldown.games.panzer.rules.verbs.kinds import MOVE, NO_COMMAND
from hulldown.games.panzer.rules.verbs.reactions import reacts_by_preset

ADJUSTMENT: Final = "adjustment"
"""The step in which both sides of the Advanced Game adjust at once (6.8)."""


def sample(seen: PanzerView, scene: Scene, rng: Random) -> PanzerState:
    """A full state that would give this very view."""
    assert seen.side is not None
    side, foe = seen.side, enemy_of(seen.side)
    mover = seen.mover
    state = PanzerState(
        **stem_of(seen, rng),
        units=[unit.copy() for unit in seen.units],
        wrecks=[wreck.copy() for wreck in seen.wrecks],
        holds=[hold.copy() for hold in seen.holds],
        first=seen.first,
        winner=seen.winner,
        modes=dict(seen.modes),
        conceals={side: True} if seen.conceals else {},
        waved=dict(seen.waved),
        shots=list(seen.shots),
        declined=seen.declined,
        engaged=seen.engaged,
        chain=seen.chain,
        mover=None if mover is None else mover.copy(),
        queue=list(seen.queue),
        asked={side: seen.asked},
        more=seen.more if isinstance(seen.more, UnsetType) else seen.more.copy(),
        works=seen.works if isinstance(seen.works, UnsetType) else [work.copy() for work in seen.works],
        support=seen.support,
        assault=seen.assault,
    )  # fmt: skip
    if reacts_by_preset(state, foe) and rng.random() < 0.5:
        state.conceals[foe] = True
    if seen.submitted is not None:
        state.submitted[side] = seen.submitted
    if not isinstance(seen.air, UnsetType):
        state.air = air_view.drawn(seen.air, side, scene, rng)
    if not isinstance(seen.loads, UnsetType):
        _draw_advanced(seen, state, scene, seen.loads, rng)
    elif seen.step == COMMAND and foe not in seen.owing and side in seen.owing:
        state.submitted[foe] = _draw_orders(state, scene, foe, rng)
    else:
        _draw_commands(state, scene, foe, rng)
    for hook in scene.hooks.samples:
        hook(seen, state, rng)
    return state


def _draw_advanced(seen: PanzerView, state: PanzerState, scene: Scene, loads: dict[str, int], rng: Random) -> None:
    """The same for the Advanced Game; choices in the Adjustment Phase that wait are as if nothing changed (Q12)."""
    assert seen.side is not None
    foe = enemy_of(seen.side)
    advanced_sampling.deal_loads(state, loads, foe, rng)
    indirect_sampling.draw_support(state, scene, foe, rng)
    answered = foe not in seen.owing and seen.side in seen.owing
    if answered and seen.step == ADJUSTMENT:
        state.submitted[foe] = Order(ADJUST)
    if answered and seen.step == FIRE_PLAN:
        state.submitted[foe] = Order(FIRE_PLAN, choice=AS_PLANNED)
    if answered and seen.step == COMMAND:
        state.submitted[foe] = advanced_sampling.draw_orders(state, scene, foe, rng)
    else:
        over = advanced_sampling.Over(*_over(state, foe))
        advanced_sampling.draw_commands(state, scene, foe, FACE_DOWN, over, rng)


def _draw_orders(state: PanzerState, scene: Scene, foe: str, rng: Random) -> Order:
    """Commands for an enemy that has already placed them, unseen."""
    return Order(
        COMMAND,
        tuple(
            Task(state.units[index].id, rng.choice(commands.allowed(state, scene, index)))
            for index in commands.commandable(state, scene.scenario, foe)
        ),
    )


def _over(state: PanzerState, side: str) -> tuple[bool, bool]:
    """Whether a side's Direct Fire and its movement are over."""
    frame = state.stack[0]
    steps = ("fire1", "fire2", "watch", "assault1", "assault2", "move2", "move1", "air2", ADJUSTMENT)
    at = steps.index(frame.step) if frame.step in steps else -1
    fire, move = ("fire1", "move1") if side == state.first else ("fire2", "move2")
    return at > steps.index(fire), at > steps.index(move)


def _draw_commands(state: PanzerState, scene: Scene, foe: str, rng: Random) -> None:
    """Puts a command in place of each face-down one.

    4.2.1d: after a side's own step no Fire, Short Halt or Move can be left face down. While it announces its fire a
    Fire or Short Halt still has a target on which no fire was announced (4.4.1j).
    """
    hidden = [index for index, unit in enumerate(state.units) if unit.command == FACE_DOWN]
    fired, moved = _over(state, foe)
    open_to = Open([], [])
    for index in hidden:
        unit = state.units[index]
        options = list(commands.allowed(state, scene, index))
        if fired or not _has_target(state, scene, index):
            options = [name for name in options if name not in scene.shooting]
        if moved:
            options = [name for name in options if name not in scene.moving]
        elif any(name in scene.moving for name in options):
            open_to.driving.append(index)
        if any(name in scene.shooting for name in options):
            open_to.shooting.append(index)
        unit.command = rng.choice(options or [NO_COMMAND])
    _oblige(state, scene, foe, open_to, rng)


class Open(NamedTuple):
    """The vehicles whose hidden command may be one to fire, and those whose may be one to move."""

    shooting: list[int]
    driving: list[int]


def _has_target(state: PanzerState, scene: Scene, index: int) -> bool:
    return any(target not in state.engaged for target in combat.targets_of(state, scene, index))


def _oblige(state: PanzerState, scene: Scene, foe: str, open_to: Open, rng: Random) -> None:
    """Gives a command that explains why the enemy owes a decision about its fire or movement, where no other does."""
    frame = state.stack[-1]
    if foe not in frame.owing:
        return
    kind = scene.rules.questions[frame.step].kind
    if kind == FIRING and not combat.shooters(state, scene, foe):
        state.units[rng.choice(open_to.shooting)].command = rng.choice(
            [kind for kind in scene.commands if kind in scene.shooting]
        )
    elif kind == MOVEMENT and not movement.to_move(state, scene, foe):
        state.units[rng.choice(open_to.driving)].command = MOVE
