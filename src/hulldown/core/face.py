"""A game's face: what it tells a client that has never heard of it, besides its rules.

Names, keys, colours and styles as plain data. A face is built from parts: a game's own, and one for each module or
terrain mode of the scenario. `merge` puts them together. Styles name ways of drawing, never a terrain of some game:
whoever draws knows what "trees" look like, and the face says which terrain has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Literal, TypeVar

import msgspec

from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.events import Event
from hulldown.core.orders import Side

Tone = Literal["plan", "reverse", "overrun", "fire", "opportunity", "hold"]
"""The colour of a task on the map."""
Weight = Literal["bad", "warn", "good", "quiet"]
"""How much a mark matters to its owner."""
Draws = Literal["path", "cells", "facing", "choice", "targets"]
"""What a task asks for, in the words of `core.orders.Task`; a path is cells of a `PathDomain`."""
HexStyle = Literal[
    "plain", "bushes", "stones", "craters", "saplings", "trees", "firs", "reeds", "water", "cabins", "houses", "blocks",
    "hollow", "channel", "ford", "bridge",
]  # fmt: skip
SideStyle = Literal["line", "hachures", "cliff", "ridge", "bank", "wall", "hedge", "water"]
LineStyle = Literal["road", "track", "water", "ditch"]
MarkerStyle = Literal["wreck", "smoke", "works", "flag"]
Shape = Literal[
    "turreted", "turretless", "gun", "infantry", "carrier", "truck", "halftrack", "aircraft", "unknown",
]  # fmt: skip
Verb = Literal[
    "move", "leave", "shot", "aim", "kill", "hurt", "show", "tell", "appear", "turn", "crush", "panic", "note",
]  # fmt: skip
"""What an event looks like when it is played; a note is only read out."""
Colour = Literal["blue", "orange", "green", "red", "grey"]
"""A pair of colours of the palette (`draw/palette.json`)."""


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a face; its first field is its key."""


class SideFace(Part, frozen=True):
    """A side: its name, and three ways to tell its counters from others."""

    side: Side
    name: str
    colour: Colour
    frame: Literal["round", "cut"] = "round"
    pattern: Literal["plain", "stripes"] = "plain"


class NamedFace(Part, frozen=True):
    """A name for something the rules have a word for: an answer, or a unit that is no counter."""

    key: str
    name: str


class PresetField(Part, frozen=True):
    """A condition of a preset: written as its key, and its value where it has one."""

    key: str
    label: str
    kind: Literal["number", "choice", "flag"]
    suffix: str = ""
    choices: tuple[NamedFace, ...] = ()
    alone: bool = False
    """Whether it stands for itself and shuts all others out."""


class Preset(Part, frozen=True):
    """A choice written freely, from fields; and the task that must be given besides, so that it takes effect."""

    unit: str
    kind: str
    choice: str
    always: str
    """What is written where no field is filled in."""
    fields: tuple[PresetField, ...]


class TaskFace(Part, frozen=True):
    """A kind of task: how it is called, chosen and shown on the counter."""

    kind: str
    name: str
    family: str
    """What it does, for all games: move, fire, watch, face, enter, place, hold, answer."""
    chip: str
    """Two or three characters on the counter."""
    tone: Tone
    draws: tuple[Draws, ...] = ()
    key: str = ""
    """The key that chooses it."""
    what: str = ""
    repeats: bool = False
    """Whether it can be given again as it was last turn."""
    choice_optional: bool = False
    preset: Preset | None = None
    route: str = ""
    """The cost table by which a way may be drawn after the first hex; "" where none may be."""


class MarkFace(Part, frozen=True):
    """A mark on a counter."""

    mark: str
    name: str
    sign: str
    tone: Weight


class FieldFace(Part, frozen=True):
    """A value on a unit's card."""

    key: str
    label: str
    what: str = ""


class TypeFace(Part, frozen=True):
    """A type of unit: its short name on the counter and its silhouette."""

    type: str
    short: str
    shape: Shape


class HexFace(Part, frozen=True):
    """The terrain of a hex: its name, how it is drawn and what it does."""

    terrain: str
    name: str
    style: HexStyle
    effect: str = ""
    faint: bool = False
    """Drawn weakly: it is on the map and counts for nothing."""
    dense: bool = False
    """Drawn heavily: it counts for more than usual."""


class HexsideFace(Part, frozen=True):
    """The terrain of a hexside."""

    terrain: str
    name: str
    style: SideStyle
    effect: str = ""
    faint: bool = False
    dense: bool = False


class LineFace(Part, frozen=True):
    """A line through hexes: a road, a stream."""

    terrain: str
    name: str
    style: LineStyle
    effect: str = ""


