"""A position of the Advanced Game as one side knows it, in the shape that the rules ask for.

Nothing is drawn: a command that the side has not seen stays face down, and a passenger that it does not know of rides
nowhere.
"""

from __future__ import annotations

from msgspec import UnsetType

from hulldown.games.panzer.faces.view import PanzerView
from hulldown.games.panzer.rules.state import PanzerState


def known_state(seen: PanzerView | PanzerState) -> PanzerState:
    """A state that holds what a view tells; for questions to the rules, not to be played on."""
    if isinstance(seen, PanzerState):
        return seen
    mover = seen.mover
    return PanzerState(
        scenario=seen.scenario,
        options=dict(seen.options),
        seed="",
        turn=seen.turn,
        stack=list(seen.stack),
        outcome=seen.outcome,
        units=[unit.copy() for unit in seen.units],
        wrecks=[wreck.copy() for wreck in seen.wrecks],
        holds=[hold.copy() for hold in seen.holds],
        first=seen.first,
        winner=seen.winner,
        modes=dict(seen.modes),
        conceals={},
        waved=dict(seen.waved),
        shots=list(seen.shots),
        declined=seen.declined,
        engaged=seen.engaged,
        chain=seen.chain,
        mover=None if mover is None else mover.copy(),
        queue=list(seen.queue),
        asked={},
        air=seen.air,
        works=seen.works if isinstance(seen.works, UnsetType) else [work.copy() for work in seen.works],
        assault=seen.assault,
        support=seen.support,
    )
