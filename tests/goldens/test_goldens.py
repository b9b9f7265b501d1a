"""The golden playthroughs are played again, byte for byte; a change of behaviour shows as a diff."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType

import pytest

FOLDER = Path(__file__).parent


def _maker() -> ModuleType:
    spec = importlib.util.spec_from_file_location("golden_maker", FOLDER / "make.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


MAKER = _maker()


@pytest.mark.parametrize("name", MAKER.GOLDENS)
def test_golden(name: str) -> None:
    written = (FOLDER / f"{name}.txt").read_text(encoding="utf-8")
    played = MAKER.playthrough(*MAKER.GOLDENS[name])
    assert played.splitlines() == written.splitlines(), "behaviour changed: run make goldens and review the diff"


def test_no_golden_is_left_over() -> None:
    assert {path.stem for path in FOLDER.glob("*.txt")} == set(MAKER.GOLDENS)
