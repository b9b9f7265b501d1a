"""The coach: it says nothing that its side cannot know, its numbers are those of the table, and it answers quickly."""

from __future__ import annotations

import time
from fractions import Fraction
from random import Random

import msgspec
import pytest

from hulldown.bots.coaching import DIRECTIONS, Coach, Danger, Hint, Shot, Threatened, coach_of, hints
from hulldown.bots.seat import seat_of
from hulldown.core.board import Board
from hulldown.games import load_game, load_tools
from support.games import DUEL, every_game, every_scenario, played

POSITIONS = 8
SOON = 0.5


@every_scenario
@pytest.mark.parametrize("style", ["attack", "fight"])
def test_states_that_look_the_same_get_the_same_hints(name: str, scenario: str, style: str) -> None:
    play = played(name, scenario, style)
    game = play.game
    for moment in play.spread(POSITIONS):
        for side in game.sides:
            mine = hints(seat_of(game, moment.state, side))
            view = game.view(moment.state, side)
            for number in range(3):
                drawn = game.sample(view, Random(f"{scenario} {number}"))
                assert hints(seat_of(game, drawn, side)) == mine


@every_scenario
def test_hints_are_about_what_is_on_the_map(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    game, board = play.game, play.game.board(scenario)
    for moment in play.spread(POSITIONS):
        for side in game.sides:
            view = game.view(moment.state, side)
            pieces = {piece.id: piece for piece in view.pieces}
            for hint in hints(seat_of(game, moment.state, side)):
                own, other = pieces[hint.unit], pieces[hint.other]
                assert (own.side == side, own.cell, other.cell) == (True, hint.cell, hint.other_cell)
                assert other.side != side
                assert 0 < hint.percent <= 100
                assert -1 <= hint.better < hint.percent
                assert board.labels[hint.cell] in hint.text
                assert hint.facing < 0 or DIRECTIONS[hint.facing] in hint.text


def _compared(name: str, scenario: str, style: str) -> tuple[int, int]:
    """Compares the shots that the coach advises with the table; how many these were, and how many other hints."""
    tools, compared, threats = load_tools(name), 0, 0
    play = played(name, scenario, style)
    for moment in play.spread(40):
        seat = seat_of(play.game, moment.state, moment.side)
        for hint in hints(seat):
            if hint.kind != "shot":
                threats += 1
                continue
            odds = tools.odds_in_view(seat.view, {"attacker": hint.unit, "target": hint.other})
            if odds.get("void"):
                assert ", if it is a " in hint.text, (hint, odds)
                continue
            shown = odds["probability"] if "probability" in odds else _harm(odds["outcomes"])
            assert abs(hint.percent - 100 * Fraction(shown)) <= 1, (hint, odds)
            compared += 1
    return compared, threats


@every_game
def test_shots_have_the_odds_that_the_table_shows(name: str) -> None:
    compared, threats = 0, 0
    for style in ("fight", DUEL):
        if compared < 5 or threats < 5:
            for info in load_game(name).scenarios()[:4]:
                shots, others = _compared(name, info.id, style)
                compared, threats = compared + shots, threats + others
    assert compared >= 5
    assert threats >= 5


def _harm(outcomes: dict[str, str]) -> Fraction:
    """The chance of harm that lasts: a pin (P) is gone when the turn is over.

    Where there are pins, every attack that is allowed pins at least: with them each hint would say 100 %.
    """
    return sum((Fraction(value) for key, value in outcomes.items() if key not in ("none", "P")), Fraction(0))


@every_scenario
def test_hints_come_at_once(name: str, scenario: str) -> None:
    play = played(name, scenario, "fight")
    moments = play.spread(POSITIONS)
    for moment in moments[:1]:
        hints(seat_of(play.game, moment.state, moment.side))
    for moment in moments:
        begun = time.process_time()
        hints(seat_of(play.game, moment.state, moment.side))
        assert time.process_time() - begun < SOON


class OneTank:
    """A coach with one thing to say of each kind."""

    def threatened(self, seat: object) -> tuple[Threatened, ...]:
        gun, other = Danger("B1", 11, 0.42, "destroys it", "side"), Danger("B2", 12, 0.1)
        return (
            Threatened("A1", 10, (other, gun), 1, (0.02, 0.18)),
            Threatened("A2", 10, (Danger("B1", 11, 0.02),)),
            Threatened("A3", 10, (gun,), 2, (0.4,), unseen=True),
        )

    def shots(self, seat: object) -> tuple[Shot, ...]:
        return Shot("A1", 10, "B1", 11, 0.3, worth=1.0), Shot("A2", 10, "B2", 12, 0.5, worth=2.0)


def test_words_give_the_numbers(monkeypatch: pytest.MonkeyPatch) -> None:
    play = played("tank", "tank/intro")
    seat = seat_of(play.game, play.moments[0].state, "alpha")
    coach: Coach = OneTank()
    monkeypatch.setattr("hulldown.bots.coaching.coach_of", lambda game: coach)
    label = list(seat.board.labels)
    found = hints(seat)
    assert [hint.text for hint in found] == [
        f"A1 at {label[10]}: B1 at {label[11]} destroys it with 42 % from the side; 2 enemies together with 48 %; "
        "facing north-east makes it 20 %.",
        f"A3 at {label[10]}: B1 at {label[11]} destroys it with 42 % from the side, once it is spotted.",
        f"A2 at {label[10]}: fire at B2 in {label[12]} destroys it with 50 %.",
        f"A1 at {label[10]}: fire at B1 in {label[11]} destroys it with 30 %.",
    ]
    assert (found[0].facing, found[0].better, found[1].facing) == (1, 20, -1)
    assert isinstance(seat.board, Board)
    assert msgspec.json.decode(msgspec.json.encode(found), type=list[Hint]) == found


def test_a_game_without_a_coach_has_nothing_to_say() -> None:
    assert coach_of("toy") is None
