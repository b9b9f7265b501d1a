"""Rule coverage: for every case of a game's catalogue, the code, the data and the tests that cite it.

- The catalogue is `games/<game>/data/rules.csv`: id, book (or level, or neither), topic, kind, summary.
- Code cites a case by its exact id inside a string, docstring or comment of a module of the game; data by a quoted
  TOML value or a CSV cell that is exactly the id.
- A test cites it by `@pytest.mark.rules("8.71a")`, on itself, its class, its module (`pytestmark`) or a parameter set.
  Case numbers recur from game to game, so a test file belongs to the game that its path names, or else to the one
  game it imports; an id written "tank:8.71a" belongs to that game wherever it stands.
- The game's README.md explains the cases that mean nothing to a computer, in a table below the heading
  `EXPLAINED`, their ids in backticks in its first column.

What this cannot see: whether the code that cites a case does what the case says, nor whether the test that cites it
would fail if it did not; ids that are put together while the program runs; ids within a range such as "8.41-8.43". A
number in a string or comment that happens to be an id ("1.0") counts as a citation.

An installed package has no tests beside it, so their citations are also kept in `data/citations.json`; rewrite it
with `python -m hulldown.rules.coverage --write tank`.
"""

from __future__ import annotations

import argparse
import ast
import csv
import io
import re
import sys
import tokenize
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

import msgspec

from hulldown.core.errors import MalformedError, UnknownNameError

EXPLAINED = "Cases that do not apply to a computer"
"""The heading of the README section that explains cases away."""
TESTABLE = ("rule", "table", "scenario")
"""The kinds of case that code can fulfil and a test can hold it to."""
SNAPSHOT = "citations.json"

Citations = Mapping[str, tuple[str, ...]]
"""The places that cite a case, by its id."""

_WORD = re.compile(r"[0-9A-Za-z][0-9A-Za-z.+-]*")
_QUOTED = re.compile(r"\"([^\"]*)\"|'([^']*)'")
_TEXTS = {tokenize.STRING, tokenize.COMMENT, getattr(tokenize, "FSTRING_MIDDLE", tokenize.STRING)}
_HEADING = re.compile(r"^#+\s+(.*?)\s*#*\s*$")


class Case(msgspec.Struct, frozen=True):
    """A row of a catalogue."""

    id: str
    book: str
    topic: str
    kind: str
    summary: str

    @property
    def testable(self) -> bool:
        """Whether code can fulfil it; definitions, examples and remarks only inform."""
        return self.kind in TESTABLE


class Row(msgspec.Struct, frozen=True):
    """A case with the places (`file:line`) and tests (`file::name`) that cite it."""

    case: Case
    code: tuple[str, ...]
    tests: tuple[str, ...]
    explanation: str

    @property
    def missing(self) -> bool:
        """Whether it should be covered and is neither explained nor cited by code and a test."""
        return self.case.testable and not self.explanation and not (self.code and self.tests)


class Coverage(msgspec.Struct, frozen=True):
    """How far one book of a game is covered; the counts are of testable cases."""

    game: str
    book: str
    rows: tuple[Row, ...]
    unknown: tuple[str, ...]
    """Ids that tests of the game cite though no catalogue of it has them: slips of the pen."""

    @property
    def cases(self) -> int:
        return sum(row.case.testable for row in self.rows)

    @property
    def implemented(self) -> int:
        """How many testable cases code or data cites."""
        return sum(row.case.testable and bool(row.code) for row in self.rows)

    @property
    def tested(self) -> int:
        """How many testable cases a test cites."""
        return sum(row.case.testable and bool(row.tests) for row in self.rows)

    @property
    def explained(self) -> int:
        """How many testable cases the README explains."""
        return sum(row.case.testable and bool(row.explanation) for row in self.rows)

    @property
    def missing(self) -> tuple[str, ...]:
        """The ids of the testable cases that are neither covered nor explained."""
        return tuple(row.case.id for row in self.rows if row.missing)


def package_root() -> Path:
    """The folder of the running package."""
    return Path(__file__).resolve().parent.parent


def game_names(root: Path | None = None) -> tuple[str, ...]:
    """The games that have a catalogue."""
    return tuple(sorted(path.parent.parent.name for path in (root or package_root()).glob("games/*/data/rules.csv")))


