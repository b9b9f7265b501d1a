"""The changes of Python code, found in the syntax tree and made in the text.

Nothing is changed that decides nothing: docstrings, annotations, assertions, imports, decorators (their caches),
`__slots__`, the words of errors, the text of f-strings, whether `zip` is strict, and what a module says to the client
(`Face`, `TaskFace` and the like).
"""

from __future__ import annotations

import ast
import copy
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path

from mutation.mutants import Mutant, Span, numbered

Function = ast.FunctionDef | ast.AsyncFunctionDef
Change = tuple[str, ast.AST, str] | tuple[str, ast.AST, str, str]
"""An operator, the node that is replaced, its new text, and what is left out, where that says more than both texts."""

COMPARISONS: dict[type[ast.cmpop], type[ast.cmpop]] = {
    ast.Lt: ast.LtE, ast.LtE: ast.Lt, ast.Gt: ast.GtE, ast.GtE: ast.Gt, ast.Eq: ast.NotEq, ast.NotEq: ast.Eq,
    ast.In: ast.NotIn, ast.NotIn: ast.In, ast.Is: ast.IsNot, ast.IsNot: ast.Is,
}  # fmt: skip
NEGATIONS = (ast.Eq, ast.NotEq, ast.In, ast.NotIn, ast.Is, ast.IsNot)
"""Comparisons whose change is already a negation of the condition."""
ARITHMETIC: dict[type[ast.operator], type[ast.operator]] = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.FloorDiv, ast.FloorDiv: ast.Mult, ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd, ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
CALLS = {"min": "max", "max": "min", "any": "all", "all": "any"}
TEXTS = ("isinstance", "cast", "TypeVar", "field")
"""Calls whose arguments decide nothing at run time, or are types."""
PLUMBING = ("__eq__", "__ne__", "__hash__", "__repr__", "__str__", "__reduce__", "__copy__", "copy", "part", "thaw")
"""What compares, shows and copies plain data; no case speaks of it, and the conformance tests hold it."""
LEAVING = (ast.Return, ast.Raise, ast.Continue, ast.Break)


@dataclass
class Module:
    """A parsed module with what the operators need to know of it."""

    path: Path
    name: str
    text: str
    tree: ast.Module = field(init=False)
    starts: list[int] = field(init=False)

    def __post_init__(self) -> None:
        self.tree = ast.parse(self.text)
        self.starts = [0]
        for line in self.text.splitlines(keepends=True):
            self.starts.append(self.starts[-1] + len(line))

    def offset(self, line: int, column: int) -> int:
        """The character at a line and a column, which the parser counts in bytes."""
        begin = self.starts[line - 1]
        piece = self.text[begin : self.starts[line]].encode()[:column]
        return begin + len(piece.decode())

    def mutant(self, stack: tuple[ast.AST, ...], change: Change) -> Mutant:
        operator, node, new, *left_out = change
        label = f"without {' '.join(left_out[0].split())}" if left_out else ""
        assert isinstance(node, ast.expr | ast.stmt)
        start = self.offset(node.lineno, node.col_offset)
        end = self.offset(node.end_lineno or node.lineno, node.end_col_offset or 0)
        scopes = [each for each in stack if isinstance(each, Function | ast.ClassDef)]
        scope = ".".join(each.name for each in scopes) or "module"
        places = [(_span(each),) for each in reversed(scopes) if isinstance(each, Function)]
        places += [(_span(each),) for each in reversed(scopes) if isinstance(each, ast.ClassDef)]
        if not scopes:
            places.append(((node.lineno, (node.end_lineno or node.lineno) + 1),))
        places.append(((1, len(self.starts)),))
        old = self.text[start:end]
        return Mutant(self.path, self.name, scope, operator, start, end, old, new, node.lineno, tuple(places), label)


def code_mutants(path: Path, name: str, text: str) -> list[Mutant]:
    """Every change of a module; see `compiles`."""
    module = Module(path, name, text)
    found = []
    for stack, node in _walk(module.tree, ()):
        for change in _changes(stack, node):
            found.append(module.mutant(stack, change))
    return numbered(found)


