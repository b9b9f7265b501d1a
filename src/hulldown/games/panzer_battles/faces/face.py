"""The face of Panzer Battles: `data/face.toml`, the people of the scenario, and words for what terrain does."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.events import Event, Scalar
from hulldown.core.face import (
    ArcFace,
    Face,
    HexFace,
    HexsideFace,
    LineFace,
    Shape,
    SideFace,
    TypeFace,
    with_silhouettes,
)
from hulldown.games.panzer_battles.data.face import face_parts
from hulldown.games.panzer_battles.data.scenarios import SIDES, Scenario, Sponson
from hulldown.games.panzer_battles.data.terrain import effects
from hulldown.games.panzer_battles.data.units import UnitType, units
from hulldown.games.panzer_battles.rules.ground import load_ground

_SHAPES: Final[dict[str, Shape]] = {
    "MBT": "turreted", "CST": "turreted", "RV": "turreted", "APC": "halftrack", "AT": "gun", "infantry": "infantry",
    "crew": "infantry",
}  # fmt: skip


def face(scenario: Scenario, options: Mapping[str, Scalar]) -> Face:
    """The face of a scenario: its sides bear the names of their people, directions those of its map (19.1b)."""
    dust, sponson = scenario.special.dust, scenario.special.sponson
    people = (scenario.first.people, scenario.second.people)
    width = 120 if options.get("front_arc") == "120" else 180
    return _face(people, scenario.map, dust.most if dust is not None else None, sponson, width)


@lru_cache(maxsize=8)
def _face(people: tuple[str, str], map_name: str, visibility: int | None, sponson: Sponson | None, width: int) -> Face:
    ground = load_ground(map_name, visibility)
    found = face_parts()[""]
    dummies = [entry for entry in found.types if entry.short]
    drawn = replace(found, types=tuple(entry for entry in found.types if not entry.short))
    return replace(
        found,
        sides=tuple(_named(side, name) for side, name in zip(found.sides, people, strict=True)),
        types=(*with_silhouettes((_type(one, sponson, width) for one in units().values()), drawn), *dummies),
        hexes=tuple(_told(entry) for entry in found.hexes),
        hexsides=tuple(_told_side(entry) for entry in found.hexsides),
        lines=tuple(_told_line(entry) for entry in found.lines),
        directions=tuple(ground.compass(way) for way in range(6)),
    )


def _named(side: SideFace, people: str) -> SideFace:
    return replace(side, name=people, called=f"the {people}")


def _type(kind: UnitType, sponson: Sponson | None, width: int) -> TypeFace:
    """A counter as it is printed (3.3b, 3.3c)."""
    if kind.infantry:
        lines = ("-".join(str(band.strength) for band in kind.rifles),)
    else:
        lines = (f"{kind.profile}-{kind.front}-{kind.side}-{kind.ma}",)
    return TypeFace(
        kind.name, kind.name, _SHAPES[kind.kind], printed=lines, nation=kind.nation, arcs=_arcs(kind, sponson, width)
    )


def _arcs(kind: UnitType, sponson: Sponson | None, width: int) -> tuple[ArcFace, ...]:
    """The Front Arc of a vehicle, the Firing Arc of a gun, and the sector of a sponson (11.11, 16.41, 20.0-sr-5a)."""
    if kind.infantry:
        return ()
    name = "firing arc" if kind.kind == "AT" else "front armour"
    found = [ArcFace(name, width // 2, width // 2)]
    gun = next((gun for gun in kind.guns if gun.sponson), None)
    if sponson is not None and gun is not None:
        found.append(ArcFace(f"{gun.name} gun", sponson.left, sponson.right, 5))
    return tuple(found)


def _told(entry: HexFace) -> HexFace:
    row = effects()[entry.terrain]
    words = [f"vehicles {row.vehicle}, infantry {row.infantry}"]
    if row.defilade is not None:
        words.append(f"defilade {row.defilade}")
    if entry.terrain in ("woods", "town"):
        words.append("two levels high to sight")
    return replace(entry, effect=" · ".join(words))


def _told_side(entry: HexsideFace) -> HexsideFace:
    return replace(entry, effect=f"infantry {effects()['up'].infantry:+} to go up")


def _told_line(entry: LineFace) -> LineFace:
    row = effects()[entry.terrain]
    return replace(entry, effect=f"in Column vehicles {row.vehicle}, infantry {row.infantry} along it")


def side_of(event: Event) -> str:
    """The side an event tells of: every event about units says it."""
    side = str(event.data.get("side", ""))
    return side if side in SIDES else ""
