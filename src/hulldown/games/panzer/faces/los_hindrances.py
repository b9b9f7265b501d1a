"""What hinders fire on a line, for the line tool: sources, which of them count, and their modifiers (5.11)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Any, Final, NamedTuple

from msgspec import UnsetType

from hulldown.core.board import Cell
from hulldown.core.errors import HulldownError
from hulldown.core.tools import Arguments
from hulldown.games.panzer.data.advanced_tables import modifier
from hulldown.games.panzer.data.loading import listing, terrain
from hulldown.games.panzer.rules import sight
from hulldown.games.panzer.rules.advanced.ap import TABLE as AP
from hulldown.games.panzer.rules.advanced.gp import TABLE as GP
from hulldown.games.panzer.rules.advanced.hindrances import Hindrance, Source, counting
from hulldown.games.panzer.rules.advanced.pieces import FIRE as ON_FIRE
from hulldown.games.panzer.rules.advanced.play.indirect import counters
from hulldown.games.panzer.rules.advanced.sheafs import OPEN, density
from hulldown.games.panzer.rules.advanced.support import GP as EXPLOSIVE
from hulldown.games.panzer.rules.ground import Ground
from hulldown.games.panzer.rules.scene import Scene

if TYPE_CHECKING:
    from hulldown.games.panzer.faces.view import PanzerView

_NAMES: Final[dict[Hindrance, str]] = {
    "on_fire": "Fire", "smoke_closed": "Closed Smoke", "smoke_open": "Open Smoke", "barrage_closed": "Closed Barrage",
    "brew_up_smoke": "Brew-Up Smoke", "barrage_open": "Open Barrage",
}  # fmt: skip
_DENSITIES: Final = ("closed", "open")


class Cloud(NamedTuple):
    """One source on the map: what it is, where, and how many levels high."""

    kind: Hindrance
    cells: tuple[Cell, ...]
    height: int


def given(ground: Ground, arguments: Arguments) -> list[Cloud]:
    """The sources that flags name: several apart by commas, the hexes of one joined by +; raises HulldownError.

    `--smoke 1010` is brew-up smoke, `--smoke open:1010+1011` that of a SHEAF; barrages are closed unless told.
    """
    found = []
    high = listing("terrain-advanced").number("smoke", "height")
    for name, text in ((name, str(arguments.get(name) or "")) for name in ("smoke", "barrage", "fire")):
        for entry in filter(None, (piece.strip() for piece in text.split(","))):
            dense, _, hexes = entry.rpartition(":")
            if dense and (dense not in _DENSITIES or name == "fire"):
                raise HulldownError(f"--{name}: {entry!r} is not understood", hint="write open:1010+1011 or 1010")
            cells = tuple([ground.board.cell(label.strip()) for label in hexes.split("+")])
            if name == "fire":
                found += [
                    Cloud("on_fire", (cell,), listing("terrain-advanced").number("fire", "height")) for cell in cells
                ]
            elif name == "smoke" and not dense:
                found += [Cloud("brew_up_smoke", (cell,), terrain()["brew_up_smoke"].height or 0) for cell in cells]
            elif name == "smoke":
                found.append(Cloud("smoke_open" if dense == "open" else "smoke_closed", cells, high))
            else:
                found.append(Cloud("barrage_open" if dense == "open" else "barrage_closed", cells, high))
    return found


def of_view(view: PanzerView, scene: Scene) -> list[Cloud]:
    """All that hinders fire on the map of a view, whether or not its step is over already."""
    levels = listing("terrain-advanced")
    found = [
        Cloud("brew_up_smoke", (wreck.cell,), terrain()["brew_up_smoke"].height or 0)
        for wreck in view.wrecks
        if wreck.brewed and not wreck.fresh
    ]
    if not isinstance(view.works, UnsetType):
        found += [
            Cloud("on_fire", (one.cell,), levels.number(ON_FIRE, "height")) for one in view.works if one.kind == ON_FIRE
        ]
    if isinstance(view.support, UnsetType):
        return found
    high = counters.height()
    for smoke in view.support.smokes:
        found.append(Cloud("smoke_open" if smoke.density == OPEN else "smoke_closed", smoke.cells, high))
    for mission in view.support.missions:
        if mission.fire == EXPLOSIVE:
            kind: Hindrance = "barrage_open" if density(mission.sheaf) == OPEN else "barrage_closed"
            found.append(Cloud(kind, counters.cells_of(scene.board, mission), high))
    return found


def told(ground: Ground, a: Cell, b: Cell, clouds: Iterable[Cloud]) -> list[dict[str, Any]]:
    """The sources that a line meets as plain data; where several share a hex only the largest counts (5.11b)."""
    board, ends = ground.board, (ground.height[a], ground.height[b])
    met: list[Source] = []
    for cloud in clouds:
        cells = sight.hindering(board, ground.height, a, b, ends, cloud.cells, cloud.height)
        if cells:
            met.append(Source(cloud.kind, cells))
    kept = counting(met)
    found = []
    for source in met:
        ap, gp = _modifier(AP, source.kind), modifier(GP, source.kind)
        found.append(
            {
                "kind": _NAMES[source.kind], "hexes": [board.labels[cell] for cell in source.cells],
                "counts": source in kept, "ap": ap.value, "gp": gp.value, "rule": ap.rule, "gp_rule": gp.rule,
            }
        )  # fmt: skip
        if source in kept:
            kept.remove(source)
    return found


def rows(found: Iterable[dict[str, Any]]) -> list[dict[str, str]]:
    """What `told` found as rows of a table: each source with its hexes, and what it costs AP and GP fire (5.11b)."""
    return [
        {
            "label": f"{one['kind']} in {', '.join(one['hexes'])}",
            "value": f"AP {one['ap']}, GP {one['gp']}" if one["counts"] else "does not count beside a larger one",
            "rule": one["rule"] if one["counts"] else "5.11b",
        }
        for one in found
    ]


def _modifier(table: str, kind: Hindrance) -> Any:
    """Brew-Up Smoke is in the table of the Basic Game."""
    return modifier("ap-modifiers" if kind == "brew_up_smoke" else table, kind)
