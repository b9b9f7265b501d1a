"""The entries of a face from which choices are written: conditions of a preset, and forms with parts."""

from __future__ import annotations

from typing import Literal

import msgspec


class Part(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """An entry of a face; its first field is its key."""


class NamedFace(Part, frozen=True):
    """A name for something the rules have a word for: an answer, or a unit that is no counter.

    The key of a choice that means something else in other tasks begins with the kind of its own: "PT 3". A key with
    braces stands for all choices of its form, and its name says the same words again: "drop {unit}", "Put {unit} down".
    """

    key: str
    name: str
    pattern: str = ""
    """How what is chosen comes down (`PatternFace`); "" where nothing does, or where the asset says it."""
    judged: bool = False
    """Whether the odds tool tells what comes of it; it is asked with the `choice` and the `cells` of the path."""


class PresetField(Part, frozen=True):
    """A condition of a preset: written as its key, and its value where it has one."""

    key: str
    label: str
    kind: Literal["number", "choice", "flag"]
    suffix: str = ""
    choices: tuple[NamedFace, ...] = ()
    among: str = ""
    """The part of a view that names further choices for each unit, such as its weapons; "" where there is none."""
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
    never: str = ""
    """What is written for a unit that is not to act by itself, where its side is not asked; "" where none can be."""


class FormField(Part, frozen=True):
    """A word of a choice that is written from fields: its value, after the word `lead` where there is one."""

    key: str
    label: str
    kind: Literal["number", "choice", "direction"]
    """A direction is written as a letter from A to F."""
    lead: str = ""
    choices: tuple[NamedFace, ...] = ()
    """Of a choice: what can be chosen; a pattern tells how it comes down."""
    when: str = ""
    """The field and the value with which alone it is written: "sheaf linear"; "" where it always is."""
    most: int = 0
    """Of a number that begins with 1: the highest that makes sense; 0 where none is known."""


class ChoiceForm(Part, frozen=True):
    """A choice that is written from fields: once those of the `head`, then one or more `parts` with a comma between.

    A unit may be given the task several times. Without fields it names hexes alone.
    """

    title: str
    """What one of them is called, such as a mission."""
    more: str
    """What adds one, on a button."""
    head: tuple[FormField, ...] = ()
    parts: tuple[FormField, ...] = ()
    most: int = 1
    """How many parts there can be."""
    first: str = ""
    """The number of the head that is the first turn of it, for a time line; "" where there is none."""
    lasts: str = ""
    """The number of a part that is how many turns it takes."""
    rests: int = 0
    """How many turns must be left free after it."""
    limit: int = 0
    """How many turns it takes at most."""
