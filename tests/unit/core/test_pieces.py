"""The methods of pieces follow from their fields, in every game and in a made-up piece with an optional part."""

from __future__ import annotations

import importlib.util
import pickle
import sys
from collections.abc import Iterator
from dataclasses import fields, is_dataclass
from pathlib import Path
from typing import Any

import msgspec
import pytest
from msgspec import UNSET

ROOT = Path(__file__).parents[3]


def _script() -> Any:
    spec = importlib.util.spec_from_file_location("pieces_script", ROOT / "scripts" / "pieces.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


script = _script()
MODULES = [
    "hulldown.core.movers",
    "hulldown.games.tank.rules.pieces",
    "hulldown.games.panzer.rules.pieces",
    "hulldown.games.kampfpanzer.rules.pieces",
]
KINDS = [
    kind
    for module in MODULES
    for kind in vars(importlib.import_module(module)).values()
    if isinstance(kind, type) and kind.__module__ == module and is_dataclass(kind)
]

MADE_UP = '''from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Final, final

from msgspec import UNSET, UnsetType

from hulldown.core.native import declare, mypyc_attr

_UNSET: Final = UNSET


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Smoke:
    """A part of a unit that only one module of the rules knows."""

    turns: int  # = 3
    cells: list[int]  # = []


@final
@mypyc_attr(acyclic=True)
@dataclass(init=False, eq=False)
class Unit:
    """A unit with an optional part."""

    id: str
    spotted: tuple[int, ...]  # = ()
    riders: list[Smoke]  # = []
    towed: Smoke | None  # = None
    by_side: dict[str, Smoke]  # = {}
    smoke: Smoke | UnsetType  # = UNSET
    crew: int | UnsetType  # = UNSET
'''


@pytest.fixture(scope="module")
def made_up(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Any]:
    """The module that the script makes of the text above, imported."""
    folder = tmp_path_factory.mktemp("pieces")
    text = script.written(MADE_UP)
    assert script.written(text) == text
    Path(folder, "made_up_pieces.py").write_text(text)
    sys.path.insert(0, str(folder))
    yield importlib.import_module("made_up_pieces")
    sys.path.remove(str(folder))


@pytest.mark.parametrize("path", script.files(), ids=lambda path: path.parts[-3])
def test_the_methods_are_current(path: Path) -> None:
    assert script.written(path.read_text()) == path.read_text(), "run scripts/pieces.py"


def _other(value: Any) -> Any:
    """A value of the same type that is not equal to this one."""
    if isinstance(value, bool):
        return not value
    if isinstance(value, int):
        return value + 1
    if isinstance(value, str):
        return value + "x"
    if isinstance(value, tuple):
        return (*value, _other(value[0]))
    if isinstance(value, list):
        return [*value, value[0]]
    changed = value.copy()
    if isinstance(value, dict):
        return changed | {"other": 2}
    name = fields(value)[0].name
    setattr(changed, name, _other(getattr(changed, name)))
    return changed


def _example(kind: type[Any]) -> Any:
    """An object of this class, each field with a value of its declared type."""
    module = vars(sys.modules[kind.__module__])
    plain = {"int": 5, "Cell": 11, "str": "a", "bool": False}
    values: list[Any] = []
    for name, written in kind.__annotations__.items():
        text = (written if isinstance(written, str) else written.__name__).removesuffix(" | UnsetType")
        if name == "__slots__":
            continue
        if text in plain:
            values.append(plain[text])
        elif text.startswith("tuple[str"):
            values.append(("a", "b"))
        elif text.startswith("tuple["):
            values.append((1, 2))
        elif text.startswith("Parts"):
            values.append({"module": [1]})
        elif text.startswith("list["):
            inner = text[5:-1]
            values.append([plain[inner] if inner in plain else _example(module[inner])])
        else:
            values.append(_example(module[text]))
    return kind(*values)


@pytest.mark.parametrize("kind", KINDS, ids=lambda kind: f"{kind.__module__.split('.')[2]}.{kind.__name__}")
def test_no_field_is_forgotten(kind: type[Any]) -> None:
    one = _example(kind)
    names = [field.name for field in fields(kind)]
    assert names
    again = pickle.loads(pickle.dumps(one))
    stored = msgspec.msgpack.decode(msgspec.msgpack.encode(one), type=kind)
    for name in names:
        value = getattr(one, name)
        assert getattr(one.copy(), name) == getattr(again, name) == getattr(stored, name) == value
        changed = one.copy()
        setattr(changed, name, _other(value))
        assert changed != one, f"__eq__ does not look at {name}"
        assert getattr(changed.copy(), name) == _other(value), f"copy forgets {name}"
        assert getattr(pickle.loads(pickle.dumps(changed)), name) == _other(value), f"__reduce__ forgets {name}"
        if not isinstance(value, int | str | tuple):
            assert getattr(one.copy(), name) is not value, f"a copy shares {name}"
    assert one == one.copy() == again == stored
    assert one != "something else"


def test_a_part_that_is_unset_is_not_in_the_json(made_up: Any) -> None:
    unit = made_up.Unit("A1")
    assert msgspec.json.encode(unit) == b'{"id":"A1","spotted":[],"riders":[],"towed":null,"by_side":{}}'
    for codec in (msgspec.json, msgspec.msgpack):
        again = codec.decode(codec.encode(unit), type=made_up.Unit)
        assert again == unit == unit.copy() == pickle.loads(pickle.dumps(unit))
        assert again.smoke is UNSET
        assert again.crew is UNSET


def test_a_part_that_is_set_is_copied_compared_and_stored(made_up: Any) -> None:
    unit = made_up.Unit("A1", (64, 119), [made_up.Smoke(1)], made_up.Smoke(2), {"a": made_up.Smoke()}, made_up.Smoke(4))
    unit.crew = 2
    twin = unit.copy()
    for codec in (msgspec.json, msgspec.msgpack):
        assert codec.decode(codec.encode(unit), type=made_up.Unit) == unit
    assert twin == unit == pickle.loads(pickle.dumps(unit))
    for part in (twin.smoke, twin.riders[0], twin.towed, twin.by_side["a"]):
        part.cells.append(1)
        assert twin != unit
        part.cells.clear()
        assert twin == unit
    twin.smoke = UNSET
    assert twin != unit
    assert msgspec.json.encode(twin).endswith(b'"crew":2}')


def test_json_without_a_field_that_cannot_be_unset_is_refused(made_up: Any) -> None:
    with pytest.raises(msgspec.ValidationError, match="missing required field `turns`"):
        msgspec.json.decode(b'{"cells":[]}', type=made_up.Smoke)


@pytest.mark.parametrize("kind", ["list[list[int]]", "A | B", "A | B | None", "set[int]"])
def test_a_type_without_a_rule_is_refused(kind: str) -> None:
    with pytest.raises(SystemExit, match="no rule how to copy"):
        script.methods("One", [script.Field("two", kind, "")])
