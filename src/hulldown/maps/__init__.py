"""The maps that come with the package, one TOML file each."""

from __future__ import annotations

from functools import cache

from hulldown import resources
from hulldown.core.board import Board
from hulldown.core.errors import UnknownNameError
from hulldown.core.mapfile import board_from_toml


def map_names() -> tuple[str, ...]:
    return tuple(name.removesuffix(".toml") for name in resources.names(__name__, suffix=".toml"))


_given: dict[str, Board] = {}
"""Maps that somebody has given, under names that no map of the package has."""


def give_map(text: str, where: str) -> str:
    """Reads a map file that does not come with the package; the name under which `load_map` gives its board."""
    board = board_from_toml(text, where, fetch=_text)
    _given[where] = board
    return where


def load_map(name: str) -> Board:
    """The board of a map that comes with the package, or that was given."""
    return _given[name] if name in _given else _load(name)


@cache
def _load(name: str) -> Board:
    if name not in map_names():
        raise UnknownNameError(f"there is no map named {name!r}", hint=f"maps: {', '.join(map_names())}")
    return board_from_toml(_text(name), where=f"maps/{name}.toml", fetch=_text)


def _text(name: str) -> str:
    if name not in map_names():
        raise KeyError(name)
    return resources.read(__name__, f"{name}.toml")
