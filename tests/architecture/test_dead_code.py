"""Every function and method of the package is used by the package: tests alone keep nothing alive.

A rule that only tests call looks implemented and changes nothing in play.
"""

from __future__ import annotations

import ast
from collections import defaultdict
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from hulldown import api

SOURCE = Path(__file__).resolve().parents[2] / "src" / "hulldown"
SCENARIO = "plug-ins and tests bring scenarios of their own"
EXCEPTIONS = {
    "core/sequence.py:markdown": "scripts/docs.py writes docs/sequences.md with it",
    "games/tank/data/loading.py:add_scenario": SCENARIO,
    "games/tank/data/loading.py:remove_scenario": SCENARIO,
}
"""Functions that nothing in the package calls, with what they are for. The public interface (`api`) needs no reason."""
PLAIN = {"__future__", "abc", "collections", "dataclasses", "enum", "hulldown", "msgspec", "typing"}
"""Packages whose classes call no method of a class made of them."""

Function = ast.FunctionDef | ast.AsyncFunctionDef


class Place(NamedTuple):
    """Where something is: a file and a line."""

    path: Path
    line: int


def foreign(tree: ast.Module) -> set[str]:
    """The names that a module has from other packages, which may call the methods of classes made of theirs."""
    found = set()
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom) and (node.module or "").partition(".")[0] not in PLAIN:
            found |= {alias.asname or alias.name for alias in node.names}
        elif isinstance(node, ast.Import):
            names = [alias.asname or alias.name.partition(".")[0] for alias in node.names]
            found |= {name for name in names if name not in PLAIN}
    return found


def defined(path: Path, tree: ast.Module) -> Iterator[tuple[str, Function]]:
    """The functions of a module and the methods of its classes, by the name under which EXCEPTIONS has them."""
    where = path.relative_to(SOURCE).as_posix()
    strangers = foreign(tree)
    for node in tree.body:
        if isinstance(node, Function):
            yield f"{where}:{node.name}", node
        elif isinstance(node, ast.ClassDef):
            roots = {ast.unparse(base).partition(".")[0].partition("[")[0] for base in node.bases}
            if not roots & strangers:
                yield from ((f"{where}:{node.name}.{one.name}", one) for one in node.body if isinstance(one, Function))


def mentions(tree: ast.Module) -> Iterator[tuple[str, int]]:
    """The names that a module reads, with their lines. Imports and `__all__` are no use."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load):
            yield node.id, node.lineno
        elif isinstance(node, ast.Attribute):
            yield node.attr, node.lineno


def unused() -> set[str]:
    """The functions that nothing outside themselves mentions."""
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in sorted(SOURCE.rglob("*.py"))}
    used: dict[str, list[Place]] = defaultdict(list)
    for path, tree in trees.items():
        for name, line in mentions(tree):
            used[name].append(Place(path, line))
    found = set()
    for path, tree in trees.items():
        for name, node in defined(path, tree):
            inside = range(node.lineno, (node.end_lineno or 0) + 1)
            if not any(place.path != path or place.line not in inside for place in used[node.name]):
                found.add(name)
    return {name for name in found if not name.rpartition(":")[2].rpartition(".")[2].startswith("__")}


def test_every_function_is_used_by_the_package() -> None:
    public = {f"api.py:{name}" for name in api.__all__}
    found = unused() - public
    assert found - set(EXCEPTIONS) == set(), "delete them: nothing in src uses them"
    assert set(EXCEPTIONS) - found == set(), "they are used now, or gone: take them out of EXCEPTIONS"