def compiles(mutant: Mutant) -> bool:
    """Whether a mutant is still Python; the few that are not were no mutants."""
    try:
        compile(mutant.applied(mutant.path.read_text(encoding="utf-8")), "mutant", "exec")
    except (SyntaxError, ValueError):
        return False
    return True


def _span(node: Function | ast.ClassDef) -> Span:
    first = min([node.lineno, *(each.lineno for each in node.decorator_list)])
    return first, node.end_lineno or node.lineno


def _walk(node: ast.AST, stack: tuple[ast.AST, ...]) -> Iterator[tuple[tuple[ast.AST, ...], ast.AST]]:
    """Every node that decides something, with those above it."""
    yield stack, node
    stack = (*stack, node)
    for name, value in ast.iter_fields(node):
        if _means_nothing(node, name):
            continue
        for child in value if isinstance(value, list) else [value]:
            if isinstance(child, ast.AST) and not _skipped(child):
                yield from _walk(child, stack)


def _means_nothing(node: ast.AST, name: str) -> bool:
    """Whether a field of a node decides nothing."""
    if name in ("annotation", "returns", "decorator_list", "bases", "keywords") and not isinstance(node, ast.Call):
        return True
    if not isinstance(node, ast.Call):
        return False
    # `strict` of `zip` guards against a mistake in the code: lists that are not of one length.
    return (name == "args" and _called(node) in TEXTS) or (name == "keywords" and _called(node) == "zip")


def _skipped(node: ast.AST) -> bool:
    if isinstance(node, ast.Assert | ast.Import | ast.ImportFrom | ast.JoinedStr | ast.Raise | ast.Pass | ast.keyword):
        return not isinstance(node, ast.keyword) or node.arg in ("maxsize", "frozen", "kw_only", "slots")
    if isinstance(node, ast.Expr):
        return isinstance(node.value, ast.Constant)
    if isinstance(node, Function):
        return node.name in PLUMBING
    if isinstance(node, ast.Call):
        return _called(node).endswith("Face")
    if isinstance(node, ast.Assign | ast.AnnAssign):
        targets = node.targets if isinstance(node, ast.Assign) else [node.target]
        return any(isinstance(each, ast.Name) and each.id.startswith("__") for each in targets)
    return isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test)


def _called(node: ast.Call) -> str:
    return node.func.id if isinstance(node.func, ast.Name) else getattr(node.func, "attr", "")


