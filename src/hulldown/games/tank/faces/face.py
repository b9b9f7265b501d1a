"""The face of Tank!: `data/face.toml` with the terrain mode of the scenario, and words for what terrain does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.events import Event
from hulldown.core.face import Face, HexFace, HexsideFace, Shape, TypeFace, merge, side_by_letter
from hulldown.games.tank.data.face import face_parts
from hulldown.games.tank.data.loading import Scenario, TerrainRow, Weapon, terrain, weapons
from hulldown.games.tank.rules.state import SIDES
from hulldown.games.tank.rules.verbs.setup import ENTRY

_SHAPES: Final[dict[str, Shape]] = {"gun": "gun", "infantry": "infantry"}
_ROUTED: Final = ENTRY.kind
"""The task whose way is drawn where columns meet on the march (17.3-1)."""


def face(scenario: Scenario) -> Face:
    """The face of a scenario."""
    return _face(scenario.mode, scenario.situation == "meeting")


@lru_cache(maxsize=16)
def _face(mode: str, meeting: bool) -> Face:
    parts = face_parts()
    found = merge((parts[""], parts[mode]))
    rows = terrain(mode).rows
    route = "vehicle" if meeting else ""
    return replace(
        found,
        tasks=tuple(replace(task, route=route) if task.kind == _ROUTED else task for task in found.tasks),
        types=tuple(TypeFace(weapon.name, _short(weapon), _shape(weapon)) for weapon in weapons().values()),
        hexes=tuple(_told(entry, rows) for entry in found.hexes),
        hexsides=tuple(_told_side(entry, rows) for entry in found.hexsides),
    )


def _short(weapon: Weapon) -> str:
    return "Inf" if weapon.traits.squad else weapon.name


def _shape(weapon: Weapon) -> Shape:
    return _SHAPES.get(weapon.kind) or ("turreted" if weapon.turret else "turretless")


def _told(entry: HexFace, rows: Mapping[str, TerrainRow]) -> HexFace:
    """The entry with what the terrain does, as chart 10.6 has it."""
    row = rows[entry.terrain]
    if entry.faint:
        return replace(entry, effect="counts as clear ground in open country")
    vehicle = f"vehicles +{row.vehicle}, " if row.vehicle else ""
    words = (_points(row), _blocks(row), f"defence {vehicle}guns and infantry {row.soft}")
    return replace(entry, effect=" · ".join(filter(None, words)))


def _told_side(entry: HexsideFace, rows: Mapping[str, TerrainRow]) -> HexsideFace:
    row = rows[entry.terrain]
    if entry.faint:
        return replace(entry, effect="counts as clear ground in open country")
    words = (f"+{_points(row)} to cross", _blocks(row), f"defence +{row.vehicle} against fire through it")
    return replace(entry, effect=" · ".join(filter(None, words)))


def _points(row: TerrainRow) -> str:
    if row.whole_allowance:
        return "takes the whole allowance"
    return f"{row.cost} point{'' if row.cost == 1 else 's'}"


def _blocks(row: TerrainRow) -> str:
    return "blocks sight" if row.obstructs else ""


_LETTERS: Final = {side[0]: side for side in SIDES}
"""Names of units and of face-down counters begin with the letter of their side (`rules/deployment.py`)."""


def side_of(event: Event) -> str:
    """The side an event tells of."""
    return side_by_letter(event, _LETTERS)
