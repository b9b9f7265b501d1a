"""Random legal play over all scenarios and options, and random rubbish at every door.

`HULLDOWN_FUZZ_GAMES=200` plays that many games of each scenario instead of the few of a normal run.
"""

from __future__ import annotations

import os

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hulldown import resources
from hulldown.bots import make_bot
from hulldown.core.errors import HulldownError, MalformedError
from hulldown.core.mapfile import board_from_toml
from hulldown.core.record import Record, record_from_text, text_of
from hulldown.games import game_names, load_game
from hulldown.lab.play import play_game
from hulldown.maps import map_names
from support.games import every_game, every_scenario

GAMES = int(os.environ.get("HULLDOWN_FUZZ_GAMES", "2"))
QUIET = settings(max_examples=60, deadline=None, suppress_health_check=[HealthCheck.too_slow])


@every_scenario
def test_random_games_end_by_their_rules(name: str, scenario: str) -> None:
    game = load_game(name)
    for number in range(GAMES):
        bots = {side: make_bot("random", f"fuzz {number} {side}") for side in game.sides}
        result = play_game(game, scenario, bots, f"fuzz {number}")
        assert result.outcome.rule
        assert result.outcome.winner in (None, *game.sides)
        assert result.turns >= 1


@every_game
def test_random_games_with_other_options(name: str) -> None:
    game = load_game(name)
    for info in game.scenarios()[:2]:
        for option in game.options(info.id):
            if isinstance(option.default, bool):
                value: object = not option.default
            elif isinstance(option.default, int):
                value = max(1, option.default // 2)
            else:
                continue
            bots = {side: make_bot("random", f"{option.name} {side}") for side in game.sides}
            assert play_game(game, info.id, bots, option.name, {option.name: value}).outcome.rule


@pytest.mark.parametrize("name", game_names())
@QUIET
@given(text=st.text(alphabet="ABF019 \n#()xyMVDOFRCT-+column,", max_size=60))
def test_notation_takes_any_text(name: str, text: str) -> None:
    game = load_game(name)
    state = game.setup(game.scenarios()[0].id, {}, "notation")
    side = next(iter(game.pending(state)))
    try:
        order = game.parse(state, side, text)
    except MalformedError:
        return  # any other error would fail the test
    for violation in game.check(state, side, order):
        assert violation.rule


def _damaged(text: str, data: st.DataObject) -> str:
    """A file with a piece cut out, doubled or written over."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    patch = data.draw(st.sampled_from(["", text[start:end] * 2, '"', "{", "]", "\x00", "9999", "= = =", "é"]))
    return text[:start] + patch + text[end:]


@QUIET
@given(data=st.data())
def test_damaged_maps_are_refused_with_the_place(data: st.DataObject) -> None:
    name = data.draw(st.sampled_from(map_names()))
    text = _damaged(resources.read("hulldown.maps", f"{name}.toml"), data)

    def fetch(other: str) -> str:
        return resources.read("hulldown.maps", f"{other.removesuffix('.toml')}.toml")

    told, cells = "", 0
    try:
        cells = len(board_from_toml(text, "damaged.toml", fetch).cells)
    except HulldownError as error:
        told = str(error)
    assert told or cells


@pytest.fixture(scope="module")
def record_text() -> str:
    game = load_game(game_names()[0])
    scenario = game.scenarios()[0].id
    bots = {side: make_bot("random", side) for side in game.sides}
    record = play_game(game, scenario, bots, "damage", keep_record=True).record
    assert isinstance(record, Record)
    return text_of(record)


@QUIET
@given(data=st.data())
def test_damaged_records_are_refused_with_the_place(record_text: str, data: st.DataObject) -> None:
    text = _damaged(record_text[: 6000 + record_text.find("\n")], data)
    told = "damaged.jsonl"
    try:
        record_from_text(text, "damaged.jsonl")
    except HulldownError as error:
        told = str(error)
    assert "damaged.jsonl" in told