def catalogue(game: str, root: Path | None = None) -> tuple[Case, ...]:
    """Every case of a game, in the order of its catalogue; raises UnknownNameError or MalformedError."""
    if game not in game_names(root):
        hint = f"games: {', '.join(game_names(root))}"
        raise UnknownNameError(f"there is no rule catalogue for a game named {game!r}", hint)
    where = f"games/{game}/data/rules.csv"
    reader = csv.DictReader(io.StringIO(((root or package_root()) / where).read_text(encoding="utf-8")))
    columns = reader.fieldnames or ()
    for name in ("id", "topic", "kind", "summary"):
        if name not in columns:
            raise MalformedError(f"column {name!r} is missing", where)
    book = next((name for name in ("book", "level") if name in columns), "")
    cases: dict[str, Case] = {}
    for entry in reader:
        place = f"{where}: line {reader.line_num}"
        if None in entry or None in entry.values():
            raise MalformedError(f"the line has not {len(columns)} cells", place)
        if entry["id"] in cases:
            raise MalformedError(f"id {entry['id']!r} appears twice", place)
        texts = (entry[book] if book else "", entry["topic"], entry["kind"], entry["summary"])
        cases[entry["id"]] = Case(entry["id"], *texts)
    return tuple(cases.values())


def coverage(game: str, book: str = "", root: Path | None = None) -> Coverage:
    """The coverage of one book of a game, of all its books where none is named."""
    root = root or package_root()
    cases = catalogue(game, root)
    books = sorted({case.book for case in cases})
    if book and book not in books:
        raise UnknownNameError(f"{game} has no book named {book!r}", hint=f"books: {', '.join(books)}")
    ids = frozenset(case.id for case in cases)
    code = cited_by_code(game, ids, root)
    tests = cited_by_tests(game, root)
    why = explanations(game, root)
    rows = (
        Row(case, code.get(case.id, ()), tests.get(case.id, ()), why.get(case.id, ""))
        for case in cases
        if not book or case.book == book
    )
    return Coverage(game, book, tuple(rows), tuple(sorted(set(tests) - ids)))


def cited_by_code(game: str, ids: frozenset[str], root: Path | None = None) -> Citations:
    """The places in a game's modules and data files that cite each of these cases."""
    root = root or package_root()
    folder = root / "games" / game
    readers = {".py": _in_python, ".toml": _in_toml, ".csv": _in_csv}
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(folder.rglob("*")):
        if path.suffix not in readers or path == folder / "data" / "rules.csv":
            continue
        name = path.relative_to(root).as_posix()
        for line, word in readers[path.suffix](path.read_text(encoding="utf-8")):
            place = f"{name}:{line}"
            if word in ids and place not in found[word]:
                found[word].append(place)
    return {word: tuple(places) for word, places in found.items()}


def cited_by_tests(game: str, root: Path | None = None) -> Citations:
    """The tests that cite each case of a game: scanned in a checkout, else read from the snapshot."""
    root = root or package_root()
    tests = tests_folder(root)
    if tests is not None:
        return scan_tests(game, tests, game_names(root))
    return read_snapshot(game, root)


def read_snapshot(game: str, root: Path | None = None) -> Citations:
    """The citations by tests that were kept with the package; none where no snapshot was written."""
    snapshot = (root or package_root()) / "games" / game / "data" / SNAPSHOT
    if not snapshot.is_file():
        return {}
    return msgspec.json.decode(snapshot.read_bytes(), type=dict[str, dict[str, tuple[str, ...]]])["tests"]


def tests_folder(root: Path) -> Path | None:
    """The tests of the checkout that the package lies in; None when it is installed somewhere else.

    A package below another project's virtual environment must not take that project's tests for its own.
    """
    for parent in root.parents:
        if (parent / "tests").is_dir() and (parent / "src" / root.name) == root:
            return parent / "tests"
    return None


def scan_tests(game: str, tests: Path, games: Sequence[str]) -> Citations:
    """The tests below a folder that cite each case of `game`, one of `games`."""
    found: dict[str, list[str]] = defaultdict(list)
    for path in sorted(tests.rglob("*.py")):
        text = path.read_text(encoding="utf-8")
        if "mark.rules" not in text:
            continue
        marks = _marks(text)
        name = path.relative_to(tests.parent).as_posix()
        owner = _owner(path.relative_to(tests), marks.imported, games)
        for test, word in marks.cited:
            prefix, colon, rest = word.rpartition(":")
            place = f"{name}::{test}" if test else name
            if (prefix if colon else owner) == game and place not in found[rest]:
                found[rest].append(place)
    return {word: tuple(places) for word, places in sorted(found.items())}


def explanations(game: str, root: Path | None = None) -> Mapping[str, str]:
    """Why each case that the game's README.md explains does not apply."""
    readme = (root or package_root()) / "games" / game / "README.md"
    found: dict[str, str] = {}
    inside = False
    for line in readme.read_text(encoding="utf-8").splitlines() if readme.is_file() else ():
        heading = _HEADING.match(line)
        if heading:
            inside = heading[1] == EXPLAINED
        elif inside and line.lstrip().startswith("|"):
            first, *others = line.strip().strip("|").split("|")
            reason = " ".join(cell.strip() for cell in others) or "explained"
            found |= dict.fromkeys(re.findall(r"`([^`]+)`", first), reason)
    return found


