"""Tables of the data notes as tests write them: lines of cells, rows of numbers with stars, ammunition limits."""

from __future__ import annotations

from typing import Protocol


def lines(table: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in table.split("\n") if line]


def words(text: str) -> tuple[list[int], list[str]]:
    """The numbers of a row such as 10/7*/5*, and the tag of each."""
    cells = text.split("/")
    tags = ["rulebook" if cell.endswith("*") else "reconstructed" for cell in cells]
    return [int(cell.rstrip("*")) for cell in cells], tags


def limits(text: str) -> tuple[int, int, int, int]:
    """Basic, A, H and S limit of a text such as 6 A4 S4."""
    found = {"": 0, "A": 0, "H": 0, "S": 0}
    for word in text.replace("-", "").split():
        prefix = word[0] if word[0].isalpha() else ""
        found[prefix] = int(word.removeprefix(prefix))
    return found[""], found["A"], found["H"], found["S"]


class Limited(Protocol):
    """Anything with the four limits."""

    basic_limit: int
    special_limit: int
    heat_limit: int
    smoke_limit: int


def limits_of(unit: Limited) -> tuple[int, int, int, int]:
    return unit.basic_limit, unit.special_limit, unit.heat_limit, unit.smoke_limit
