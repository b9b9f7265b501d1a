"""The face of the Advanced Game on top of the Basic one: its units, as counters show them."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.face import Draws, Face, NamedFace, Shape, TaskFace, TypeFace, merge, with_silhouettes
from hulldown.games.panzer.data.arsenal import Target, targets
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.face import advanced_part
from hulldown.games.panzer.data.leg import LegUnit, crew_weapons
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.faces.face import face as basic_face
from hulldown.games.panzer.faces.face import shape_of, short_name
from hulldown.games.panzer.rules.advanced.play.weapons_at_hand import Way, arms_with

_DRAWS: Final[dict[str, tuple[Draws, ...]]] = {"FIRE": ("choice",), "MOVE": ("targets",)}
"""What tasks of the Basic Game ask for besides: a weapon; those who share the command (6.5.2b, 6.2.1.1.3)."""
_ATTACHED: Final = 3
"""How many crew-served weapons of one name a unit has at most, of those that the scenarios have."""
_SIZES: Final = {"squad": "", "half-squad": " ½", "section": ""}


@cache
def face() -> Face:
    """The face of the Basic Game with the units of the Advanced Game."""
    return merge((basic_face(), _added()))


def _added() -> Face:
    """What the Basic Game does not have: marks, markers, events, and every unit with its short name and silhouette."""
    told = advanced_part()
    tasks = (*(_told(task) for task in basic_face().tasks), *told.tasks)
    types = (TypeFace(name, _short(card), _shape(card)) for name, card in targets().items() if name not in cards())
    return replace(told, tasks=tasks, choices=(*told.choices, *_ways()), types=with_silhouettes(types, told))


def _told(task: TaskFace) -> TaskFace:
    """A task of the Basic Game with what the Advanced Game can do with it."""
    return replace(task, draws=(*task.draws, *_DRAWS.get(task.kind, ())))


def _ways() -> tuple[NamedFace, ...]:
    """Every weapon with each of its rounds, as orders name them; the words are names (6.5.2b)."""
    leg = next(card for card in targets().values() if isinstance(card, LegUnit))
    sets = [arms_with(card, ()) for card in targets().values()]
    sets += [arms_with(leg, (weapon,) * _ATTACHED) for weapon in crew_weapons().values()]
    words = dict.fromkeys(Way(arm, kind).words for arms in sets for arm in arms for kind in arm.mounted.ammo)
    return tuple(NamedFace(one, one) for one in words)


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