def write_snapshot(game: str, root: Path | None = None) -> Path:
    """The snapshot file of a game, freshly written from the tests of the checkout."""
    root = root or package_root()
    tests = tests_folder(root)
    if tests is None:
        raise UnknownNameError("the package lies in no checkout with tests", hint="run this from a source checkout")
    catalogue(game, root)
    content = {"tests": scan_tests(game, tests, game_names(root))}
    path = root / "games" / game / "data" / SNAPSHOT
    path.write_bytes(msgspec.json.format(msgspec.json.encode(content, order="deterministic"), indent=1) + b"\n")
    return path


def _in_python(text: str) -> Iterator[tuple[int, str]]:
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type in _TEXTS:
            for match in _WORD.finditer(token.string):
                # A sentence ends in a full stop, a case number does not.
                yield token.start[0] + token.string.count("\n", 0, match.start()), match[0].rstrip(".-")


def _in_toml(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if not line.lstrip().startswith("#"):
            for match in _QUOTED.finditer(line.partition(" = ")[2]):
                yield number, match[1] or match[2] or ""


def _in_csv(text: str) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.splitlines(), 1):
        if line.startswith("#"):
            yield number, line.partition(":")[2].strip()
        else:
            for cells in csv.reader([line]):
                yield from ((number, cell.strip()) for cell in cells)


class _Marks(NamedTuple):
    """What a test file cites and imports."""

    cited: tuple[tuple[str, str], ...]
    imported: tuple[str, ...]


@lru_cache(maxsize=1024)
def _marks(text: str) -> _Marks:
    """Read once for all games: each goes through all test files."""
    tree = ast.parse(text)
    return _Marks(tuple(_in_test(tree)), tuple(_imports(tree)))


def _owner(path: Path, imports: Iterable[str], games: Sequence[str]) -> str:
    """The game that a test file is about; "" when it names none, or several."""
    parts = [*path.parts[:-1], path.stem]
    named = [game for game in games if any(re.search(rf"(^|_){game}(_|$)", part) for part in parts)]
    if named:
        # "panzer_battles" also contains "panzer": the longer name is meant.
        return max(named, key=len)
    modules = [f"{module}." for module in imports]
    imported = {game for game in games if any(module.startswith(f"hulldown.games.{game}.") for module in modules)}
    return imported.pop() if len(imported) == 1 else ""


def _imports(tree: ast.Module) -> Iterator[str]:
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module:
            yield node.module
            yield from (f"{node.module}.{alias.name}" for alias in node.names)


def _in_test(node: ast.AST, scope: str = "") -> Iterator[tuple[str, str]]:
    """The (test, id) pairs of the rules markers below a node; the test is "" for a mark of the whole module.

    A function is marked by its decorators: its body is not looked at.
    """
    children: Iterable[ast.AST] = ast.iter_child_nodes(node)
    if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
        scope = f"{scope}::{node.name}" if scope else node.name
        children = node.decorator_list if not isinstance(node, ast.ClassDef) else children
    elif isinstance(node, ast.Call) and _is_marker(node.func):
        for argument in node.args:
            if isinstance(argument, ast.Constant) and isinstance(argument.value, str):
                yield scope, argument.value
    for child in children:
        yield from _in_test(child, scope)


def _is_marker(function: ast.expr) -> bool:
    if not isinstance(function, ast.Attribute) or function.attr != "rules":
        return False
    mark = function.value
    return "mark" in (getattr(mark, "attr", ""), getattr(mark, "id", ""))


def _summary(found: Coverage) -> str:
    counts = f"{found.cases} cases, {found.implemented} implemented, {found.tested} tested, {found.explained} explained"
    return f"{found.game} {found.book or 'all books'}: {counts}, {len(found.missing)} missing"


def main(arguments: Iterable[str] | None = None) -> int:
    """The exit code of `python -m hulldown.rules.coverage`, which prints summaries or rewrites snapshots."""
    parser = argparse.ArgumentParser("python -m hulldown.rules.coverage", description="Rule coverage of the games.")
    parser.add_argument("games", nargs="*", help="the games; all of them by default")
    parser.add_argument("--write", action="store_true", help=f"rewrite data/{SNAPSHOT} from the tests")
    options = parser.parse_args(None if arguments is None else list(arguments))
    for game in options.games or game_names():
        if options.write:
            print(write_snapshot(game))
        for book in sorted({case.book for case in catalogue(game)}):
            print(_summary(coverage(game, book)))
    return 0


if __name__ == "__main__":
    sys.exit(main())
