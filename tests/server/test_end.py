"""What is given when a match is over: the record that verifies, the replay, the fork. On both databases."""

from __future__ import annotations

from pathlib import Path

import msgspec
import pytest

from hulldown.cli.main import main
from hulldown.core.errors import RecordMismatchError
from hulldown.core.record import Record, record_from_text, verify
from hulldown.games import game_names, load_game
from support.remote import new_match, play_out, players_of, two_players, watcher_of
from support.serving import ServerProcess, wait_until


def _proved(record: Record, name: str) -> None:
    """Every roll of a record was checked, and a record that says something else of its last order is found out.

    Two random forces may miss each other, so a game need not have rolls.
    """
    game = load_game(name)
    assert len(record.entries) > 10
    assert verify(record, game) == sum(len(entry.rolls) for entry in record.entries)
    last = record.entries[-1]
    altered = msgspec.structs.replace(last, state="0" * len(last.state))
    with pytest.raises(RecordMismatchError, match=f"order {last.number} "):
        verify(Record(record.header, [*record.entries[:-1], altered], record.reveal), game)


def test_the_record_is_given_at_the_end_and_verifies(
    server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    made = new_match(server, "tank/intro", seats={"bravo": "bot:random"})
    (alpha,) = players_of(server, made).values()
    watcher = watcher_of(server, made)
    for player in (alpha, watcher):
        early = player.get("/record")
        assert (early.status_code, early.json()["error"]["code"]) == (409, "not_over")
    last = play_out(alpha)
    assert last["view"]["outcome"] is not None
    answer = alpha.get("/record")
    assert answer.text == watcher.get("/record").text
    assert "attachment" in answer.headers["content-disposition"]
    record = record_from_text(answer.text, "record")
    assert record.header.commitment == made["commitment"]
    _proved(record, "tank")
    file = tmp_path / "game.jsonl"
    file.write_bytes(answer.content)
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("consistent: tank/intro")
    assert alpha.post("/undo", {"submission": "late"}).json()["error"]["code"] == "cannot_undo"


def test_a_replay_during_the_match_shows_ones_own_knowledge_only(server: ServerProcess) -> None:
    alpha, bravo = two_players(server, "tank/intro")
    for _ in range(5):
        alpha.play_one()
        bravo.play_one()
    for perspective in ("bravo", "truth"):
        answer = alpha.get("/replay", perspective=perspective)
        assert (answer.status_code, answer.json()["error"]["code"]) == (409, "not_over")
    own = alpha.get("/replay").json()
    assert own["turns"][-1]["views"] == {"alpha": alpha.state()["view"]}
    assert own["turns"][-1]["score"] == alpha.state()["score"]
    assert [event["text"] for event in own["events"]] == [event["text"] for event in alpha.state()["events"]]
    assert own["rolls"] == []
    assert all("audience" not in event for event in own["events"])
    assert set(alpha.get("/replay", perspective="public").json()["turns"][0]["views"]) == {"public"}
    unknown = alpha.get("/replay", perspective="charlie")
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (422, "refused")


def test_a_replay_after_the_end_shows_everything(server: ServerProcess) -> None:
    alpha, bravo = two_players(server, "tank/intro")
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    truth = alpha.get("/replay", perspective="truth").json()
    turns = [frame["turn"] for frame in truth["turns"]]
    assert turns == sorted(turns)
    assert set(truth["turns"][0]["views"]) == {"alpha", "bravo"}
    assert [roll["serial"] for roll in truth["rolls"]] == [roll.serial for one in record.entries for roll in one.rolls]
    assert truth["turns"][0]["events"][0] == 0
    assert all(a["events"][1] == b["events"][0] for a, b in zip(truth["turns"], truth["turns"][1:], strict=False))
    assert truth["turns"][-1]["views"]["bravo"] == bravo.state()["view"]
    scores = {side: one["score"] for side, one in (("alpha", alpha.state()), ("bravo", bravo.state()))}
    for told in truth["turns"][-1]["score"]["sides"]:
        assert told in scores[told["side"]]["sides"]
    assert truth["turns"][-1]["score"]["leader"] == (bravo.state()["view"]["outcome"]["winner"] or "")
    assert alpha.get("/replay", perspective="bravo").json()["turns"][-1]["views"]["bravo"] == bravo.state()["view"]
    steps = alpha.get("/replay", perspective="truth", turn=3).json()["turns"]
    assert {frame["turn"] for frame in steps} == {3}
    assert len(steps) >= 2
    assert alpha.get("/replay", turn=999).status_code == 422
    sides = {one["side"] for one in alpha.get("/orders").json()["orders"]}
    assert sides == {"alpha", "bravo"}


def test_a_fork_plays_on_from_a_turn_and_its_record_verifies(server: ServerProcess) -> None:
    alpha, bravo = two_players(server, "tank/intro")
    early = alpha.post("/fork", {"turn": 1, "side": "alpha"})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_over")
    play_out(alpha, bravo)
    parent = alpha.get("/replay", perspective="bravo").json()["turns"]
    answer = alpha.post("/fork", {"turn": 4, "side": "bravo", "bot": "random"})
    assert answer.status_code == 201, answer.text
    made = answer.json()
    (forked,) = players_of(server, made).values()
    state = forked.state()
    assert (state["fork_of"], state["side"], state["view"]["turn"]) == (alpha.match, "bravo", 4)
    then = next(frame["views"]["bravo"] for frame in parent if frame["turn"] == 4)
    assert state["view"]["pieces"] == then["pieces"]
    wait_until(lambda: forked.state()["view"]["owing"] == ["bravo"])
    play_out(forked)
    record = record_from_text(forked.get("/record").text, "record")
    _proved(record, "tank")
    for wish in ({"turn": 999, "side": "alpha"}, {"turn": 1, "side": "x"}, {"turn": 1, "side": "alpha", "bot": "x"}):
        assert alpha.post("/fork", wish).status_code == 422


@pytest.mark.parametrize("name", game_names())
def test_every_game_is_played_to_its_end(server: ServerProcess, name: str) -> None:
    """A player over the network against the bot inside, in the first scenario of each game."""
    scenario = load_game(name).scenarios()[0].id
    made = new_match(server, scenario, seats={load_game(name).sides[1]: "bot:random"})
    (player,) = players_of(server, made).values()
    with player.socket() as socket:
        last = play_out(player)
        socket.until(lambda state: state["status"] == "over")
        assert socket.events == last["events"]
    record = record_from_text(player.get("/record").text, "record")
    _proved(record, name)
    assert player.get("/replay", perspective="truth").status_code == 200
