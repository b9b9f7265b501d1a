"""The shape of the code: import direction, module size, purity, and pinned versions that name no host."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

import pytest

from hulldown.games import game_names

ROOT = Path(__file__).resolve().parents[2]
SOURCE = ROOT / "src" / "hulldown"
MODULES = sorted(SOURCE.rglob("*.py"))
GAMES = sorted(entry.name for entry in (SOURCE / "games").iterdir() if (entry / "__init__.py").exists())

# What a part of the package may import besides itself and `core`.
ALLOWED: dict[str, set[str]] = {
    "core": set(),
    "resources": set(),
    "signing": set(),
    "maps": {"resources"},
    "games": {"maps", "resources"},
    "bots": {"games"},
    "rules": {"games", "resources"},
    "lab": {"bots", "games"},
    "draw": {"maps", "resources"},
    "server": {"bots", "games", "lab", "maps", "resources", "rules", "draw", "signing"},
    "cli": {"bots", "games", "lab", "maps", "resources", "rules", "draw", "server", "signing"},
}
# What a room may import of the other rooms of its house, besides itself.
GAME_ROOMS: dict[str, set[str]] = {"data": set(), "rules": {"data"}, "faces": {"data", "rules"}}
SERVER_ROOMS: dict[str, set[str]] = {
    "storage": {"api"},
    "api": {"bots", "matches", "push", "storage"},
    "matches": {"api", "bots", "storage"},
    "bots": {"api", "matches", "storage"},
    "live": {"api", "bots", "matches", "storage"},
    "push": {"api", "matches", "storage"},
}
ACROSS = {("data", "rules.options"), ("rules", "faces.view"), ("faces", "books")}
"""Also allowed: scenarios are checked against rule options, hooks name the type of the view, tools find their rules."""
IMPURE = {
    "asyncio", "datetime", "io", "multiprocessing", "os", "pathlib", "random", "secrets", "shutil", "socket",
    "subprocess", "sys", "tempfile", "threading", "time", "urllib", "uuid",
}  # fmt: skip
LONG, LONGEST = 500, 800


@cache
def text_of(path: Path) -> str:
    return path.read_text(encoding="utf-8")


@cache
def tree_of(path: Path) -> ast.Module:
    return ast.parse(text_of(path))


def part_of(path: Path) -> str:
    """The part of the package a module belongs to."""
    relative = path.relative_to(SOURCE)
    return relative.parts[0].removesuffix(".py")


@cache
def imports(path: Path) -> list[str]:
    """Every module a file imports, imports for type checking included."""
    found: list[str] = []
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            found += (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and node.level == 0:
            found += (node.module, *(f"{node.module}.{alias.name}" for alias in node.names))
    return found


def name(path: Path) -> str:
    return str(path.relative_to(SOURCE))


def test_every_part_of_the_package_has_its_place() -> None:
    parts = {part_of(path) for path in MODULES} - {"__init__", "__main__"}
    assert parts <= set(ALLOWED), f"give {parts - set(ALLOWED)} a place in the import direction"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_imports_point_one_way(path: Path) -> None:
    part = part_of(path)
    for module in imports(path):
        if not module.startswith("hulldown.") or part.startswith("__"):
            continue
        other = module.split(".")[1]
        if other in ("__version__", part) or other not in ALLOWED:
            continue
        assert other == "core" or other in ALLOWED[part], f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", [p for p in MODULES if part_of(p) == "games"], ids=name)
def test_games_do_not_import_each_other(path: Path) -> None:
    own = path.relative_to(SOURCE / "games").parts[0]
    for module in imports(path):
        match = re.match(r"hulldown\.games\.(\w+)", module)
        if match and match[1] in GAMES:
            assert match[1] == own, f"{name(path)} imports {module}"


@pytest.mark.parametrize("game", GAMES)
def test_a_game_has_rules_faces_and_data(game: str) -> None:
    folder = SOURCE / "games" / game
    assert {path.parent.name for path in folder.glob("*/__init__.py")} - {"modules"} == set(GAME_ROOMS)
    assert {path.stem for path in folder.glob("*.py")} <= {"__init__", "game", "books"}


def rooms_of(house: Path, rooms: dict[str, set[str]]) -> Iterator[tuple[Path, str, list[str]]]:
    """Every module in a room with the room, and the modules of the same house it imports, by their path in it."""
    prefix = ".".join(("hulldown", *house.relative_to(SOURCE).parts, ""))
    for room in rooms:
        for path in sorted((house / room).rglob("*.py")):
            yield path, room, [module.removeprefix(prefix) for module in imports(path) if module.startswith(prefix)]


@pytest.mark.parametrize("game", GAMES)
def test_rules_know_no_faces_and_data_no_rules(game: str) -> None:
    for path, room, modules in rooms_of(SOURCE / "games" / game, GAME_ROOMS):
        for module in modules:
            other = module.split(".")[0]
            across = any(module == way or module.startswith(f"{way}.") for start, way in ACROSS if start == room)
            assert across or other in {room, *GAME_ROOMS[room]}, f"{name(path)} imports {module}"


def test_rooms_of_the_server_import_one_way() -> None:
    folders = {path.parent.name for path in (SOURCE / "server").glob("*/__init__.py")}
    assert folders == set(SERVER_ROOMS)
    for path, room, modules in rooms_of(SOURCE / "server", SERVER_ROOMS):
        for module in modules:
            other = module.split(".")[0]
            assert other not in folders or other in {room, *SERVER_ROOMS[room]}, f"{name(path)} imports {module}"


@pytest.mark.parametrize("path", [p for p in MODULES if part_of(p) == "core"], ids=name)
def test_core_names_no_game(path: Path) -> None:
    words = set(re.findall(r"[a-z_]+", text_of(path).lower()))
    named = words & {*GAMES, *game_names(), "kampfpanzer", "panzer_battles"}
    assert not named, f"{name(path)} names {named}"


@pytest.mark.parametrize("path", [p for p in MODULES if part_of(p) in ("core", "games")], ids=name)
def test_core_and_games_touch_nothing_outside(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name):
            assert node.func.id not in ("open", "print", "input", "eval", "exec"), f"{name(path)}:{node.lineno}"
    reading = path.parent.name == "data" or path.parent == SOURCE / "games"
    for module in imports(path):
        top = module.split(".")[0]
        if module in ("random", "random.Random"):
            continue  # only as the type of the generator that `sample` is given: see the next test
        assert top not in IMPURE, f"{name(path)} imports {module}"
        assert reading or not module.startswith("hulldown.resources"), f"{name(path)} reads files"


@pytest.mark.parametrize("path", [p for p in MODULES if part_of(p) in ("core", "games")], ids=name)
def test_no_global_randomness(path: Path) -> None:
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import):
            assert all(alias.name != "random" for alias in node.names), f"{name(path)} imports the module random"
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            assert [alias.name for alias in node.names] == ["Random"], name(path)


@pytest.mark.parametrize("path", [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))], ids=str)
def test_modules_stay_small(path: Path) -> None:
    lines = text_of(path).count("\n")
    assert lines <= LONGEST, f"{path} has {lines} lines"
    if lines > LONG:
        text = ast.get_docstring(tree_of(path)) or ""
        assert "lines" in text, f"{path} has {lines} lines and does not say why"


@pytest.mark.parametrize("path", MODULES, ids=name)
def test_every_module_says_what_it_is(path: Path) -> None:
    assert ast.get_docstring(tree_of(path)), name(path)


def test_pinned_versions_name_no_host() -> None:
    pins = (ROOT / "constraints.txt").read_text(encoding="utf-8").split()
    assert pins
    assert all(re.fullmatch(r"[A-Za-z0-9_.\-]+(\[[a-z,]+\])?==[A-Za-z0-9_.+!]+", pin) for pin in pins)
    lock = ROOT / "web" / "package-lock.json"
    if lock.exists():
        assert "://" not in lock.read_text(encoding="utf-8")


def test_every_direct_dependency_is_pinned() -> None:
    import tomllib

    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [
        *project["dependencies"],
        *(entry for extra in project["optional-dependencies"].values() for entry in extra),
    ]
    pins = {pin.partition("==")[0].lower().replace("_", "-") for pin in (ROOT / "constraints.txt").read_text().split()}
    for entry in wanted:
        bare = re.split(r"[\[<>=~! ]", entry)[0].lower().replace("_", "-")
        assert bare in pins, f"{bare} is not in constraints.txt"


def test_the_project_does_not_lean_on_its_neighbours() -> None:
    """What the project needs, it contains: nothing reads the folder of shared notes beside it."""
    for path in [*MODULES, ROOT / "Makefile", ROOT / ".ci" / "run"]:
        assert "../shared" not in path.read_text(encoding="utf-8"), path


def stranger(where: str, imported: str) -> bool:
    """Whether a file of a rules module (`games/X/modules/KEY/…`) imports the insides of another module."""
    own = re.match(r"games/(\w+)/modules/(\w+)/", where)
    other = re.match(r"hulldown\.games\.(\w+)\.modules\.(\w+)", imported)
    return bool(own and other and own.groups() != other.groups())


def test_no_rules_module_names_another_ones_insides() -> None:
    assert stranger("games/tank/modules/smoke/steps.py", "hulldown.games.tank.modules.mines.rules")
    assert not stranger("games/tank/modules/smoke/steps.py", "hulldown.games.tank.modules.smoke.verbs")
    assert not stranger("games/tank/modules/smoke/steps.py", "hulldown.games.tank.rules.hooks")
    for path in MODULES:
        found = [module for module in imports(path) if stranger(name(path), module)]
        assert not found, f"{name(path)} imports {found}"


def test_no_book_knows_the_modules_on_top_of_it() -> None:
    for path in MODULES:
        if re.match(r"games/\w+/(rules|faces|data)/", name(path)):
            assert not [module for module in imports(path) if ".modules." in module], name(path)
