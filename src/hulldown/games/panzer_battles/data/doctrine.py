"""Doctrine (18.0-gen-1): how far platoons may be apart, and what a nation's companies may be ordered to do."""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache

import msgspec

from hulldown import resources
from hulldown.core import tables
from hulldown.core.tables import Natural, Positive, Tag, Text
from hulldown.games.panzer_battles.data.loading import FOLDER


class Doctrine(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """What a nation's companies must keep to (18.0): distances in hexes, `battalion` 0 for none; `rules` cites each."""

    link: Positive
    battalion: Natural
    bounding: bool
    detach: bool
    rule: Text
    rules: Mapping[str, str]
    provenance: Tag


@lru_cache(maxsize=1)
def doctrines() -> Mapping[str, Doctrine]:
    """The doctrines by name: western (18.2) and soviet (18.3)."""
    return parse_doctrines(resources.read(*FOLDER, "doctrine.toml"), "panzer_battles/data/doctrine.toml")


def parse_doctrines(text: str, where: str) -> Mapping[str, Doctrine]:
    """The doctrines that a TOML file holds; raises MalformedError naming file, table and key."""
    data = tables.parse_toml(text, where)
    tag = tables.default_tag(data, where)
    found = []
    for name, entry in data.items():
        if name != "provenance":
            place = f"{where}: [{name}]"
            table = {**tables.table_in(entry, place), "provenance": tag}
            found.append((name, place, tables.convert(Doctrine, table, place)))
    return tables.by_name(found, "the name reads like that of [{other}]")
