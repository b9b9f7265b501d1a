"""The face of the Advanced Game on top of the Basic one: its units, as counters show them."""

from __future__ import annotations

from functools import cache
from typing import Final

from hulldown import resources
from hulldown.core.face import Face, Shape, TypeFace, merge, read_parts, with_silhouettes
from hulldown.games.panzer.data.arsenal import Target, targets
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.faces.face import face as basic_face
from hulldown.games.panzer.faces.face import shape_of, short_name

_SIZES: Final = {"squad": "", "half-squad": " ½", "section": ""}


@cache
def face() -> Face:
    """The face of the Basic Game with the units of the Advanced Game."""
    return merge((basic_face(), _units()))


def _units() -> Face:
    """Short names and silhouettes of every unit that the Basic Game does not have."""
    told = read_parts(
        resources.read("hulldown", "games", "panzer", "data", "advanced", "face.toml"), "panzer/data/advanced/face.toml"
    )[""]
    types = (TypeFace(name, _short(card), _shape(card)) for name, card in targets().items() if name not in cards())
    return Face(types=with_silhouettes(types, told))


def _short(card: Target) -> str:
    """A leg unit is told by its type and size, without its nation, which the colour tells."""
    if isinstance(card, LegUnit):
        words = card.type.name.split()
        return f"{words[-1]}{_SIZES[card.size.name]}"
    return short_name(card.name)


def _shape(card: Target) -> Shape:
    if isinstance(card, LegUnit):
        return "infantry"
    return "gun" if isinstance(card, Towed) else shape_of(card)
