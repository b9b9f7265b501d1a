"""Orders as text lines.

S1 0812 C               setup: hex and facing (A north to F, clockwise)
S1 FIRE   S2 MOVE       commands: FIRE, MOVE, HALT (Short Halt), OW (Overwatch), NC
S3 OW odds 30 range 8   overwatch with a preset: odds N, range N, aspect rear, type tank, join, hold
S1 MOVE with S2 S3      a command that units share (Advanced Game); a preset stands before `with`
reactions PRESET show   react by presets and show moving targets (or: conceal); reactions ASK
first / second          the winner's choice of First or Second Player
S1 FIRE G4              fire at a target; Advanced Game: S1 FIRE G4 with HVAP, S1 FIRE G4 with HMG, spread G5
show / keep / keep all  the command of a vehicle that is fired on
S3 OW G4   pass         overwatch fire, or none; pass vehicle, pass step
S2 MOVE 0812 0813 B     drive through hexes and turn to B; hexes may be letters A-F for directions
S2 REVERSE 0812         drive back
S2 MOVE 0812 r0811      partly back: r before a hex
S2 MOVE 0812 exit       off the map
S2 TURN B   S2 STAY     turn in place; only show the command. stay: all the others stay
S3 PIVOT B  S3 COVER B  adjustment: turn to B; Full Cover (OPEN: leave it), and turn; DIG cover, OCCUPY open

In the Advanced Game a move may also be:
S2 MOVE 0812 0813 drop S5@0812 load S6     loading on the way; drop S5@0812>0913/C: into 0913, facing C; bail S5@0812
S5 MOUNT S1   S5 DISMOUNT 0813 S1   S5 BAIL S1     the same where the carrier is
S1 CRAWL 0813   S1 QUICK 0813 0814   S1 UP   S1 UP 0813   S1 DOWN
S2 ENTER 0813   S2 ENTER   S2 OUT          into a building, out of it
S2 SEARCH B partial reverse                for hull down
SB1 PLOT 0308 turn 6 GP closed 2, Smoke linear B 1   SB1 REGISTER 0412   the fire plan of the setup; as planned
G3 CALL 0812 GB1 G7 GP open                a call of two sources; linear: CALL 0812 GB1 B GP linear
G3 SUSTAIN Smoke   G3 CORRECT 0813 GP closed   G3 CHECK   SB1 ARRIVE 0309   SB1 DELAY   end fire
S1 ASSAULT G3   S1 ASSAULT G3 0813   no more   close combat, the primary attacker first; after an advance into 0813
S1 FOLLOW   remain                         into the hex of an enemy that is gone

Aircraft:
SA1 LOAD rockets                           before play: what it carries
SA1 FLY 0110 D slow low                    over the edge at 0110 towards D; slow low left 0614: with a turn in 0614
done                                       nobody else flies in this phase
SA1 STRAFE G4   SA1 BOMB G4   SA1 DIVE G4   SA1 ROCKET G4   SA1 BANK C   pass   fly on
G7 FLAK SA1   pass   pass flight   pass step AA fire, or none
"""

from __future__ import annotations

import re
from typing import NamedTuple

from msgspec import UnsetType
from msgspec.structs import replace

from hulldown.core.board import LETTERS, Board, Cell
from hulldown.core.decisions import Legal
from hulldown.core.errors import MalformedError
from hulldown.core.notation import all_words, lines_of, read_facing, read_step, steps_of
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.faces import air_notation, mission_notation
from hulldown.games.panzer.faces.air_notation import AIR_KINDS
from hulldown.games.panzer.rules.advanced.air_words import LOADING
from hulldown.games.panzer.rules.advanced.verbs.marches import AGAINST, SEARCHES, TOLD
from hulldown.games.panzer.rules.advanced.verbs.missions import SMOKE
from hulldown.games.panzer.rules.movement import EXIT
from hulldown.games.panzer.rules.scene import Scene
from hulldown.games.panzer.rules.state import OFF_MAP, ON_MAP, PanzerState, index_of
from hulldown.games.panzer.rules.verbs.base import (
    ADJUST,
    COMMAND,
    FIRE_PLAN,
    FIRING,
    INDIRECT,
    MOVEMENT,
    SETUP,
    STAND,
    STRAYING,
    WATCHING,
)
from hulldown.games.panzer.rules.verbs.kinds import DEPLOY, MIXED, MOVE, REVERSE
from hulldown.games.panzer.rules.verbs.reactions import ANSWERS as REACTIONS

WITH = "with"
"""Stands between a command and the units that share it, and between a target and the weapon."""
_FACING = re.compile(r"[A-F]")


