"""What a side may know, built by inclusion.

All vehicles stand in the open (4.1a); hidden are the commands that nobody has seen (4.2.1a), the presets, the rest of a
move in progress, and answers that wait for the other side's. In the Advanced Game so are who shares a command, and who
rides where: `advanced_view`.
"""

from __future__ import annotations

from collections.abc import Mapping

from msgspec import UNSET, UnsetType
from msgspec.structs import replace

from hulldown.core.decisions import Decision
from hulldown.core.game import Area, Asset, Contest, Group, Reach
from hulldown.core.orders import Task
from hulldown.core.stepped import SteppedView
from hulldown.games.panzer.faces import advanced_view, air_view, close_combat, indirect_view, knowledge, mission_odds
from hulldown.games.panzer.rules.advanced.air_model import Air
from hulldown.games.panzer.rules.advanced.pieces import Work
from hulldown.games.panzer.rules.advanced.support import Support
from hulldown.games.panzer.rules.pieces import Parts
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    CloseCombat,
    Frame,
    Hold,
    Mover,
    PanzerState,
    Shot,
    Unit,
    Wreck,
)
from hulldown.games.panzer.rules.verbs.base import INDIRECT, MOVEMENT


class PanzerView(SteppedView, kw_only=True):
    """A side's knowledge: both forces on the map, its own commands, and of the enemy's those that were shown."""

    stack: tuple[Frame, ...]
    units: tuple[Unit, ...]
    wrecks: tuple[Wreck, ...]
    holds: tuple[Hold, ...]
    first: str
    winner: str
    modes: dict[str, str]
    conceals: bool
    waved: dict[str, str]
    shots: tuple[Shot, ...]
    declined: int
    engaged: tuple[int, ...]
    chain: tuple[int, ...]
    mover: Mover | None
    queue: tuple[Task, ...]
    asked: int
    more: Parts | UnsetType = UNSET
    """What modules show, by their key; left out where there is none."""
    air: Air | UnsetType = UNSET
    """The aircraft, as far as the viewer knows them; left out where a game has none (6.7)."""
    assets: tuple[Asset, ...] | UnsetType = UNSET
    areas: tuple[Area, ...] | UnsetType = UNSET
    reaches: tuple[Reach, ...] | UnsetType = UNSET
    """What acts from off the map, where it has an effect, and how far units reach: aircraft and AA guns."""
    works: tuple[Work, ...] | UnsetType = UNSET
    """The terrain counters of the Advanced Game; this and what follows is left out in the Basic Game."""
    contest: Contest | UnsetType = UNSET
    """The close combat under way, or what a side could do in it."""
    assault: CloseCombat | UnsetType = UNSET
    """Close combat and overruns of this turn: all of it is open."""
    loads: dict[str, int] | UnsetType = UNSET
    """How many passengers carriers have: one's own, and those of the enemy that are spotted (Q11)."""
    groups: tuple[Group, ...] | UnsetType = UNSET
    """One's own formations with their commands, and the units of both sides that are known to share a command."""
    notes: dict[str, str] | UnsetType = UNSET
    """What is to be known of a unit, in words."""
    arms: dict[str, tuple[str, ...]] | UnsetType = UNSET
    """The weapons of one's own units, as presets name them."""
    support: Support | UnsetType = UNSET
    """Indirect fire and smoke: all impact counters and smoke, and of the plans, points and observers one's own."""
    exposed: tuple[str, ...] | UnsetType = UNSET
    """One's own units that an enemy in sight spots: those whom fire close by endangers (6.5.1.10a)."""
    stops: dict[str, tuple[str, ...]] | UnsetType = UNSET
    """What carriers that may move now can do in any hex of their paths, in the words of an order."""


def view(state: PanzerState, scene: Scene, side: str | None, decisions: Mapping[str, Decision]) -> PanzerView:
    """The view of a side, or of an onlooker (None), who sees what both players see."""
    seen = PanzerView(**knowledge.fields(state, scene, side, decisions))
    if not isinstance(state.works, UnsetType):
        _complete(seen, state, scene, state.works)
        if side is not None and side in decisions and decisions[side].kind == MOVEMENT:
            seen.stops = advanced_view.stops(state, scene, side)
        seen.contest = close_combat.contest(state, scene, side, decisions) or UNSET
        if side is not None and side in decisions and decisions[side].kind == INDIRECT:
            seen.contest = mission_odds.window(state, scene, side) or UNSET
        _support(seen, state, scene)
    for hook in scene.hooks.views:
        hook(state, seen)
    return seen


def _support(seen: PanzerView, state: PanzerState, scene: Scene) -> None:
    """Adds what comes from off the map: aircraft, then batteries, impacts and smoke."""
    if not isinstance(state.air, UnsetType):
        air_view.complete(seen, state, state.air, scene)
    indirect_view.complete(seen, state, scene)


def _complete(seen: PanzerView, state: PanzerState, scene: Scene, works: list[Work]) -> None:
    """Adds what only the Advanced Game has; the units of the view are its own copies, already masked."""
    loads = advanced_view.loads(state, seen.side)
    seen.works = tuple(work.copy() for work in works)
    seen.loads = loads
    seen.assault = state.assault
    seen.groups = advanced_view.groups(state, scene, seen.side, seen.units)
    seen.notes = advanced_view.notes(state, scene, seen.side, seen.units)
    seen.arms = advanced_view.arms(state, scene, seen.side)
    marks, kit = advanced_view.marks(seen.units, works, loads), advanced_view.kit(state, scene, seen.side)
    seen.pieces = tuple(
        replace(piece, marks=piece.marks + marks[piece.id] + kit.get(piece.id, ())) for piece in seen.pieces
    )
    seen.markers += advanced_view.markers(scene, works)
