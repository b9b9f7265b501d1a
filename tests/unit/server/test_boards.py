"""Boards as data and as pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ElementTree

import pytest

from hulldown.cli.commands.map import face_of
from hulldown.draw.small_map import framed, layers
from hulldown.maps import load_map, map_names
from hulldown.server.api.boards import described


@pytest.mark.parametrize("name", map_names())
def test_a_picture_shows_every_hex_and_is_valid(name: str) -> None:
    board = load_map(name)
    picture = framed(board, "0 0 100 100", layers(board, face_of(board)))
    ElementTree.fromstring(picture)
    assert picture.count("l25-44h50l25 44-25 44h-50z") == len(board.cells)
    assert len(picture) < 250_000
    assert "hsl(" not in picture, "every terrain has a style"


def test_a_board_tells_its_low_sides() -> None:
    board = load_map("tank")
    told = described(board)
    lows = {(side.cell, side.direction): side.down for side in told.hexsides}
    assert lows == {key: feature.down for key, feature in board.sides.items()}
    assert any(down is not None for down in lows.values())
