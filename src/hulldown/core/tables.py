"""Data files: TOML tables and CSV lists, checked key by key, whose values remember where they come from.

Pure: every function takes text or what was read from it, so that a file of a user is read, and refused, like one of
the package. An error names the file, the table and the key.
"""

from __future__ import annotations

import csv
import difflib
import hashlib
import re
import tomllib
from collections.abc import Callable, Iterable, Mapping
from types import MappingProxyType
from typing import Annotated, Any, Literal, NamedTuple, Protocol, TypeVar, get_args, get_origin

import msgspec

from hulldown.core.charts import read_header, read_meta
from hulldown.core.errors import MalformedError, UnknownNameError

Tag = Literal["rulebook", "repaired", "public", "reconstructed"]
"""Where a value comes from: read in the text, mended from a damaged scan, found elsewhere, or ours."""
TAGS: tuple[Tag, ...] = get_args(Tag)
"""All tags, the surest first."""
Natural = Annotated[int, msgspec.Meta(ge=0)]
Positive = Annotated[int, msgspec.Meta(ge=1)]
Text = Annotated[str, msgspec.Meta(min_length=1)]

S = TypeVar("S", bound=msgspec.Struct)
T = TypeVar("T")


def parse_toml(text: str, where: str) -> dict[str, Any]:
    """The content of a TOML file; raises MalformedError."""
    try:
        return tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise MalformedError(str(error), where) from None


def table_in(entry: object, place: str) -> dict[str, Any]:
    """The entry itself, which must be a table."""
    if not isinstance(entry, dict):
        raise MalformedError(f"{entry!r} stands where a table is expected", place)
    return entry


def check_keys(table: Mapping[str, Any], keys: Iterable[str], place: str) -> None:
    """Raises MalformedError for the first key of a table that is none of `keys`."""
    unknown = sorted(set(table) - set(keys))
    if unknown:
        raise MalformedError(f"unknown key {unknown[0]!r}", place, hint=f"known keys: {', '.join(keys)}")


def default_tag(table: Mapping[str, Any], place: str, otherwise: str = "") -> str:
    """The tag of all values of a table that have none of their own."""
    tag = table.get("provenance", otherwise)
    if tag not in TAGS:
        told = "is missing" if tag == "" else f"is {tag!r}"
        raise MalformedError(f"provenance {told}; it must be one of {', '.join(TAGS)}", place)
    return str(tag)


def tagged(table: Mapping[str, Any], values: Iterable[str], default: str, place: str) -> dict[str, Any]:
    """The tag of each value and the notes, ready to be converted."""
    values = tuple(values)
    tags = table_in(table.get("tags", {}), f"{place} tags")
    notes = table_in(table.get("notes", {}), f"{place} notes")
    for name, content, allowed in (("tags", tags, TAGS), ("notes", notes, ())):
        check_keys(content, values, f"{place} {name}")
        for key, value in content.items():
            if not isinstance(value, str) or (allowed and value not in allowed):
                told = f"one of {', '.join(allowed)}" if allowed else "a text"
                raise MalformedError(f"{key} is {value!r}; it must be {told}", f"{place} {name}")
    return {"provenance": {key: tags.get(key, default) for key in values}, "notes": notes}


_PATH = re.compile(r"(.*?) - at (?:`key` in )?`\$\.?(.*)`")
_MISSING = re.compile(r"Object missing required field `(.*)`")


def convert(kind: type[S], content: Mapping[str, Any], place: str) -> S:
    """The struct with this content; the error of a wrong type is told by key rather than by JSON path."""
    try:
        return msgspec.convert(content, kind)
    except msgspec.ValidationError as error:
        told, hint = str(error), ""
        path = _PATH.fullmatch(told)
        key = path[2] if path else ""
        told = path[1] if path else told
        missing = _MISSING.fullmatch(told)
        if missing:
            told, key = "is missing", f"{key}.{missing[1]}" if key else missing[1]
        elif told.startswith("Invalid enum value"):
            field = next((entry for entry in msgspec.structs.fields(kind) if entry.encode_name == key), None)
            hint = f"it must be one of {', '.join(_words(field.type))}" if field else ""
        raise MalformedError(f"{key}: {told}" if key else told, place, hint) from None


