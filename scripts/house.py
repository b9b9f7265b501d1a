"""Prints how the house is built: lines, folders, functions, knots of imports, and how far a decision is spread.

    house.py [--json]

A report for people. No test holds these figures: they follow from a good cut and are not squeezed out of a bad one.
"""

from __future__ import annotations

import argparse
import ast
import json
import sys
from collections import Counter, defaultdict
from collections.abc import Mapping
from pathlib import Path
from statistics import median

HOME = Path(__file__).resolve().parents[1]
SOURCE = HOME / "src" / "hulldown"
sys.path[:0] = [str(HOME / "tests" / "architecture")]

from test_functions import complexity, functions  # noqa: E402

COMPLEX = 10
LEVELS = ("games/panzer/rules", "games/panzer/rules/advanced")


def main() -> int:
    reader = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    reader.add_argument("--json", action="store_true")
    figures = report()
    if reader.parse_args().json:
        print(json.dumps(figures, indent=1))
        return 0
    for title, rows in figures.items():
        print(title)
        for name, value in rows.items():
            print(f"  {name:<58} {value}")
    return 0


def report() -> dict[str, dict[str, object]]:
    """All figures by heading."""
    paths = sorted(SOURCE.rglob("*.py"))
    trees = {path: ast.parse(path.read_text(encoding="utf-8")) for path in paths}
    graph = imports(trees)
    return {"the house": whole(paths, trees, graph), "files that name a decision": spread(trees), "rooms": rooms(graph)}


def count(paths: list[Path]) -> int:
    """Lines of some files."""
    return sum(path.read_text(encoding="utf-8").count("\n") for path in paths)


def whole(paths: list[Path], trees: Mapping[Path, ast.Module], graph: Mapping[str, set[str]]) -> dict[str, object]:
    """Figures of the whole tree."""
    sizes = sorted(count([path]) for path in paths)
    found = functions()
    hard = sum(complexity(node) > COMPLEX for _, node in found)
    folders = Counter(path.parent.relative_to(SOURCE).as_posix() for path in paths)
    fullest, most = folders.most_common(1)[0]
    basic, advanced = (names(trees, SOURCE / level) for level in LEVELS)
    return {
        "lines in src": sum(sizes),
        "lines in tests": count(sorted((HOME / "tests").rglob("*.py"))),
        "modules; lines of the median and the longest": f"{len(sizes)}; {median(sizes):g}, {sizes[-1]}",
        f"functions above complexity {COMPLEX}": f"{hard} of {len(found)} ({hard / len(found):.1%})",
        "files in the fullest folder": f"{most} ({fullest})",
        "functions of one name in both levels of Panzer": len(basic & advanced),
        "modules in the largest knot of imports, types included": max(map(len, knots(graph))),
    }


def names(trees: Mapping[Path, ast.Module], folder: Path) -> set[str]:
    """The public functions at the top of the modules below a folder."""
    return {
        node.name
        for path, tree in trees.items()
        if folder in path.parents and (folder != SOURCE / LEVELS[0] or SOURCE / LEVELS[1] not in path.parents)
        for node in tree.body
        if isinstance(node, ast.FunctionDef) and not node.name.startswith("_")
    }


def spread(trees: Mapping[Path, ast.Module]) -> dict[str, object]:
    """For each game how many of its files name a kind of decision: in the median and at most."""
    from hulldown.games import game_names

    rows: dict[str, object] = {}
    for game in game_names():
        files: dict[str, set[Path]] = defaultdict(set)
        kinds = asked(game)
        for path, tree in trees.items():
            if f"games/{game}/" not in path.as_posix() and f"bots/{game}/" not in path.as_posix():
                continue
            for node in ast.walk(tree):
                if isinstance(node, ast.Constant) and isinstance(node.value, str) and node.value in kinds:
                    files[node.value].add(path)
        counts = sorted(map(len, files.values()))
        if counts:
            rows[f"{game} (of {len(kinds)} kinds)"] = f"{median(counts):g}, {counts[-1]}"
    return rows


def asked(game: str) -> set[str]:
    """The kinds of decision in the sequences of a game's scenarios: the keys of rows that ask."""
    from hulldown.games import load_game

    loaded = load_game(game)
    return {row.key for info in loaded.scenarios() for row in loaded.sequence(info.id) if getattr(row, "asks", None)}


def imports(trees: Mapping[Path, ast.Module]) -> dict[str, set[str]]:
    """Which modules of the package each module imports."""
    known = {path.relative_to(SOURCE.parent).with_suffix("").as_posix().replace("/", "."): path for path in trees}
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        graph[name] = set()
        for node in ast.walk(trees[path]):
            if isinstance(node, ast.ImportFrom) and node.module:
                graph[name] |= {f"{node.module}.{alias.name}" for alias in node.names} | {node.module}
            elif isinstance(node, ast.Import):
                graph[name] |= {alias.name for alias in node.names}
        graph[name] &= known.keys()
        graph[name].discard(name)
    return graph


def knots(graph: Mapping[str, set[str]]) -> list[set[str]]:
    """The sets of modules that reach each other (Tarjan)."""
    index: dict[str, int] = {}
    low: dict[str, int] = {}
    stack: list[str] = []
    found: list[set[str]] = []

    def visit(name: str) -> None:
        index[name] = low[name] = len(index)
        stack.append(name)
        for other in graph[name]:
            if other not in index:
                visit(other)
                low[name] = min(low[name], low[other])
            elif other in stack:
                low[name] = min(low[name], index[other])
        if low[name] == index[name]:
            at = stack.index(name)
            found.append(set(stack[at:]))
            del stack[at:]

    sys.setrecursionlimit(10_000)
    for name in graph:
        if name not in index:
            visit(name)
    return found


def rooms(graph: Mapping[str, set[str]]) -> dict[str, object]:
    """For each room its modules, lines, and how many modules it imports and is imported by."""

    def room(name: str) -> str:
        parts = name.split(".")[1:]
        return "/".join(parts[:3] if parts[:1] == ["games"] else parts[:1]) or "hulldown"

    members: dict[str, list[str]] = defaultdict(list)
    for name in graph:
        members[room(name)].append(name)
    rows: dict[str, object] = {}
    for title, inside in sorted(members.items()):
        out = {other for name in inside for other in graph[name]} - set(inside)
        into = {name for name, others in graph.items() if others & set(inside)} - set(inside)
        files = [SOURCE.parent / f"{name.replace('.', '/')}.py" for name in inside]
        lines = count([path for path in files if path.exists()])
        rows[title] = f"{len(inside)} modules, {lines} lines, imports {len(out)}, imported by {len(into)}"
    return rows


if __name__ == "__main__":
    sys.exit(main())
