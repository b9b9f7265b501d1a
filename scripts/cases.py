"""Runs the tests that cite a case, or those of all cases that a change touches.

`cases.py 8.71a [pytest's arguments]` takes the case with its parts (8.71 takes 8.71a too) in every game that has it;
`tank:8.71a` in one. `cases.py --changed` takes what differs from the branch's beginning (from the commit before, on the
main branch when nothing is uncommitted): changed tests, and of changed rules and data the tests of the cases that they
cite, or that those cite who use them, nearest first.
"""

from __future__ import annotations

import ast
import re
import subprocess
import sys
from collections.abc import Iterable, Iterator, Sequence
from pathlib import Path

HOME = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(HOME / "tests"), str(HOME / "src")]

from hulldown.rules.coverage import catalogue, game_names, scan_tests  # noqa: E402
from mutation.citations import Citations, citations_of  # noqa: E402

TESTS = HOME / "tests"
MOST = 400
"""So many tests of a change are run; the whole suite has them all."""
HUNK = re.compile(r"^@@ -\S+ \+(\d+)(?:,(\d+))? @@", re.MULTILINE)
CASE = re.compile(r"\b\d+\.\d[\w.+-]*\w|\b\d+\.\d")

Lines = tuple[tuple[int, int], ...]


def citing(case: str) -> list[str]:
    """The tests (`file::name`) that cite a case or a part of it."""
    only, _, wanted = case.rpartition(":")
    names = game_names()
    found = set()
    for game in [only] if only else names:
        ids = {entry.id for entry in catalogue(game) if entry.id == wanted or part_of(entry.id, wanted)}
        for cited, places in scan_tests(game, TESTS, names).items() if ids else ():
            if cited in ids:
                found.update(places)
    return sorted(found)


def part_of(case: str, whole: str) -> bool:
    """Whether a case is a part of another: 8.71a and 8.71-2 are of 8.71, and 8.711 is not."""
    return case.startswith(whole) and not case[len(whole)].isdigit()


def git(*arguments: str) -> str:
    """What git prints; nothing where it knows no such commit."""
    return subprocess.run(["git", *arguments], cwd=HOME, check=False, capture_output=True, text=True).stdout.strip()


def base() -> str:
    """The commit that changes are held against."""
    head = git("rev-parse", "HEAD")
    for main in ("origin/main", "main"):
        began = git("merge-base", "HEAD", main)
        if began and began != head:
            return began
    return head if git("status", "--porcelain") else git("rev-parse", "HEAD~1") or head


def changes(since: str) -> Iterator[tuple[Path, Lines]]:
    """Each changed file with its changed lines; a line that is gone counts as its neighbours."""
    for name in git("diff", "--name-only", "--diff-filter=d", since).splitlines():
        spans = []
        for start, count in HUNK.findall(git("diff", "-U0", since, "--", name)):
            first, length = int(start), int(count or 1)
            spans.append((first, first + max(length, 1) - (1 if length else 0)))
        yield HOME / name, tuple(spans)
    for name in git("ls-files", "--others", "--exclude-standard").splitlines():
        yield HOME / name, ((1, sys.maxsize),)


def cases_of(citations: Citations, folder: Path, name: str, lines: Lines) -> list[str]:
    """The tested cases of changed lines: of the statements that hold them and of who uses these, else of the file."""
    spans = lines
    used: set[str] = set()
    if name.endswith(".py"):
        tree = ast.parse((folder / name).read_text(encoding="utf-8"))
        touched = [node for node in statements(tree) if meets(extent(node), lines)]
        spans = tuple(extent(node) for node in touched)
        used = {word for node in touched for word in names_of(node)}
    cases = cited(citations, folder / name, spans)
    for word in sorted(used):
        for file, span in citations.users.get(word, ()):
            cases += cited(citations, folder / file, (span,))
    return list(dict.fromkeys(cases or cited(citations, folder / name, ((1, sys.maxsize),))))


def statements(tree: ast.Module) -> Iterator[ast.stmt]:
    """The statements of a module, those of a class each by itself."""
    for node in tree.body:
        yield from node.body if isinstance(node, ast.ClassDef) else (node,)


def names_of(node: ast.stmt) -> Iterator[str]:
    """What a statement defines."""
    if isinstance(node, ast.FunctionDef):
        yield node.name
    elif isinstance(node, ast.Assign | ast.AnnAssign):
        for target in node.targets if isinstance(node, ast.Assign) else (node.target,):
            yield from (part.id for part in ast.walk(target) if isinstance(part, ast.Name))


def extent(node: ast.stmt) -> tuple[int, int]:
    """First and last line."""
    return node.lineno, node.end_lineno or node.lineno


def meets(span: tuple[int, int], lines: Lines) -> bool:
    return any(first <= span[1] and span[0] <= last for first, last in lines)


def cited(citations: Citations, file: Path, spans: Iterable[tuple[int, int]]) -> list[str]:
    """The tested cases that these lines of a file name, each with its parts: a rule of 8.71 is tested as 8.71a."""
    text = file.read_text(encoding="utf-8").splitlines()
    words = [word for first, last in spans for line in text[first - 1 : last] for word in CASE.findall(line)]
    return [case for word in dict.fromkeys(words) for case in citations.tests if case == word or part_of(case, word)]


def changed(since: str) -> list[str]:
    """The tests that belong to what has changed, nearest first."""
    tests: list[str] = []
    games: dict[str, list[tuple[Path, Lines]]] = {}
    for path, lines in changes(since):
        parts = path.relative_to(HOME).parts
        if parts[0] == "tests" and path.name.startswith("test_") and parts[1] in ("rulebook", "unit", "architecture"):
            tests.append(path.relative_to(HOME).as_posix())
        elif parts[:3] == ("src", "hulldown", "games") and len(parts) > 4 and parts[3] in game_names():
            games.setdefault(parts[3], []).append((path, lines))
    for game, files in games.items():
        citations = citations_of(game, TESTS)
        folder = HOME / "src" / "hulldown" / "games" / game
        for path, lines in files:
            for case in cases_of(citations, folder, path.relative_to(folder).as_posix(), lines):
                tests += citations.tests[case]
    return list(dict.fromkeys(tests))


def main(arguments: Sequence[str]) -> int:
    """Pytest's exit code; 2 where the case is unknown or nothing cites it."""
    if not arguments:
        sys.exit("which case? make case CASE=8.71a")
    case, *rest = arguments
    if case == "--changed":
        since = base()
        tests = changed(since)
        kept = tests[:MOST]
        left = f", the first {MOST} of {len(tests)}" if len(tests) > MOST else ""
        print(f"tests of what has changed since {since[:9]}: {len(kept)}{left}", flush=True)
        if not kept:
            return 0
    else:
        kept = citing(case)
        if not kept:
            print(f"no test cites {case!r}: `hulldown rules GAME --coverage` lists the cases", file=sys.stderr)
            return 2
        print("\n".join(kept), flush=True)
    return subprocess.run([sys.executable, "-m", "pytest", *rest, *kept], cwd=HOME, check=False).returncode


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