class MarkerFace(Part, frozen=True):
    """A thing on the map that is no unit."""

    kind: str
    name: str
    style: MarkerStyle


class EventFace(Part, frozen=True):
    """A kind of event: what is seen of it in the playback."""

    kind: str
    verb: Verb
    mark: str = ""
    """The mark it puts on the unit."""
    marker: str = ""
    """The marker that it leaves in the unit's hex, unless the event says `wreck = false`."""


class ChangeFace(Part, frozen=True):
    """An argument of the odds tool that a player can change or wait for, and how the change is told."""

    argument: str
    words: str = ""
    """With {value} for the new value; "" for the range, which clients word by the hexes saved."""
    values: tuple[int, ...] = ()
    """What to try where the argument is a number."""
    unless: tuple[str, ...] = ()
    """Arguments that rule the change out when they are set."""


class Face(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """All of it. The order of entries is that of lists and legends, and for lines that of drawing."""

    setting: str = ""
    """The kind of country, in the head of the table."""
    notes: tuple[str, ...] = ()
    """Sentences at the head of the legend."""
    sides: tuple[SideFace, ...] = ()
    tasks: tuple[TaskFace, ...] = ()
    marks: tuple[MarkFace, ...] = ()
    choices: tuple[NamedFace, ...] = ()
    units: tuple[NamedFace, ...] = ()
    fields: tuple[FieldFace, ...] = ()
    strengths: tuple[str, ...] = ()
    """The card values that stand on the counter."""
    types: tuple[TypeFace, ...] = ()
    hexes: tuple[HexFace, ...] = ()
    hexsides: tuple[HexsideFace, ...] = ()
    lines: tuple[LineFace, ...] = ()
    markers: tuple[MarkerFace, ...] = ()
    events: tuple[EventFace, ...] = ()
    changes: tuple[ChangeFace, ...] = ()
    outcomes: tuple[NamedFace, ...] = ()
    """What a hit can do, the least first."""


PLAIN = Face()
"""The face of a game that has none."""
_WORDS = ("setting", "notes", "strengths")
_LISTS = tuple(name for name in Face.__struct_fields__ if name not in _WORDS)


def merge(faces: Iterable[Face]) -> Face:
    """One face from parts: entries are put together, and one with the key of an earlier entry takes its place."""
    parts = tuple(faces)
    lists: dict[str, Any] = {name: _joined(getattr(part, name) for part in parts) for name in _LISTS}
    return Face(
        setting=next((part.setting for part in reversed(parts) if part.setting), ""),
        notes=tuple(note for part in parts for note in part.notes),
        strengths=next((part.strengths for part in reversed(parts) if part.strengths), ()),
        **lists,
    )


P = TypeVar("P", bound=Part)


def key_of(part: Part) -> str:
    """The key of an entry: its first field."""
    return str(getattr(part, part.__struct_fields__[0]))


def _joined(lists: Iterable[tuple[P, ...]]) -> tuple[P, ...]:
    found: dict[str, P] = {}
    for entries in lists:
        found.update((key_of(entry), entry) for entry in entries)
    return tuple(found.values())


def verbs_of(face: Face) -> dict[str, Verb]:
    """The verbs of the events, by kind."""
    return {event.kind: event.verb for event in face.events}


def side_by_letter(event: Event, letters: Mapping[str, Side]) -> Side:
    """The side an event tells of, for a game whose units carry the letter of their side in front of their number."""
    named = event.data.get("side")
    if named in letters.values():
        return str(named)
    return letters.get(str(event.data.get("unit", ""))[:1].lower(), "")


def read_face(content: Mapping[str, Any], where: str) -> Face:
    """A face from a table of a data file; raises MalformedError for a wrong key, a wrong value or two equal keys."""
    tables.check_keys(content, Face.__struct_fields__, where)
    face = tables.convert(Face, content, where)
    for name in _LISTS:
        keys = [key_of(entry) for entry in getattr(face, name)]
        double = next((key for key in keys if keys.count(key) > 1), None)
        if double is not None:
            raise MalformedError(f"{double!r} stands there twice", f"{where} {name}")
    return face


def read_parts(text: str, where: str) -> dict[str, Face]:
    """The faces of a data file: what stands in it by itself under "", and each table of `parts` under its name."""
    content = tables.parse_toml(text, where)
    parts = tables.table_in(content.pop("parts", {}), f"{where} parts")
    return {
        "": read_face(content, where),
        **{name: read_face(tables.table_in(part, f"{where} parts.{name}"), f"{where} parts.{name}")
           for name, part in parts.items()},
    }  # fmt: skip
