"""Spotting in the Advanced Game: who spots, in which arc, how far (6.1.1 to 6.1.3). Room B.

As in the Basic Game spotting is a function of spotter, target, counter and ground (E1); the counter is the only memory.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Final, NamedTuple

from hulldown.core.board import Cell
from hulldown.core.explain import Explained
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.vehicles import Vehicle
from hulldown.games.panzer.rules.advanced.play import cover, sight
from hulldown.games.panzer.rules.advanced.play.facts import (
    card_of,
    cell_of,
    detail_of,
    leg_of,
    member_of,
    vehicle_of,
)
from hulldown.games.panzer.rules.advanced.spotting_ranges import Mark, Sighting, Size, spotting_range
from hulldown.games.panzer.rules.arcs import in_arc, in_front
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.spotting import seen_at
from hulldown.games.panzer.rules.state import CARRIED, ON_MAP, OVER_STACKED, SPOT_FIRE, PanzerState, Unit

_known: Final = lru_cache(maxsize=4096)(spotting_range)
"""The ranges worked out so far."""


# Who, where to, how far.


def can_spot(state: PanzerState, index: int) -> bool:
    """Whether a unit can spot at all.

    6.1.1a: leg and towed units and armed vehicles. 6.1.1c: passengers of unarmed vehicles; those on foot make their own
    attempt on armed ones too (6.6.7.2).
    """
    unit = state.units[index]
    vehicle = vehicle_of(unit)
    if unit.status == ON_MAP:
        return vehicle is None or bool(vehicle.weapons)
    if unit.status != CARRIED:
        return False
    carrier = state.units[detail_of(unit).carrier]
    carrying = vehicle_of(carrier)
    assert carrying is not None
    return carrier.status == ON_MAP and (leg_of(unit) is not None or not carrying.weapons)


def in_view(state: PanzerState, scene: Scene, spotter: int, cell: Cell) -> bool:
    """Whether a hex lies where a unit looks: all round (6.1.2a), while suppressed in the arc of its front alone.

    5.10b, 5.10c: both sides of the counter mean the same. 6.1.3.1a, 6.1.3.1c: whatever its mount; that of its rear for
    guns that point there. 5.5a: leg and towed units have a front; passengers have their carrier's (E12).
    """
    unit = state.units[spotter]
    if not detail_of(unit).suppressed:
        return True
    board, here = scene.board, cell_of(state, spotter)
    dq, dr = board.q[cell] - board.q[here], board.r[cell] - board.r[here]
    if unit.status == CARRIED:
        return in_front(state.units[detail_of(unit).carrier].facing, dq, dr)
    card = card_of(unit)
    return in_arc(card, unit.facing, dq, dr) if isinstance(card, Vehicle) else in_front(unit.facing, dq, dr)


def size_of(scene: Scene, state: PanzerState, index: int) -> Size:
    """The column of the Spotting Ranges: V for vehicles, else the card's or the mount's (6.1.3a, 6.1.3b, 6.6.4.5a)."""
    card = card_of(state.units[index])
    if isinstance(card, Vehicle):
        return "V"
    mount = member_of(scene, index).mount if isinstance(card, LegUnit) else None
    return card.target_size if mount is None else mount.target_size


def mark_of(unit: Unit) -> Mark:
    """A unit's Spot counter as the ranges read it; sideways for Small Arms alone (6.1.3d, 6.1.3e, 6.1.3f)."""
    if not unit.mark:
        return ""
    if unit.mark == SPOT_FIRE:
        return "small" if detail_of(unit).small else "fired"
    return "moved"


def _as_seen(state: PanzerState, scene: Scene, target: int, crowded: bool) -> Sighting:
    """A target as a spotter sees it that is neither suppressed nor in Full Cover; hull down hides none (6.1.4.1b).

    Cases 6.1.3a, 6.1.3.2a.
    """
    unit = state.units[target]
    found, source = cover.spotting_cover(state, scene, target)
    return Sighting(
        size_of(scene, state, target), found, mark_of(unit), cover.in_full_cover(scene, unit), over_stacked=crowded,
        cover_source=source,
    )  # fmt: skip


def explained(state: PanzerState, scene: Scene, spotter: int, target: int) -> Explained:
    """How far a unit spots another as both are now, with all that makes it (6.1.3.1b, 6.1.3.2a, 6.1.3.2b)."""
    looking = state.units[spotter]
    seen = _as_seen(state, scene, target, cover.crowded(state, target))
    return _known(
        seen._replace(
            spotter_suppressed=bool(detail_of(looking).suppressed),
            spotter_full_cover=cover.in_full_cover(scene, looking),
        )
    )


