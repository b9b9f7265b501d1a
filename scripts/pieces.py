"""Writes the methods of the pieces of each game (`pieces.py` below `games/*/rules`) from their fields.

A piece is a class whose state changes all the time. Its fields are declared once: a name, a type, and a default as
a comment. `__init__`, `copy`, `__eq__`, `__reduce__`, `__slots__` and the call of `declare` follow from them. This
script writes them into the same file, below the fields. docs/speed.md tells why they are written out at all.

    name: str
    cell: Cell  # = OFF_MAP
    trail: list[Cell]  # = []
    smoke: Smoke | UnsetType  # = UNSET

Without arguments it rewrites the files. With `--check` it only says which of them are out of date, and fails.
"""

from __future__ import annotations

import ast
import re
import sys
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
MARK = "    # From here on written by scripts/pieces.py, from the fields above."
SHARED = {"int", "str", "bool", "float", "bytes", "Cell", "Side", "Order", "None", "UnsetType"}
"""Types whose values cannot be changed in place: a copy shares them. So does a tuple."""
WIDTH = 120
MANY = 19
"""A piece with more fields is written in fewer lines and compared as a whole."""


class Field(NamedTuple):
    """A field of a piece: its default is "" if there is none."""

    name: str
    type: str
    default: str

    @property
    def parameter(self) -> str:
        """The field as a parameter of `__init__`; a list or dictionary is made anew for each object."""
        if self.made_anew:
            return f"{self.name}: {self.type} | None = None"
        return f"{self.name}: {self.type} = {self.default}" if self.default else f"{self.name}: {self.type}"

    @property
    def made_anew(self) -> bool:
        return self.default in ("[]", "{}")

    @property
    def value(self) -> str:
        """What `__init__` assigns."""
        return f"{self.default} if {self.name} is None else {self.name}" if self.made_anew else self.name

    @property
    def copied(self) -> str:
        """The expression for the field of a copy."""
        return _copied(f"self.{self.name}", self.type)


def _copied(own: str, kind: str) -> str:
    """The expression that copies `own`, a value of this type; nested containers of lists are not supported."""
    parts = [part.strip() for part in kind.split("|")]
    changing = [part for part in parts if part not in SHARED and not part.startswith("tuple[")]
    if not changing:
        return own
    if len(changing) > 1 or len(parts) > 2:
        raise SystemExit(f"{own}: no rule how to copy {kind}")
    (part,) = changing
    whole = _copied_whole(own, part)
    if "UnsetType" in parts:
        return f"{own} if {own} is _UNSET else {whole}"
    return f"None if {own} is None else {whole}" if "None" in parts else whole


def _copied_whole(own: str, kind: str) -> str:
    found = re.fullmatch(r"(list|dict)\[(?:str, |int, )?(.+)\]", kind)
    if found is None:
        if not kind.isidentifier():
            raise SystemExit(f"{own}: no rule how to copy {kind}")
        return f"{own}.copy()"
    container, item = found.groups()
    if item in SHARED or item.startswith("tuple["):
        return f"{own}.copy()"
    if not item.isidentifier():
        raise SystemExit(f"{own}: no rule how to copy {kind}")
    return (
        f"[one.copy() for one in {own}]"
        if container == "list"
        else f"{{key: one.copy() for key, one in {own}.items()}}"
    )


def fields_of(piece: ast.ClassDef, lines: list[str]) -> list[Field]:
    """The fields that a class declares, in their order."""
    found: list[Field] = []
    for node in piece.body:
        if not isinstance(node, ast.AnnAssign) or not isinstance(node.target, ast.Name):
            continue
        default = re.search(r"#\s*=\s*(.+)$", lines[node.lineno - 1])
        found.append(Field(node.target.id, ast.unparse(node.annotation), default.group(1) if default else ""))
    return found


def _rows(before: str, items: list[str], after: str, indent: str) -> list[str]:
    """A bracket with many items: on one line if it fits, else in full lines that the formatter leaves alone."""
    line = f"{indent}{before}({', '.join(items)}{',' if len(items) == 1 else ''}){after}"
    if len(line) <= WIDTH:
        return [line]
    rows, row = [], f"{indent}    "
    for item in items:
        if len(row) + len(item) + 1 > WIDTH:
            rows.append(row.rstrip())
            row = f"{indent}    "
        row += f"{item}, "
    return [f"{indent}{before}(", *rows, row.rstrip(), f"{indent}){after}  # fmt: skip"]