def parse(state: PanzerState, scene: Scene, legal: Legal, text: str) -> Order:
    """The order that lines of notation mean as an answer to a decision; raises MalformedError naming the line."""
    decision = legal.decision
    lines = lines_of(text)
    whole = all_words(lines)
    if whole in legal.choices or (legal.choices and not legal.units):
        return Order(decision.kind, choice=whole)
    tasks = []
    for where, words in lines:
        name = words[0].upper()
        if decision.kind in AIR_KINDS or air_notation.chooses_load(decision.kind, words):
            tasks.append(air_notation.read(scene, name, words[1:], where))
        elif decision.kind == SETUP:
            tasks.append(_deployment(scene.board, name, words[1:], where))
        elif decision.kind == COMMAND:
            tasks.append(_shared(state, scene, words, where))
        elif decision.kind == FIRING and len(words) > 1 and words[1].upper() == SMOKE:
            tasks.append(mission_notation.task(scene, decision.kind, name, words[1:], where))
        elif decision.kind in (FIRING, WATCHING):
            tasks.append(_shot(scene, Line(name, words[1:], where, decision.kind)))
        elif decision.kind in (INDIRECT, FIRE_PLAN, STRAYING):
            tasks.append(mission_notation.task(scene, decision.kind, name, words[1:], where))
        elif decision.kind == ADJUST:
            tasks.append(_adjustment(scene, name, words[1:], where))
        else:
            tasks.append(_move(state, scene, Line(name, words[1:], where, decision.kind)))
    return Order(decision.kind, tuple(tasks))


def _deployment(board: Board, name: str, words: list[str], where: str) -> Task:
    if words and words[0].upper() == DEPLOY:
        words = words[1:]
    if len(words) != 2:
        raise MalformedError("write the vehicle, its hex and its facing A-F", where)
    return Task(name, DEPLOY, (_hex(board, words[0], where),), read_facing(words[1], where))


def _shared(state: PanzerState, scene: Scene, words: list[str], where: str) -> Task:
    """A command of one unit, or in the Advanced Game of several: those named after `with` share it."""
    lower = [word.casefold() for word in words]
    if isinstance(state.works, UnsetType) or WITH not in lower:
        return _command(scene, words[0], words[1:], where)
    at = lower.index(WITH)
    names = [name.strip(",").upper() for name in words[at + 1 :]]
    if at < 2 or not names:
        raise MalformedError("write the unit, its command, with, and the units that share it", where)
    return replace(_command(scene, words[0], words[1:at], where), targets=tuple(names))


def _command(scene: Scene, name: str, words: list[str], where: str) -> Task:
    kind = words[0].upper() if words else ""
    if name.casefold() == REACTIONS:
        reaction = scene.verb(kind, REACTIONS)
        if reaction is None:
            raise MalformedError(f"reactions are {' or '.join(scene.kinds(REACTIONS))}", where)
        return Task(REACTIONS, kind, choice=" ".join(words[1:]).casefold() or "".join(reaction.choices[:1]))
    kind = next((verb.kind for verb in scene.answering[COMMAND] if kind in verb.aliases), kind)
    if kind not in scene.commands:
        raise MalformedError(f"{' '.join(words)!r} is no command", where, f"one of {', '.join(scene.commands)}")
    return Task(name.upper(), kind, choice=" ".join(words[1:]))


def _adjustment(scene: Scene, name: str, words: list[str], where: str) -> Task:
    """What a unit is told in the Adjustment Phase: the kind, then a facing, a word or both."""
    kind = words[0].upper() if words else ""
    verb = scene.verb(kind, ADJUST)
    if verb is None:
        raise MalformedError("write the unit and what it does", where, f"one of {', '.join(scene.kinds(ADJUST))}")
    choice, facing = "", -1
    for word in words[1:]:
        if word.casefold() in verb.choices:
            choice = word.casefold()
        else:
            facing = read_facing(word, where)
    return Task(name, kind, facing=facing, choice=choice)


class Line(NamedTuple):
    """A line of an order: the vehicle, the words after it, where it stands in the text, and what it answers."""

    name: str
    words: list[str]
    where: str
    decision: str = MOVEMENT


def _shot(scene: Scene, line: Line) -> Task:
    """A shot: whom a unit fires at; at a level that knows several weapons words may follow, with which one and how."""
    name, words, where, decision = line
    kinds = scene.kinds(decision)
    kind = kinds[0]
    if words and words[0].upper() in kinds:
        kind, words = words[0].upper(), words[1:]
    verb = scene.verb(kind, decision)
    if len(words) != 1 and not (words and verb is not None and verb.worded):
        raise MalformedError("write the vehicle and the enemy it fires at", where)
    said = words[2:] if len(words) > 1 and words[1].casefold() == WITH else words[1:]
    return Task(name, kind, targets=(words[0].upper(),), choice=" ".join(said))


