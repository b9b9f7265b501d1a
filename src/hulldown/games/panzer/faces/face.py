"""The face of Panzer: `data/face.toml`, and words for what terrain does."""

from __future__ import annotations

import re
from functools import cache
from typing import Final, TypeVar

from msgspec.structs import replace

from hulldown.core.events import Event
from hulldown.core.face import Face, HexFace, HexsideFace, LineFace, Shape, TypeFace, side_by_letter, with_silhouettes
from hulldown.games.panzer.data.cards import Card, cards
from hulldown.games.panzer.data.face import face_parts
from hulldown.games.panzer.data.loading import Cost, Terrain, terrain
from hulldown.games.panzer.rules.state import SIDES

_SHAPES: Final[dict[str, Shape]] = {
    "tank": "turreted", "assault-gun": "turretless", "half-track": "halftrack", "truck": "truck",
    "armoured-car": "carrier", "tractor": "carrier", "limber": "truck",
}  # fmt: skip
_YEAR: Final = re.compile(r"\s+M\d\d$")

E = TypeVar("E", HexFace, HexsideFace, LineFace)


@cache
def face() -> Face:
    """The face, the same for all scenarios."""
    found = face_parts()[""]
    return replace(
        found,
        types=with_silhouettes(
            (TypeFace(card.name, short_name(card.name), shape_of(card)) for card in cards().values()), found
        ),
        hexes=tuple(_told(entry, "") for entry in found.hexes),
        hexsides=tuple(_told(entry, "+") for entry in found.hexsides),
        lines=tuple(_told(entry, "") for entry in found.lines),
    )


def short_name(name: str) -> str:
    """A vehicle's name as it fits on a counter."""
    return _YEAR.sub("", re.sub(r"^PzKpfw\s*", "Pz", name))[:9]


def shape_of(card: Card) -> Shape:
    """The class of a vehicle."""
    shape = _SHAPES[card.kind]
    return "turretless" if shape == "turreted" and not card.all_round else shape


def _told(entry: E, crossing: str) -> E:
    """The entry with what the terrain does, each value that is ours marked as such."""
    row = terrain().get(entry.terrain)
    if entry.effect or row is None:
        return entry
    words = [_marked(row, _points(row.tracked, crossing) + _wheels(row), "tracked", "wheeled")]
    if row.height:
        words.append(_marked(row, _height(row), "height"))
    if row.fire_cover not in ("none", "other"):
        words.append(_marked(row, f"{row.fire_cover} cover", "fire_cover"))
    return replace(entry, effect=" · ".join(words))


def _points(cost: Cost, crossing: str) -> str:
    if cost == "P":
        told = "no vehicle may enter"
    elif cost == "all":
        told = "takes the whole allowance"
    else:
        told = f"{crossing}{cost} point{'' if cost == 1 else 's'}"
        return f"{told} to cross" if crossing else told
    return f"crossing {told}" if crossing else told


def _wheels(row: Terrain) -> str:
    if row.wheeled == row.tracked:
        return ""
    return " (not on wheels)" if row.wheeled == "P" else f" ({row.wheeled} on wheels)"


def _height(row: Terrain) -> str:
    if row.height is not None and row.height < 0:
        return "a level deep"
    return f"height {row.height} a storey" if row.storeys else f"height {row.height}"


def _marked(row: Terrain, text: str, *values: str) -> str:
    sure = all(row.provenance[value] == "rulebook" for value in values)
    return text if sure else f"{text} (reconstructed)"


_LETTERS: Final = {side[0]: side for side in SIDES}
"""Names of units and of face-down counters begin with the letter of their side (`rules/deployment.py`)."""


def side_of(event: Event) -> str:
    """The side an event tells of."""
    return side_by_letter(event, _LETTERS)
