"""The picture of a scenario shows all its zones, in the shape of a card, with what each side brings."""

from __future__ import annotations

from xml.etree import ElementTree

import pytest

from hulldown.draw.scenario_picture import RATIO, scenario_svg
from hulldown.draw.small_map import centre
from hulldown.games import load_game
from support.games import every_scenario


def drawn(name: str, scenario: str) -> tuple[ElementTree.Element, str]:
    game = load_game(name)
    info = next(one for one in game.scenarios() if one.id == scenario)
    text = scenario_svg(game.board(scenario), game.face(scenario), game.briefing(scenario, {}).zones, info.units)
    return ElementTree.fromstring(text), text


def box_of(picture: ElementTree.Element) -> list[float]:
    return [float(value) for value in picture.attrib["viewBox"].split()]


@every_scenario
def test_it_shows_every_zone_and_both_forces(name: str, scenario: str) -> None:
    picture, text = drawn(name, scenario)
    game = load_game(name)
    left, top, width, height = box_of(picture)
    assert width / height == pytest.approx(RATIO, rel=0.01)
    board = game.board(scenario)
    for zone in game.briefing(scenario, {}).zones:
        for cell in zone.cells:
            if board.on_map[cell]:
                x, y = centre(board, cell)
                assert left <= x <= left + width
                assert top <= y <= top + height
    assert text.count("rotate(") == len(game.sides)
    assert len(text) < 400_000


def test_it_shows_no_more_of_the_map_than_is_fought_over() -> None:
    part, whole = drawn("panzer", "panzer/1")[0], drawn("panzer", "panzer/4")[0]
    assert box_of(part)[2] < 0.9 * box_of(whole)[2]
