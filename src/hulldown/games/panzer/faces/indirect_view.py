"""What a view shows of indirect fire and smoke: impacts and smoke to all, plans, points and observers to their owner.

An observer is never marked by observing (6.5.1o), and plots and points are secret until they are fired (Q12).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import msgspec
from msgspec import UnsetType

from hulldown.core.board import COMPASS
from hulldown.core.game import Area, Asset, Marker, Mission
from hulldown.games.panzer.data.batteries import Fielded
from hulldown.games.panzer.data.fireplan import PlotPart
from hulldown.games.panzer.rules.advanced.play.indirect import counters, observers
from hulldown.games.panzer.rules.advanced.support import GP, Plan, Support
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import ON_MAP, PanzerState

if TYPE_CHECKING:
    from hulldown.games.panzer.faces.view import PanzerView


def masked(support: Support, side: str | None, own: set[str]) -> Support:
    """The part as a viewer knows it; `own` are the names of its units."""
    replace = msgspec.structs.replace
    return replace(
        support,
        missions=tuple(
            [one if one.side == side else replace(one, observer="", distance=0) for one in support.missions]
        ),
        plans=tuple([plan for plan in support.plans if plan.side == side]),
        points=tuple([point for point in support.points if point.side == side]),
        used=dict(support.used),
        arrivals=dict(support.arrivals),
        observed={name: turn for name, turn in support.observed.items() if name in own},
        queue=tuple([one if one.side == side else replace(one, observer="", distance=0) for one in support.queue]),
    )


def complete(seen: PanzerView, state: PanzerState, scene: Scene) -> None:
    """Adds the part, the areas and the assets to a view."""
    if seen.side is not None:
        seen.exposed = _exposed(seen)
    assets = _assets(seen, state, scene)
    if assets:
        seen.assets = (*(() if isinstance(seen.assets, UnsetType) else seen.assets), *assets)
    if isinstance(state.support, UnsetType):
        return
    own = {unit.id for unit in state.units if unit.side == seen.side}
    support = masked(state.support, seen.side, own)
    seen.support = support
    seen.markers += tuple([Marker(f"impact {one.fire}", one.cell, one.side) for one in support.missions])
    areas = [Area("smoke on" if smoke.on else "smoke off", "", smoke.cells) for smoke in support.smokes]
    areas += [
        Area("barrage", one.side, counters.cells_of(scene.board, one), one.source)
        for one in support.missions
        if one.fire == GP
    ]
    if areas:
        seen.areas = (*(() if isinstance(seen.areas, UnsetType) else seen.areas), *areas)


def _assets(seen: PanzerView, state: PanzerState, scene: Scene) -> tuple[Asset, ...]:
    """One's batteries: how they are attached, what is planned, which points they have."""
    if seen.side is None:
        return ()
    support, labels = counters.support_of(state), scene.board.labels
    found = []
    for battery in observers.batteries(scene, seen.side):
        words = _allowed(battery) if seen.side not in support.plotted else []
        words += [battery.attachment.title() + (f" to {', '.join(battery.formations)}" if battery.formations else "")]
        words += [f"point {labels[point.cell]}" for point in support.points if point.battery == battery.id]
        for plan in support.plans:
            if plan.battery == battery.id:
                parts = ", then ".join(_planned(part) for part in plan.parts)
                words.append(f"from turn {plan.begun or plan.turn} on {labels[plan.cell]}: {parts}")
        spent = support.used.get(battery.id) == state.turn
        plans = [plan for plan in support.plans if plan.battery == battery.id]
        missions = tuple([one for plan in plans for one in _turns(plan) if one.turn >= state.turn])
        name = f"{battery.id} {battery.card.name}"
        found.append(Asset(battery.id, name, "; ".join(words), missions, pattern="closed", spent=spent))
    return tuple(found)


def _planned(part: PlotPart) -> str:
    """A part of a plot for its owner to read (6.5.1.11.1b)."""
    towards = f" towards {COMPASS['ABCDEF'.index(part.facing)]}" if part.facing else ""
    turns = f"{part.turns} turn{'s' if part.turns > 1 else ''}"
    return f"{part.fire}, {part.sheaf.title()} SHEAF{towards}, {turns}"


def _allowed(battery: Fielded) -> list[str]:
    """What a battery may plot and register in the setup (6.5.1.11b, 6.5.1.4a)."""
    counts = ((battery.planned, "mission"), (battery.registered, "Pre-Registered Point"))
    return [f"up to {count} {name}{'s' if count > 1 else ''}" for count, name in counts if count]


def _exposed(seen: PanzerView) -> tuple[str, ...]:
    """One's own units that the enemy spots, as far as the viewer knows: whom Danger Close concerns (6.5.1.10a; E8)."""
    found = {index for unit in seen.units if unit.side != seen.side and unit.status == ON_MAP for index in unit.sees}
    own = [seen.units[one] for one in sorted(found)]
    return tuple([unit.id for unit in own if unit.side == seen.side and unit.status == ON_MAP])


def _turns(plan: Plan) -> list[Mission]:
    """What a plan fires turn by turn: one turn later where its owner has put it off (6.5.1.11.1d, 6.5.1.11.2)."""
    first = plan.begun or plan.turn + plan.delayed
    fired = [f"{part.fire} {part.sheaf}" for part in plan.parts for _ in range(part.turns)]
    return [Mission(first + later, what, plan.cell) for later, what in enumerate(fired)]
