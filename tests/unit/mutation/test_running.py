"""A mutation run on a toy: it kills what its test holds and finds what no test holds."""

from __future__ import annotations

import os
from dataclasses import replace
from pathlib import Path

import pytest

from mutation import report
from mutation.__main__ import main
from mutation.child import Job, turn_of
from mutation.choice import chosen
from mutation.citations import Citations
from mutation.explained import ExplainedError, outdated, read_explained
from mutation.mutants import Mutant
from mutation.operators import code_mutants
from mutation.report import Finding
from mutation.running import Runner, Task, Verdict, verdict

RULES = '''"""A toy."""


def reach(points):
    """Movement (1.1)."""
    left = points
    while left > 0:
        left -= 1
    return points + 1


def helper(range_, height):
    if height > 100:
        return 0
    return range_ * 2


def shot(range_, height):
    """Fire (2.1)."""
    return helper(range_, height)
'''
TESTS = """from toy_rules import reach, shot

def test_reach():
    assert reach(3) == 4

def test_shot():
    assert shot(3, 1) == 6

def test_never():
    assert False
"""


@pytest.fixture
def toy(tmp_path: Path) -> Path:
    """A folder with rules and tests of their own."""
    (tmp_path / "toy_rules.py").write_text(RULES, encoding="utf-8")
    (tmp_path / "test_toy.py").write_text(TESTS, encoding="utf-8")
    (tmp_path / "pytest.ini").write_text("[pytest]\npythonpath = .\n", encoding="utf-8")
    return tmp_path


def mutants(toy: Path) -> dict[str, Mutant]:
    return {each.id: each for each in code_mutants(toy / "toy_rules.py", "toy_rules.py", RULES)}


def verdict_of(toy: Path, mutant: Mutant | None, *tests: str, seconds: float = 30.0) -> Verdict:
    runner = Runner(toy, [toy / "toy_rules.py", toy / "test_toy.py"], workers=1)
    job = Job(("test_toy.py",), dict.fromkeys(tests, 0))
    return verdict(runner.one(Task(mutant, job, seconds)))


@pytest.mark.slow
def test_a_planted_kill_is_killed_and_names_the_test(toy: Path) -> None:
    mutant = mutants(toy)["toy_rules.py:helper:arithmetic: range_ * 2 -> range_ // 2"]
    found = verdict_of(toy, mutant, "test_toy.py::test_shot")
    assert (found.outcome, found.by) == ("killed", "test_toy.py::test_shot")
    assert (toy / "toy_rules.py").read_text(encoding="utf-8") == RULES, "no file is changed"


@pytest.mark.slow
def test_a_planted_survivor_is_found_with_the_tests_it_passed(toy: Path) -> None:
    mutant = mutants(toy)["toy_rules.py:helper:compare: height > 100 -> height >= 100"]
    found = verdict_of(toy, mutant, "test_toy.py::test_shot", "test_toy.py::test_reach")
    assert found.outcome == "survived"
    assert set(found.ran) == {"test_toy.py::test_shot", "test_toy.py::test_reach"}


@pytest.mark.slow
def test_an_endless_loop_is_killed_by_the_limit(toy: Path) -> None:
    mutant = mutants(toy)["toy_rules.py:reach:drop: left -= 1 -> pass"]
    found = verdict_of(toy, mutant, "test_toy.py::test_reach", seconds=1.0)
    assert (found.outcome, found.by) == ("killed", "the limit of time or memory")


@pytest.mark.slow
def test_rules_that_cannot_be_imported_are_killed(toy: Path) -> None:
    broken = Mutant(toy / "toy_rules.py", "toy_rules.py", "module", "drop", 0, 0, "", "1 / 0\n", 1, ())
    assert verdict_of(toy, broken, "test_toy.py::test_reach").outcome == "killed"


@pytest.mark.slow
def test_where_no_test_is_run_the_mutant_is_untested(toy: Path) -> None:
    mutant = mutants(toy)["toy_rules.py:helper:compare: height > 100 -> height >= 100"]
    assert verdict_of(toy, mutant, "test_toy.py::test_of_nothing").outcome == "untested"


@pytest.mark.slow
def test_the_unchanged_rules_pass_and_the_parent_imports_nothing_of_them(toy: Path) -> None:
    import sys

    here = os.getcwd()
    assert verdict_of(toy, None, "test_toy.py::test_shot").outcome == "survived"
    assert "toy_rules" not in sys.modules
    assert os.getcwd() == here


@pytest.mark.slow
def test_several_at_a_time_all_get_their_own_verdict(toy: Path) -> None:
    runner = Runner(toy, [toy / "toy_rules.py"], workers=2)
    job = Job(("test_toy.py",), {"test_toy.py::test_shot": 0, "test_toy.py::test_reach": 1})
    tasks = [Task(each, job, 30.0) for each in list(mutants(toy).values())[-6:]]
    found = {task.mutant.id: verdict(result).outcome for task, result in runner.run(tasks) if task.mutant}
    assert len(found) == 6
    assert set(found.values()) == {"killed", "survived"}
    assert list(runner.run(tasks, lambda: False)) == [], "nothing is begun after the last minute"


