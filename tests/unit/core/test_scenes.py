"""Scenes are made once for a scenario and its rules, and again when either is another one."""

from __future__ import annotations

from typing import Any, NamedTuple

from hulldown.core.books import Library
from hulldown.core.scenes import Scenes


class Stage(NamedTuple):
    id: str
    rules: tuple[str, ...] = ("book",)


class Shelf:
    """A library that makes a ruleset for each set of keys."""

    def __init__(self) -> None:
        self.made: dict[tuple[str, ...], Any] = {}

    def ruleset(self, keys: tuple[str, ...]) -> Any:
        return self.made.setdefault(keys, object())


def scenes() -> Scenes[Stage, list[Any]]:
    return Scenes(lambda scenario, rules: [scenario, rules])


def test_a_scene_is_made_once() -> None:
    known, shelf, one = scenes(), Shelf(), Stage("one")
    library: Library[Any, Any] = shelf  # type: ignore[assignment]
    first = known.plain(one, library)
    assert first == [one, shelf.made[("book",)]]
    assert known.plain(one, library) is first
    assert known.within(one, shelf.made[("book",)]) is first


def test_another_scenario_of_the_same_name_has_a_scene_of_its_own() -> None:
    known, shelf = scenes(), Shelf()
    library: Library[Any, Any] = shelf  # type: ignore[assignment]
    one, other = Stage("one"), Stage("one", ("book", "module"))
    first = known.plain(one, library)
    assert known.plain(other, library) == [other, shelf.made[("book", "module")]]
    assert known.plain(one, library) is not first


def test_other_rules_than_the_scenario_names_are_not_kept() -> None:
    known, shelf, one = scenes(), Shelf(), Stage("one")
    library: Library[Any, Any] = shelf  # type: ignore[assignment]
    others = object()
    assert known.within(one, others) == [one, others]  # type: ignore[arg-type]
    named = known.plain(one, library)
    assert named == [one, shelf.made[("book",)]]
    assert known.within(one, others) == [one, others]  # type: ignore[arg-type]
    assert known.plain(one, library) is named


def test_few_are_kept() -> None:
    known, shelf = scenes(), Shelf()
    library: Library[Any, Any] = shelf  # type: ignore[assignment]
    stages = [Stage(f"s{number}") for number in range(20)]
    made = [known.plain(stage, library) for stage in stages]
    assert known.plain(stages[-1], library) is made[-1]
    assert known.plain(stages[0], library) is not made[0]
