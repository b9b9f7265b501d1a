"""The face of KampfPanzer: `data/face.toml`, the nations of the scenario, and words for what terrain does."""

from __future__ import annotations

from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.events import Event
from hulldown.core.face import Face, HexFace, HexsideFace, LineFace, Shape, SideFace, TypeFace, with_silhouettes
from hulldown.games.kampfpanzer.data.counters import Counter, TerrainRow, counters, side_terrain, terrain
from hulldown.games.kampfpanzer.data.face import face_parts
from hulldown.games.kampfpanzer.data.scenarios import SIDES, Scenario
from hulldown.games.kampfpanzer.rules.march import points

_SHAPES: Final[dict[str, Shape]] = {
    "tank": "turreted", "gun": "gun", "infantry": "infantry", "truck": "truck", "apc": "carrier",
}  # fmt: skip


def face(scenario: Scenario) -> Face:
    """The face of a scenario: its sides bear the names of their nations."""
    return _face(scenario.first.nation, scenario.second.nation)


@lru_cache(maxsize=32)
def _face(first: str, second: str) -> Face:
    found = face_parts()[""]
    return replace(
        found,
        sides=tuple(_named(side, nation) for side, nation in zip(found.sides, (first, second), strict=True)),
        types=with_silhouettes((_type(one) for one in counters().values()), found),
        hexes=tuple(_told(entry) for entry in found.hexes),
        hexsides=tuple(_told_side(entry) for entry in found.hexsides),
        lines=tuple(_told_line(entry) for entry in found.lines),
    )


def _named(side: SideFace, nation: str) -> SideFace:
    return replace(side, name=nation, called=f"the {nation}")


def _type(counter: Counter) -> TypeFace:
    """A counter as it is printed (3.21): attack, class and range, then defence, in brackets if hard, and allowance."""
    fire = "-".join(str(part) for part in (counter.attack or "", counter.weapon, counter.range) if part)
    defence = f"[{counter.defence}]" if counter.hard else str(counter.defence)
    lines = tuple(line for line in (fire, f"{defence} - {counter.ma}") if line)
    return TypeFace(counter.name, _short(counter), _SHAPES[counter.kind], printed=lines, nation=counter.nation)


def _short(counter: Counter) -> str:
    return f"{counter.nation} Inf" if counter.kind == "infantry" else counter.name


def _told(entry: HexFace) -> HexFace:
    row = terrain()[entry.terrain]
    defence = f"defence +{row.defence}" if row.defence else ""
    if row.crest:
        defence += " against fire through a crest"
    near = "fire into it reaches 3 hexes" if row.near else ""
    return replace(entry, effect=" · ".join(filter(None, (_costs(row), defence, near))))


def _told_side(entry: HexsideFace) -> HexsideFace:
    row = side_terrain(entry.terrain)
    if row.blocks == "crest":
        return replace(entry, effect="blocks sight from and to the ground, unless it is a side of an end's own hex")
    if row.blocks:
        return replace(entry, effect="blocks sight beyond one hex")
    return replace(entry, effect=f"{_costs(row)} to cross")


def _told_line(entry: LineFace) -> LineFace:
    return replace(entry, effect=f"{points(terrain()[entry.terrain].afv)} point for everybody along it")


def _costs(row: TerrainRow) -> str:
    afv, truck, foot = points(row.afv), points(row.truck), points(row.infantry)
    if afv == truck == foot:
        return f"{afv} point for everybody"
    return f"tanks and APCs {afv}, trucks {truck}, infantry {foot}"


def side_of(event: Event) -> str:
    """The side an event tells of: every event about units says it."""
    side = str(event.data.get("side", ""))
    return side if side in SIDES else ""
