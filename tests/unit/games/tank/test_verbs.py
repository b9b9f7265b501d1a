"""Kinds of task are known to their verbs alone: nothing else compares them, nobody reads sight past the scene."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hulldown
from hulldown.games.tank.books import VERBS

SOURCE = Path(hulldown.__file__).parent
FREE = (
    "games/tank/rules/verbs/", "games/tank/data/", "games/tank/faces/notation.py", "games/panzer/", "bots/panzer/",
    "games/kampfpanzer/",
)  # fmt: skip
"""Where the kinds may stand: the verbs, the data, the notation; other games have kinds of their own."""
KINDS = ("MV", "MVR", "OV", "OF", "DF", "FC", "DP", "COL", "PANIC")
SIGHT = ("games/tank/rules/scene.py", "bots/tank/field.py")
"""Where the table of sight is read: the scene, and the arrays of a ground where nothing can be in the way."""


def sources() -> list[Path]:
    return [path for path in sorted(SOURCE.rglob("*.py")) if "static" not in path.parts]


def test_the_kinds_are_those_of_the_verbs() -> None:
    assert {verb.kind for verb in VERBS} == set(KINDS)
    assert len({verb.kind for verb in VERBS}) == len(VERBS)


def test_no_kind_of_task_stands_as_a_literal_outside_the_verbs() -> None:
    literal = re.compile("|".join(rf"(['\"]){kind}\1".replace(r"\1", rf"(?P=q{n})").replace("(['", f"(?P<q{n}>['")
                                  for n, kind in enumerate(KINDS)))  # fmt: skip
    found = []
    for path in sources():
        name = path.relative_to(SOURCE).as_posix()
        if name.startswith(FREE):
            continue
        found += [f"{name}:{at}" for at, line in enumerate(path.read_text().splitlines(), 1) if literal.search(line)]
    assert found == []


@pytest.mark.parametrize("folder", ["games/tank", "bots/tank"])
def test_sight_is_asked_of_the_scene(folder: str) -> None:
    raw = re.compile(r"\bsight\.(rows|bits|clear|seen_from)\b")
    found = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted((SOURCE / folder).rglob("*.py"))
        if raw.search(path.read_text())
    ]
    assert sorted(set(found) - set(SIGHT)) == []


@pytest.mark.parametrize("folder", ["games/tank/rules", "games/tank/faces", "bots/tank"])
def test_classes_of_weapons_are_asked_for_by_their_traits(folder: str) -> None:
    test = re.compile(r"(\.kind|\bkind) (==|!=|in) \(?['\"](vehicle|gun|infantry)['\"]")
    found = [
        path.relative_to(SOURCE).as_posix()
        for path in sorted((SOURCE / folder).rglob("*.py"))
        if test.search(path.read_text())
    ]
    assert found == []
