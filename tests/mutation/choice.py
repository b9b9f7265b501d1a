"""Which files of a game are changed, and which of the possible changes are made."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from itertools import islice
from pathlib import Path

from mutation.citations import Citations
from mutation.mutants import Mutant, rank
from mutation.numbers import data_mutants
from mutation.operators import code_mutants, compiles

FACES = (
    "__init__", "view", "notation", "texts", "report", "tools", "los_tools", "odds_tools", "sampling", "loading",
    "options", "face", "reading", "pieces", "showing", "shown", "views", "panels", "fights", "prompts", "remarks",
)  # fmt: skip
"""Modules that show, load, read or guess, and decide nothing in the game; the numbers they load are changed instead."""
DATA_SHARE = 5
"""One mutant of so many changes a number of a data file."""
UNREAD_DATA = ("rules.csv", "citations.json")


def code_files(folder: Path, faces: bool = False) -> list[Path]:
    """The rules modules of a game."""
    return [path for path in sorted(folder.rglob("*.py")) if faces or path.stem not in FACES]


def data_files(folder: Path) -> list[Path]:
    """The data files of a game's charts."""
    files = sorted((folder / "data").rglob("*")) if (folder / "data").is_dir() else []
    return [path for path in files if path.suffix in (".csv", ".toml") and path.name not in UNREAD_DATA]


def possible(folder: Path, citations: Citations, faces: bool = False) -> tuple[list[Mutant], list[Mutant]]:
    """Every change of a game's code, and every change of its data in a row or table that cites a tested case."""
    code, data = [], []
    for path in code_files(folder, faces):
        code += code_mutants(path, path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
    for path in data_files(folder):
        data += data_mutants(path, path.relative_to(folder).as_posix(), path.read_text(encoding="utf-8"))
    return code, [each for each in data if citations.touched(replace(each, places=each.places[:2]))]


def chosen(
    code: Sequence[Mutant], data: Sequence[Mutant], number: int, seed: int, only: str = "", without: Sequence[str] = ()
) -> list[Mutant]:
    """So many of the mutants, drawn by a seed: mostly of code, some of data.

    `only` those of a file or a folder, and none of the files and folders `without`.
    """
    drawn = [
        sorted((each for each in mutants if _wanted(each, only, without)), key=lambda each: rank(seed, each))
        for mutants in (code, data)
    ]
    few = min(len(drawn[1]), number // DATA_SHARE if drawn[0] else number)
    many = list(islice((each for each in drawn[0] if compiles(each)), number - few))
    # Shuffled together, so that a run which is cut short has tried both kinds.
    return sorted([*many, *drawn[1][:few]], key=lambda each: rank(seed, each))


def _wanted(mutant: Mutant, only: str, without: Sequence[str]) -> bool:
    return (not only or _of(mutant, only)) and not any(_of(mutant, each) for each in without)


def _of(mutant: Mutant, only: str) -> bool:
    """Whether `only` is its module, its data file or a folder it is in, with or without the folders above."""
    path = Path(mutant.name)
    whole, wanted = f"/{path.as_posix()}", only.strip("/")
    return path.stem == wanted or whole.endswith((f"/{wanted}", f"/{wanted}.py")) or f"/{wanted}/" in whole
