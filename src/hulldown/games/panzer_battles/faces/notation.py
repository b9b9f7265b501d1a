"""Orders in notation: one line for each unit, company or battery, the way a player would write them.

G21co OVERWATCH                a command for a company; also BOUND, BOUNDING, WITHDRAW, RALLY
G211 PRESET losses 25 join     when a unit fires by itself;  reactions AUTO  lets presets decide
G211 MOVE 0523 0522 C          hexes or directions (A north on the sheet, clockwise); behind them double, charge or exit
G211 MOVE 0523 + G212          together with others
G211 TURN B                    facing; also DEFILADE B, and COLUMN, LINE, REVERSE 0524, REGROUP G212, SHED
U211i MOUNT U211h              and DISMOUNT;  G101g LIMBER G101h
G211 FIRE main B421            a weapon system and a target, or:  pass
bty1 AIM 1925                  a mission, or  bty1 CEASE
G211 QUEUE 0524 1 column       set-up: entry hex and place;  G301 PLACE 0805 C defilade 2;  G21co DETACH G211
done                           any other answer is its word
"""

from __future__ import annotations

from typing import Final

from hulldown.core.board import LETTERS, Cell
from hulldown.core.decisions import Legal
from hulldown.core.errors import MalformedError
from hulldown.core.notation import all_words, lines_of, read_facing, read_step, steps_of
from hulldown.core.orders import Order, Task
from hulldown.core.tables import near
from hulldown.games.panzer_battles.rules.scene import Scene
from hulldown.games.panzer_battles.rules.verbs.base import DRIVE
from hulldown.games.panzer_battles.rules.verbs.kinds import FIRE, PRESET

WITH: Final = "+"
"""Before the names of units that a task concerns besides its own."""


def parse(scene: Scene, legal: Legal, text: str) -> Order:
    """The order that lines of notation mean as an answer to a decision; raises MalformedError naming the line."""
    lines = lines_of(text)
    kind = legal.decision.kind
    said = all_words(lines)
    for choice in legal.choices:
        if said == choice.casefold():
            return Order(kind, choice=choice)
    if len(lines) == 1 and len(lines[0].words) == 1 and _an_answer(legal, said):
        return Order(kind, choice=said)
    return Order(kind, tuple(_task(scene, legal, where, words) for where, words in lines))


def _an_answer(legal: Legal, word: str) -> bool:
    """Whether a single word is meant as an answer, be it a wrong one, and not as a unit without a task."""
    return not legal.units or (word.isalpha() and all(unit.unit.casefold() != word for unit in legal.units))


def _task(scene: Scene, legal: Legal, where: str, words: list[str]) -> Task:
    """The task that the words of a line mean."""
    name = _named(legal, words[0])
    if len(words) < 2:
        raise MalformedError("the task is missing", where, "write a unit and what it does")
    kind = words[1].upper()
    verb = scene.rules.verbs.get(kind)
    if verb is None:
        raise MalformedError(f"there is no task {words[1]!r}", where, near(words[1], sorted(scene.rules.verbs)))
    rest = words[2:]
    if kind == PRESET:
        return Task(name, kind, choice=" ".join(rest))
    if kind == FIRE:
        weapon, *aims = rest or [""]
        return Task(name, kind, choice=weapon, targets=tuple(aims))
    targets = tuple(rest[rest.index(WITH) + 1 :]) if WITH in rest else ()
    rest = rest[: rest.index(WITH)] if WITH in rest else rest
    cells, facing, others, choice = _words(scene, verb.family == DRIVE, rest, where)
    return Task(name, kind, cells, facing, choice, (*others, *(_named(legal, one) for one in targets)))


def _named(legal: Legal, word: str) -> str:
    """The name that a word means, without regard to case."""
    for unit in legal.units:
        if unit.unit.casefold() == word.casefold():
            return unit.unit
    return word


def _words(
    scene: Scene, drives: bool, words: list[str], where: str
) -> tuple[tuple[Cell, ...], int, tuple[str, ...], str]:  # fmt: skip
    """Hexes, a facing, names and other words behind a task."""
    board = scene.board
    cells: list[Cell] = []
    facing, others, choice = -1, [], []
    for word in words:
        if drives:
            steps = [read_step(board, cells[-1] if cells else -1, step, "direction", where)
                     if cells or step in board.by_label else -1 for step in steps_of(board, word)]  # fmt: skip
            if steps and all(cell >= 0 for cell in steps):
                cells += steps
                continue
        if word in board.by_label:
            cells.append(board.by_label[word])
        elif len(word) == 1 and word.upper() in LETTERS and facing < 0:
            facing = read_facing(word, where)
        elif any(letter.isdigit() for letter in word) and word[0].isalpha():
            others.append(word)
        else:
            choice.append(word)
    return tuple(cells), facing, tuple(others), " ".join(choice)


def write(scene: Scene, order: Order) -> str:
    """An order in notation."""
    if not order.tasks:
        return order.choice
    return "\n".join(_line(scene, task) for task in order.tasks)


def _line(scene: Scene, task: Task) -> str:
    words = [task.unit, task.kind]
    if task.kind == FIRE:
        return " ".join([*words, task.choice, *task.targets])
    words += [scene.label(cell) for cell in task.cells]
    if task.facing >= 0:
        words.append(LETTERS[task.facing])
    if task.choice:
        words.append(task.choice)
    if task.targets:
        words += [WITH, *task.targets]
    return " ".join(words)
