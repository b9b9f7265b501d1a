"""All faults of a draft at once, and what is offered and would be refused: by the rules' own check."""

from __future__ import annotations

from hulldown.core.decisions import Decision, Legal, Option, UnitLegal
from hulldown.core.orders import Order, Task, Violation
from hulldown.core.sifting import refusals, sift
from hulldown.games.tank.game import GAME
from support.tank_positions import cell as cell_in
from support.tank_positions import position

LINE = position(
    "tank/10",
    turn=3,
    alpha={"A1": ("3319", "A"), "A2": ("3317", "A"), "A3": ("3019", "A"), "A4": ("2019", "A")},
    bravo={"B1": ("3312", "D"), "B2": ("3014", "D")},
)


def cell(label: str) -> int:
    return cell_in(LINE, label)


def _check(order: Order) -> list[Violation]:
    return GAME.check(LINE, "alpha", order)


def test_a_target_behind_a_friend_is_offered_and_would_be_refused() -> None:
    legal = GAME.legal(LINE, "alpha")
    fire = next(o for u in legal.units if u.unit == "A1" for o in u.options if o.kind == "DF")
    assert cell("3312") in fire.cells, "the domain of one unit knows nothing of its friends"
    found = refusals(_check, legal, Order("plot"), "A1")
    masked = {one.cell: one.violation for one in found if one.kind == "DF"}
    assert masked[cell("3312")].rule == "8.41a"
    assert "A2" in masked[cell("3312")].message
    for each in fire.cells:
        assert (each in masked) == bool(_check(Order("plot", (Task("A1", "DF", (each,)),))))


def test_what_is_refused_depends_on_the_rest_of_the_draft() -> None:
    legal = GAME.legal(LINE, "alpha")
    crossing = Order("plot", (Task("A4", "MV", (cell("2018"),)), Task("A1", "DF", (cell("3312"),))))
    found = {one.cell: one.violation for one in refusals(_check, legal, crossing, "A3") if one.kind == "DF"}
    assert cell("3014") not in found
    through = tuple(cell(f"30{row}") for row in (16,))
    nearer = position("tank/10", turn=3, alpha={"A3": ("3019", "A"), "A4": ("2916", "A")}, bravo={"B2": ("3014", "D")})
    check = lambda order: GAME.check(nearer, "alpha", order)  # noqa: E731
    draft = Order("plot", (Task("A4", "MV", through),))
    assert check(draft) == []
    masked = [one for one in refusals(check, GAME.legal(nearer, "alpha"), draft, "A3") if one.kind == "DF"]
    assert [(one.cell, one.violation.rule) for one in masked] == [(cell("3014"), "8.43a")]


def test_all_faults_are_found_together_and_dropped_together() -> None:
    """Tank! looks at lines of fire only when no task is wrong by itself: the first answer hides the second."""
    order = Order(
        "plot",
        (
            Task("A4", "MV", (cell("3319"),)),
            Task("A1", "DF", (cell("3312"),)),
            Task("A3", "DF", (cell("3014"),)),
        ),
    )
    assert {one.unit for one in _check(order)} == {"A4"}
    found = sift(_check, order)
    assert {one.unit for one in found.violations} == {"A4", "A1"}
    assert [task.unit for task in found.kept.tasks] == ["A3"]
    assert _check(found.kept) == []


def test_a_fault_that_names_no_unit_ends_the_sifting() -> None:
    order = Order("plot", (Task("A3", "DF", (cell("3014"),)),), "nonsense")
    found = sift(_check, order)
    assert [one.unit for one in found.violations] == [""]
    assert found.kept == order


def test_targets_are_tried_as_cells_are_and_not_without_end() -> None:
    decision = Decision("1.x", "x", "alpha", "1.0", "")
    options = (Option("AT", "1.0", targets=("B1", "B2")), Option("IN", "1.0", cells=tuple(range(1, 5000))))
    legal = Legal(decision, (UnitLegal("A1", options),))
    asked: list[Task] = []

    def check(order: Order) -> list[Violation]:
        asked.extend(order.tasks)
        return [Violation("1.0", "no", task.unit) for task in order.tasks if "B2" in task.targets]

    assert [(one.kind, one.target, one.cell) for one in refusals(check, legal, Order("x"), "A1")] == [("AT", "B2", -1)]
    assert len(asked) == 600


def test_a_task_of_hex_and_choice_is_tried_with_a_choice() -> None:
    """The first without one is refused for that alone; what is refused with one is refused in truth."""

    def check(order: Order) -> list[Violation]:
        if not order.tasks:
            return []
        task = order.tasks[-1]
        if not task.choice:
            return [Violation("1.0", "name a turn", task.unit)]
        return [Violation("2.0", "nobody sees it", task.unit)] if task.cells[0] == 8 else []

    options = (Option("AF", "1.0", cells=(7, 8), choices=("turn 6", "turn 7")), Option("RG", "1.0", cells=(9,)))
    legal = Legal(Decision("1", "plot", "alpha", "1.0", ""), units=(UnitLegal("bn1", options),))
    found = refusals(check, legal, Order("plot"), "bn1")
    assert [(one.kind, one.cell, one.violation.rule) for one in found] == [("RG", 9, "1.0"), ("AF", 8, "2.0")]


def test_a_task_that_makes_another_unit_do_what_is_refused_goes() -> None:
    """A column drives its second vehicle onto a halted one: the vehicle is blamed, the column has the order (11.0)."""

    def check(order: Order) -> list[Violation]:
        units = {task.unit for task in order.tasks}
        missing = [] if "A5" in units else [Violation("5.1", "has to be told something", "A5")]
        return missing + ([Violation("11.0", "it would end together with A3", "A2")] if "column" in units else [])

    told = Task("A5", "OF")
    found = sift(check, Order("plot", (Task("A1", "OF"), Task("column", "MV", (1,)), told)))
    assert [task.unit for task in found.kept.tasks] == ["A1", "A5"]
    assert [violation.unit for violation in found.violations] == ["A2"]
    partial = Order("plot", (Task("A1", "OF"),))
    assert sift(check, partial).kept == partial, "no task is the cause of what is missing"


def test_a_draft_of_thousands_of_wrong_tasks_is_looked_at_a_bounded_number_of_times() -> None:
    """8,000 tasks and a fault that nobody is blamed for: it took a check for each task, each of all tasks."""
    looked = 0

    def check(order: Order) -> list[Violation]:
        nonlocal looked
        looked += len(order.tasks)
        return [Violation("1", "not like this")]

    tasks = tuple(Task(f"A{number}", "MV") for number in range(8000))
    found = sift(check, Order("plot", tasks))
    assert [violation.rule for violation in found.violations] == ["1"]
    assert looked <= 40_000
    assert found.kept.tasks == ()


def test_the_cause_of_a_fault_is_still_found_among_a_hundred_tasks() -> None:
    def check(order: Order) -> list[Violation]:
        return [Violation("1", "not like this")] if any(task.unit == "A99" for task in order.tasks) else []

    found = sift(check, Order("plot", tuple(Task(f"A{number}", "MV") for number in range(100))))
    assert len(found.kept.tasks) == 99