def methods(name: str, fields: list[Field]) -> list[str]:
    """The lines of a class that follow from its fields."""
    signature = f"    def __init__(self, {', '.join(field.parameter for field in fields)}) -> None:"
    if len(fields) > MANY:
        signature = "\n".join(
            _rows("def __init__", ["self", *(field.parameter for field in fields)], " -> None:", "    ")
        )
    elif len(signature) > WIDTH:
        inner = f"        self, {', '.join(field.parameter for field in fields)}"
        rows = (
            [inner] if len(inner) <= WIDTH else ["        self,", *(f"        {field.parameter}," for field in fields)]
        )
        signature = "\n".join(["    def __init__(", *rows, "    ) -> None:"])
    compared = [f"isinstance(other, {name})", *(f"self.{field.name} == other.{field.name}" for field in fields)]
    if len(fields) > MANY:
        compared = [compared[0], "self.__reduce__() == other.__reduce__()"]
    equal = f"        return {' and '.join(compared)}"
    if len(equal) > WIDTH:
        rows = [f"            {'and ' if number else ''}{one}" for number, one in enumerate(compared)]
        equal = "\n".join(["        return (", *rows, "        )"])
    return [
        MARK,
        *_rows("__slots__ = ", [f'"{field}"' for field in sorted(field.name for field in fields)], "", "    "),
        "",
        signature,
        *(f"        self.{field.name} = {field.value}" for field in fields),
        "",
        f"    def copy(self) -> {name}:",
        *_rows(f"return {name}", [field.copied for field in fields], "", "        "),
        "",
        "    def __eq__(self, other: object) -> bool:",
        equal,
        "",
        "    def __reduce__(self) -> tuple[Any, ...]:",
        *_rows(f"return {name}, ", [f"self.{field.name}" for field in fields], "", "        "),
    ]


def declaration(name: str, fields: list[Field]) -> str:
    """The call that tells msgspec the types which the compiler shortens."""
    long = [f'{field.name}="{field.type}"' for field in fields if not field.type.isidentifier()]
    line = f"declare({', '.join([name, *long])})"
    if len(line) <= WIDTH:
        return line
    inner = f"    {', '.join([name, *long])}"
    return f"declare(\n{inner}\n)" if len(inner) <= WIDTH else f"declare(\n    {name},\n" + "".join(
        f"    {one},\n" for one in long
    ) + ")"  # fmt: skip


def _is_piece(node: ast.stmt) -> bool:
    return isinstance(node, ast.ClassDef) and any("dataclass" in ast.unparse(one) for one in node.decorator_list)


def _is_declaration(node: ast.stmt) -> bool:
    return isinstance(node, ast.Expr) and ast.unparse(node).startswith("declare(")


def written(text: str) -> str:
    """The same module with the methods of its pieces as they have to be; every name and type is taken from it."""
    lines = text.splitlines()
    tree = ast.parse(text)
    out: list[str] = []
    at = 0
    for node in tree.body:
        end = node.end_lineno or node.lineno
        if _is_declaration(node):
            out += lines[at : node.lineno - 1]
            while out and not out[-1]:
                out.pop()
            at = end
        elif isinstance(node, ast.ClassDef) and _is_piece(node):
            own = lines[at:end]
            fields = fields_of(node, lines)
            declared = own[: own.index(MARK)] if MARK in own else own
            while not declared[-1]:
                declared.pop()
            out += [*declared, "", *methods(node.name, fields), "", "", declaration(node.name, fields)]
            at = end
    return "\n".join([*out, *lines[at:]]) + "\n"


def files() -> list[Path]:
    """The modules with pieces."""
    games = sorted((ROOT / "src/hulldown/games").glob("*/rules/**/pieces.py"))
    return [ROOT / "src/hulldown/core/movers.py", *games]


def main(arguments: list[str]) -> int:
    """Rewrites what is out of date, or names it."""
    stale = [path for path in files() if written(path.read_text()) != path.read_text()]
    for path in stale:
        if "--check" in arguments:
            print(f"{path.relative_to(ROOT)} is out of date: run scripts/pieces.py")
        else:
            path.write_text(written(path.read_text()))
    return 1 if stale and "--check" in arguments else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
