"""Command control at its bounds (6.2.1): who shares with whom, how commands are counted, what a group must do."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from hulldown.games.panzer.books import scene_of
from hulldown.games.panzer.rules.advanced.options import COMMAND_CONTROL, OFF
from hulldown.games.panzer.rules.advanced.play import control
from hulldown.games.panzer.rules.advanced.play.facts import detail_of
from hulldown.games.panzer.rules.state import PanzerState
from support.advanced_staff import cell, names, places, stand, the_staff, unit_of


@pytest.fixture(autouse=True)
def _staff() -> Iterator[None]:
    with the_staff():
        yield


def set_group(state: PanzerState, group: int, *members: str) -> None:
    for name in members:
        detail_of(unit_of(state, name)).group = group


@pytest.mark.rules("6.2.1.1.3-inactive-unarmed", "6.2.1.1.3b", "6.2.1.1.3-recon-b", "6.2.1.1.3a")
def test_a_lorry_without_a_combat_unit_shares_nothing() -> None:
    state = stand({"S1": "1P8", "S6": "1P8", "S7": "1H8", "S5": "1H8"})
    scene = scene_of(state)
    s1, s6, s7, s5 = places(state, "S1", "S6", "S7", "S5")
    assert control.group_faults(state, scene, "MOVE", [s1, s6]) == []
    faults = control.group_faults(state, scene, "OW", [s7, s5])
    assert {fault[0] for _, fault in faults} == {"6.2.1.1.3-inactive-unarmed"}
    found = control.partners(state, scene, [s1, s6, s7, s5])
    assert {index: names(state, others) for index, others in found.items()} == {
        s1: ["S6"], s6: ["S1"], s7: [], s5: [],
    }  # fmt: skip
    state.options[COMMAND_CONTROL] = OFF
    assert control.partners(state, scene, [s1, s6]) == {s1: [], s6: []}
    assert control.column_partners(state, scene, "MOVE", s1, [s6]) == []


@pytest.mark.rules("6.2.1.1.3d")
def test_how_commands_are_counted() -> None:
    state = stand(dict.fromkeys(("S1", "S2", "S3", "S4", "S9", "S13"), "1P8"))
    scene = scene_of(state)
    indices = places(state, "S1", "S2", "S3", "S4", "S9", "S13")
    for index in indices:
        state.units[index].command = "MOVE"
    assert control.used(state, scene, indices) == 5, "a Recon unit's own is not counted"
    set_group(state, 1, "S1", "S2")
    assert control.used(state, scene, indices) == 4
    set_group(state, indices[3] - 1, "S1", "S2")
    assert control.used(state, scene, indices) == 4, "whatever the number of the group"
    unit_of(state, "S3").command = "NC"
    assert control.used(state, scene, indices) == 3


@pytest.mark.rules("6.2.1.1.4-firing-a", "6.2.1.1.4-firing-b", "6.2.1.1.4-firing-c")
def test_targets_of_a_shared_command() -> None:
    state = stand({"S1": "1P8", "S2": "1P8", "S14": "1P8", "G1": "1N6", "G2": "1H6"}, grade="green")
    scene = scene_of(state)
    s1, s2, s14, g1, g2 = places(state, "S1", "S2", "S14", "G1", "G2")
    assert control.command_range(scene, s1) == 0
    assert control.target_fault(state, scene, s1, [g1, g2]) is None, "it shares nothing"
    set_group(state, 1, "S1", "S2")
    assert control.target_fault(state, scene, s1, []) is None
    assert control.target_fault(state, scene, s1, [g1]) is None
    fault = control.target_fault(state, scene, s1, [g1, g2])
    assert fault is not None
    assert fault[0] == "6.2.1.1.4-firing-a"
    detail_of(unit_of(state, "S2")).aims = (cell(state, "1H6"),)
    assert control.target_fault(state, scene, s1, [g1]) is not None, "what a partner has announced counts"
    detail_of(unit_of(state, "S14")).aims = (cell(state, "1N6"),)
    assert control.target_fault(state, scene, s1, [g2]) is None, "that of others does not"
    assert control.all_sharing(state, s1) == [s1, s2]
    assert control.all_sharing(state, s14) == [s14]
    assert not control.fits_targets(state, scene, s1, [g1])


@pytest.mark.rules("6.2.1.1.4-moving")
def test_who_must_move_next() -> None:
    state = stand(dict.fromkeys(("S1", "S2", "S3", "S9"), "1P8"))
    scene = scene_of(state)
    s1, s2, s3, s9 = places(state, "S1", "S2", "S3", "S9")
    for index in (s1, s2, s3, s9):
        state.units[index].command = "MOVE"
    set_group(state, 1, "S1", "S2")
    unit_of(state, "S3").moved = True
    assert control.begun(state, scene, "soviet") == [], "who shares nothing binds nobody"
    unit_of(state, "S1").moved = True
    assert control.begun(state, scene, "soviet") == [s2]
    assert control.begun(state, scene, "german") == []
    wrong = control.move_order_faults(state, scene, "soviet", [s9, s2])
    assert [(index, fault[0]) for index, fault in wrong] == [(s9, "6.2.1.1.4-moving")]
    assert control.move_order_faults(state, scene, "soviet", [s2, s9]) == []
    unit_of(state, "S1").moved = False
    apart = control.move_order_faults(state, scene, "soviet", [s1, s9, s2])
    assert [index for index, _ in apart] == [s2]
    assert control.move_order_faults(state, scene, "soviet", [s9, s1, s2]) == []
    assert [index for index, _ in control.move_order_faults(state, scene, "soviet", [s9, s1])] == [s2]


@pytest.mark.rules("6.2.1.1.3-roads-a")
def test_columns_are_part_of_command_control() -> None:
    state = stand({"S1": "1Q8", "S6": "1Q9"})
    scene = scene_of(state)
    s1, s6 = places(state, "S1", "S6")
    assert control.column_partners(state, scene, "MOVE", s1, [s6]) == [s6]
    state.options[COMMAND_CONTROL] = OFF
    assert control.column_partners(state, scene, "MOVE", s1, [s6]) == []
