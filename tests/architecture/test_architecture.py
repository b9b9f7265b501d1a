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
    "api": {"bots", "games"},
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


def in_parts(*parts: str) -> list[Path]:
    """The modules of some parts of the package; there must be some."""
    found = [path for path in MODULES if part_of(path) in parts]
    assert found
    return found


def wrong_way(path: Path) -> Iterator[str]:
    """What a module imports against the direction."""
    part = part_of(path)
    for module in imports(path):
        if not module.startswith("hulldown.") or part.startswith("__"):
            continue
        other = module.split(".")[1]
        if other in ("__version__", part) or other not in ALLOWED:
            continue
        if other != "core" and other not in ALLOWED[part]:
            yield f"{name(path)} imports {module}"


# Each test goes through all modules and tells all that is wrong: a test for each of them took longer than its look.


def test_imports_point_one_way() -> None:
    assert [wrong for path in MODULES for wrong in wrong_way(path)] == []


def other_games(path: Path) -> Iterator[str]:
    """What a module of a game imports of other games."""
    own = path.relative_to(SOURCE / "games").parts[0]
    for module in imports(path):
        match = re.match(r"hulldown\.games\.(\w+)", module)
        if match and match[1] in GAMES and match[1] != own:
            yield f"{name(path)} imports {module}"


def test_games_do_not_import_each_other() -> None:
    assert [wrong for path in in_parts("games") for wrong in other_games(path)] == []


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


def test_core_names_no_game() -> None:
    games = {*GAMES, *game_names(), "kampfpanzer", "panzer_battles"}
    words = {name(path): set(re.findall(r"[a-z_]+", text_of(path).lower())) for path in in_parts("core")}
    assert {path: found & games for path, found in words.items() if found & games} == {}


def impurities(path: Path) -> Iterator[str]:
    """What a module of rules does that reaches outside."""
    for node in ast.walk(tree_of(path)):
        called = node.func.id if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) else ""
        if called in ("open", "print", "input", "eval", "exec"):
            yield f"{name(path)}:{node.lineno} calls {called}"
    reading = path.parent.name == "data" or path.parent == SOURCE / "games"
    for module in imports(path):
        if module in ("random", "random.Random"):
            continue  # only as the type of the generator that `sample` is given: see the next test
        if module.split(".")[0] in IMPURE:
            yield f"{name(path)} imports {module}"
        if module.startswith("hulldown.resources") and not reading:
            yield f"{name(path)} reads files"


def test_core_and_games_touch_nothing_outside() -> None:
    assert [wrong for path in in_parts("core", "games") for wrong in impurities(path)] == []


def chances(path: Path) -> Iterator[str]:
    """Imports of more of the module `random` than the type of a generator."""
    for node in ast.walk(tree_of(path)):
        if isinstance(node, ast.Import) and any(alias.name == "random" for alias in node.names):
            yield f"{name(path)} imports the module random"
        elif isinstance(node, ast.ImportFrom) and node.module == "random":
            yield from (f"{name(path)} imports {one.name} of random" for one in node.names if one.name != "Random")


def test_no_global_randomness() -> None:
    assert [wrong for path in in_parts("core", "games") for wrong in chances(path)] == []


def test_modules_stay_small() -> None:
    paths = [*MODULES, *sorted((ROOT / "tests").rglob("*.py"))]
    long = {path: count for path in paths if (count := text_of(path).count("\n")) > LONG}
    assert {path: count for path, count in long.items() if count > LONGEST} == {}
    silent = [path for path in long if "lines" not in (ast.get_docstring(tree_of(path)) or "")]
    assert silent == [], f"over {LONG} lines without a reason"


def test_every_module_says_what_it_is() -> None:
    assert [name(path) for path in MODULES if not ast.get_docstring(tree_of(path))] == []


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
