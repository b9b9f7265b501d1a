"""One target for all who attack by one Move command, passengers too (6.6.11a)."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.core.dice import dice
from hulldown.core.sequence import Doing
from hulldown.games.panzer.books import LIBRARY
from hulldown.games.panzer.rules.advanced.play.assault import overrunning, storming
from hulldown.games.panzer.rules.state import CloseCombat, index_of
from support.advanced_march import cell, keep, scene, the_country


@pytest.fixture(scope="module", autouse=True)
def _country() -> Iterator[None]:
    with the_country():
        yield


@pytest.mark.rules("6.6.11a", "6.6.1.1o", "6.6.10f")
def test_6_6_11_who_dismounts_into_an_attack_does_so_by_the_command_of_its_carrier() -> None:
    """S14 attacks G7; S15, aboard a carrier with the same command, attacks nobody else, nor do the carriers."""
    places = {"S1": "0603D", "S14": "*S1", "S2": "0503C", "S15": "*S2", "G7": "0604", "G5": "0504"}
    field = keep(places).set("S1", group=1).set("S2", group=1)
    state = field.state
    one, two, half, other = (index_of(state, name) for name in ("S1", "S2", "S15", "G5"))
    told = Doing(dice("script:", 0), 1, LIBRARY.ruleset(("advanced",)))
    storming.attack(state, scene(), one, (index_of(state, "S14"), index_of(state, "G7")), told)
    state.stack.pop()
    for combat in (state.assault, CloseCombat(carried=((one, index_of(state, "G7")),))):
        state.assault = combat
        found = storming.fault(state, scene(), two, half, other, cell("0503"))
        assert found is not None
        assert found == ("6.6.11a", "S1, which shares its command, attacks G7: one target for all of them")
        overrun = overrunning.target_fault(state, scene(), two, other)
        assert overrun is not None
        assert overrun[0] == "6.6.11a"
        own = overrunning.target_fault(state, scene(), one, other)
        assert own is not None
        assert own[0] == "6.6.11a", "the carrier itself"
    standing = keep(places).set("S1", command="NC")
    storming.attack(standing.state, scene(), one, (index_of(state, "S14"), index_of(state, "G7")), told)
    assert standing.state.assault.carried == (), "it has no Move to share"
