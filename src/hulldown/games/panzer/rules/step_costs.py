"""What a step across country costs, explained: terrain, levels and hexside, each with its source (4.5.1.1.2)."""

from __future__ import annotations

from hulldown.core.board import Cell
from hulldown.core.explain import Factor
from hulldown.core.paths import IMPOSSIBLE, WHOLE
from hulldown.games.panzer.data.loading import Terrain, Traction, listing, terrain, weakest
from hulldown.games.panzer.rules.ground import Ground

COLUMNS: dict[Traction, str] = {"T": "tracked", "H": "half_track", "W": "wheeled"}
"""The column of the Terrain Effects for each traction (4.5.1.1.2c, 4.5.1.1.2d)."""


def step_factors(ground: Ground, a: Cell, b: Cell, traction: Traction) -> list[Factor]:
    """The parts of the cost of a step between neighbours, and their sum as the movement tables have it.

    4.5.1.1.2a: the hex entered; 4.5.1.1.2-slope-crest-a: the levels; 4.5.1.1.2-wall-hedgerow-a: the hexside.
    """
    board, rows = ground.board, terrain()
    way = board.direction(a, b)
    column, name = COLUMNS[traction], listing("traction").row(traction)["name"]
    entered = ground.rows[b]
    if entered.cost(traction) == "P" and ground.ways[a][way]:
        entered = rows[ground.ways[a][way]]
    found = [_part(entered, column, f"{name}, into {entered.name}", "4.5.1.1.2a")]
    feature = board.feature(a, way)
    side = rows.get(feature.terrain) if feature is not None else None
    if side is not None and side.per_level and ground.climb[a][way] > 0:
        tag = side.provenance[column]
        levels = ground.climb[a][way]
        found.append(Factor("4.5.1.1.2-slope-crest-a", f"{name}, levels over {side.name}", levels, tag))
    elif side is not None and not side.per_level:
        found.append(_part(side, column, f"{name}, across {side.name}", side.rule))
    total = ground.cross[traction][a][way]
    told: int | str = "P" if total == IMPOSSIBLE else "all" if total >= WHOLE else total
    tags = weakest(*(factor.provenance for factor in found))
    return [*found, Factor("4.5.1.1.2b", f"{name}, cost of the step", told, tags)]


def _part(row: Terrain, column: str, label: str, rule: str) -> Factor:
    value: int | str = getattr(row, column)
    return Factor(rule, label, value, row.provenance[column])