def _move(state: PanzerState, scene: Scene, line: Line) -> Task:
    name, words, where, decision = line
    kind = words[0].upper() if words else ""
    verb = scene.verb(kind, decision)
    if verb is None:
        told = f"{words[0]!r} is no way to move" if words else "the way to move is missing"
        raise MalformedError(told, where, f"write the vehicle, then one of {', '.join(scene.kinds(decision))}")
    rest = words[1:]
    if verb.names_units:
        return _loading(state, scene, line)
    leaves = bool(rest) and rest[-1].casefold() == EXIT
    rest = rest[:-1] if leaves else rest
    rest, told = (rest, "") if isinstance(state.works, UnsetType) else _told(rest)
    index = index_of(state, name)
    here = state.units[index].cell if index >= 0 and state.units[index].status == ON_MAP else OFF_MAP
    facing = -1
    if rest and (verb.family in (STAND, SEARCHES) or _ends_with_facing(scene.board, rest)):
        facing = read_facing(rest.pop(), where)
    cells, pattern = _path(scene.board, here, rest, kind == REVERSE, where)
    kind, choice = _geared(kind, pattern, f"{told} {EXIT}".strip() if leaves else told)
    return Task(name, kind, cells, facing, choice)


def _told(words: list[str]) -> tuple[list[str], str]:
    """The words of a move in the Advanced Game up to what else is done on the way, and the rest as it is written."""
    for number, word in enumerate(words):
        if word.casefold() in TOLD:
            rest = words[number:]
            return words[:number], " ".join(one.casefold() if one.casefold() in TOLD else one.upper() for one in rest)
    return words, ""


def _loading(state: PanzerState, scene: Scene, line: Line) -> Task:
    """A carrier takes up or puts down units: their names, hexes and a facing in any order.

    After `against` comes the enemy whom a passenger attacks at once.
    """
    name, words, where, _ = line
    cells, names, facing, choice = [], [], -1, ""
    if len(words) > 2 and words[-2].casefold() == AGAINST:
        words, choice = words[:-2], f"{AGAINST} {words[-1].upper()}"
    for word in words[1:]:
        if index_of(state, word.upper()) >= 0:
            names.append(word.upper())
        elif _hexlike(scene.board, word):
            cells.append(_hex(scene.board, word, where))
        elif _FACING.fullmatch(word.upper()):
            facing = read_facing(word, where)
        else:
            raise MalformedError(f"{word!r} is neither a unit nor a hex", where)
    return Task(name, words[0].upper(), tuple(cells), facing, choice, tuple(names))


def _ends_with_facing(board: Board, words: list[str]) -> bool:
    """After a hex a lone letter is the facing at the end; in a run of letters it is one more hex."""
    return len(words) > 1 and _FACING.fullmatch(words[-1].upper()) is not None and _hexlike(board, words[-2])


def _geared(kind: str, pattern: str, choice: str) -> tuple[str, str]:
    """The kind of a task and its choice, by how each hex is entered."""
    if "r" in pattern and "f" in pattern:
        return MIXED, f"{pattern} {choice}".strip()
    if kind == MIXED or (kind == MOVE and "r" in pattern):
        return (REVERSE if "r" in pattern else MOVE), choice
    return kind, choice


def _hexlike(board: Board, word: str) -> bool:
    return word.lstrip("rR").upper() in board.by_label


def _path(board: Board, here: Cell, words: list[str], back: bool, where: str) -> tuple[tuple[Cell, ...], str]:
    """The cells a path names, by hexes, by directions or both, and f or r for each."""
    cells: list[Cell] = []
    pattern = ""
    for word in words:
        reverse = back or (word[0] in "rR" and len(word) > 1)
        plain = (word[1:] if word[0] in "rR" and len(word) > 1 else word).upper()
        for piece in steps_of(board, plain):
            here = read_step(board, here, piece, "direction", where)
            if here < 0:
                raise MalformedError(f"{word!r} is neither a hex nor a direction A-F", where)
            cells.append(here)
            pattern += "r" if reverse else "f"
    return tuple(cells), pattern


def _hex(board: Board, word: str, where: str) -> Cell:
    if word.upper() not in board.by_label:
        raise MalformedError(f"there is no hex {word!r} on map {board.name}", where)
    return board.by_label[word.upper()]


def write(scene: Scene, order: Order) -> str:
    """An order in notation, by hexes."""
    if order.choice:
        return order.choice
    labels = scene.board.labels
    lines = []
    for task in order.tasks:
        words = [task.unit]
        mixed = task.kind == MIXED
        if order.kind != SETUP or task.kind == LOADING:
            words.append(MOVE if mixed else task.kind)
        pattern = task.choice.split()[0] if mixed else "f" * len(task.cells)
        words += [("r" if way == "r" else "") + labels[cell] for cell, way in zip(task.cells, pattern, strict=True)]
        if order.kind != COMMAND:
            words += task.targets
        if task.facing >= 0:
            words.append(LETTERS[task.facing])
        if mixed:
            words += task.choice.split()[1:]
        elif task.choice:
            words += [WITH, task.choice] if order.kind in (FIRING, WATCHING) else [task.choice]
        if order.kind == COMMAND and task.targets:
            words += [WITH, *task.targets]
        lines.append(" ".join(words))
    return "\n".join(lines)
