"""Random legal play over all scenarios and options, and random rubbish at every door.

`HULLDOWN_FUZZ_GAMES=200` plays that many games of each scenario instead of the few of a normal run.
"""

from __future__ import annotations

import os
import tomllib
from functools import cache

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from hulldown import resources
from hulldown.bots import make_bot
from hulldown.core.errors import HulldownError, IllegalOrderError, MalformedError, RecordMismatchError
from hulldown.core.mapfile import board_from_toml
from hulldown.core.record import Record, record_from_text, text_of, verify
from hulldown.games import game_names, load_game
from hulldown.lab.play import play_game
from hulldown.maps import map_names
from support.games import Moment, every_game, every_scenario, option_sets, played

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
        sets = option_sets(game, info.id)[1:]
        assert {option for options in sets for option in options} == {option.name for option in game.options(info.id)}
        for options in sets:
            bots = {side: make_bot("random", f"{options} {side}") for side in game.sides}
            assert play_game(game, info.id, bots, str(options), options).outcome.rule


@cache
def _asked(name: str) -> tuple[Moment, ...]:
    """A position for each kind of decision of a game."""
    kinds: dict[str, Moment] = {}
    for info in load_game(name).scenarios()[:3]:
        for moment in played(name, info.id).moments:
            kinds.setdefault(moment.order.kind, moment)
    return tuple(kinds.values())


@pytest.mark.parametrize("name", game_names())
@QUIET
@given(data=st.data())
def test_notation_takes_any_text(name: str, data: st.DataObject) -> None:
    """A text is refused with the reason, or every line of it is understood: as what is written for it, and judged."""
    game = load_game(name)
    asked = _asked(name)
    moment = asked[data.draw(st.integers(0, len(asked) - 1))]
    state, side = moment.state, moment.side
    text = data.draw(
        st.text(alphabet="ABF019 \n#()xyMVDOFRCT-+column,", max_size=60)
        | st.builds(_damaged, st.just(game.write(state, moment.order) or "-"), st.just(data))
    )
    try:
        order = game.parse(state, side, text)
    except MalformedError:
        return  # any other error would fail the test
    said = [line.partition("#")[0].split() for line in text.splitlines()]
    if order.choice:
        assert order.choice.casefold().split() == [word.casefold() for words in said for word in words]
    else:
        assert len(order.tasks) == sum(map(bool, said)), "a line was passed over"
    assert game.parse(state, side, game.write(state, order)).tasks == order.tasks
    violations = game.check(state, side, order)
    assert all(violation.rule and violation.message for violation in violations)
    if violations:
        with pytest.raises(IllegalOrderError):
            game.apply(state, side, order)
    else:
        assert game.apply(state, side, order).state != state


def _damaged(text: str, data: st.DataObject) -> str:
    """A file with a piece cut out, doubled or written over."""
    start = data.draw(st.integers(0, len(text) - 1))
    end = min(len(text), start + data.draw(st.integers(0, 40)))
    patch = data.draw(st.sampled_from(["", text[start:end] * 2, '"', "{", "]", "\x00", "9999", "= = =", "é"]))
    return text[:start] + patch + text[end:]


@QUIET
@given(data=st.data())
def test_damaged_maps_are_refused_with_the_place(data: st.DataObject) -> None:
    """A damaged map is refused with its file, or it is whole all the same: what the file says is on the board."""
    name = data.draw(st.sampled_from(map_names()))
    text = _damaged(resources.read("hulldown.maps", f"{name}.toml"), data)

    def fetch(other: str) -> str:
        return resources.read("hulldown.maps", f"{other.removesuffix('.toml')}.toml")

    board, told = None, ""
    try:
        board = board_from_toml(text, "damaged.toml", fetch)
    except HulldownError as error:
        told = str(error)
    if board is None:
        assert ".toml" in told, "the message names no file"
        return
    said = tomllib.loads(text)
    assert board.name == said["name"]
    assert len({board.labels[cell] for cell in board.cells}) == len(board.cells) > 0
    assert all(board.terrain[cell] for cell in board.cells)
    if "layers" in said:
        grid = said["layers"]["terrain"].split()
        assert (board.columns, board.rows) == (said["columns"], said["rows"]) == (len(grid[0]), len(grid))
        marks = said["legend"]
        for cell in board.cells:
            column, row = board.column_row(cell)
            assert board.terrain[cell] == marks[grid[row - board.first_row][column - 1]]


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
    """A damaged record is refused with file and line, or found out by the proof, unless it says the same as before."""
    text = _damaged(record_text, data)
    record, told = None, ""
    try:
        record = record_from_text(text, "damaged.jsonl")
    except HulldownError as error:
        told = str(error)
    if record is None:
        assert "damaged.jsonl, line " in told
        return
    if text_of(record) == record_text:
        return  # the damage changed nothing that is read
    with pytest.raises(RecordMismatchError):
        verify(record, load_game(record.header.game))
