"""Silhouettes: one drawing for each type that has one, a class for every other, and the client's copy is current."""

from __future__ import annotations

import re
import runpy
from pathlib import Path
from typing import get_args

import pytest

from hulldown.core.face import Shape, TypeFace
from hulldown.draw.silhouettes import silhouette_of, silhouettes
from hulldown.games import load_game
from support.games import every_game

SCRIPT = Path(__file__).parents[3] / "scripts" / "silhouettes.py"
NUMBERS = re.compile(r"-?\d+(?:\.\d+)?")


def test_the_clients_copy_is_current() -> None:
    script = runpy.run_path(str(SCRIPT))
    assert script["FILE"].read_text() == script["content"](), "run scripts/silhouettes.py"


@pytest.mark.parametrize("name", silhouettes())
def test_both_views_fit_their_box(name: str) -> None:
    one = silhouettes()[name]
    assert one.top
    assert one.side
    for path in (*one.top, *one.side):
        assert path.startswith("M")
        assert path.endswith("Z")
        assert max(abs(float(number)) for number in NUMBERS.findall(path)) <= 110


def test_every_class_has_a_silhouette() -> None:
    assert set(get_args(Shape)) - set(silhouettes()) == {"unknown"}
    assert silhouette_of(TypeFace("X", "X", "truck", "none such")) is silhouettes()["truck"]
    assert silhouette_of(None) is silhouettes()["turreted"]


@every_game
def test_faces_name_silhouettes_that_there_are(name: str) -> None:
    game = load_game(name)
    for info in game.scenarios():
        for entry in game.face(info.id).types:
            assert not entry.silhouette or entry.silhouette in silhouettes(), entry.type


@pytest.mark.parametrize("name", ["tank", "panzer"])
def test_types_of_one_scenario_can_be_told_apart(name: str) -> None:
    game = load_game(name)
    for info in game.scenarios():
        types = {entry.type: entry for entry in game.face(info.id).types}
        listed = [kind for side in info.sides.values() for kind in re.findall(r"\d+ ([^,]+)", str(side["forces"]))]
        # Squads of two nations are men alike: colour and frame tell whose they are.
        fighting = [kind for kind in listed if " squad " not in kind]
        drawn = [silhouette_of(types[kind]) for kind in fighting]
        assert len(drawn) == len(set(drawn)), info.id
