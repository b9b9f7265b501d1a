"""A game's face: what it tells a client that has never heard of it, besides its rules.

Names, keys, colours and styles as plain data. A face is built from parts: a game's own, and one for each module or
terrain mode of the scenario. `merge` puts them together. Styles name ways of drawing, never a terrain of some game:
whoever draws knows what "trees" look like, and the face says which terrain has them.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final, Literal, TypeVar

import msgspec
from msgspec.structs import replace

from hulldown.core import tables
from hulldown.core.errors import MalformedError
from hulldown.core.events import Event
from hulldown.core.faceforms import ChoiceForm as ChoiceForm
from hulldown.core.faceforms import FormField as FormField
from hulldown.core.faceforms import NamedFace as NamedFace
from hulldown.core.faceforms import Part as Part
from hulldown.core.faceforms import Preset as Preset
from hulldown.core.faceforms import PresetField as PresetField
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
MarkerStyle = Literal[
    "wreck", "burning", "smoke", "haze", "impact", "scatter", "mines", "ditch", "works", "flag", "flames", "block",
    "wire", "rubble", "trench", "position", "sign",
]  # fmt: skip
"""A wreck is cold; a burning one smokes. Haze is smoke that is about to come or to go. A trench is dug in haste. A
sign has letters of its own."""
Shape = Literal[
    "turreted", "turretless", "gun", "infantry", "carrier", "truck", "halftrack", "aircraft", "unknown",
]  # fmt: skip
EventVerb = Literal[
    "move", "leave", "shot", "aim", "kill", "hurt", "show", "tell", "appear", "turn", "crush", "panic", "land", "crash",
    "note",
]  # fmt: skip
"""What an event looks like when it is played; a note is only read out."""
Frame = Literal["round", "cut"]
"""The corners of a side's counters, and of its mark in lists."""
Colour = Literal["blue", "orange", "green", "red", "grey"]
"""A pair of colours of the palette (`draw/palette.json`)."""


class SideFace(Part, frozen=True):
    """A side: its name, and three ways to tell its counters from others."""

    side: Side
    name: str
    colour: Colour
    called: str = ""
    """How it is spoken of in a sentence; "" where the name does."""
    frame: Frame = "round"
    pattern: Literal["plain", "stripes"] = "plain"


class ArcFace(Part, frozen=True):
    """A sector around a unit, in degrees to the left and right of its facing: armour, or the way a gun points."""

    name: str
    left: int
    right: int
    hexes: int = 3
    """How far it is drawn."""


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
    judged: bool = False
    """Whether its chances are not those of plain fire: its odds are asked with its kind, for all who are told it."""
    paired: bool = False
    """Whether it takes two: the unit in the hex chosen, or on board, needs the same task and is given it as well."""
    written: bool = False
    """Whether its path is written by directions and counts."""
    around: int = 0
    """How many hexes around the one chosen it concerns as well."""
    most: int = 0
    """How many hexes it names at most, one after the other; 0 where it names one."""
    stacks: bool = False
    """Whether it may name a hex more than once."""
    joined: str = ""
    """What stands between several choices; "" where only one is made."""
    alone: str = ""
    """The choice that shuts out the others, where several can be made."""
    route: str = ""
    """The cost table by which a way may be drawn after the first hex; "" where none may be."""
    argument: str = ""
    """The argument of the odds tool that its choice stands for, such as a weapon; "" where odds do not depend on it."""
    single: bool = False
    """Whether an answer holds only one of it: units do not fire together."""
    arcs: tuple[ArcFace, ...] = ()
    """The sectors that its facing means, in place of the unit's own: a defilade."""
    begins: bool = False
    """Whether it begins with the first of its choices, until another is made."""
    shares: bool = False
    """Whether several units can be given it as one: the targets that have it to give are those who share it."""
    again: bool = False
    """Whether a unit may be given it more than once in an order, with another choice each time."""
    facing_optional: bool = False
    stops: bool = False
    """Whether a unit may do something in any hex of its path: what the view names under `stops`, with @ and the hex."""
    together: bool = False
    """Whether a question for such tasks alone is answered for all units on one screen."""
    upon: str = ""
    """How a question says that a unit does it to a target, with {unit} and {target}; "" where it is fire."""
    leads: bool = False
    """Whether those who do it together to one target have an order: who is named first leads."""
    form: ChoiceForm | None = None
    """The fields from which its choice is written; None where a choice is one of those offered."""
    near: int = 0
    """Friends that the view names under `exposed` are in danger within so many hexes of the aim; 0: only those who are
    struck."""
    danger: str = ""
    """What that danger is, in a sentence."""
    parts: tuple[str, ...] = ()
    """What each part of its choices is: a list to choose from for each, where the names of all choices have this many
    parts, with `: ` or `, ` between them. Empty: one list of them all."""
    ahead: bool = False
    """Whether it goes straight on from its first hex, in its direction: to the next one named, else to the edge."""
    area: str = ""
    """The kind of area (`AreaFace`) that it strikes: it is told who stands in the one that has the target's hex."""


class MarkFace(Part, frozen=True):
    """A mark on a counter."""

    mark: str
    name: str
    sign: str
    tone: Weight
    drawn: Literal["badge", "count", "arc", "label"] = "badge"
    """How the counter shows it: a badge, a number in its corner, an arc around the hexsides it covers, or a word."""
    facing: int = -1
    """The hexside in the middle of an arc."""


class FieldFace(Part, frozen=True):
    """A value on a unit's card."""

    key: str
    label: str
    what: str = ""
    only: bool = False
    """Whether it is a yes or no that stands on the card only where it is a yes."""


