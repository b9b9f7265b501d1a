"""Odds and lines for a side at the table: the engine's own numbers, from the side's view alone."""

from __future__ import annotations

from fractions import Fraction
from functools import cache
from random import Random

import pytest

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.errors import UnknownNameError
from hulldown.core.game import Step
from hulldown.core.orders import Order, Task
from hulldown.games.panzer.data.played import scenario_of
from hulldown.games.panzer.faces import tools
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.ground import ground_of
from hulldown.games.panzer.rules.state import PanzerState


@cache
def played(kind: str, scenario: str = "panzer/6") -> tuple[PanzerState, str]:
    """A game played on by bots until a side owes such a decision about units of its own."""
    state = GAME.setup(scenario, {}, f"{scenario} {kind}")
    bots = {side: RandomBot(f"{side} {scenario}") for side in GAME.sides}
    while GAME.outcome(state) is None:
        for side, decision in GAME.pending(state).items():
            if decision.kind == kind and any(unit.options for unit in GAME.legal(state, side).units):
                return state, side
        side = next(iter(GAME.pending(state)))
        state = GAME.apply(state, side, bots[side].decide(seat_of(GAME, state, side))).state
    raise AssertionError(f"nobody was asked for {kind}")


def first_shot(step: Step) -> dict[str, object]:
    """The first shot after an announcement; nobody shows a command for the moving modifier."""
    while True:
        assert isinstance(step.state, PanzerState)
        for event in step.events:
            if event.kind == "shot":
                return dict(event.data)
        side = next(iter(GAME.pending(step.state)))
        step = GAME.apply(step.state, side, Order("reveal", choice="keep"))


@pytest.mark.rules("4.4.1h", "4.4.3.2.3d")
@pytest.mark.parametrize("kind", ["fire", "overwatch"])
def test_the_odds_are_those_of_the_roll(kind: str) -> None:
    state, side = played(kind)
    view = GAME.view(state, side)
    tasks = [
        Task(unit.unit, unit.options[0].kind, targets=unit.options[0].targets[:1])
        for unit in GAME.legal(state, side).units
    ]
    task = tasks[0]
    shot = first_shot(GAME.apply(state, side, Order(kind, tuple(tasks if kind == "fire" else tasks[:1]))))
    found = tools.odds_in_view(view, {"attacker": task.unit.lower(), "target": task.targets[0]})
    assert (found["attacker"], found["target"]) == (shot["unit"], shot["target"]) == (task.unit, task.targets[0])
    assert (found["range"], found["overwatch"]) == (shot["range"], kind == "overwatch")
    assert not {"void", "blocked_by"} & set(found)
    assert Fraction(found["hit"]) == Fraction(int(str(shot["needs"])), 100)
    assert sum(Fraction(chance) for chance in found["outcomes"].values()) == 1
    assert found["factors"]
    assert tools.odds(found["arguments"])["hit"] == found["hit"]


def test_a_view_drawn_anew_gives_the_same_odds() -> None:
    state, side = played("fire")
    view, again = GAME.view(state, side), GAME.view(GAME.sample(GAME.view(state, side), Random(3)), side)
    enemies = [piece for piece in view.pieces if piece.side != side]
    for piece in (piece for piece in view.pieces if piece.side == side):
        for enemy in enemies:
            asked = {"attacker": piece.id, "target": enemy.cell}
            assert tools.odds_in_view(view, asked) == tools.odds_in_view(again, asked)


@pytest.mark.rules("4.4.1c", "4.4.1h", "4.1.4a")
def test_exactly_the_targets_of_the_rules_can_be_hit() -> None:
    state, side = played("fire")
    view = GAME.view(state, side)
    ground = ground_of(scenario_of(state))
    allowed = {unit.unit: set(unit.options[0].targets) for unit in GAME.legal(state, side).units}
    reasons = set()
    for name, targets in allowed.items():
        here = next(piece.cell for piece in view.pieces if piece.id == name)
        for enemy in (piece for piece in view.pieces if piece.side != side):
            found = tools.odds_in_view(view, {"attacker": name, "target": enemy.id})
            assert ("void" not in found) == (enemy.id in targets)
            assert ("blocked_by" in found) == (ground.block(here, enemy.cell) is not None)
            if "void" in found:
                assert (found["hit"], found["outcomes"]["none"]) == ("0", "1")
                reasons.add(found["void"])
    assert reasons


@pytest.mark.rules("4.4.3.2.2-target-moving-a")
def test_what_if_it_moves_or_is_fired_on_from_overwatch() -> None:
    state, side = played("fire")
    view = GAME.view(state, side)
    unit = GAME.legal(state, side).units[0]
    asked = {"attacker": unit.unit, "target": unit.options[0].targets[0]}
    plain = tools.odds_in_view(view, asked)
    moving = tools.odds_in_view(view, asked | {"target_moving": True})
    assert Fraction(moving["hit"]) <= Fraction(plain["hit"])
    assert len(moving["factors"]) == len(plain["factors"]) + 1
    assert tools.odds_in_view(view, asked | {"overwatch": True})["overwatch"]


@pytest.mark.parametrize("asked", [{"attacker": "nobody"}, {"target": "nobody"}, {"target": -1}, {"target": None}])
def test_names_nobody_has_are_refused(asked: dict[str, object]) -> None:
    state, side = played("fire")
    unit = GAME.legal(state, side).units[0]
    with pytest.raises(UnknownNameError):
        tools.odds_in_view(
            GAME.view(state, side), {"attacker": unit.unit, "target": unit.options[0].targets[0]} | asked
        )


@pytest.mark.rules("4.1.4a", "4.1.4b")
def test_lines_and_what_is_seen_agree_with_the_ground() -> None:
    state, side = played("fire")
    view = GAME.view(state, side)
    ground = ground_of(scenario_of(state))
    start = next(piece.cell for piece in view.pieces if piece.side == side)
    seen = set(tools.seen_in_view(view, start, {}))
    assert start in seen
    for end in Random(1).sample(list(ground.board.cells), 40):
        found = tools.los_in_view(view, start, end, {})
        assert found["clear"] == (end in seen) == (found["blocked_by"] is None)
        assert found["profile"][0]["hex"] == ground.board.labels[start]
