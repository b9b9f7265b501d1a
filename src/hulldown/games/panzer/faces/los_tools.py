"""Lines of sight for the command line, as plain data: what blocks, the height profile, cover and smoke."""

from __future__ import annotations

from collections.abc import Collection
from typing import Any

import msgspec

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError, UnknownNameError
from hulldown.core.explain import Factor
from hulldown.core.numbers import whole_number
from hulldown.core.tools import NO_ARGUMENTS, Arguments, Flag, told_factors
from hulldown.games.panzer.data.advanced_tables import cell as table_cell
from hulldown.games.panzer.data.aircraft import ALTITUDES
from hulldown.games.panzer.data.loading import weakest
from hulldown.games.panzer.faces import los_hindrances
from hulldown.games.panzer.faces.los_hindrances import Cloud
from hulldown.games.panzer.rules.advanced.air import WOODS, line_blocked
from hulldown.games.panzer.rules.ground import TRACTIONS, Block, Ground, Point, load_ground
from hulldown.games.panzer.rules.spotting import spotting_range
from hulldown.games.panzer.rules.state import SPOT_FIRE, SPOT_MOVE
from hulldown.games.panzer.rules.step_costs import step_factors
from hulldown.maps import map_names

_PREFIX = "panzer-"


def maps() -> tuple[str, ...]:
    """The maps of this game, its geomorphic boards among them."""
    return tuple(name for name in map_names() if name.startswith(_PREFIX))


def los_arguments() -> list[Flag]:
    """The flags of `hulldown los` on a map of this game."""
    return [
        Flag("--smoke", "str", "", None, "hexes with brew-up smoke, separated by commas; open:1010+1011 for a SHEAF"),
        Flag("--barrage", "str", "", None, "barrages: 1010+1011 (closed) or open:1010+1011, separated by commas"),
        Flag("--fire", "str", "", None, "Fire hexes, separated by commas"),
        Flag("--storeys", "str", "", None, "buildings of more than one storey, such as 1316=2,2415=3"),
        Flag("--altitude", "str", None, ALTITUDES, "between an aircraft over the first hex and a unit in the second"),
    ]


def los(name: str, start: str, end: str, arguments: Arguments = NO_ARGUMENTS) -> dict[str, Any]:
    """Whether a line of sight is clear, what blocks it by which rule, and the Heights along it (4.1.4a)."""
    ground = load_ground(name, _storeys(str(arguments.get("storeys") or "")))
    board = ground.board
    altitude = arguments.get("altitude")
    if altitude:
        for flag in ("smoke", "barrage", "fire"):
            if arguments.get(flag):
                told = f"--{flag} does not belong to --altitude: from aircraft only Heights hide (6.7.3.1.3a)"
                raise HulldownError(told, hint="leave it out")
        return air_line(ground, board.cell(start), board.cell(end), str(altitude))
    return line(ground, board.cell(start), board.cell(end), los_hindrances.given(ground, arguments))


def line(ground: Ground, a: Cell, b: Cell, clouds: Collection[Cloud]) -> dict[str, Any]:
    """The line between two cells of a ground with these sources of smoke, fire and barrages, as plain data."""
    board = ground.board
    smoke = {cell for cloud in clouds if cloud.kind == "brew_up_smoke" for cell in cloud.cells}
    look = ground.explain(a, b, smoke)
    return {
        "from": board.labels[a],
        "to": board.labels[b],
        "clear": look.clear,
        "blocked_by": None if look.block is None else blocked(ground, look.block),
        "range": board.distance(a, b),
        "heights": [ground.height[a], ground.height[b]],
        "cover": look.cover,
        "smoke": [board.labels[cell] for cell in look.smoke],
        "hindrances": los_hindrances.told(ground, a, b, clouds),
        "path": [board.labels[point.cell] for point in look.profile],
        "profile": [_point(ground, point) for point in look.profile],
        "factors": list(msgspec.to_builtins(factors(ground, a, b))),
    }


def air_line(ground: Ground, aircraft: Cell, unit: Cell, told: str) -> dict[str, Any]:
    """The line between an aircraft and a unit on the ground, as plain data; the same both ways (6.7.3.1.3)."""
    altitude = next((one for one in ALTITUDES if one == told), None)
    if altitude is None:
        raise UnknownNameError(f"--altitude is {told!r}", hint=f"one of {', '.join(ALTITUDES)}")
    board = ground.board
    found = line_blocked(board, ground.relief, aircraft, unit, altitude)
    base = table_cell("air-sight", altitude, "base")
    hidden = ground.rows[unit].name in WOODS
    return {
        "from": board.labels[aircraft],
        "to": board.labels[unit],
        "altitude": altitude,
        "clear": found is None,
        "blocked_by": None if found is None else blocked(ground, ground.named(found)),
        "range": board.distance(aircraft, unit),
        "needs_observer": hidden,
        "factors": told_factors((
            Factor("6.7.3.1.3-table", f"base Height at {altitude.title()} altitude", base.number, base.tag),
        )),
    }  # fmt: skip


def factors(ground: Ground, a: Cell, b: Cell) -> list[Factor]:
    """What the hex at the end gives, each number with where it comes from: cover, spotting ranges, cost to drive in."""
    row = ground.rows[b]
    terrain = row.name.replace("_", " ")
    source, fire_source = row.provenance["cover"], row.provenance["fire_cover"]
    found = [
        Factor("4.1.3-cover-table", f"{terrain} cover against spotting", ground.cover[b], source),
        Factor(
            "4.4.3.2.2-target-cover-a",
            f"{terrain} cover against fire",
            ground.fire_cover[b],
            fire_source,
        ),
    ]
    for mark, told in (("", "as it stands"), (SPOT_MOVE, "moved"), (SPOT_FIRE, "fired")):
        last = spotting_range(ground.cover[b], mark, source=source).factors[-1]
        found.append(Factor(last.rule, f"spotted to, {told}", last.value, weakest(last.provenance, source)))
    for traction in TRACTIONS if ground.board.distance(a, b) == 1 else ():
        found += step_factors(ground, a, b, traction)
    return found


def _storeys(text: str) -> tuple[tuple[str, int], ...]:
    found = []
    for entry in filter(None, (piece.strip() for piece in text.split(","))):
        label, _, high = entry.partition("=")
        storeys = whole_number(high)
        if storeys is None or storeys < 1:
            raise HulldownError(f"--storeys: {entry!r} is no hex with its storeys", hint="write it as 1316=2")
        found.append((label, storeys))
    return tuple(sorted(found))


def blocked(ground: Ground, block: Block) -> dict[str, Any]:
    """What blocks a line, and where."""
    labels = [ground.board.labels[cell] for cell in block.cells]
    where: dict[str, Any] = {"hex": labels[0]} if len(labels) == 1 else {"hexside": labels}
    return {**where, "terrain": block.terrain, "height": block.height, "rule": block.rule}


def _point(ground: Ground, point: Point) -> dict[str, Any]:
    return {
        "hex": ground.board.labels[point.cell],
        "range": point.range,
        "terrain": ground.rows[point.cell].name,
        "ground": point.ground,
        "obstacle": point.obstacle,
        "hexside": point.hexside,
        "line": str(point.line),
    }
