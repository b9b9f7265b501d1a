"""What the rule modules of Tank! Expanded add to the game: their steps, the names they know, what stands alone."""

from __future__ import annotations

import pytest

from hulldown.games.tank.data.loading import scenarios
from hulldown.games.tank.modules.artillery import module as artillery
from hulldown.games.tank.modules.artillery.verbs import ORDER, REGISTER, WITHDRAW
from hulldown.games.tank.modules.chits.module import MODULE as CHITS
from hulldown.games.tank.modules.delayed_entry.module import MODULE as DELAYED
from hulldown.games.tank.modules.engagements import steps, withholding
from hulldown.games.tank.modules.mines import module as mines
from hulldown.games.tank.modules.platoons import module as platoons
from hulldown.games.tank.modules.recon_fire.module import MODULE as RECON
from hulldown.games.tank.modules.secret_exit.module import MODULE as SECRET
from hulldown.games.tank.modules.smoke.module import MODULE as SMOKE
from hulldown.games.tank.modules.unique_preservation.module import MODULE as UNIQUE
from hulldown.games.tank.modules.variable_entry.module import MODULE as ENTRY
from hulldown.games.tank.modules.variable_exit.module import MODULE as EXIT
from hulldown.games.tank.modules.vehicle_smoke.module import MODULE as VEHICLES


@pytest.mark.rules("28.0-gen-4", "28.11", "21.1-b-1", "21.1-b-9")
def test_artillery_adds_four_steps_three_tasks_and_its_names() -> None:
    assert [(row.key, row.rule) for row in artillery.ROWS] == [
        ("allotment", "35.3"), ("register", "28.11"), ("artillery", "21.1-b-1"), ("impacts_off", "21.1-b-9"),
    ]  # fmt: skip
    assert {"RG", "AF", "AX"} == artillery.KINDS
    assert [verb.plotted for verb in (REGISTER, ORDER, WITHDRAW)] == [False, True, True]
    assert [verb.aims for verb in (REGISTER, ORDER, WITHDRAW)] == [True, True, False]
    assert all(verb.beyond for verb in (REGISTER, ORDER, WITHDRAW))
    names = [face.key for face in artillery.FACE.units]
    assert names[:5] == ["bn1", "bn1.1", "bn1.2", "bn1.3", "air1"]
    assert names[-5:] == ["bn9", "bn9.1", "bn9.2", "bn9.3", "air9"]
    turns = [face.key for face in artillery.FACE.choices]
    assert turns[:5] == ["none", "1", "1 smoke", "2", "2 smoke"]
    assert turns[-2:] == ["60", "60 smoke"]


@pytest.mark.rules("25.0-gen-1")
def test_platoons_add_three_steps_and_nine_names() -> None:
    assert [row.key for row in platoons.ROWS] == ["divide", "leaders", "muster"]
    names = [face.key for face in platoons.FACE.units]
    assert [name for name in names if name.startswith("P")] == [f"P{number}" for number in range(1, 10)]


@pytest.mark.rules("34.1", "34.2", "34.3", "34.4", "34.1-1", "34.4-9")
@pytest.mark.parametrize(
    ("number", "comes"),
    [
        (1, {"columns", "withhold", "contact"}),
        (2, {"columns", "withhold", "contact"}),
        (3, {"columns", "camp", "contact"}),
        (4, {"objective", "edge", "variant", "defence", "advance", "trigger", "contact"}),
    ],
)
def test_each_scenario_comes_to_the_steps_of_its_own(number: int, comes: set[str]) -> None:
    rows = [row.key for row in steps.ROWS]
    assert rows == [
        "objective", "edge", "variant", "columns", "camp", "defence", "advance", "trigger", "withhold", "contact",
    ]  # fmt: skip
    assert set(rows) - steps.unused(scenarios()[f"tank/34.{number}"]) == comes


@pytest.mark.rules("34.4-14")
def test_what_may_be_said_in_advance_is_offered_in_examples() -> None:
    assert withholding.EXAMPLES == (
        "ask", "any", "hold", "range 5", "range 10", "odds 50", "odds 80", "odds 50 range 10",
    )  # fmt: skip
    assert withholding.ROW.aside


@pytest.mark.rules("29.0-proc-2", "30.1a")
def test_mines_and_ditches_concern_all_who_drive() -> None:
    assert set(mines.VEHICLES) == {"vehicle", "partial", "truck"}


@pytest.mark.rules("32.1a", "32.1b", "32.2a", "32.3", "32.4", "32.5a", "32.6-gen-1", "32.7b", "28.5")
def test_optional_rules_and_smoke_stand_by_themselves() -> None:
    """They can be agreed on in any scenario, of the Standard game too."""
    assert all(
        module.loose for module in (CHITS, DELAYED, RECON, SECRET, SMOKE, UNIQUE, ENTRY, EXIT, VEHICLES)
    )  # fmt: skip
