"""Turns in crowded positions drawn at random: whatever is plotted, movement, stacking and zones keep their rules."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable

import pytest

from hulldown.games.kampfpanzer.data.scenarios import Riders
from support.kampf_field import Field
from support.kampf_turns import turns, wrong_at_the_end, wrong_on_the_way, wrong_with_plots

Draw = Callable[..., Field]
GROUND = {"0808": "woods", "0909": "town", "1010": "woods", "1108": "slope", "1207": "hilltop"}
ROADS = [["0808", "0809", "0810", "0811", "0812"], ["1005", "1006", "1007", "1008"]]
WATER = {"1010A": "stream", "1009B": "ford"}
RIDERS = {"second": {"riders": Riders(type="BT7", defence=1, rule="14.5-3")}}


@pytest.mark.slow
@pytest.mark.rules(
    "5.0-proc-2", "5.1a", "6.0-gen-3", "6.1", "6.3a", "6.4a", "7.0-gen-1", "7.0-gen-3", "7.1", "7.2", "8.0-gen-2",
    "8.0-gen-4", "12.32b", "13.0-proc-2", "13.1a", "9.72a",
)  # fmt: skip
def test_crowds_keep_the_rules(draw: Draw) -> None:
    field = draw(changes={"length": 99}, hexes=GROUND, roads=ROADS, sides=WATER, setup=RIDERS)
    seen: Counter[str] = Counter()
    for seed in range(50):
        for before, events, after in turns(field, f"crowd {seed}", 4):
            seen.update(event.kind for event in events)
            wrong = wrong_at_the_end(field.board, after)
            wrong += wrong_on_the_way(field.board, before, events)
            wrong += wrong_with_plots(before, events)
            assert not wrong, (seed, before.turn, wrong)
    # The crowds are crowded enough for everything to happen.
    for kind in ("moved", "stopped", "contest", "backed_up", "overrun", "embarked", "debarked", "panic_move", "held"):
        assert seen[kind], kind
