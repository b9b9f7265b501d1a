"""The briefing of the open scenarios: zones that nobody has chosen yet, and when the deadline moves (34.3, 34.4)."""

from __future__ import annotations

import pytest

from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.modules.engagements import assault
from hulldown.games.tank.modules.engagements.arrival import first_turns
from support.engagement import cell, noted, opened

ID = "tank/34.4"


@pytest.mark.rules("34.4-5", "34.4-4", "34.4-6", "34.4-23")
def test_the_briefing_of_34_4_offers_alpha_all_four_edges():
    zones = GAME.briefing(ID, {}).zones
    board = GAME.board(ID)
    entries = {zone.name[-1]: zone.cells for zone in zones if zone.kind == "entry"}
    assert entries == {edge: tuple(cells) for edge, cells in board.edges.items()}
    (goal,) = (zone for zone in zones if zone.kind == "objective")
    assert goal.cells == assault.objectives(scene_of(opened(ID)))
    (setup,) = (zone for zone in zones if zone.kind == "setup")
    assert (setup.side, len(setup.cells)) == ("bravo", len(tuple(board.cells)))
    assert "hidden" in setup.what
    (leaving,) = (zone for zone in zones if zone.kind == "exit")
    assert set(leaving.cells) == {one for cells in board.edges.values() for one in cells}


@pytest.mark.rules("34.3-2", "34.3-4", "34.3-5", "34.3-6", "34.3-13")
def test_the_briefing_of_34_3_shows_camp_gate_and_entry_zone():
    zones = {zone.name: zone for zone in GAME.briefing("tank/34.3", {}).zones}
    assert set(zones) == {"Alpha entry", "Bravo set-up", "Base camp", "Bravo entry", "Bravo exit"}
    assert zones["Bravo entry"].cells == (cell("6118"),)
    assert cell("3016") in zones["Base camp"].cells
    assert cell("1018") not in zones["Bravo set-up"].cells
    assert cell("1118") in zones["Bravo set-up"].cells


@pytest.mark.rules("34.3-2", "34.3-4", "34.3-5", "34.3-6", "34.3-13", "34.4-4", "34.4-5", "34.4-6", "34.4-23")
def test_each_zone_says_whose_it_is_and_from_which_turn_it_is_of_use():
    shown = [(z.name, z.side, z.turn, z.rule) for z in GAME.briefing("tank/34.3", {}).zones]
    assert shown == [
        ("Alpha entry", "alpha", 1, "34.3-2"), ("Bravo set-up", "bravo", 0, "34.3-4"),
        ("Base camp", "bravo", 0, "34.3-5"), ("Bravo entry", "bravo", 1, "34.3-6"),
        ("Bravo exit", "bravo", 0, "34.3-13"),
    ]  # fmt: skip
    shown = [(z.name, z.side, z.turn, z.rule) for z in GAME.briefing(ID, {}).zones]
    assert shown == [
        ("Objective", "", 0, "34.4-4"), *((f"Alpha entry, edge {edge}", "alpha", 1, "34.4-5") for edge in "WXYZ"),
        ("Bravo set-up", "bravo", 0, "34.4-6"), ("Alpha exit", "alpha", 0, "34.4-23"),
    ]  # fmt: skip


@pytest.mark.rules("34.4-24", "34.4-10")
@pytest.mark.parametrize(
    ("options", "words"),
    [
        ({"mode": "open"}, ("8 Movement Points, enough to enter every possible objective",)),
        ({"mode": "mixed"}, ("8 Movement Points. For", "from edge Z up to turn 8.")),
    ],
)
def test_the_briefing_says_when_the_deadline_moves(options: dict[str, str], words: tuple[str, ...]):
    text = next(goal.text for goal in GAME.briefing(ID, options).goals if goal.rule == "34.4-24")
    assert all(word in text for word in words)
    state = opened(ID, options)
    scene = scene_of(state)
    latest = 7
    for edge in "WXYZ":
        for goal in assault.objectives(scene)[::40]:
            turn = assault.deadline(noted(state, objective=goal, edge=edge), scene)
            latest = max(latest, turn)
            if turn > 7:
                assert f"{edge} up to turn" in text
    assert ("up to turn" in text) >= (latest > 7)


@pytest.mark.rules("34.4-10", "9.33")
def test_points_that_do_not_suffice_for_the_next_hex_do_not_count_towards_the_deadline():
    """X-67: with 4 points, clear hexes are entered four a turn; woods (3 in mixed country) only one a turn."""
    scene = scene_of(opened(ID))
    board = scene.board
    starts = tuple(board.edges["Z"])
    quick, slow = first_turns(scene, starts, 8), first_turns(scene, starts, 4)
    assert all(quick[one] <= slow[one] for one in slow)
    assert all(slow[one] == 1 for one in starts if scene.ground.entry_cost(one) <= 4)
    for one in board.cells:
        if one not in slow:
            continue
        for ahead, cost in zip(board.neighbours[one], scene.ground.vehicle_costs[one], strict=True):
            if ahead in slow and 0 < cost <= 4:
                assert slow[ahead] <= slow[one] + 1
    total = _points(scene, starts)
    lost = [one for one in slow if slow[one] > -(-total[one] // 4)]
    assert lost, "somewhere points are lost on the way"
    assert all(slow[one] >= -(-total[one] // 4) for one in slow)


def _points(scene, starts):  # type: ignore[no-untyped-def]
    """The least points to each hex as if they could be saved."""
    best = {one: scene.ground.entry_cost(one) for one in starts}
    queue = sorted(best, key=best.__getitem__)
    while queue:
        here = queue.pop(0)
        for ahead, cost in zip(scene.board.neighbours[here], scene.ground.vehicle_costs[here], strict=True):
            if ahead >= 0 and 0 < cost < 1000 and best[here] + cost < best.get(ahead, 9999):
                best[ahead] = best[here] + cost
                queue.append(ahead)
    return best
