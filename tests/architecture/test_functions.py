"""Functions stay short and ask few questions: lines, and cyclomatic complexity counted as radon counts it."""

from __future__ import annotations

import ast
from collections.abc import Iterator
from functools import cache
from pathlib import Path
from typing import NamedTuple

import pytest

SOURCE = Path(__file__).resolve().parents[2] / "src" / "hulldown"
LONGEST = 60
"""Lines of a function, from `def` to its end."""
SIMPLE = 20
"""The most that has radon's grade C; from 21 on it is D or worse."""
COMPLEX: frozenset[str] = frozenset()
"""Functions that are still too complex: none. Add nothing."""

LONG: frozenset[str] = frozenset()
"""Functions that are still too long: none. Add nothing."""

Function = ast.FunctionDef | ast.AsyncFunctionDef
Loop = ast.For | ast.While | ast.AsyncFor


class Found(NamedTuple):
    """A function of the package."""

    name: str
    node: Function


@cache
def functions() -> tuple[Found, ...]:
    """Every function and method, nested ones too, as `path:Class.name`."""
    found: list[Found] = []
    for path in sorted(SOURCE.rglob("*.py")):
        where = path.relative_to(SOURCE).as_posix()
        tree = ast.parse(path.read_text(encoding="utf-8"))
        found += (Found(f"{where}:{name}", node) for name, node in _named(tree, ""))
    return tuple(found)


def _named(node: ast.AST, prefix: str) -> Iterator[tuple[str, Function]]:
    for child in ast.iter_child_nodes(node):
        if isinstance(child, Function):
            yield prefix + child.name, child
        name = f"{prefix}{child.name}." if isinstance(child, Function | ast.ClassDef) else prefix
        yield from _named(child, name)


def complexity(function: Function) -> int:
    """One, and one more for every decision in a function; those of nested functions are their own."""
    return 1 + sum(map(_decisions, function.body))


def _decisions(node: ast.AST) -> int:
    if isinstance(node, Function | ast.ClassDef):
        return 0
    if isinstance(node, ast.Assert):
        return 1  # radon does not look inside
    return _own(node) + sum(map(_decisions, ast.iter_child_nodes(node)))


def _own(node: ast.AST) -> int:
    """The decisions of a node itself."""
    if isinstance(node, ast.If | ast.IfExp):
        return 1
    if isinstance(node, ast.BoolOp):
        return len(node.values) - 1
    if isinstance(node, Loop):
        return 1 + bool(node.orelse)
    if isinstance(node, ast.comprehension):
        return 1 + len(node.ifs)
    if isinstance(node, ast.Try):
        return len(node.handlers) + bool(node.orelse)
    if isinstance(node, ast.Match):
        return len(node.cases) - any(getattr(case.pattern, "pattern", False) is None for case in node.cases)
    return 0


def lines(function: Function) -> int:
    return (function.end_lineno or 0) - function.lineno + 1


def test_no_other_function_is_long() -> None:
    assert len(functions()) > 1000
    assert {name: lines(node) for name, node in functions() if lines(node) > LONGEST and name not in LONG} == {}


def test_no_other_function_is_complex() -> None:
    found = {name: complexity(node) for name, node in functions()}
    assert {name: count for name, count in found.items() if count > SIMPLE and name not in COMPLEX} == {}


def test_functions_that_were_mended_leave_the_lists() -> None:
    assert len(COMPLEX) <= 10
    still_long = {name for name, node in functions() if lines(node) > LONGEST}
    still_complex = {name for name, node in functions() if complexity(node) > SIMPLE}
    assert LONG - still_long == set(), "take them out of LONG"
    assert COMPLEX - still_complex == set(), "take them out of COMPLEX"


@pytest.mark.parametrize(
    ("code", "expected"),
    [
        ("pass", 1),
        ("return 1 if a else 2", 2),
        ("if a and b or c:\n    pass\nelif d:\n    pass\nelse:\n    pass", 5),
        ("for a in b:\n    pass\nelse:\n    pass", 3),
        ("return [a for a in b if a if c]", 4),
        ("try:\n    pass\nexcept A:\n    pass\nexcept B:\n    pass\nelse:\n    pass", 4),
        ("match a:\n    case 1:\n        pass\n    case 2:\n        pass\n    case _:\n        pass", 3),
        ("assert a and b", 2),
        ("def inner():\n    if a:\n        pass", 1),
    ],
)
def test_complexity_is_counted_as_radon_does(code: str, expected: int) -> None:
    text = "def f():\n" + "\n".join(f"    {line}" for line in code.split("\n"))
    function = ast.parse(text).body[0]
    assert isinstance(function, ast.FunctionDef)
    assert complexity(function) == expected
