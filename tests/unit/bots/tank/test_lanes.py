"""The plot sheet: what it lets through, the rules let through."""

from __future__ import annotations

from hulldown.bots.tank.lanes import Sheet
from hulldown.games.tank.books import scene_of
from hulldown.games.tank.game import GAME
from hulldown.games.tank.rules.state import ON_MAP, Unit

SCENE = scene_of(GAME.setup("tank/10", {}, "lanes"))
CELL = SCENE.board.cell


def tank(name: str, label: str) -> Unit:
    return Unit(name, "alpha", "M4", CELL(label), status=ON_MAP)


def test_no_fire_over_a_friend() -> None:
    sheet = Sheet(SCENE, [tank("A1", "3010"), tank("A2", "3012")])
    assert not sheet.can_fire(sheet.own[0], CELL("3015"))
    assert sheet.can_fire(sheet.own[1], CELL("3015"))


def test_no_drive_through_a_line_of_fire_and_no_fire_over_a_drive() -> None:
    first, second = tank("A1", "3010"), tank("A2", "2912")
    path = (CELL("3012"), CELL("3113"))
    sheet = Sheet(SCENE, [first, second])
    assert sheet.can_move(second, path)
    sheet.fire(first, "DF", CELL("3015"))
    assert not sheet.can_move(second, path)
    other = Sheet(SCENE, [first, second])
    other.move(second, "MV", path)
    assert not other.can_fire(first, CELL("3015"))


def test_two_vehicles_do_not_end_in_one_hex() -> None:
    first, second = tank("A1", "3010"), tank("A2", "2912")
    sheet = Sheet(SCENE, [first, second])
    assert not sheet.can_move(second, (first.cell,))
    sheet.move(first, "MV", (CELL("3011"),))
    assert sheet.can_move(second, (first.cell,))
    assert not sheet.can_move(second, (CELL("3011"),))


def test_infantry_that_watches_all_round_keeps_friends_away() -> None:
    squad = Unit("A3", "alpha", "infantry", CELL("3110"), status=ON_MAP)
    mover = tank("A1", "3008")
    sheet = Sheet(SCENE, [squad, mover])
    assert sheet.around(squad)
    assert sheet.tasks["A3"].choice == "adjacent"
    assert not sheet.can_move(mover, (CELL("3009"),))
