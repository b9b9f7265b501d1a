"""What people read has names and no keys: events, questions, refusals, briefing, score and face, in whole games."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random

import msgspec
import pytest

from hulldown.core.face import Face
from hulldown.core.game import AnyGame
from hulldown.core.orders import Order, Task
from hulldown.core.stepped import SteppedGame
from hulldown.games import load_game
from support.games import every_scenario, played

STYLES = ("random", "fight")
SNAKE = r"\b[a-z0-9]+_[a-z0-9_]+\b"
FACING = r"\b(?:facing|turns to|towards|Face|face) [A-F]\b"
LONE_HALT = r"(?<!Short )\bHalt\b"


def _keys(game: AnyGame, face: Face) -> re.Pattern[str]:
    """What must not be read: keys of sides, tasks and fields of the face that are no names, and odd spellings."""
    names = {side.name for side in face.sides}
    sides = [side for side in game.sides if side not in names]
    # A kind of task that is written as a word is a word; codes and capitals are keys.
    kinds = [task.kind for task in face.tasks if task.kind != task.kind.lower() and task.kind != task.name]
    kinds += [f"{task.name} ?/ ?{task.chip}" for task in face.tasks]
    fields = [f"{field.key}:" for field in face.fields if field.key not in (field.label, field.label.lower())]
    wrong = [rf"(?<![\w-]){re.escape(word)}(?!\w)" for word in (*sides, *kinds)]
    wrong += [rf"\b{re.escape(word)}" for word in fields]
    return re.compile("|".join((*wrong, SNAKE, FACING, LONE_HALT)))


def _check(pattern: re.Pattern[str], texts: Iterator[str]) -> None:
    found = {text: match.group() for text in texts if (match := pattern.search(text))}
    assert not found, "\n".join(f"{key!r} in {text!r}" for text, key in list(found.items())[:20])


def _strings(value: object) -> Iterator[str]:
    """All texts in a value that are for people, whatever it is made of: keys are left out."""
    if isinstance(value, str):
        yield value
    elif isinstance(value, list | tuple):
        for part in value:
            yield from _strings(part)
    elif isinstance(value, msgspec.Struct):
        for name in value.__struct_fields__:
            if name in _READ:
                yield from _strings(getattr(value, name))


_READ = (
    "goals", "zones", "special", "text", "name", "what", "length", "measure", "sides", "meters", "label", "left",
    "standing", "facts", "decided", "called", "notes", "setting", "tasks", "marks", "choices", "units", "fields",
    "hexes", "hexsides", "lines", "markers", "effect", "changes", "words", "outcomes",
)  # fmt: skip


@every_scenario
@pytest.mark.parametrize("style", STYLES)
def test_events_questions_and_scores_are_told_in_names(name: str, scenario: str, style: str) -> None:
    found = played(name, scenario, style)
    game = found.game
    pattern = _keys(game, game.face(scenario))
    told: dict[str, None] = {}
    for number, moment in enumerate(found.moments):
        told.update((game.describe(event), None) for event in moment.step.events)
        told.update((decision.prompt, None) for decision in game.pending(moment.state).values())
        if number % 5 == 0:
            told.update(dict.fromkeys(_strings(game.score(game.view(moment.state, moment.side)))))
    told.update(dict.fromkeys(_strings(game.score(game.view(found.end, None)))))
    outcome = game.outcome(found.end)
    told[outcome.reason if outcome else ""] = None
    _check(pattern, iter(told))


@every_scenario
def test_what_is_known_before_the_game_is_told_in_names(name: str, scenario: str) -> None:
    game = load_game(name)
    face = game.face(scenario)
    info = next(one for one in game.scenarios() if one.id == scenario)
    pattern = _keys(game, face)
    texts = [*_strings(game.briefing(scenario, {})), *_strings(face), info.title, info.description]
    texts += [text for row in game.sequence(scenario) for text in (row.name, row.what)]
    texts += [text for option in game.options(scenario) for text in (option.label, option.what)]
    assert all(option.label for option in game.options(scenario))
    _check(pattern, iter(texts))


@every_scenario
def test_refusals_are_told_in_names(name: str, scenario: str) -> None:
    """Orders that are wrong on purpose: tasks swapped between units, cells and targets elsewhere, nothing at all."""
    found = played(name, scenario, "random")
    game = found.game
    pattern = _keys(game, game.face(scenario))
    told: dict[str, None] = {}
    rng = Random(scenario)
    for moment in found.spread(40):
        for order in _spoilt(moment.order, rng, list(game.board(scenario).cells)):
            told.update((violation.message, None) for violation in game.check(moment.state, moment.side, order))
    assert told
    _check(pattern, iter(told))


def _spoilt(order: Order, rng: Random, cells: list[int]) -> Iterator[Order]:
    tasks = order.tasks
    units = [task.unit for task in tasks]
    yield msgspec.structs.replace(order, tasks=())
    yield msgspec.structs.replace(order, tasks=(*tasks, *tasks))
    if tasks:
        moved = tuple(
            Task(unit, *msgspec.structs.astuple(task)[1:]) for unit, task in zip(units[::-1], tasks, strict=True)
        )
        yield msgspec.structs.replace(order, tasks=moved)
        for _ in range(4):
            one = rng.choice(tasks)
            far = tuple(rng.choice(cells) for _ in one.cells or (0,))
            yield msgspec.structs.replace(order, tasks=(msgspec.structs.replace(one, cells=far),))
            yield msgspec.structs.replace(order, tasks=(msgspec.structs.replace(one, targets=("X9",), facing=2),))


@every_scenario
def test_a_task_has_one_name_in_the_rules_and_in_the_face(name: str, scenario: str) -> None:
    game = load_game(name)
    assert isinstance(game, SteppedGame)
    names = {task.kind: task.name for task in game.face(scenario).tasks}
    assert {kind: verb.name for kind, verb in game.all_rules(scenario).verbs.items()} == names
