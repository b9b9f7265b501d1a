"""Who spots whom: ranges by cover and Spot counters, the lines of sight, and the Spotting Phase (4.1).

Ruling E1: spotting is a function of spotter, target, counter and ground; the counter is the only memory. So a target
that one vehicle loses and another sees is handed over by itself (4.1.1c, 4.1.1d, 4.1.1e), and a lost one is regained
only by the same test (4.1.1h).
"""

from __future__ import annotations

from functools import lru_cache

from hulldown.core.board import Cell
from hulldown.core.explain import Explained, Factor
from hulldown.core.sequence import Doing
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.loading import Cover, cell_tag, chart, listing, weakest
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import (
    ON_MAP,
    OVER_STACKED,
    SPOT_FIRE,
    SPOT_MOVE,
    PanzerState,
    Unit,
    over_stacked,
)

BEST, WORST = 2, -5
"""The ends of the Spotting Ranges (4.1.3f)."""
COLUMN = "V"
"""All vehicles are looked up here, whatever their size (4.1.3d, 4.1.3.1)."""


@lru_cache(maxsize=64)
def spotting_range(cover: Cover, mark: str, crowded: bool = False, source: str = "") -> Explained:
    """How far a vehicle is spotted (4.1.3a, 4.1.3e, 4.1.3f).

    Its own cover counts (4.1.3-cover), not the spotter's (4.1.3c); none in an over-stacked hex (4.1.3.2). A counter
    shows that it fired (4.1.3-target-fired) or moved (4.1.3-target-moved). Modifiers add up within the table (3.7a).
    `source` tells where the class of the cover comes from.
    """
    names = []
    if cover != "none" and not crowded:
        names.append(f"{cover}_cover")
    if mark:
        names.append("target_fired" if mark == SPOT_FIRE else "target_moved")
    table = listing("spotting-modifiers")
    ranges = chart("spotting")
    factors = [Factor("4.1.3e", "base range", int(ranges.cell(0, COLUMN)), cell_tag(ranges, 0, COLUMN))]
    net = 0
    for name in names:
        row = table.row(name)
        amount = table.number(name, "value")
        net += amount
        tag = weakest(table.meta["provenance"], source if name.endswith("_cover") else "")
        factors.append(Factor(row["rule"], row["label"], amount, tag))
    if crowded and cover != "none":
        factors.append(Factor("4.1.3.2", f"over-stacked hex, no {cover.title()} Cover", 0, "rulebook"))
    line = max(WORST, min(BEST, net))
    hexes = int(ranges.cell(line, COLUMN))
    factors.append(Factor("4.1.3-table", f"spotting range, line {line:+d}", hexes, cell_tag(ranges, line, COLUMN)))
    return Explained("4.1.3a", "spotting range", hexes, tuple(factors))


def explained(state: PanzerState, scene: Scene, target: Unit) -> Explained:
    """How far a vehicle is spotted as it stands, with all that makes it and where the numbers come from."""
    ground = scene.ground
    cover = ground.cover[target.cell]
    return spotting_range(
        cover, target.mark, over_stacked(state, target.cell), ground.rows[target.cell].provenance["cover"]
    )


def reach(state: PanzerState, scene: Scene, target: Unit) -> int:
    """How far a vehicle is spotted as it stands (4.1.3i and 4.1.3j are in the ground's cover)."""
    cover = scene.ground.cover[target.cell]
    crowded = cover != "none" and over_stacked(state, target.cell)
    return spotting_range(cover, target.mark, crowded).value


def seen_at(state: PanzerState, scene: Scene, spotter: Unit, target: Unit, far: int) -> int:
    """How far one vehicle spots another, if anybody spots it to so many hexes: modules may have a say."""
    for hook in scene.hooks.spotting:
        far = hook(state, scene, spotter, target, far)
    return far


def spots(state: PanzerState, scene: Scene, spotter: Unit, target: Unit) -> bool:
    """Whether a vehicle spots another as they stand now (4.1a, 4.1b, 4.1e, 4.1.2, 4.1.4a).

    4.1.1a, 4.1.1b: unarmed vehicles never spot. 4.1.4c: other vehicles are no obstacle.
    """
    return (
        cards()[spotter.type].armed
        and scene.clear(spotter.cell, target.cell)
        and scene.board.distance(spotter.cell, target.cell)
        <= seen_at(state, scene, spotter, target, reach(state, scene, target))
    )


def spotting_phase(state: PanzerState, scene: Scene, doing: Doing) -> None:
    """Notes what every vehicle spots now (4.1c), and takes away the counters nobody needs (4.1.5a).

    Ruling E2: Direct Fire this turn is bound to these pairs; E4: a counter goes when nobody spots its vehicle though
    it counts; E6: one placed on an unseen vehicle lasts until then. 4.1.1g: a target that all have lost is lost.
    4.1.3g: being seen gives no counter.
    """
    counts: dict[Cell, int] = {}
    for unit in state.units:
        if unit.status == ON_MAP:
            counts[unit.cell] = counts.get(unit.cell, 0) + 1
    known, cover = cards(), scene.ground.cover
    watchers: dict[str, list[int]] = {}
    standing: dict[str, int] = {}
    for index, unit in enumerate(state.units):
        if unit.status == ON_MAP and known[unit.type].armed:
            watchers.setdefault(unit.side, []).append(index)
            standing[unit.side] = standing.get(unit.side, 0) | 1 << unit.cell
    sees: list[list[int]] = [[] for _ in state.units]
    for index, target in enumerate(state.units):
        if target.status != ON_MAP:
            continue
        far = spotting_range(cover[target.cell], target.mark, counts[target.cell] >= OVER_STACKED).value
        seen, row = False, scene.row(target.cell)
        for side, watching in watchers.items():
            if side != target.side and row & standing[side]:
                for spotter in _spotters(state, scene, watching, target, far):
                    sees[spotter].append(index)
                    seen = True
        if target.mark and not seen:
            doing.emit("unmarked", "4.1.5a", (), unit=target.id, mark=target.mark)
            target.mark = ""
    for unit, found in zip(state.units, sees, strict=True):
        unit.sees = tuple(found)


def _spotters(state: PanzerState, scene: Scene, watching: list[int], target: Unit, far: int) -> list[int]:
    """Those of some armed vehicles that spot a target, which is seen to so many hexes.

    Lines are clear both ways alike, so the target's row serves for all who look at it.
    """
    found: list[int] = []
    row, board, cell, units = scene.bits(target.cell), scene.board, target.cell, state.units
    hooked = bool(scene.hooks.spotting)
    for index in watching:
        here = units[index].cell
        if row[here >> 3] >> (here & 7) & 1:
            limit = seen_at(state, scene, units[index], target, far) if hooked else far
            if board.distance(here, cell) <= limit:
                found.append(index)
    return found


def mark(unit: Unit, counter: str) -> None:
    """Gives a vehicle the counter of its latest action in place of any other (4.1.3h, 4.4.1m, 4.5b, 4.5.1b; E5)."""
    assert counter in (SPOT_FIRE, SPOT_MOVE)
    unit.mark = counter
