"""The changes that a mutation run makes: which there are, where none is made, and that ids outlive edits."""

from __future__ import annotations

from pathlib import Path

import pytest

from mutation.mutants import Mutant, rank
from mutation.numbers import data_mutants
from mutation.operators import code_mutants, compiles


def changes(text: str) -> set[str]:
    """The lines that the mutants of a text put in place of others."""
    mutants = code_mutants(Path("rules.py"), "rules.py", text)
    return {line[1:].strip() for each in mutants for line in each.diff(text) if line.startswith("+")}


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        ("if a < b:\n  pass", "if a <= b:"),
        ("if a >= b:\n  pass", "if a > b:"),
        ("if a == b:\n  pass", "if a != b:"),
        ("if a in b:\n  pass", "if a not in b:"),
        ("x = a and b", "x = a or b"),
        ("x = a and b", "x = a"),
        ("x = a and b", "x = b"),
        ("x = not a", "x = a"),
        ("x = f(a) + 3", "x = f(a) + 4"),
        ("x = f(a) + 3", "x = f(a) + 2"),
        ("x = f(a) + 3", "x = f(a) - 3"),
        ("x = True", "x = False"),
        ("x = min(a, b)", "x = max(a, b)"),
        ("x = any(a)", "x = all(a)"),
        ("x = a in ('b', 'c')", "x = a in ('b',)"),
        ("x = {1, 2}", "x = {1}"),
        ("def f(a):\n  if a:\n    return 1\n  return 2", "pass"),
        ("def f(a):\n  a.b = 1", "pass"),
        ("def f(a):\n  a.b()", "pass"),
        ("x = 1 if a else 2", "x = 1 if (not a) else 2"),
    ],
)
def test_each_kind_of_change(line: str, expected: str) -> None:
    assert expected in changes(line)


@pytest.mark.parametrize(
    "line",
    [
        '"""In 3 of 4 cases."""',
        "assert a < 3",
        "from a import b",
        "def f(a: int | None) -> int | None: ...",
        "@lru_cache(maxsize=3)\ndef f(): ...",
        "raise ValueError(3)",
        "x = zip(a, b, strict=True)",
        "FACE = Face(tasks=(TaskFace('MV', 'Move', around=1, steps=True),), names=(3, 4))",
        "x = f'{3}'",
        "__slots__ = ('a', 'b')",
        "class A:\n  def __eq__(self, other):\n    return self.a == other.a",
        "Known = int | None",
        "x = 'a' + b",
        "if TYPE_CHECKING:\n  import a",
    ],
)
def test_what_decides_nothing_is_left_alone(line: str) -> None:
    assert changes(line) == set()


def test_the_new_text_stands_where_the_old_one_stood_also_after_long_letters() -> None:
    text = 'x = ("–", "ü", 3)\n'
    (more, _) = (each for each in code_mutants(Path("rules.py"), "rules.py", text) if each.operator == "constant")
    assert more.applied(text) == 'x = ("–", "ü", 4)\n'


def test_an_id_names_no_line_and_tells_like_changes_apart() -> None:
    text = "def f(a):\n    return a[1] + a[1]\n"
    below = code_mutants(Path("rules.py"), "rules.py", "import os\n\n\n" + text)
    mutants = code_mutants(Path("rules.py"), "rules.py", text)
    assert [each.id for each in mutants] == [each.id for each in below]
    assert len({each.id for each in mutants}) == len(mutants)
    assert "rules.py:f:constant: 1 -> 2 #1" in {each.id for each in mutants}


def test_a_seed_draws_a_mutant_whatever_else_there_is() -> None:
    text = "def f(a):\n    return a < 1\n"
    (first, *_) = code_mutants(Path("rules.py"), "rules.py", text)
    (again, *_) = code_mutants(Path("rules.py"), "rules.py", text + "def g(a):\n    return a > 2\n")
    assert rank(1, first) == rank(1, again)
    assert rank(1, first) != rank(2, first)


def test_a_mutant_that_is_no_python_is_none(tmp_path: Path) -> None:
    path = tmp_path / "rules.py"
    path.write_text("x = 1\n", encoding="utf-8")
    wrong = Mutant(path, "rules.py", "module", "drop", 0, 3, "x =", "=", 1, ())
    right = Mutant(path, "rules.py", "module", "constant", 4, 5, "1", "2", 1, ())
    assert (compiles(wrong), compiles(right)) == (False, True)


def numbers(name: str, text: str) -> set[tuple[str, str, str]]:
    return {(each.scope, each.old, each.new) for each in data_mutants(Path(name), name, text)}


def test_numbers_of_a_chart_change_but_not_its_keys_and_cases() -> None:
    text = '# rule: 8.81\nrange,moving,stationary,rule\n1-2,•,"1,3",8.81-1\n'
    found = numbers("8.81.csv", text)
    assert found == {
        ("1-2/stationary", "1", "2"), ("1-2/stationary", "1", "0"), ("1-2/stationary", "3", "4"),
        ("1-2/stationary", "3", "2"),
    }  # fmt: skip


def test_numbers_of_a_toml_table_change_but_not_words_and_remarks() -> None:
    text = '[woods] # 1\ntitle = "7 trees"\ncost = 2 # 3\nforces = [{ type = "T-34", count = 5 }]\nrule = "9.1"\n'
    assert numbers("terrain.toml", text) == {
        ("woods.cost", "2", "3"), ("woods.cost", "2", "1"), ("woods.forces", "5", "6"), ("woods.forces", "5", "4"),
    }  # fmt: skip


def test_a_number_looks_for_cases_in_its_row_its_table_and_the_head() -> None:
    text = '# Terrain (9.0)\n\n[woods]\ncost = 2\nrule = "9.1"\n\n[rough]\ncost = 3\n'
    (first, *_) = data_mutants(Path("terrain.toml"), "terrain.toml", text)
    assert first.places == (((4, 4),), ((3, 6),), ((1, 2),))