def spots(state: PanzerState, scene: Scene, spotter: int, target: int) -> bool:
    """Whether a unit spots another now: able, in its arc, in sight, in range.

    6.1.3g: passengers are not spotted for themselves. Cases 6.1.1a, 6.1.2a, 6.1.3a.
    """
    if state.units[target].status != ON_MAP or not can_spot(state, spotter):
        return False
    here, there = cell_of(state, spotter), state.units[target].cell
    # The line first: most pairs have none, and the table of the map tells.
    if not sight.clear(state, scene, spotter, target) or not in_view(state, scene, spotter, there):
        return False
    far = explained(state, scene, spotter, target).value
    return scene.board.distance(here, there) <= seen_at(state, scene, state.units[spotter], state.units[target], far)


# The Spotting Phase.


class Watcher(NamedTuple):
    """A unit that looks for enemies, or is looked at."""

    unit: int
    cell: Cell
    suppressed: bool
    full_cover: bool
    raised: bool
    height: int


def spotting_phase(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Notes in `Unit.sees` what every unit spots now, and takes away the counters nobody needs (4.1.5a, E2, E4).

    Cases 6.1.1a, 5.13a.
    """
    crowds: dict[Cell, int] = {}
    for unit in state.units:
        if unit.status == ON_MAP and leg_of(unit) is None:
            crowds[unit.cell] = crowds.get(unit.cell, 0) + 1
    watchers = _watchers(state, scene)
    sees: list[list[int]] = [[] for _ in state.units]
    changed = sight.surface(state, scene)
    for index, target in enumerate(state.units):
        if target.status != ON_MAP:
            continue
        crowded = leg_of(target) is None and crowds[target.cell] >= OVER_STACKED
        seen = _as_seen(state, scene, index, crowded)
        looked_at = Watcher(
            index, target.cell, False, False, sight.raised(state, scene, index), sight.height(state, scene, index)
        )
        found = False
        for side, watching in watchers.items():
            if side != target.side:
                for spotter in _spotters(state, scene, changed, watching, looked_at, seen):
                    sees[spotter].append(index)
                    found = True
        if target.mark and not found:
            doing.emit("unmarked", "4.1.5a", (), unit=target.id, mark=target.mark)
            target.mark, detail_of(target).small = "", False
    for unit, spotted in zip(state.units, sees, strict=True):
        unit.sees = tuple(spotted)


def _watchers(state: PanzerState, scene: Scene) -> dict[str, list[Watcher]]:
    """All units that can spot, by side (6.1.1a, 6.1.1c)."""
    found: dict[str, list[Watcher]] = {}
    for index, unit in enumerate(state.units):
        if can_spot(state, index):
            watcher = Watcher(
                index, cell_of(state, index), bool(detail_of(unit).suppressed), cover.in_full_cover(scene, unit),
                sight.raised(state, scene, index), sight.height(state, scene, index),
            )  # fmt: skip
            found.setdefault(unit.side, []).append(watcher)
    return found


def _spotters(
    state: PanzerState, scene: Scene, changed: sight.Surface | None, watching: list[Watcher], target: Watcher,
    seen: Sighting,
) -> list[int]:  # fmt: skip
    """Those of some units that spot a target: by the table of the map, or where that does not tell line by line.

    Cases 6.1.1a, 6.1.3.1a, 6.1.3.1b, 6.1.3.2b, 6.1.4.3.1k, 6.1.4.3.4b.
    """
    found: list[int] = []
    unit, cell = state.units[target.unit], target.cell
    board, row = scene.board, scene.bits(cell)
    pairwise = changed is not None or target.raised
    far: dict[tuple[bool, bool], int] = {}
    hooked = bool(scene.hooks.spotting)
    for index, here, suppressed, full_cover, raised, height in watching:
        tabled = not pairwise and not raised
        if tabled and not row[here >> 3] >> (here & 7) & 1:
            continue
        limit = far.get((suppressed, full_cover), -1)
        if limit < 0:
            limit = far[suppressed, full_cover] = _known(
                seen._replace(spotter_suppressed=suppressed, spotter_full_cover=full_cover)
            ).value
        if hooked:
            limit = seen_at(state, scene, state.units[index], unit, limit)
        if board.distance(here, cell) > limit or (suppressed and not in_view(state, scene, index, cell)):
            continue
        ends = (height, target.height) if raised or target.raised else None
        if tabled or sight.clear_on(scene, changed, here, cell, ends):
            found.append(index)
    return found
