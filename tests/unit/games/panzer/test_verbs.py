"""Kinds of task are known to their verbs alone: no other file names or compares them by their words."""

from __future__ import annotations

import io
import re
import tokenize
from pathlib import Path

import pytest

import hulldown
from hulldown.games.panzer.books import BASIC
from hulldown.games.panzer.rules.verbs import kinds
from support.panzer_field import scene, the_field

ROOT = Path(hulldown.__file__).parent
KINDS = {verb.kind for verb in BASIC.verbs}
NAMES = [name for name in vars(kinds) if name.isupper()]
MAY_NAME = ("games/panzer/rules/verbs/", "games/panzer/faces/notation.py", "games/panzer/faces/face.py")
"""The verbs, notation, and the names that the client shows."""
ACTIONS = ("games/panzer/rules/driving.py", "games/panzer/rules/movement.py")
"""They have numbers for the actions of a move, some of which are called like tasks."""
COMPARED = re.compile(rf"(==|!=|\bin)\s*\(?(kinds\.)?({'|'.join(NAMES)})\b|\b({'|'.join(NAMES)})\s+(not )?in\b")


def sources() -> list[Path]:
    found = [*(ROOT / "games/panzer").rglob("*.py"), *(ROOT / "bots/panzer").rglob("*.py")]
    return [path for path in found if not path.relative_to(ROOT).as_posix().startswith(MAY_NAME)]


def literals(text: str) -> set[str]:
    """The plain strings of a module."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return {token.string[1:-1] for token in tokens if token.type == tokenize.STRING and token.string[0] in "\"'"}


def test_the_words_are_those_of_the_verbs() -> None:
    assert {value for name, value in vars(kinds).items() if name.isupper()} == KINDS


@pytest.mark.parametrize("path", sources(), ids=lambda path: path.relative_to(ROOT).as_posix())
def test_no_other_file_names_a_task(path: Path) -> None:
    text = path.read_text(encoding="utf-8")
    assert not literals(text) & KINDS
    if path.relative_to(ROOT).as_posix() not in ACTIONS:
        assert not COMPARED.search(text), COMPARED.search(text)


def test_the_search_finds_what_it_looks_for() -> None:
    assert literals('task = Task(unit, "FIRE")') & KINDS
    assert not literals('"""FIRE is a task."""') & KINDS
    for line in ("if command == SHORT_HALT:", "if kind in (FIRE, MOVE):", "if OVERWATCH not in allowed:"):
        assert COMPARED.search(line)
    assert not COMPARED.search("Task(unit.id, FIRE)")


def test_families_answer_what_others_ask() -> None:
    with the_field():
        here = scene()
    assert (here.shooting, here.moving, here.halting, here.watching) == (
        {"FIRE", "HALT"}, {"MOVE", "HALT"}, {"HALT"}, {"OW"}
    )  # fmt: skip
    assert here.kinds("move") == ("MOVE", "REVERSE", "MIXED", "STAY", "TURN")
    assert {kind: here.rules.family(kind) for kind in here.kinds("move")} == {
        "MOVE": "drive", "REVERSE": "drive", "MIXED": "drive", "STAY": "stand", "TURN": "stand"
    }  # fmt: skip
    assert here.verb("FIRE", "fire") is here.rules.verbs["FIRE"]
    assert here.verb("FIRE", "move") is here.verb("NONE", "fire") is None
