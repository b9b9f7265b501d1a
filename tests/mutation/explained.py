"""The explained survivors of a game: `explained-GAME.toml`, a list of ids with reasons."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping, Sequence
from pathlib import Path

from mutation.mutants import Mutant


class ExplainedError(Exception):
    """The file is not as it should be; the message names the entry."""


def read_explained(path: Path) -> dict[str, str]:
    """The reasons by id; none where there is no file."""
    if not path.is_file():
        return {}
    entries = tomllib.loads(path.read_text(encoding="utf-8")).get("survivor", [])
    found: dict[str, str] = {}
    for number, entry in enumerate(entries, 1):
        if set(entry) != {"id", "reason"} or not entry["reason"].strip():
            raise ExplainedError(f"{path.name}: survivor {number} needs an id and a reason, and nothing else")
        if entry["id"] in found:
            raise ExplainedError(f"{path.name}: {entry['id']!r} appears twice")
        found[entry["id"]] = entry["reason"]
    return found


def outdated(explained: Mapping[str, str], mutants: Sequence[Mutant]) -> list[str]:
    """Explained ids that no possible mutant has any more: the code has changed since."""
    known = {mutant.id for mutant in mutants}
    return [each for each in explained if each not in known]
