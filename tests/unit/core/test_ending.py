"""How people end a game: resigning and agreeing are lines of the record, which verifies and names the outcome."""

from __future__ import annotations

import json
from pathlib import Path

import msgspec
import pytest

from hulldown.bots import make_bot
from hulldown.bots.seat import seat_of
from hulldown.cli.main import main
from hulldown.core.ending import AGREED, DRAW, RESIGNED, SCORE, How, Terms, outcome_after
from hulldown.core.errors import HulldownError, MalformedError, OutOfTurnError, RecordMismatchError
from hulldown.core.game import AnyGame
from hulldown.core.proof import heads
from hulldown.core.record import Record, ending_of, head_of, record_from_text, text_of, verify
from hulldown.core.session import Session, resume
from hulldown.games import game_names, load_game
from support.toy_play import GAME, toy_record


def played(orders: int = 3, game: AnyGame = GAME, scenario: str = "toy/1") -> Session:
    session = Session(game, scenario, "secret")
    bot = make_bot("random", "b")
    for _ in range(orders):
        side = next(iter(game.pending(session.state)))
        session.submit(side, bot.decide(seat_of(game, session.state, side)))
    return session


def ended(how: How, side: str, terms: Terms = "") -> Record:
    session = played()
    session.end(how, side, terms)
    return session.record()


def test_who_resigns_has_lost_and_the_record_tells_it() -> None:
    record = ended(RESIGNED, "alpha")
    assert record.reveal is not None
    outcome = record.reveal.outcome
    assert outcome is not None
    assert (outcome.winner, outcome.rule, outcome.reason) == ("bravo", "resigned", "Ants resigned")
    assert verify(record, GAME) >= 0
    text = text_of(record)
    assert json.loads(text.splitlines()[-2]) == {
        "type": "end", "number": 3, "how": "resigned", "side": "alpha", "chain": record.ending and record.ending.chain,
    }  # fmt: skip
    assert record_from_text(text, "file") == record
    assert head_of(record) in heads(record)


@pytest.mark.parametrize(
    ("name", "side", "told"), [("tank", "bravo", "Bravo"), ("panzer", "soviet", "The Soviet side")]
)
def test_who_resigned_is_called_as_the_game_calls_the_side(name: str, side: str, told: str) -> None:
    game = load_game(name)
    session = Session(game, game.scenarios()[0].id, "secret")
    session.end(RESIGNED, side)
    assert session.outcome is not None
    assert session.outcome.reason == f"{told} resigned"


def test_an_agreed_end_is_a_draw_or_what_the_score_says() -> None:
    draw, score = ended(AGREED, "bravo", DRAW), ended(AGREED, "bravo", SCORE)
    for record in (draw, score):
        verify(record, GAME)
    assert draw.reveal is not None
    assert score.reveal is not None
    assert draw.reveal.outcome is not None
    assert draw.reveal.outcome.winner is None
    verdict = GAME.verdict(played().state)
    assert score.reveal.outcome is not None
    assert (score.reveal.outcome.winner, score.reveal.outcome.score) == (verdict.winner, verdict.score)


def test_a_game_that_was_ended_takes_no_order_and_no_undo() -> None:
    session = played()
    side = next(iter(GAME.pending(session.state)))
    order = make_bot("random", "b").decide(seat_of(GAME, session.state, side))
    session.end(RESIGNED, "alpha")
    with pytest.raises(OutOfTurnError):
        session.submit(side, order)
    assert not any(session.can_undo(one) for one in GAME.sides)
    with pytest.raises(HulldownError, match="the game is over"):
        session.end(AGREED, "alpha", DRAW)
    again = resume(session.record(), GAME)
    assert (again.ending, again.outcome) == (session.ending, session.outcome)


def test_a_line_about_the_end_that_was_altered_is_found_out() -> None:
    record = ended(RESIGNED, "alpha")
    assert record.ending is not None
    for change in ({"side": "bravo"}, {"how": "agreed", "terms": "draw"}, {"number": 2}, {"chain": "0" * 64}):
        other = msgspec.structs.replace(record.ending, **change)
        with pytest.raises(RecordMismatchError, match="altered"):
            verify(msgspec.structs.replace(record, ending=other), GAME)
    with pytest.raises(RecordMismatchError, match="not the one the orders lead to"):
        verify(msgspec.structs.replace(record, ending=None), GAME)
    chain = head_of(msgspec.structs.replace(record, ending=None))
    for wrong in (ending_of(chain, 3, RESIGNED, "charlie"), ending_of(chain, 3, AGREED, "alpha")):
        with pytest.raises(RecordMismatchError, match="nobody can end"):
            verify(msgspec.structs.replace(record, ending=wrong), GAME)


def test_nobody_can_end_what_the_rules_have_ended() -> None:
    whole = toy_record()
    late = ending_of(head_of(whole), len(whole.entries), RESIGNED, "alpha")
    with pytest.raises(RecordMismatchError, match="over by its rules"):
        verify(msgspec.structs.replace(whole, ending=late), GAME)


def test_nothing_but_the_reveal_follows_the_end() -> None:
    lines = text_of(ended(RESIGNED, "alpha")).splitlines(keepends=True)
    with pytest.raises(MalformedError, match="only the reveal may follow"):
        record_from_text("".join([*lines[:-1], lines[-2], lines[-1]]), "file")
    with pytest.raises(MalformedError, match="end number 3 where 2 is due"):
        record_from_text("".join([*lines[:-3], *lines[-2:]]), "file")


def test_the_commands_verify_and_replay_read_how_it_ended(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    game = load_game("tank")
    session = played(2, game, "tank/intro")
    session.end(RESIGNED, "bravo")
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(session.record()))
    assert main(["verify", "--json", str(file)]) == 0
    assert json.loads(capsys.readouterr().out)["outcome"]["winner"] == "alpha"
    assert main(["replay", str(file)]) == 0
    assert "Alpha wins. Bravo resigned" in " ".join(capsys.readouterr().out.split())
    assert main(["replay", "--json", str(file)]) == 0
    told = json.loads(capsys.readouterr().out)
    assert (told["outcome"]["reason"], told["position"]["outcome"]["winner"]) == ("Bravo resigned", "alpha")


@pytest.mark.parametrize("name", game_names())
def test_every_game_can_be_judged_by_its_score_at_any_time(name: str) -> None:
    """At the end the verdict is the outcome itself; before, the same rule judges as if the last turn were over."""
    game = load_game(name)
    for info in game.scenarios():
        state = game.setup(info.id, {}, "seed")
        assert game.verdict(state).rule
    session = Session(game, game.scenarios()[0].id, "secret")
    bot = make_bot("random", "b")
    while session.outcome is None:
        side = next(iter(game.pending(session.state)))
        turn = session.state.turn
        session.submit(side, bot.decide(seat_of(game, session.state, side)))
        assert outcome_after(game, session.state, None) == session.outcome
        if session.state.turn != turn:
            assert set(game.verdict(session.state).score) >= set(game.sides)
    assert game.verdict(session.state) == session.outcome
