"""The one palette of the project: `palette.json`, which the client's map, printed maps and small pictures share."""

from __future__ import annotations

from functools import cache
from typing import Literal

import msgspec

from hulldown import resources


class SideColours(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The colours of a side: letters, counter, edge and stripes; for pages a line and a wash."""

    ink: str
    paper: str
    deep: str
    stripe: str
    line: str
    wash: str


class Palette(msgspec.Struct, frozen=True, forbid_unknown_fields=True, rename="camel"):
    """The colours of a theme. `levels` are those of ground, the lowest first."""

    beside: str
    levels: tuple[str, ...]
    contour: str
    hachure: str
    grid: str
    label: str
    name: str
    halo: str
    woods: tuple[str, str, str]
    trees: tuple[str, str, str]
    tree_shade: str
    rough: str
    stones: str
    scrub: str
    reeds: str
    craters: str
    berm: str
    berm_light: str
    wall: str
    hedge: str
    cliff: str
    road: str
    road_edge: str
    track: str
    water: str
    water_edge: str
    gully: str
    roofs: dict[str, str]
    floors: dict[str, str]
    """Flat colours of hexes, by style."""
    sides: dict[str, SideColours]
    select: str
    tones: dict[str, str]
    reach: str
    reach_text: str
    shade: str
    ink: str
    paper: str


@cache
def palette(theme: Literal["light", "dark"] = "light") -> Palette:
    """The colours of a theme."""
    return msgspec.json.decode(resources.read("hulldown.draw", "palette.json"), type=dict[str, Palette])[theme]
