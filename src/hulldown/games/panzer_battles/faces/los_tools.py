"""Lines of sight for the command line, as plain data: what blocks, the height profile, and what the hex costs."""

from __future__ import annotations

from typing import Any

import msgspec

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError
from hulldown.core.explain import Factor
from hulldown.core.tools import NO_ARGUMENTS, Arguments, Flag
from hulldown.games.panzer_battles.rules.ground import Block, Ground, Point, load_ground
from hulldown.maps import map_names

_PREFIX = "battles-"


def maps() -> tuple[str, ...]:
    """The maps of this game."""
    return tuple(name for name in map_names() if name.startswith(_PREFIX))


def los_arguments() -> list[Flag]:
    """The flags of `hulldown los` on a map of this game."""
    told = "the longest line in hexes: 10 in the dust of Gazala (20.0); unlimited unless given"
    return [Flag("--visibility", "int", None, None, told)]


def los(name: str, start: str, end: str, arguments: Arguments = NO_ARGUMENTS) -> dict[str, Any]:
    """Whether a line of sight is clear, what blocks it by which case, and the heights along it (7.1b, 7.5)."""
    visibility = arguments.get("visibility")
    if visibility is not None and visibility < 0:
        raise HulldownError(f"--visibility is {visibility}", hint="give a number of hexes from 0 up")
    ground = load_ground(name, visibility)
    return line(ground, ground.board.cell(start), ground.board.cell(end))


def line(ground: Ground, a: Cell, b: Cell) -> dict[str, Any]:
    """The line between two cells of a ground, as plain data."""
    board = ground.board
    look = ground.explain(a, b)
    return {
        "from": board.labels[a],
        "to": board.labels[b],
        "clear": look.clear,
        "blocked_by": None if look.block is None else blocked(ground, look.block),
        "range": board.distance(a, b),
        "heights": [ground.height[a], ground.height[b]],
        "terrain": board.terrain[b],
        "path": [board.labels[point.cell] for point in look.profile],
        "profile": [_point(ground, point) for point in look.profile],
        "factors": list(msgspec.to_builtins(factors(ground, b))),
    }


def factors(ground: Ground, cell: Cell) -> list[Factor]:
    """What a hex costs, each number with its case and where it comes from (6.9)."""
    row = ground.rows[cell]
    told = (("vehicles", row.vehicle), ("infantry", row.infantry), ("defilade of vehicles", row.defilade))
    return [Factor(row.rule, f"{row.name}: {what}", str(points), row.provenance) for what, points in told]


def blocked(ground: Ground, block: Block) -> dict[str, Any]:
    """What blocks a line, and where."""
    height = {} if block.height is None else {"height": block.height}
    return {"hex": ground.board.labels[block.cell], "terrain": block.terrain, **height, "rule": block.rule}


def _point(ground: Ground, point: Point) -> dict[str, Any]:
    return {
        "hex": ground.board.labels[point.cell],
        "range": point.range,
        "terrain": ground.board.terrain[point.cell],
        "level": point.level,
        "obstacle": point.obstacle,
        "line": str(point.line),
    }
