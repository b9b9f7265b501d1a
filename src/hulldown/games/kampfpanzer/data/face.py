"""The parts of the game's face, read from `face.toml`."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache

from hulldown import resources
from hulldown.core.face import Face, read_parts
from hulldown.games.kampfpanzer.data.counters import FOLDER


@cache
def face_parts() -> Mapping[str, Face]:
    """What holds for all scenarios under "", and the other parts by name."""
    return read_parts(resources.read(*FOLDER, "face.toml"), "kampfpanzer/data/face.toml")
