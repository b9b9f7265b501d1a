"""The parts of the game's face, read from `face.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hulldown import resources
from hulldown.core.face import Face, read_parts


@cache
def face_parts() -> Mapping[str, Face]:
    """What holds for all scenarios under "", and the other parts by name."""
    return read_parts(resources.read("hulldown", "games", "panzer", "data", "face.toml"), "panzer/data/face.toml")


@cache
def advanced_part() -> Face:
    """What the Advanced Game shows besides, from `advanced/face.toml`."""
    text = resources.read("hulldown", "games", "panzer", "data", "advanced", "face.toml")
    return read_parts(text, "panzer/data/advanced/face.toml")[""]
