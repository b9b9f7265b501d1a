"""The face of Tank!: `data/face.toml` with the terrain mode of the scenario, and words for what terrain does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.events import Event
from hulldown.core.face import (
    Face,
    HexFace,
    HexsideFace,
    NamedFace,
    Shape,
    TaskFace,
    TypeFace,
    merge,
    side_by_letter,
    with_silhouettes,
)
from hulldown.games.tank.data.face import face_parts
from hulldown.games.tank.data.loading import BOOKS, Scenario, TerrainRow, Weapon, chart_of, terrain
from hulldown.games.tank.rules.state import SIDES
from hulldown.games.tank.rules.verbs.setup import ENTRY

_SHAPES: Final[dict[str, Shape]] = {
    "gun": "gun",
    "infantry": "infantry",
    "apc": "carrier",
    "truck": "truck",
    "device": "infantry",
}
STRENGTHS: Final = (NamedFace("AP", "AP, against armour"), NamedFace("HE", "HE, high explosive"))
"""What a firer may choose between against trucks (27.73)."""
_ROUTED: Final = ENTRY.kind
"""The task whose way is drawn where columns meet on the march (17.3-1)."""


def face(scenario: Scenario) -> Face:
    """The face of a scenario."""
    return _face(scenario.mode, scenario.situation == "meeting", scenario.book)


@lru_cache(maxsize=16)
def _face(mode: str, meeting: bool, book: str) -> Face:
    parts = face_parts()
    found = merge((parts[""], parts[mode], *((parts[book],) if book in parts else ())))
    rows = terrain(mode).rows
    route = "vehicle" if meeting else ""
    return replace(
        found,
        tasks=tuple(_task(task, route, book) for task in found.tasks),
        choices=(*found.choices, *(STRENGTHS if book != BOOKS[0] else ())),
        types=with_silhouettes(
            (TypeFace(weapon.name, _short(weapon), _shape(weapon)) for weapon in chart_of(book).values()), found
        ),
        hexes=tuple(_told(entry, rows) for entry in found.hexes),
        hexsides=tuple(_told_side(entry, rows) for entry in found.hexsides),
    )


def _task(task: TaskFace, route: str, book: str) -> TaskFace:
    """A task with the way of a column drawn, or with a choice of strength where the book has one (27.73)."""
    if task.kind == _ROUTED:
        return replace(task, route=route)
    if book != BOOKS[0] and task.family in ("fire", "watch") and "choice" not in task.draws:
        return replace(task, draws=(*task.draws, "choice"), choice_optional=True)
    return task


def _short(weapon: Weapon) -> str:
    return "Inf" if weapon.traits.squad else weapon.name.removeprefix(f"{weapon.maker} ")


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
