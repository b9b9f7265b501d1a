"""Fire missions as a player sees them before he orders them: chances of each choice, and SHEAFs as patterns."""

from __future__ import annotations

import pytest

from hulldown.core.errors import HulldownError
from hulldown.core.game import Mission
from hulldown.games import load_game
from hulldown.games.panzer.faces import mission_odds
from hulldown.games.panzer.faces.advanced_face import face
from hulldown.games.panzer.rules.advanced import sheafs
from hulldown.games.panzer.rules.advanced.verbs.missions import CALL, CORRECT
from support.advanced_fire import BOARD
from support.advanced_support import field

AIM = BOARD.by_label["0803"]


@pytest.mark.rules("6.5.1.12c", "6.5.1.12f")
def test_each_choice_of_a_call_has_its_chance() -> None:
    """An FO calls Organic batteries: 4 or more of ten; the unmodified 1 goes astray."""
    made = field()
    found = mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CALL, "Smoke linear by GB2")
    assert found["outcomes"] == {"responds": "7/10", "silent": "1/5", "astray": "1/10"}
    assert {way["weapon"]: way["hit"] for way in found["ways"]} == {
        f"{fire} {sheaf} by {name}": "7/10"
        for fire in ("GP", "Smoke")
        for sheaf in sheafs.OFF_MAP
        for name in ("GB1", "GB2")
    }
    assert found["range"] == 6


@pytest.mark.rules("6.5.1.8.2b")
def test_an_adjustment_is_a_new_roll_of_those_who_fire() -> None:
    made = field()
    made.drive("5 59 59", ("G1 CALL 0803 GB1 GP closed",))
    made.begin("german", turn=2)
    found = mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CORRECT, "")
    assert "6.5.1.12.1-adjusted-fire" in {factor["rule"] for factor in found["factors"]}
    assert len(found["ways"]) == 6


def test_no_chance_is_told_where_nothing_can_be_called() -> None:
    made = field()
    with pytest.raises(HulldownError, match="does not observe"):
        mission_odds.odds(made.state, made.scene, made.index("S1"), AIM, CALL, "")
    with pytest.raises(HulldownError, match="no source"):
        mission_odds.odds(made.state, made.scene, made.index("G1"), BOARD.by_label["0403"], CALL, "")
    with pytest.raises(HulldownError, match="no source"):
        mission_odds.odds(made.state, made.scene, made.index("G1"), AIM, CORRECT, "")


@pytest.mark.rules("6.5.1.5a", "6.5.1.5b", "6.5.1.5c", "6.5.1.5d")
@pytest.mark.parametrize("direction", range(6))
@pytest.mark.parametrize("sheaf", [sheafs.ONE, *sheafs.OFF_MAP])
def test_patterns_are_the_hexes_of_the_sheafs(sheaf: str, direction: int) -> None:
    pattern = next(one for one in face().patterns if one.key == sheaf)
    turned = direction if pattern.turned else 0
    aim, found = BOARD.by_label["0804"], set()
    for steps in pattern.falls[0]:
        cell = aim
        for step in steps:
            cell = BOARD.neighbours[cell][(int(step) + turned) % 6] if cell >= 0 else -1
        found.add(cell)
    assert found - {-1} == set(sheafs.covered(BOARD, sheaf, aim, direction))
    assert (
        len(pattern.falls[0]) == len(set(pattern.falls[0])) == {"one": 1, "closed": 7, "open": 19, "linear": 7}[sheaf]
    )
    assert pattern.near == 5


@pytest.mark.rules("6.5.1.11.1d")
def test_the_plan_of_a_battery_is_told_turn_by_turn_to_its_owner() -> None:
    game = load_game("panzer")
    state = game.setup("panzer/17", {}, "plan")
    for side in ("soviet", "german"):
        state = game.apply(state, side, game.legal(state, side).idle).state
    cells = game.board("panzer/17").by_label
    told = {asset.key: asset.missions for asset in game.view(state, "soviet").assets}
    assert told["SB4"] == tuple([Mission(turn, "GP open", cells["2316"]) for turn in (4, 5)])
    assert [(one.turn, one.what) for one in told["SB2"][2:4]] == [(4, "GP closed"), (6, "Smoke linear")]
    assert not any(asset.missions for asset in game.view(state, "german").assets)