def test_a_change_touches_the_cases_of_its_function_and_of_those_that_use_it(toy: Path) -> None:
    citations = Citations(
        {"toy_rules.py": ((5, "1.1"), (19, "2.1"))},
        {"1.1": ("test_toy.py::test_reach",), "2.1": ("test_toy.py::test_shot",)},
        {"helper": (("toy_rules.py", (18, 20)),), "reach": (("toy_rules.py", (18, 20)),)},
    )
    known = mutants(toy)
    helper = known["toy_rules.py:helper:compare: height > 100 -> height >= 100"]
    reach = known["toy_rules.py:reach:constant: 1 -> 2"]
    assert citations.touched(helper) == (("2.1",), ("1.1",)), "it cites none itself: its user's, then its module's"
    assert citations.touched(reach) == (("1.1",), ("2.1",))
    assert citations.citing(["2.1"]) == ("test_toy.py::test_shot",)
    made = replace(helper, scope="helper.__init__")
    assert citations.touched(made)[0] == ("2.1",), "a constructor is used by those who name its class"
    assert replace(citations, users={}).touched(helper) == (("1.1", "2.1"),), "those of the whole module"


def test_a_mark_of_a_class_or_file_cites_for_every_test_inside() -> None:
    wanted = {"a.py": 2, "b.py::TestX": 1, "c.py::test_y": 0}
    names = ("a.py::test_z", "b.py::TestX::test_q", "c.py::test_y[3-4]", "c.py::test_other")
    assert [turn_of(name, wanted) for name in names] == [2, 1, 0, None]


def test_the_choice_is_the_seeds(toy: Path) -> None:
    code = list(mutants(toy).values())
    data = [Mutant(toy / "a.csv", "a.csv", "x", "number", 0, 1, str(n), str(n + 1), 1, ()) for n in range(9)]
    first = chosen(code, data, 10, seed=1)
    assert [each.id for each in first] == [each.id for each in chosen(code, data, 10, seed=1)]
    assert {each.id for each in first} != {each.id for each in chosen(code, data, 10, seed=2)}
    assert sum(each.kind == "data" for each in first) == 2
    assert {each.name for each in chosen(code, data, 5, 1, only="a.csv")} == {"a.csv"}
    assert len(chosen(code, data, 5, 1, only="a.csv")) == 5
    inside = replace(data[0], name="modules/mines/b.csv")
    assert chosen(code, [*data, inside], 5, 1, only="modules") == [inside]
    assert chosen(code, [*data, inside], 5, 1, only="mod") == []
    deep = replace(data[0], name="rules/play/air/steps.py")
    for only in ("air", "play/air", "rules/play/air/", "steps", "air/steps", "air/steps.py"):
        assert chosen(code, [*data, deep], 5, 1, only=only) == [deep], only
    for only in ("ir", "play/ai", "lay/air", "teps", "rules/air", "air/step"):
        assert chosen(code, [*data, deep], 5, 1, only=only) == [], only
    for without in (("play/air",), ("modules", "steps")):
        assert chosen(code, [*data, deep], 5, 1, only="rules", without=without) == [], without
    assert chosen(code, [*data, deep], 5, 1, only="rules", without=("modules",)) == [deep]


def test_explained_survivors_have_a_reason_and_are_possible(toy: Path) -> None:
    file = toy / "explained.toml"
    known = mutants(toy)["toy_rules.py:helper:compare: height > 100 -> height >= 100"]
    file.write_text(f'[[survivor]]\nid = "{known.id}"\nreason = "No map is so high."\n', encoding="utf-8")
    assert read_explained(file) == {known.id: "No map is so high."}
    assert outdated({known.id: "", "gone": ""}, [known]) == ["gone"]
    assert read_explained(toy / "none.toml") == {}
    file.write_text('[[survivor]]\nid = "a"\nreason = " "\n', encoding="utf-8")
    with pytest.raises(ExplainedError, match="survivor 1 needs an id and a reason"):
        read_explained(file)
    file.write_text('[[survivor]]\nid = "a"\nreason = "b"\n' * 2, encoding="utf-8")
    with pytest.raises(ExplainedError, match="'a' appears twice"):
        read_explained(file)


def finding(number: int, outcome: str, reason: str = "") -> Finding:
    return Finding(f"m:{number}", f"m.py:{number}", ["-a", "+b"], ("1.1",), outcome, tests=["t.py::a"], reason=reason)


def test_the_report_tells_explained_from_open_survivors_and_the_rate() -> None:
    findings = [finding(number, "killed") for number in range(18)]
    findings.append(finding(18, "survived", "It cannot matter."))
    assert report.good(findings)
    findings.append(finding(19, "survived"))
    shown = report.text("toy", findings, 3)
    assert not report.good(findings)
    assert shown.index("Explained survivors (1)") < shown.index("It cannot matter.") < shown.index("Survivors (1)\n")
    assert "toy, seed 3: 18 of 20 mutants killed (90.0%)" in shown
    assert "1 survivors explained, 1 open" in shown
    assert '"rate": 0.9' in report.as_json("toy", findings, 3)


def test_too_few_kills_are_not_good_though_all_are_explained() -> None:
    assert not report.good([finding(1, "killed"), finding(2, "survived", "A reason.")])


def test_a_game_that_does_not_exist_is_named(capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["chess"]) == 2
    error = capsys.readouterr().err
    assert "there is no game named 'chess'" in error
    assert "tank" in error
