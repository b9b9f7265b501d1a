"""Plot notation, as a player would write it on the plot sheet (6.0-proc-1, 9.11, 9.12).

A3 MV 3704 3603(2)      by hex numbers, a cost above one noted behind the hex
A3 MV F F(2)            by vectors, letters clockwise from A = north
A3 OV 3704 3603         an overrun; the target is the last hex but one
A3 MVR D                in reverse
A3 MV 3536 exit         to the edge and off the map
A4 DF 3312   A5 OF 3312   B9 OF adjacent   A6 FC
column MV 3835 3834     a whole column, by its leader's path
P1 MV 3835 3834 wedge   a platoon, by its leader's path, with its new formation if it changes (25.4)
P1 FM line   P1 FC      a platoon changes formation on the spot, or turns
A3 LEAD   A4 JOIN       a new leader, a strayed tank that rejoins; before play with the platoon behind it: A3 LEAD P1
column COL 6118         the entry hex (and, in a meeting, the way across)
B1 3015 C               deployment: hex and facing
A3 C                    final facing
stop / continue         the early stop (or: continue this turn)

A text that could mean two things is refused rather than read to somebody's advantage (4.2b, 6.0-proc-3).
"""

from __future__ import annotations

from hulldown.core.board import LETTERS
from hulldown.core.decisions import Decision
from hulldown.core.errors import MalformedError
from hulldown.core.notation import all_words, lines_of
from hulldown.core.orders import Order, Task
from hulldown.games.tank.rules.column import COLUMN
from hulldown.games.tank.rules.legal import HALTS
from hulldown.games.tank.rules.scene import Scene
from hulldown.games.tank.rules.state import TankState
from hulldown.games.tank.rules.verbs.face import TURN
from hulldown.games.tank.rules.verbs.reading import Reading
from hulldown.games.tank.rules.verbs.setup import ENTRY, PLACING
from hulldown.games.tank.rules.works import NAMES

_BARE = ("deploy", "face")
"""The decisions in whose answers the kind of a task goes without saying."""


def parse(state: TankState, scene: Scene, side: str, decision: Decision, text: str) -> Order:
    """The order that lines of notation mean as an answer to a decision; raises MalformedError naming the line."""
    lines = lines_of(text)
    if decision.kind == "stop":
        choice = all_words(lines)
        if choice not in HALTS:
            raise MalformedError(f"{choice!r} is neither stop nor continue", "line 1")
        return Order("stop", choice=choice)
    if decision.kind in scene.hooks.decisions and len(lines) == 1:
        choice = _choice(state, scene, decision, all_words(lines))
        if choice or len(lines[0].words) == 1:
            return Order(decision.kind, choice=choice or all_words(lines))
    tasks = []
    for where, words in lines:
        reading = Reading(state, scene, side, where)
        name = COLUMN if words[0].lower() == "col" else words[0].upper()
        if name.lower().startswith(COLUMN):
            name = name.lower()
        if name.lower() in NAMES:
            tasks.append(_task(reading, name.lower(), words[1:], plotted=False))
        elif decision.kind == "deploy":
            tasks.append(PLACING.read(reading, name, words[1:]))
        elif decision.kind == "face":
            tasks.append(TURN.read_turn(reading, name, words[1:]))
        elif decision.kind == "enter":
            tasks.append(ENTRY.read(reading, name, words))
        else:
            tasks.append(_task(reading, name, words[1:], decision.kind == "plot"))
    return Order(decision.kind, tuple(tasks))


def _choice(state: TankState, scene: Scene, decision: Decision, word: str) -> str:
    """The answer that words mean, whichever way they are spelled; "" where they mean none."""
    known = scene.hooks.decisions[decision.kind].legal(state, scene, decision).choices
    return next((choice for choice in known if choice.lower() == word.lower()), "")


def _task(reading: Reading, name: str, words: list[str], plotted: bool) -> Task:
    """The task that the words behind the name of a unit mean; before the game there are others than on a plot."""
    kind = words[0].upper() if words else ""
    verb = reading.scene.verbs.get(kind)
    if verb is None or (plotted and not verb.plotted):
        told = f"{words[0]!r} is not a task" if words else "the task is missing"
        kinds = ", ".join(known.kind for known in reading.scene.verbs.values() if known.plotted or not plotted)
        raise reading.refuse(told, f"write the unit, then one of {kinds}")
    return verb.read(reading, name, words[1:])


def write(scene: Scene, order: Order) -> str:
    """An order in notation, by hex numbers."""
    if order.choice:
        return order.choice
    lines = []
    for task in order.tasks:
        words = [task.unit]
        if order.kind not in _BARE or task.unit in NAMES:
            words.append(task.kind)
        words += [scene.board.labels[cell] for cell in task.cells]
        if task.facing >= 0:
            words.append(LETTERS[task.facing])
        words += task.targets
        if task.choice:
            words.append(task.choice)
        lines.append(" ".join(words))
    return "\n".join(lines)
