"""Orders of the Air Phases as text lines."""

from __future__ import annotations

import re
from typing import Final

from hulldown.core.errors import MalformedError
from hulldown.core.notation import read_facing
from hulldown.core.orders import Task
from hulldown.games.panzer.rules.advanced.air_words import FLAK, FLY, FLYING, LOADING, STRIKING
from hulldown.games.panzer.rules.advanced.verbs.flights import VERBS
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.verbs.base import SETUP

AIR_KINDS: Final = (FLYING, STRIKING, FLAK)
_KINDS: Final = tuple([verb.kind for verb in VERBS])
_FACING: Final = re.compile(r"[A-F]")


def chooses_load(decision: str, words: list[str]) -> bool:
    """Whether a line of a setup says what an aircraft carries."""
    return decision == SETUP and len(words) > 1 and words[1].upper() == LOADING


def read(scene: Scene, name: str, words: list[str], where: str) -> Task:
    """A line about an aircraft, or of AA fire: hexes, a direction, targets and words in any order."""
    kind = words[0].upper() if words else ""
    if kind not in _KINDS:
        raise MalformedError("write the unit and what it does", where, f"one of {', '.join(_KINDS)}")
    cells: list[int] = []
    said: list[str] = []
    targets: list[str] = []
    facing = -1
    for word in words[1:]:
        if word.upper() in scene.board.by_label:
            cells.append(scene.board.by_label[word.upper()])
        elif _FACING.fullmatch(word):
            if facing >= 0:
                raise MalformedError(f"{word} is a second direction", where, "give one, A to F")
            facing = read_facing(word, where)
        elif kind in (FLY, LOADING):
            said.append(word.casefold())
        else:
            targets.append(word.upper())
    return Task(name, kind, tuple(cells), facing, " ".join(said), tuple(targets))