class TypeFace(Part, frozen=True):
    """A type of unit: its short name on the counter and its silhouette."""

    type: str
    short: str = ""
    shape: Shape = "unknown"
    """Its class: what is drawn where it has no silhouette of its own."""
    silhouette: str = ""
    """A drawing of `draw/silhouettes.toml`."""
    printed: tuple[str, ...] = ()
    """The lines of figures on the counter, as on the printed one; none: those of `strengths`."""
    arcs: tuple[ArcFace, ...] = ()
    """The sectors that are drawn when it is selected."""
    nation: str = ""
    """Two letters in the corner, where counters of several nations stand side by side."""


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
    sign: str = ""
    """What stands on a sign."""
    around: int = 0
    """How many hexes around its own it concerns as well."""
    shunned_by: tuple[str, ...] = ()
    """The cost tables of those who would rather not enter its hex: a way that a client proposes leads round it."""


class PatternFace(Part, frozen=True):
    """How something that is aimed at a hex comes down: patterns of hexes, one as likely as the other.

    A hex is written as the steps that lead to it from the aim, each a direction from 0 to 5; "" is the aim itself.
    """

    key: str
    name: str
    falls: tuple[tuple[str, ...], ...]
    turned: bool = False
    """Whether the directions count from the one that the task names, and not from the top of the map."""


class AreaFace(Part, frozen=True):
    """A kind of area in which units have an effect (`core.game.Area`): how it is called and drawn."""

    kind: str
    name: str
    what: str = ""
    tone: Literal["zone", "fire", "opportunity", "bad", "warn"] = "zone"
    stops: bool = False
    """Whether an enemy that comes into it stops there."""
    hatch: Literal["", "stripes", "dots", "cross"] = ""
    """How it is filled, whoever it belongs to; what is hatched lies on the map at all times."""
    shown: bool = False
    """Whether it lies on the map at all times as an outline, with its name."""


class EventFace(Part, frozen=True):
    """A kind of event: what is seen of it in the playback."""

    kind: str
    verb: EventVerb
    mark: str = ""
    """The mark it puts on the unit; a name in braces stands for a value of the event."""
    marker: str = ""
    """The marker that it leaves in the unit's hex, unless the event says `wreck = false`; a name in braces stands for a
    value of the event."""
    pattern: str = ""
    """How what lands comes down around the event's hex (`PatternFace`), towards its `facing`; a name in braces stands
    for a value of the event."""
    text: str = ""
    """What is written over the hex where it happens, in place of the die or of what is told; a name in braces stands
    for a value of the event."""
    heading: str = ""
    """What it is called where it is no plain shot: the log tells it in its own sentence, and the summary of a playback
    counts it by this name."""


class ChangeFace(Part, frozen=True):
    """An argument of the odds tool that a player can change or wait for, and how the change is told."""

    argument: str
    words: str = ""
    """With {value} for the new value; "" for the range, which clients word by the hexes saved."""
    values: tuple[int, ...] = ()
    """What to try where the argument is a number."""
    of: str = ""
    """The argument that names the unit whose card limits a number, and the value on it that does."""
    most: str = ""
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
    """By themselves or after a kind of task; a word in braces, in key and name, stands for a word of the choice."""
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
    kills: tuple[str, ...] = ()
    """The outcomes by which a unit is lost."""
    ticks: int = 1
    """How many of the cost tables' units make one point, as players count them."""
    clock: bool = False
    """Whether all moves of a plot run on one clock, so that a client can show where units are at each point of it."""
    keeps: bool = False
    """Whether the game goes on by itself with what was ordered before an interruption; nobody orders it again."""
    areas: tuple[AreaFace, ...] = ()
    patterns: tuple[PatternFace, ...] = ()
    directions: tuple[str, ...] = ()
    """How the six directions are called, from the top of the sheet clockwise; none: north is up."""
    figures: tuple[NamedFace, ...] = ()
    """What the chances of a shot are called, where "hit" and "kill" do not say it."""


PLAIN = Face()
"""The face of a game that has none."""
_WORDS = ("setting", "notes", "strengths", "kills", "ticks", "clock", "directions", "keeps")
LISTS: Final = tuple(name for name in Face.__struct_fields__ if name not in _WORDS)
"""The parts of a face that are lists of entries with a key."""


def merge(faces: Iterable[Face]) -> Face:
    """One face from parts: entries are put together, and one with the key of an earlier entry takes its place."""
    parts = tuple(faces)
    lists: dict[str, Any] = {name: _joined(getattr(part, name) for part in parts) for name in LISTS}
    return Face(
        setting=next((part.setting for part in reversed(parts) if part.setting), ""),
        notes=tuple(note for part in parts for note in part.notes),
        strengths=next((part.strengths for part in reversed(parts) if part.strengths), ()),
        kills=tuple(dict.fromkeys(key for part in parts for key in part.kills)),
        clock=any(part.clock for part in parts),
        keeps=any(part.keeps for part in parts),
        ticks=next((part.ticks for part in reversed(parts) if part.ticks != 1), 1),
        directions=next((part.directions for part in reversed(parts) if part.directions), ()),
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


def spoken(face: Face) -> dict[Side, str]:
    """How the sides are spoken of in a sentence."""
    return {side.side: side.called or side.name for side in face.sides}


def with_silhouettes(types: Iterable[TypeFace], face: Face) -> tuple[TypeFace, ...]:
    """Types worked out from a game's cards, each with the silhouette and the short name that the face's list has."""
    told = {entry.type: entry for entry in face.types}
    return tuple(
        replace(entry, silhouette=own.silhouette, short=own.short or entry.short)
        if (own := told.get(entry.type))
        else entry
        for entry in types
    )


def verbs_of(face: Face) -> dict[str, EventVerb]:
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
    for name in LISTS:
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