def _words(kind: object) -> list[str]:
    """The values that the literals in a type allow."""
    arguments = get_args(kind)
    if get_origin(kind) is Literal:
        return [str(value) for value in arguments]
    return [word for argument in arguments for word in _words(argument)]


def plain(name: str) -> str:
    """A name without case, spaces and punctuation: two names that read alike are the same."""
    return "".join(letter for letter in name.lower() if letter.isalnum())


def near(name: str, known: Iterable[str]) -> str:
    """A hint with the names that resemble `name`; with all of them where none does."""
    names = {plain(key): key for key in known}
    close = difflib.get_close_matches(plain(name), names, n=3, cutoff=0.5)
    if close:
        return f"did you mean {' or '.join(names[key] for key in close)}?"
    return f"known: {', '.join(names.values())}"


def look_up(name: str, known: Mapping[str, T], what: str) -> T:
    """The entry whose name reads like `name`; raises UnknownNameError with the near ones."""
    for key, entry in known.items():
        if plain(key) == plain(name):
            return entry
    raise UnknownNameError(f"there is no {what} named {name!r}", hint=near(name, known))


def by_name(entries: Iterable[tuple[str, str, T]], told: str) -> Mapping[str, T]:
    """The entries (name, place, entry) by name; raises MalformedError `told` where two names read alike."""
    found: dict[str, T] = {}
    seen: dict[str, str] = {}
    for name, place, entry in entries:
        if plain(name) in seen:
            raise MalformedError(told.format(name=name, other=seen[plain(name)]), place)
        seen[plain(name)] = name
        found[name] = entry
    return MappingProxyType(found)


class Identified(Protocol):
    """Anything with an id."""

    @property
    def id(self) -> str: ...


I = TypeVar("I", bound=Identified)  # noqa: E741 - one letter, as for every type variable


def parse_all(files: Iterable[tuple[str, str]], parse: Callable[[str, str], I]) -> Mapping[str, I]:
    """What the files (where, text) hold, by id, in their order; raises MalformedError where two have one id."""
    found = ((parse(text, where), where) for where, text in files)
    return by_name(((entry.id, where, entry) for entry, where in found), "id {name!r} is that of another")


def content_hash(content: object) -> str:
    """A hash of plain data that is the same on every machine."""
    return hashlib.blake2b(msgspec.json.encode(content, order="deterministic"), digest_size=16).hexdigest()


class Listing(NamedTuple):
    """A printed list whose rows have names: the cells of each row by column, `rule` among them where it has one."""

    where: str
    meta: Mapping[str, str]
    rows: Mapping[str, Mapping[str, str]]

    def row(self, name: str) -> Mapping[str, str]:
        """The cells of a row by column; raises UnknownNameError."""
        return self.rows[name] if name in self.rows else look_up(name, self.rows, f"row of {self.where}")

    def number(self, name: str, column: str) -> int:
        """The whole number in a cell."""
        cell = self.row(name)[column]
        try:
            return int(cell)
        except ValueError:
            raise MalformedError(f"row {name!r}, column {column!r}: {cell!r} is no number", self.where) from None


def listing_from_csv(text: str, where: str) -> Listing:
    """The list that a CSV file holds, written like a chart (see core.charts) but with names for row bands."""
    meta: dict[str, str] = {}
    columns: tuple[str, ...] = ()
    rows: list[tuple[str, str, Mapping[str, str]]] = []
    for number, line in enumerate(text.splitlines(), 1):
        place = f"{where}: line {number}"
        if line.startswith("#"):
            read_meta(meta, line, place)
        elif line.strip() and not columns:
            columns, ruled = read_header(line, place)
            columns += ("rule",) if ruled else ()
        elif line.strip():
            name, *cells = (cell.strip() for cell in next(csv.reader([line])))
            if len(cells) != len(columns):
                raise MalformedError(f"{len(cells) + 1} cells for {len(columns) + 1} columns", place)
            rows.append((name, place, MappingProxyType(dict(zip(columns, cells, strict=True)))))
    if not rows:
        raise MalformedError("there is no row below the header", where)
    return Listing(where, MappingProxyType(meta), by_name(rows, "the name reads like that of {other}"))
