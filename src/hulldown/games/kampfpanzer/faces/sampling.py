"""Full states drawn from a view, for bots that search: only the plot that waits and the dice are made anew."""

from __future__ import annotations

from random import Random

from hulldown.core.orders import Order
from hulldown.core.stepped import stem_of
from hulldown.games.kampfpanzer.faces.view import KampfView
from hulldown.games.kampfpanzer.rules.combat import undecided
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.sequence import plotters
from hulldown.games.kampfpanzer.rules.state import KampfState, enemy_of


def known(seen: KampfView, stem: dict[str, object]) -> KampfState:
    """The position that a view tells; `stem` are the fields of the state that no view has."""
    return KampfState(
        **stem,  # type: ignore[arg-type]
        units=[unit.copy() for unit in seen.units],
        works=list(seen.works),
        wrecks=list(seen.wrecks),
        fresh=list(seen.fresh),
        tasks={task.unit: task for task in seen.tasks},
        presets=dict(seen.presets),
        threats=list(seen.threats),
        impacts=[impact.copy() for impact in seen.impacts],
        lots=[lot.copy() for lot in seen.lots],
        run=seen.run.copy() if seen.run is not None else None,
    )


def sample(seen: KampfView, scene: Scene, rng: Random) -> KampfState:
    """A full state that would give this very view."""
    state = known(seen, stem_of(seen, rng))
    assert seen.side is not None
    side, foe = seen.side, enemy_of(seen.side)
    if seen.submitted is not None:
        state.submitted[side] = seen.submitted
    owing = seen.stack[-1].owing
    # Who has answered already has said something; what, nobody knows.
    asked = _asked(state, scene, seen.step)
    if owing and foe in asked and foe not in owing:
        state.submitted[foe] = Order("plot" if seen.step == "plot" else "combine")
    return state


def _asked(state: KampfState, scene: Scene, step: str) -> tuple[str, ...]:
    """The sides that the step asks at the same time."""
    if step == "plot":
        return plotters(state, scene)
    return undecided(state) if step in ("combine", "answer") else ()
