"""Plot notation, as a player would write it on the plot sheet (5.1 to 5.4).

94 D5 VD              move five hexes south, then overrun the next one
20 F1 S2 A2 F3        directions with counts; S2 is a stop of two points
101 0954 A4 B2        a unit off the map names its entry hex first
12 A3 exit            to the edge and off the map
39 L 0304   38 P 0603   30 N 0512   30 N 0512 114 (one of two units in the hex)   39 T 0304
140 M 0506 and 28 M   the vehicle names the hex where it picks 28 up
140 Q 0505 and 28 Q   the vehicle names the hex it goes to; a gun also its facing: 35 Q C
39 B                  a gun turns
fire CF best          how fire is combined this turn: ask, together, apart or best
12 1    13 2          combining fire, when asked: 12 in one attack, 13 in another
29 93                 a counterattack, when asked: 29 strikes back at 93
35 1812 D entrenched  set-up: hex, a gun's facing, entrenched; or  28 RD 140  on board a vehicle
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Decision
from hulldown.core.notation import lines_of
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.rules.reading import Reading
from hulldown.games.kampfpanzer.rules.scene import Scene
from hulldown.games.kampfpanzer.rules.state import KampfState, by_id
from hulldown.games.kampfpanzer.rules.verbs.answers import FIRE, JOINING, STRIKING
from hulldown.games.kampfpanzer.rules.verbs.face import FACING
from hulldown.games.kampfpanzer.rules.verbs.move import MOVING
from hulldown.games.kampfpanzer.rules.verbs.overrun import OVERRUN
from hulldown.games.kampfpanzer.rules.verbs.setup import PLACING, RIDING

_BARE: Final = frozenset((MOVING.kind, OVERRUN.kind, FACING.kind))
"""The operations that have no letter of their own in front."""


def parse(state: KampfState, scene: Scene, side: str, decision: Decision, text: str) -> Order:
    """The order that lines of notation mean as an answer to a decision; raises MalformedError naming the line."""
    tasks = []
    for where, words in lines_of(text):
        name = FIRE if words[0].lower() == FIRE else words[0].upper()
        reading = Reading(state, scene, side, where if name == FIRE else f"{where}, unit {name}")
        rest = words[1:]
        if decision.kind == "deploy":
            tasks.append(_setup(reading, name, rest))
        elif decision.kind == "combine":
            tasks.append(JOINING.read(reading, name, _without(rest, JOINING.kind)))
        elif decision.kind == "counter":
            tasks.append(STRIKING.read(reading, name, _without(rest, STRIKING.kind)))
        else:
            tasks.append(_operation(reading, name, rest))
    return Order(decision.kind, tuple(tasks))


def _without(words: list[str], kind: str) -> list[str]:
    """The words without the kind of the task, which may be left out."""
    return words[1:] if len(words) > 1 and words[0].upper() == kind else words


def _setup(reading: Reading, name: str, words: list[str]) -> Task:
    if words and words[0].upper() == RIDING.kind:
        return RIDING.read(reading, name, words[1:])
    return PLACING.read(reading, name, _without(words, PLACING.kind))


def _operation(reading: Reading, name: str, words: list[str]) -> Task:
    """The operation that some words mean: by its letter, or by how its directions are written (K-11)."""
    if not words:
        raise reading.refuse("the operation is missing", "write directions such as A3, or a letter N, T, L, P, M, Q")
    first = words[0].upper()
    verb = reading.scene.verbs.get(first)
    if verb is not None and verb.plotted and first not in _BARE:
        return verb.read(reading, name, words[1:])
    if first in (MOVING.kind, FACING.kind):
        return reading.scene.verbs[first].read(reading, name, words[1:])
    if len(words) == 1 and len(first) == 1 and first in LETTERS:
        return FACING.read(reading, name, words)
    if words[-1].upper().startswith(OVERRUN.kind):
        return OVERRUN.read(reading, name, words)
    return MOVING.read(reading, name, words)


def write(state: KampfState, scene: Scene, order: Order) -> str:
    """An order in notation."""
    lines = []
    for task in order.tasks:
        verb = scene.verbs.get(task.kind)
        words = verb.write(scene, by_id(state, task.unit), task) if verb is not None else [task.kind]
        lines.append(" ".join([task.unit, *words]))
    return "\n".join(lines)
