"""What scripts/balance.py makes of the lab's results: cards by options, and rows of the document."""

from __future__ import annotations

import importlib.util
from pathlib import Path
from types import ModuleType
from typing import Any

import msgspec
import pytest

from hulldown.server.api.scenarios import Balance, balances

COUNTED = set(range(1, 13))
"""The periods that have been played."""
HOME = Path(__file__).resolve().parents[3]


@pytest.fixture(scope="module")
def script() -> ModuleType:
    spec = importlib.util.spec_from_file_location("balance_script", HOME / "scripts" / "balance.py")
    assert spec is not None
    assert spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


def counted(games: int) -> dict[str, Any]:
    return {"games": games, "bots": "greedy", "wins": {"alpha": 0.5, "bravo": 0.5}, "interval": [0.2, 0.8]}


def test_what_is_as_usual_is_the_scenarios_own_and_the_rest_stands_beside_it(script: ModuleType) -> None:
    assert script.unusual("tank/34.1", {"period": 6}) == ()
    assert script.unusual("tank/34.1", {"period": 1}) == (("period", 1),)
    cards: dict[str, Any] = {}
    script.carded(cards, ("tank/34.1", (("period", 12),)), counted(10))
    script.carded(cards, ("tank/34.1", (("period", 2),)), counted(11))
    script.carded(cards, ("tank/34.1", ()), counted(12))
    script.carded(cards, ("tank/34.1", (("period", 2),)), counted(13))
    found = msgspec.convert(cards["tank/34.1"], Balance)
    assert (found.games, found.options) == (12, {})
    assert [(one.options["period"], one.games) for one in found.others] == [(2, 13), (12, 10)]


def test_a_handicap_may_be_of_two_options(script: ModuleType) -> None:
    assert script.handicap_of({"option": "bravo_panic", "value": 4}) == {"bravo_panic": 4}
    both = {
        "option": "bravo_panic",
        "value": 5,
        "also": {"alpha_panic": 1},
        "score": {"value": 0.4, "low": 0.2, "high": 0.6},
    }
    one = {
        "sides": ["alpha", "bravo"],
        "rates": {"games": 10, "wins": {side: {"value": 0.0} for side in ("alpha", "bravo")},
                  "score": {"value": 0.0, "low": 0.0, "high": 0.28}},
    }  # fmt: skip
    assert script.card(one, "greedy", {"suggested": both})["handicap"] == {"bravo_panic": 5, "alpha_panic": 1}


def test_rows_are_renewed_by_scenario_and_options(script: ModuleType) -> None:
    text = "\n".join([
        "| scenario |", "|---|", "| tank/1 Old | 1 |", "| tank/34.1 Two | 1 |", "| tank/34.1 `period=1` Two | 1 |",
        "| tank/34.2 Three | 1 |", "", "| panzer/1 P | 1 |",
    ])  # fmt: skip
    told = script.renewed(
        text, "| tank/34.1 Two | 2 |\n| tank/34.1 `period=2` Two | 3 |\n| tank/34.1 `period=1` Two | 4 |"
    )
    assert told.splitlines()[2:8] == [
        "| tank/1 Old | 1 |", "| tank/34.1 Two | 2 |", "| tank/34.1 `period=1` Two | 4 |",
        "| tank/34.1 `period=2` Two | 3 |", "| tank/34.2 Three | 1 |", "",
    ]  # fmt: skip
    assert script.renewed(text, "| tank/9 New | 2 |").splitlines()[6] == "| tank/9 New | 2 |"
    with pytest.raises(SystemExit, match="kampfpanzer has no table"):
        script.renewed(text, "| kampfpanzer/1 K | 1 |")


def test_scenarios_are_listed_by_number_and_then_by_options(script: ModuleType) -> None:
    rows = [("tank/34.2", ()), ("tank/34.1", (("period", 12),)), ("tank/34.1", (("period", 2),)), ("tank/4", ()),
            ("tank/34.1", ()), ("tank/intro", ())]  # fmt: skip
    assert [script.called(row) for row in sorted(rows, key=script.order)] == [
        "tank/intro", "tank/4", "tank/34.1", "tank/34.1 `period=2`", "tank/34.1 `period=12`", "tank/34.2",
    ]  # fmt: skip


@pytest.mark.parametrize("scenario", ["tank/34.1", "tank/34.2", "tank/34.3", "tank/34.4"])
def test_every_period_of_the_open_scenarios_has_its_balance(scenario: str) -> None:
    found = balances()[scenario]
    assert found.games >= 8
    assert {one.options.get("period") for one in found.others} >= COUNTED - {6}
    assert all(one.games >= 8 for one in found.others)
