"""The order of the steps of the Advanced Game (6.0), step by step, and what the last of them does (6.8)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from msgspec import UNSET

from hulldown.core.dice import dice
from hulldown.core.orders import Order, Task
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.pieces import BLOCK, RUBBLE, Work
from hulldown.games.panzer.rules.advanced.play import cover, sequence
from hulldown.games.panzer.rules.state import ELIMINATED, CloseCombat, Frame, index_of
from support.advanced_march import GAME, cell, keep, scene, the_country


@pytest.fixture(autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("2.0a", "6.0", "6.2.1", "4.2.1a", "6.3.1a", "6.3.1b", "6.8")
def test_two_turns_in_which_nobody_does_anything() -> None:
    state = GAME.setup("panzer/march", {}, "seed")
    asked = []
    while GAME.pending(state) and state.turn < 3:
        assert len(asked) < 20
        for side in sorted(GAME.pending(state)):
            asked.append((state.turn, GAME.pending(state)[side].kind, side))
            state = GAME.apply(state, side, GAME.legal(state, side).idle).state
    turn = [("command", "german"), ("command", "soviet"), ("initiative", "german"), ("adjust", "german"),
            ("adjust", "soviet")]  # fmt: skip
    assert asked == [
        (0, "deploy", "soviet"), (0, "deploy", "german"),
        *[(number, kind, side) for number in (1, 2) for kind, side in turn],
    ]  # fmt: skip
    assert (state.turn, state.stack[-1].step) == (3, "command")


@pytest.mark.rules("6.2.1", "4.2.1a")
def test_who_has_nothing_to_command_is_not_asked() -> None:
    march = keep({"S4": "0501"})
    assert sequence._owes_commands(march.state) == ("soviet",)
    march.unit("S4").status = march.unit("S16").status = ELIMINATED
    assert sequence._owes_commands(march.state) == ()


@pytest.mark.rules("6.8", "6.8.1", "3.6c")
def test_the_adjustment_phase_adjusts_and_judges() -> None:
    march = keep({"S4": "0303A"}, command="NC")
    state = march.state
    rules = LIBRARY.ruleset(("advanced",))
    state.assault = CloseCombat()
    state.holds[0].present = "soviet"
    state.submitted["soviet"] = Order("adjust", (Task("S4", "PIVOT", facing=2),))
    state.stack = [Frame("adjustment")]
    before = (state.holds[0].holder, state.holds[0].claimant, state.holds[0].turns)
    rules.handlers["adjustment"](state, Doing(dice("script:", 0), 1, rules))
    assert march.unit("S4").facing == 2
    assert state.assault is UNSET
    assert before == ("", "", 0)
    assert "soviet" in (state.holds[0].holder, state.holds[0].claimant), "it has been there all turn"


# Cover.


@pytest.mark.rules("4.1.3i", "6.5.4.2.2d", "6.1.4.3.3")
def test_the_best_cover_of_a_hex() -> None:
    march = keep({"S4": "0604", "S1": "0604", "S14": "*S1", "S5": "0501"}, works=[Work(BLOCK, cell("0604"))])
    state = march.state
    s4, s1, s14, s5 = (index_of(state, name) for name in ("S4", "S1", "S14", "S5"))
    scrub = scene().ground.rows[cell("0604")].provenance["fire_cover"]
    assert cover.fire_cover(state, scene(), s4) == ("light", scrub), "of two alike that of the ground"
    assert cover.fire_cover(state, scene(), s14) == cover.fire_cover(state, scene(), s1) == ("light", scrub)
    assert cover.fire_cover(state, scene(), s5)[0] == "none"
    state.works = [Work(BLOCK, cell("0501"))]
    assert cover.fire_cover(state, scene(), s5)[0] == "light"


@pytest.mark.rules("6.1.4.3.9b", "6.1.4.3.9c")
def test_the_cover_of_rubble() -> None:
    def found(was: str, name: str = "S4") -> str:
        march = keep({name: "0501"}, works=[Work(RUBBLE, cell("0501"), was=was)])
        return cover.fire_cover(march.state, scene(), index_of(march.state, name))[0]

    assert found("brick_building") == "medium"
    assert found("wood_building") == "light"
    assert found("woods") != "none"
    assert found("bridge") == "none"
    assert found("brick_building", "S1") == "medium"
    assert found("brick_building", "S8") == found("brick_building", "S3") == "none"