def _changes(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    for operator in OPERATORS:
        yield from operator(stack, node)


def _bracketed(stack: tuple[ast.AST, ...], node: ast.expr) -> str:
    """The text of an expression, in brackets where what stands around it could bind closer."""
    text = ast.unparse(node)
    parent = stack[-1] if stack else None
    whole = isinstance(parent, ast.If | ast.While | ast.Return | ast.Assign | ast.AnnAssign | ast.AugAssign | ast.Expr)
    return text if whole and "\n" not in text else f"({text})"


def _compare(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """`<` becomes `<=`, `==` becomes `!=`, `in` becomes `not in`."""
    if isinstance(node, ast.Compare):
        for index, operator in enumerate(node.ops):
            changed = copy.deepcopy(node)
            changed.ops[index] = COMPARISONS[type(operator)]()
            yield "compare", node, _bracketed(stack, changed)


def _logic(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """`and` becomes `or`; one condition of several is left out."""
    if isinstance(node, ast.BoolOp):
        changed = copy.deepcopy(node)
        changed.op = ast.Or() if isinstance(node.op, ast.And) else ast.And()
        yield "logic", node, _bracketed(stack, changed)
        for index in range(len(node.values)):
            rest = copy.deepcopy(node.values)
            del rest[index]
            shorter = rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
            yield "condition", node, _bracketed(stack, shorter), ast.unparse(node.values[index])


def _negate(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """A condition is turned round; `not x` becomes `x`."""
    if isinstance(node, ast.UnaryOp) and isinstance(node.op, ast.Not):
        yield "negate", node, _bracketed(stack, node.operand)
    tests: list[ast.expr] = []
    if isinstance(node, ast.If | ast.IfExp):
        tests = [node.test]
    elif isinstance(node, ast.comprehension):
        tests = node.ifs
    for test in tests:
        if isinstance(test, ast.UnaryOp) and isinstance(test.op, ast.Not):
            continue
        if isinstance(test, ast.Compare) and len(test.ops) == 1 and isinstance(test.ops[0], NEGATIONS):
            continue
        if not isinstance(test, ast.Compare | ast.BoolOp):
            yield "negate", test, f"(not {ast.unparse(test)})"


def _constant(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """A number becomes the next or the one before it; True becomes False."""
    if not isinstance(node, ast.Constant):
        return
    if isinstance(node.value, bool):
        yield "constant", node, str(not node.value)
    elif isinstance(node.value, int):
        yield "constant", node, str(node.value + 1)
        if node.value > 0:
            yield "constant", node, str(node.value - 1)


def _arithmetic(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """`+` becomes `-`, `*` becomes `//`, a union an intersection."""
    if isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC and not _about_types(stack, node):
        changed = copy.deepcopy(node)
        changed.op = ARITHMETIC[type(node.op)]()
        yield "arithmetic", node, _bracketed(stack, changed)
    if isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC and not _has_text(node.value):
        other = copy.deepcopy(node)
        other.op = ARITHMETIC[type(node.op)]()
        yield "arithmetic", node, ast.unparse(other)


def _about_types(stack: tuple[ast.AST, ...], node: ast.BinOp) -> bool:
    """Whether it joins texts, or types as in `int | None` at the head of a module."""
    if _has_text(node):
        return True
    return isinstance(node.op, ast.BitOr) and not any(isinstance(each, Function) for each in stack)


def _has_text(node: ast.AST) -> bool:
    return any(
        isinstance(each, ast.JoinedStr) or (isinstance(each, ast.Constant) and isinstance(each.value, str))
        for each in ast.walk(node)
    )


def _call(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """`min` becomes `max`, `any` becomes `all`."""
    if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in CALLS:
        if node.func.id in ("min", "max") and len(node.args) == 0:
            return
        yield "call", node.func, CALLS[node.func.id]


def _member(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """A member of a set, or of a tuple in which something is looked for, is left out."""
    looked_in = stack and isinstance(stack[-1], ast.Compare) and isinstance(stack[-1].ops[-1], ast.In | ast.NotIn)
    table = len(stack) == 2 and isinstance(stack[-1], ast.Assign | ast.AnnAssign)
    if isinstance(node, ast.Set) or (isinstance(node, ast.Tuple | ast.List) and (looked_in or table)):
        for index in range(len(node.elts) if len(node.elts) > 1 else 0):
            shorter = copy.deepcopy(node)
            del shorter.elts[index]
            yield "member", node, ast.unparse(shorter), ast.unparse(node.elts[index])


def _drop(stack: tuple[ast.AST, ...], node: ast.AST) -> Iterator[Change]:
    """A call, a change of state or a guard clause is left out."""
    called = isinstance(node, ast.Expr) and isinstance(node.value, ast.Call)
    if called or isinstance(node, ast.AugAssign):
        yield "drop", node, "pass"
    elif isinstance(node, ast.Assign) and all(isinstance(each, ast.Attribute | ast.Subscript) for each in node.targets):
        if not _in_constructor(stack):
            yield "drop", node, "pass"
    elif isinstance(node, ast.If) and not node.orelse and isinstance(node.body[-1], LEAVING) and not _is_elif(stack):
        yield "drop", node, "pass"


def _in_constructor(stack: tuple[ast.AST, ...]) -> bool:
    return any(isinstance(each, Function) and each.name == "__init__" for each in stack)


def _is_elif(stack: tuple[ast.AST, ...]) -> bool:
    parent = stack[-1]
    return isinstance(parent, ast.If) and len(parent.orelse) == 1 and isinstance(parent.orelse[0], ast.If)


OPERATORS: tuple[Callable[[tuple[ast.AST, ...], ast.AST], Iterator[Change]], ...] = (
    _compare, _logic, _negate, _constant, _arithmetic, _call, _member, _drop,
)  # fmt: skip
