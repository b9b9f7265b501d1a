"""The Panzer brain: legal and deterministic everywhere, fed by the view alone, and stronger than chance."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from hulldown.bots.brains import Pool, Temper, brain_of
from hulldown.bots.panzer import commanding
from hulldown.bots.panzer.brain import BRAIN
from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import Seat, seat_of
from hulldown.core.orders import Order
from hulldown.core.record import seed_of
from hulldown.games.panzer.game import GAME
from hulldown.games.panzer.rules.state import GERMAN, KNOCKED_OUT, SIDES, SOVIET, PanzerState

CALM = Temper()


def rng_for(seat: Seat) -> Random:
    return Random(f"{seat.side}/{seat.legal.decision.id}")


def walk(scenario: str, seed: str = "t", turns: int = 99, mixed: bool = False) -> list[tuple[PanzerState, str, Order]]:
    """The positions of a game between brains with the side asked and its answer; `mixed`: Germany plays at random."""
    state = GAME.setup(scenario, {}, seed_of(seed, {}))
    random = RandomBot(seed)
    found = []
    while GAME.outcome(state) is None and state.turn <= turns:
        side = next(iter(GAME.pending(state)))
        seat = seat_of(GAME, state, side)
        order = random.decide(seat) if mixed and side == GERMAN else BRAIN.decide(seat, rng_for(seat), CALM)
        found.append((state, side, order))
        state = GAME.apply(state, side, order).state
    return found


def test_it_is_found_by_the_name_of_its_game() -> None:
    assert brain_of("panzer") is BRAIN


@pytest.mark.slow
@pytest.mark.parametrize("number", range(1, 7))
def test_every_answer_of_the_first_turns_is_legal(number: int) -> None:
    played = walk(f"panzer/{number}", turns=4)
    assert {order.kind for _, _, order in played} >= {"command", "initiative", "move"}
    for state, side, order in played:
        assert GAME.check(state, side, order) == [], order


def test_asked_for_its_reactions_it_answers_legally_and_fires(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(commanding, "PRESETS", False)
    played = walk("panzer/3", turns=7)
    asked = [(state, side, order) for state, side, order in played if order.kind in ("overwatch", "reveal")]
    assert any(order.tasks for _, _, order in asked)
    assert any(order.choice == "pass" for _, _, order in asked)
    for state, side, order in asked:
        assert GAME.check(state, side, order) == [], order


def test_the_same_view_gives_the_same_answer() -> None:
    for state, side, order in walk("panzer/4", turns=5):
        other = GAME.sample(GAME.view(state, side), Random(7))
        seat = seat_of(GAME, other, side)
        assert BRAIN.decide(seat, rng_for(seat), CALM) == order


def test_noise_disturbs_commands_but_stays_legal_and_repeatable() -> None:
    changed = 0
    for state, side, order in walk("panzer/3", turns=5):
        seat = seat_of(GAME, state, side)
        noisy = BRAIN.decide(seat, rng_for(seat), Temper(noise=1.0))
        assert noisy == BRAIN.decide(seat, rng_for(seat), Temper(noise=1.0))
        assert GAME.check(state, side, noisy) == []
        changed += noisy != order
    assert changed > 3


def test_variants_are_legal_different_and_begin_with_the_decision() -> None:
    seen, tried = set(), []
    for state, side, order in walk("panzer/2", turns=3):
        seat = seat_of(GAME, state, side)
        pool: Pool = {}
        found = list(BRAIN.variants(seat, rng_for(seat), 5, pool))
        seen.add((order.kind, len(found)))
        for name, tasks in pool.items() if len(found) > 1 else ():
            for task in tasks:
                assert task is not None
                changed = tuple(task if one.unit == name else one for one in order.tasks)
                wrong = seat.check(Order(order.kind, changed, order.choice, order.decision))
                tried.append(not wrong)
        assert found[0] == order
        assert len({msgspec.json.encode(one) for one in found}) == len(found) <= 5
        assert all(GAME.check(state, side, one) == [] for one in found)
    assert ("command", 5) in seen
    assert sum(tried) > 0.8 * len(tried) > 40, "single tasks of the pool go together with the order"


@pytest.mark.slow
def test_it_beats_chance_from_the_attackers_seat() -> None:
    for seed in ("a", "b"):
        played = walk("panzer/3", seed, mixed=True)
        state, side, order = played[-1]
        outcome = GAME.outcome(GAME.apply(state, side, order).state)
        assert outcome is not None
        assert outcome.winner == SOVIET


def test_value_is_a_fair_split_and_knows_a_loss_from_a_win() -> None:
    played = walk("panzer/2", turns=6)
    state = played[-1][0]
    for world, _, _ in played[::5]:
        values = [BRAIN.value(world, side) for side in SIDES]
        assert all(0 <= one <= 1 for one in values)
        assert sum(values) == pytest.approx(1)
    worse = state.thaw()
    lost = next(unit for unit in worse.units if unit.side == SOVIET and unit.status == "on map")
    lost.status = KNOCKED_OUT
    assert BRAIN.value(worse, SOVIET) < BRAIN.value(state, SOVIET)


def test_value_of_a_finished_game_is_its_result() -> None:
    state, side, order = walk("panzer/1")[-1]
    done = GAME.apply(state, side, order).state
    outcome = GAME.outcome(done)
    assert outcome is not None
    expected = {SOVIET: 1.0, GERMAN: 0.0, None: 0.5}[outcome.winner]
    assert BRAIN.value(done, SOVIET) == expected


def test_remarks_say_something_about_commands_only_where_there_is_something_to_say() -> None:
    told: dict[str, list[str]] = {}
    for state, side, order in walk("panzer/2", turns=4):
        told.setdefault(order.kind, []).append(BRAIN.remark(seat_of(GAME, state, side), order))
    assert all(text.endswith(".") for text in told["command"])
    assert all(text.startswith("Fire goes") for text in told["fire"])
    assert set(told["initiative"]) == {""}
