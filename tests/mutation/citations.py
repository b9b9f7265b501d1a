"""Which cases a mutant touches, and which tests cite them."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path

from hulldown.rules.coverage import catalogue, cited_by_code, package_root, scan_tests
from mutation.mutants import Mutant, Span

Cases = tuple[str, ...]


@dataclass(frozen=True)
class Citations:
    """The citations of a game: `code` by file name and line, `tests` by case."""

    code: Mapping[str, tuple[tuple[int, str], ...]]
    tests: Mapping[str, tuple[str, ...]]
    users: Mapping[str, tuple[tuple[str, Span], ...]] = field(default_factory=dict)
    """For each name of a function the functions of the game (file, lines) that use the name."""

    def touched(self, mutant: Mutant) -> tuple[Cases, ...]:
        """The tested cases that a change touches, nearest first, each once.

        Those that its function cites, then those of the functions that use it; where it cites none, also those of its
        class and module. In a data file those of its row, of its table and of the head of the file.
        """
        groups = [self._cited(mutant.name, spans) for spans in mutant.places]
        if mutant.kind == "data":
            return _once(groups)
        *owners, name = mutant.scope.split(".")
        if name.startswith("__") and owners:
            name = owners[-1]  # who makes a value of a class uses its constructor
        users = {case for file, span in self.users.get(name, ()) for case in self._cited(file, (span,))}
        groups.insert(1, users)
        return _once(groups[:2] if groups[0] else groups)

    def _cited(self, name: str, spans: Iterable[Span]) -> set[str]:
        return {case for line, case in self.code.get(name, ()) if case in self.tests and _within(line, spans)}

    def citing(self, cases: Iterable[str]) -> tuple[str, ...]:
        """The tests (`file::name`) that cite any of these cases."""
        return tuple(sorted({test for case in cases for test in self.tests.get(case, ())}))


def _once(groups: Iterable[set[str]]) -> tuple[Cases, ...]:
    """The groups in order, each case only in the first that has it, and none empty."""
    seen: set[str] = set()
    result = []
    for group in groups:
        if group - seen:
            result.append(tuple(sorted(group - seen)))
        seen |= group
    return tuple(result)


def _in_remarks(folder: Path, ids: frozenset[str]) -> Iterator[tuple[str, int, str]]:
    """The cases (file, line, case) that the remarks of data files name: the head of a table often does."""
    for path in sorted((folder / "data").rglob("*.toml")):
        for number, line in enumerate(path.read_text(encoding="utf-8").splitlines(), 1):
            if line.startswith("#"):
                for word in re.findall(r"[\w.+-]*\w", line):
                    if word in ids:
                        yield path.relative_to(folder).as_posix(), number, word


def users_of(folder: Path) -> dict[str, tuple[tuple[str, Span], ...]]:
    """For each name, the functions of a game's modules in which it is used."""
    found: dict[str, set[tuple[str, Span]]] = {}
    for path in sorted(folder.rglob("*.py")):
        file = path.relative_to(folder).as_posix()
        for function in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(function, ast.FunctionDef):
                span = (function.lineno, function.end_lineno or function.lineno)
                for node in ast.walk(function):
                    name = getattr(node, "id", None) or getattr(node, "attr", None)
                    if name and name != function.name:
                        found.setdefault(name, set()).add((file, span))
    return {name: tuple(sorted(places)) for name, places in found.items()}


def _within(line: int, spans: Iterable[Span]) -> bool:
    return any(first <= line <= last for first, last in spans)


def citations_of(game: str, tests: Path) -> Citations:
    """The citations of a game of this package; of tests only those below the folders that hold the game's tests."""
    ids = frozenset(case.id for case in catalogue(game))
    prefix = f"games/{game}/"
    code: dict[str, list[tuple[int, str]]] = {}
    for case, places in cited_by_code(game, ids).items():
        for place in places:
            name, _, line = place.removeprefix(prefix).rpartition(":")
            code.setdefault(name, []).append((int(line), case))
    for file, number, case in _in_remarks(package_root() / "games" / game, ids):
        code.setdefault(file, []).append((number, case))
    names = tuple(entry.name for entry in (package_root() / "games").iterdir() if entry.is_dir())
    kept = tuple(f"{folder.relative_to(tests.parent).as_posix()}/" for folder in folders_of(game, tests))
    cited = {
        case: tuple(place for place in places if place.startswith(kept))
        for case, places in scan_tests(game, tests, names).items()
    }
    return Citations(
        {name: tuple(sorted(places)) for name, places in code.items()},
        {case: places for case, places in cited.items() if places},
        users_of(package_root() / "games" / game),
    )


def folders_of(game: str, tests: Path) -> tuple[Path, ...]:
    """The folders that hold the tests of a game's rules."""
    return tuple(folder for folder in (tests / "rulebook" / game, tests / "unit" / "games" / game) if folder.is_dir())
