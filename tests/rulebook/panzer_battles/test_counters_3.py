"""Counters (3.3) and the ground they stand on: strength, what is hidden, the compass, and what a hex costs."""

from __future__ import annotations

import pytest

from hulldown.core.dice import dice
from hulldown.core.errors import HulldownError
from hulldown.core.paths import IMPOSSIBLE
from hulldown.core.sequence import Doing
from hulldown.games.panzer_battles.data.scenarios import scenarios
from hulldown.games.panzer_battles.data.units import units
from hulldown.games.panzer_battles.faces.odds_tools import aim_of
from hulldown.games.panzer_battles.game import GAME
from hulldown.games.panzer_battles.rules.firing import NORMAL, aim_at
from hulldown.games.panzer_battles.rules.ground import TABLES, load_ground
from hulldown.games.panzer_battles.rules.library import ruleset_of, scene_of
from hulldown.games.panzer_battles.rules.state import ON_MAP, March, index_of
from hulldown.games.panzer_battles.rules.unit_types import traits
from hulldown.games.panzer_battles.rules.verbs.driving import turn
from support.battles_field import Field, kinds
from support.battles_stage import Stage

NAMES = ("gazala", "arracourt", "berlin")


@pytest.mark.rules("3.31b", "3.32a", "3.32b")
def test_a_unit_has_one_to_five_vehicles_or_steps() -> None:
    """A whole platoon has five; nothing in the scenarios has more, and `odds` takes no more."""
    for scenario in scenarios().values():
        for side in GAME.sides:
            strengths = {platoon.strength for _, _, platoon in scenario.side(side).platoons()}
            assert strengths <= {1, 2, 3, 4, 5}
    assert {kind.full for kind in units().values() if kind.name in ("M4", "US infantry")} == {5}
    shot = {"weapon": "main", "attacker": "PzIV H", "target": "M4", "range": 3, "aspect": "front", "terrain": "clear"}
    assert (aim_of(shot).number, aim_of(shot).strength) == (5, 5), "no marker is a whole platoon"
    for wrong in ({"count": 6}, {"count": 0}, {"strength": 6}, {"strength": 0}):
        with pytest.raises(HulldownError, match=r"is [06]$"):
            aim_of({**shot, **wrong})


@pytest.mark.rules("3.31b", "3.31c")
def test_losses_change_the_strength_of_a_unit_and_nothing_else_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    stage = Stage(monkeypatch)
    stage.put("U111", "1010", command="OVERWATCH", facing=2)
    before = stage.unit("U111").copy()
    stage.lose("U111", 3)
    after = stage.unit("U111").copy()
    assert (before.strength, after.strength) == (5, 2)
    after.strength = before.strength
    assert after == before
    stage.lose("U111", 2)
    assert (stage.unit("U111").strength, stage.where("U111")) == (0, "lost")


@pytest.mark.rules("3.33", "7.0-gen-1")
def test_a_counter_lies_face_down_until_the_enemy_observes_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """What the enemy sees of it is a number; of what it is he learns nothing."""
    stage = Stage(monkeypatch, hexes={"1020": "woods"})
    stage.put("U111", "1020", command="OVERWATCH", strength=3)
    stage.put("G111", "1005", command="BOUND", facing=3)
    stage.begin("move2")
    (piece,) = [piece for piece in GAME.view(stage.state, "second").pieces if piece.side == "first"]
    assert (piece.face_down, piece.type, piece.marks) == (True, "", ())
    assert "U111" not in str(GAME.view(stage.state, "second"))
    stage.unit("G111").cell = stage.cell("1018")
    stage.begin("move2")
    (piece,) = [piece for piece in GAME.view(stage.state, "second").pieces if piece.side == "first"]
    assert (piece.id, piece.face_down, piece.type) == ("U111", False, "M4")
    assert "3" in piece.marks


@pytest.mark.rules("6.0-proc-3", "6.9")
@pytest.mark.parametrize("name", NAMES)
def test_every_hex_costs_a_point_at_least(name: str) -> None:
    ground = load_ground(f"battles-{name}")
    for table in TABLES:
        costs = {cost for cell in ground.board.cells for cost in ground.cost_tables[table][cell]} - {IMPOSSIBLE}
        assert min(costs) >= 1
        assert max(costs) <= 4


@pytest.mark.rules("12.4-road")
@pytest.mark.usefixtures("plain_map")
def test_on_a_road_the_other_terrain_of_the_hex_counts() -> None:
    """A road runs through 1506, which is woods, and through 1507, which is clear."""
    found = []
    for label in ("1506", "1507"):
        field = Field()
        field.place("U111", label, column=True)
        field.place("G111", "1510", facing=0)
        field.begin()
        index, target = index_of(field.state, "G111"), index_of(field.state, "U111")
        system = traits("PzIV H").system("main")
        assert system is not None
        found.append(aim_at(field.state, field.scene, index, target, system, NORMAL).terrain)
    assert found == ["woods", "clear"]


@pytest.mark.rules("19.1b", "11.21", "15.11")
@pytest.mark.parametrize(
    ("name", "words"),
    [
        ("gazala", ("north", "north-east", "south-east", "south", "south-west", "north-west")),
        # North is on the left of the sheet, so its top is east; at Berlin north is on the right, and the top is west.
        ("arracourt", ("east", "south-south-east", "south-south-west", "west", "north-north-west", "north-north-east")),
        ("berlin", ("west", "north-north-west", "north-north-east", "east", "south-south-east", "south-south-west")),
    ],
)
def test_directions_are_called_by_the_compass_of_the_map(name: str, words: tuple[str, ...]) -> None:
    """The words of events and those that the face serves to clients."""
    scenario = f"panzer_battles/{name}"
    assert GAME.face(scenario).directions == words
    state = GAME.unbegun(scenario, {})
    scene = scene_of(state)
    doing = Doing(dice(state.seed, 0, 1), 1, ruleset_of(state))
    for way in range(6):
        turn(state, scene, 0, way, doing)
    told = [GAME.describe(event) for event in doing.events]
    assert told == [f"{state.units[0].id} turns {word}." for word in words]


@pytest.mark.rules("19.1b", "15.11")
def test_so_is_the_direction_of_defilade() -> None:
    state = GAME.unbegun("panzer_battles/berlin", {})
    scene, index = scene_of(state), index_of(state, "G301")
    unit = state.units[index]
    unit.status, unit.cell, unit.tag = ON_MAP, scene.board.by_label["0905"], 1
    doing = Doing(dice(state.seed, 0, 1), 1, ruleset_of(state))
    scene.rules.verbs[kinds.SHELTER].advance(state, scene, March(kinds.SHELTER, (index,), facing=3), doing)
    assert [GAME.describe(event) for event in doing.events] == ["G?1 goes into defilade east."]
