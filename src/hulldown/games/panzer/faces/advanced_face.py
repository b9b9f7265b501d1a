"""The face of the Advanced Game on top of the Basic one: its units, as counters show them."""

from __future__ import annotations

from functools import cache
from typing import Final

from msgspec.structs import replace

from hulldown.core.face import Draws, Face, NamedFace, Shape, TaskFace, TypeFace, merge, with_silhouettes
from hulldown.games.panzer.data.aircraft import Aircraft, aircraft
from hulldown.games.panzer.data.arsenal import Target, targets
from hulldown.games.panzer.data.batteries import batteries
from hulldown.games.panzer.data.cards import cards
from hulldown.games.panzer.data.face import advanced_part
from hulldown.games.panzer.data.leg import LegUnit
from hulldown.games.panzer.data.towed import Towed
from hulldown.games.panzer.data.weapons import AMMO
from hulldown.games.panzer.faces.face import face as basic_face
from hulldown.games.panzer.faces.face import shape_of, short_name
from hulldown.games.panzer.faces.mission_odds import patterns
from hulldown.games.panzer.rules.verbs.basic import VERBS

_VERBS: Final = {verb.kind: verb for verb in VERBS}
_SIZES: Final = {"squad": "", "half-squad": " ½", "section": ""}


@cache
def face() -> Face:
    """The face of the Basic Game with the units of the Advanced Game."""
    added = _added()
    return replace(merge((basic_face(), added)), outcomes=added.outcomes)


def _added() -> Face:
    """What the Basic Game does not have: marks, markers, events, and every unit with its short name and silhouette."""
    told = advanced_part()
    own = {task.kind: task for task in told.tasks}
    tasks = (*(_told(own.pop(task.kind, task)) for task in basic_face().tasks), *own.values())
    units = (
        TypeFace(name, _short(card), _shape(card), printed=_printed(card))
        for name, card in targets().items()
        if name not in cards()
    )
    flown = (TypeFace(name, name, "aircraft", printed=_loads(card)) for name, card in aircraft().items())
    types = (*units, *flown, *(TypeFace(name, name, "gun") for name in batteries()))
    rounds = tuple(
        [
            NamedFace(f"{{weapon}} {kind}{key}", f"{{weapon}} {kind}{name}")
            for kind in AMMO
            for key, name in (("", ""), (" spread {unit}", ", further hits on {unit}"))
        ]
    )
    types_ = with_silhouettes(types, told)
    return replace(told, tasks=tasks, types=types_, choices=told.choices + rounds, patterns=told.patterns + patterns())


def _told(task: TaskFace) -> TaskFace:
    """A task of the Basic Game with what the Advanced Game can do with it.

    Units of a formation share a command to fire, move or watch (6.2.1.1.3). Fire has a choice of weapon; a second one
    besides is Dual Fire (5.14).
    """
    verb = _VERBS.get(task.kind)
    if verb is None or not (verb.shoots or verb.moves or verb.watches):
        return task
    fires = verb.shoots or verb.watches
    more: tuple[Draws, ...] = ("choice",) if verb.shoots else ("targets",) if verb.moves else ()
    return replace(
        task,
        shares=True,
        again=fires,
        argument="weapon" if fires else task.argument,
        joined=task.joined if fires else ", ",
        stops=verb.moves and not fires,
        draws=tuple(dict.fromkeys((*task.draws, *more))),
    )


def short_of(name: str) -> str:
    """The name of a unit's type as it stands on its counter."""
    return next((one.short for one in face().types if one.type == name), name)


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


def _loads(card: Aircraft) -> tuple[str, ...]:
    """The GP factors of an aircraft's weapons, as its counter shows them."""
    return (" · ".join(f"{name[0].upper()} {weapon.row.factors[0]}" for name, weapon in card.weapons.items()),)


def _printed(card: Target) -> tuple[str, ...]:
    """The strengths on the counter of a leg or towed unit: GP factors by range, or what its gun does close by."""
    if isinstance(card, LegUnit):
        return ("GP " + "-".join(str(factor) for factor in card.row.factors if factor),)
    if not isinstance(card, Towed):
        return ()
    ammo = card.weapons[0].ammo
    rows = [next((ammo[kind] for kind in kinds if kind in ammo), None) for kinds in (("AP", "HEAT"), ("GP",))]
    words = [f"{name} {row.factors[0]}" for name, row in zip(("AP", "GP"), rows, strict=True) if row is not None]
    return (" · ".join(words),) if words else ()
