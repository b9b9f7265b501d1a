"""The kinds of task stand in their verbs; everybody else asks the verb what it is."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import hulldown
from hulldown.core.books import Ruleset
from hulldown.games.kampfpanzer.books import BOOK, VERBS
from hulldown.games.kampfpanzer.data.face import face_parts

SOURCE = Path(hulldown.__file__).parent
KINDS = ("N", "T", "L", "P", "MV", "V", "M", "Q", "FC", "CF", "DP", "RD", "GR", "CA", "PANIC")
FREE = ("games/kampfpanzer/rules/verbs/", "games/kampfpanzer/data/", "games/kampfpanzer/rules/fire.py")
"""Where such letters may stand: in the verbs, the data; and in the results of combat, of which one is P."""


def test_the_kinds_are_those_of_the_verbs() -> None:
    assert tuple(verb.kind for verb in VERBS) == KINDS
    assert {task.kind for task in face_parts()[""].tasks} == set(KINDS)


@pytest.mark.parametrize("folder", ["games/kampfpanzer"])
def test_no_kind_stands_as_a_literal_outside_the_verbs(folder: str) -> None:
    literal = re.compile("|".join(rf'"{kind}"' for kind in KINDS))
    found = []
    for path in sorted((SOURCE / folder).rglob("*.py")):
        name = path.relative_to(SOURCE).as_posix()
        if not name.startswith(FREE):
            found += [
                f"{name}:{at}" for at, line in enumerate(path.read_text().splitlines(), 1) if literal.search(line)
            ]
    # Weapon classes share letters with operations.
    assert [one for one in found if "arms.py" not in one] == []


def test_families_tell_what_a_verb_is() -> None:
    rules: Ruleset[object, object] = Ruleset((BOOK,))  # type: ignore[type-var]
    assert [verb.kind for verb in VERBS if verb.combat] == ["N", "T", "L", "P"]
    assert [verb.kind for verb in VERBS if verb.moves] == ["MV", "V", "PANIC"]
    assert [verb.kind for verb in VERBS if not verb.plotted] == ["DP", "RD", "GR", "CA", "PANIC"]
    assert rules.family("L") == "shell"
