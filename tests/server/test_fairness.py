"""Fair play at a real server: commitments, receipts, and the attacks of a host who owns the database."""

from __future__ import annotations

import json
import os
import sqlite3
import subprocess
import sys
from pathlib import Path

import msgspec
import pytest

from hulldown.cli.main import main
from hulldown.core.proof import prove
from hulldown.core.record import Record, derived_entropy, entropy_commitment, record_from_text, text_of
from hulldown.signing import valid
from support.fairness import Keeper, committed_match, rewritten
from support.patience import PATIENCE
from support.remote import Player, game_of, new_match, play_out, players_of
from support.serving import TESTS, ServerProcess, Start, wait_until


def play_through(keepers: dict[str, Keeper], undos: int = 2) -> Record:
    """The record of a match played to its end, with some orders taken back on the way."""
    players = list(keepers.values())
    while players[0].player.state()["status"] != "over":
        for keeper in players:
            moved = keeper.play_one()
            if moved and undos and keeper.player.state()["undo"]:
                answer = keeper.player.undo()
                assert answer.status_code == 200, answer.text
                keeper.took_back(answer.json())
                undos -= 1
    for keeper in players:
        keeper.saw(keeper.player.state())
    return record_from_text(players[0].player.get("/record").text, "record")


def test_a_match_with_receipts_verifies_for_both_players(
    server: ServerProcess, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    keepers = committed_match(server, "tank/intro")
    with keepers["alpha"].player.socket() as socket:
        record = play_through(keepers)
        socket.until(lambda state: state["status"] == "over")
        for text in socket.raw:
            keepers["alpha"].saw(json.loads(text))
    assert record.undos
    file = tmp_path / "game.jsonl"
    file.write_text(text_of(record))
    assert main(["verify", str(file)]) == 0
    assert capsys.readouterr().out.startswith("consistent: tank/intro")
    files = {side: str(keeper.write(tmp_path / f"{side}.json")) for side, keeper in keepers.items()}
    assert (
        main(["verify", str(file), "--strict", *(word for kept in files.values() for word in ("--receipts", kept))])
        == 0
    )
    assert capsys.readouterr().out.startswith("verified: tank/intro")
    for side, kept in files.items():
        # Only a player's own receipts show that he took his orders back himself.
        alone = all(undo.side == side for undo in record.undos)
        assert main(["verify", str(file), "--receipts", kept]) == 0
        assert capsys.readouterr().out.startswith(f"{'verified' if alone else 'consistent'}: tank/intro")
    key = server.http.get("/api/fairness").json()
    assert key == {"algorithm": "Ed25519", "key": record.header.key}
    assert main(["verify", str(file), "--key", record.header.key]) == 0
    assert main(["verify", str(file), "--key", "00"]) == 1

    forged = rewritten(record, game_of("tank/intro"), 6)
    file.write_text(text_of(forged))
    assert main(["verify", str(file)]) == 0, "its chain was computed anew"
    for side in keepers:
        assert main(["verify", str(file), "--receipts", str(tmp_path / f"{side}.json")]) == 1
    assert "the record was rewritten" in capsys.readouterr().out


def test_a_match_against_a_bot_verifies_and_the_bots_share_is_inside_the_commitment(server: ServerProcess) -> None:
    keepers = committed_match(server, seats={"bravo": "bot:random"})
    record = play_through(keepers, undos=0)
    assert record.reveal is not None
    assert record.header.sources == {"alpha": "committed", "bravo": "bot"}
    assert record.header.entropy["bravo"] == derived_entropy(record.reveal.secret, "bravo")
    report = prove(record, game_of("toy/1"), [keepers["alpha"].kept()], valid)
    assert report.word == "verified", report


def test_receipts_tell_nothing_of_what_a_viewer_cannot_see(server: ServerProcess) -> None:
    """A hidden order of the other side changes neither the state nor the receipt."""
    keepers = committed_match(server)
    alpha, bravo = keepers["alpha"].player, keepers["bravo"].player
    for _ in range(6):
        before = bravo.get().content
        state = alpha.state()
        if state["legal"] is None:
            bravo.play_one()
            continue
        alpha.play_one()
        after = bravo.get().content
        if msgspec.json.decode(before)["number"] == msgspec.json.decode(after)["number"]:
            assert before == after
        alpha.undo()
        alpha.play_one()


def test_receipts_survive_a_restart_with_the_same_key(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}")
    keepers = committed_match(server)
    for keeper in keepers.values():
        keeper.play_one()
    alpha = keepers["alpha"].player
    before = alpha.state()
    key = server.http.get("/api/fairness").json()
    server.kill()
    server.start()
    assert server.http.get("/api/fairness").json() == key
    assert alpha.state() == before
    record = play_through(keepers, undos=1)
    both = [keeper.kept() for keeper in keepers.values()]
    assert prove(record, game_of("toy/1"), both, valid).word == "verified"


def test_a_host_sitting_last_finds_nothing_to_choose_by_in_his_own_database(start: Start, tmp_path: Path) -> None:
    """When bravo, the host, must commit, the database holds nothing of alpha's entropy but a hash."""
    file = tmp_path / "games.db"
    server = start(f"sqlite:///{file}")
    share = "alpha-s-own-share-0123456789"
    wish = {"seats": {"bravo": "open"}, "commitments": {"alpha": entropy_commitment("alpha", share)}}
    made = new_match(server, entropy=None, **wish)
    alpha = Keeper(players_of(server, made)["alpha"], share)
    dump = "\n".join(sqlite3.connect(file).iterdump())
    assert share not in dump
    assert entropy_commitment("alpha", share) in dump
    chosen = "what-the-host-likes-best"
    body = {"invite": made["seats"]["bravo"]["invite"], "commitment": entropy_commitment("bravo", chosen)}
    joined = server.http.post(f"/api/matches/{made['match']}/join", json=body).json()
    assert joined["state"]["opening"]["commitments"]["bravo"] == entropy_commitment("bravo", chosen)
    alpha.seal()
    headers = {"Authorization": f"Bearer {joined['token']}"}
    reveal = f"/api/matches/{made['match']}/reveal"
    for number in range(20):
        other = server.http.post(reveal, json={"entropy": f"another-entropy-{number}"}, headers=headers)
        assert (other.status_code, other.json()["error"]["code"]) == (422, "refused")
    # He may write what he likes into his database: the opening that alpha holds speaks against it.
    better = "a-much-better-entropy"
    with sqlite3.connect(file) as database:
        database.execute("UPDATE seats SET commitment = ? WHERE side = 'bravo'", (entropy_commitment("bravo", better),))
    server.kill()
    server.start()
    assert server.http.post(reveal, json={"entropy": better}, headers=headers).json()["status"] == "playing"
    state = alpha.player.state()
    alpha.saw(state)
    assert state["opening"]["commitments"] != (alpha.opening or {})["commitments"]
    bravo = type(alpha.player)(server, made["match"], joined["token"], "bravo")
    play_out(alpha.player, bravo)
    record = record_from_text(alpha.player.get("/record").text, "record")
    with pytest.raises(Exception, match="not those signed before the reveal"):
        prove(record, game_of("toy/1"), [alpha.kept()], valid)


def test_a_refuser_gains_nothing_but_not_playing(server: ServerProcess) -> None:
    commitments = {side: entropy_commitment(side, f"the-share-of-{side}-in-it") for side in ("alpha", "bravo")}
    made = new_match(server, entropy=None, commitments=commitments)
    alpha, bravo = players_of(server, made).values()
    assert alpha.post("/reveal", {"entropy": "the-share-of-alpha-in-it"}).json()["status"] == "open"
    assert (bravo.state()["view"], bravo.state()["legal"], bravo.state()["status"]) == (None, None, "open")
    assert alpha.state()["seats"]["bravo"].get("revealed") is None
    assert bravo.post("/seat", {"commitment": ""}).json()["status"] == "open", "a commitment is not taken back"


@pytest.mark.parametrize("secret", ["script:1 1 1 1 1", "common:x"])
def test_a_server_refuses_scripted_and_common_dice_from_its_environment(tmp_path: Path, secret: str) -> None:
    env = {**os.environ, "PYTHONPATH": str(TESTS), "HULLDOWN_SECRET": secret}
    command = [sys.executable, "-m", "support.toy_server", "serve", "--port", "0", "--database"]
    ended = subprocess.run(
        [*command, f"sqlite:///{tmp_path / 'x.db'}"],
        env=env,
        capture_output=True,
        text=True,
        timeout=PATIENCE,
        check=False,
    )
    assert ended.returncode == 2
    assert "dice, which are for tests" in ended.stderr


def test_a_fixed_secret_marks_every_record(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'fixed.db'}", env={"HULLDOWN_SECRET": "the same for all"})
    keepers = committed_match(server)
    record = play_through(keepers)
    assert record.header.dice == "fixed"
    report = prove(record, game_of("toy/1"), [keepers["alpha"].kept()], valid)
    assert report.word == "consistent"
    assert any("test server" in finding.text for finding in report.findings if not finding.proved)


def test_a_fork_says_that_its_dice_were_known(server: ServerProcess) -> None:
    keepers = committed_match(server, "tank/intro")
    play_through(keepers)
    made = keepers["alpha"].player.post("/fork", {"turn": 3, "side": "alpha", "bot": "random"}).json()
    (forked,) = players_of(server, made).values()
    assert forked.state()["opening"] is None
    wait_until(lambda: forked.state()["legal"] is not None)
    play_out(forked)
    record = record_from_text(forked.get("/record").text, "record")
    assert (record.header.dice, record.header.match) == ("known", made["match"])
    report = prove(record, game_of("tank/intro"))
    assert report.word == "consistent"
    assert any("continued from a finished one" in finding.text for finding in report.findings)


def test_a_database_of_the_schema_before_goes_on(start: Start, tmp_path: Path) -> None:
    """A match in play and an open one, stored by the version before commitments (tests/server/schema2.sql)."""
    file = tmp_path / "old.db"
    first, _, dump = (Path(__file__).parent / "schema2.sql").read_text().partition("\n")
    with sqlite3.connect(file) as database:
        database.executescript(dump)
    tokens = json.loads(first.removeprefix("-- "))
    server = start(f"sqlite:///{file}")
    match, seats = tokens["playing"]
    alpha, bravo = (Player(server, match, token, side) for side, token in seats.items())
    state = alpha.state()
    assert (state["status"], state["opening"], state["receipt"]) == ("playing", None, None)
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    assert (record.header.format, record.header.entropy["alpha"]) == (1, "from.both")
    assert prove(record, game_of("toy/1")).word == "consistent"
    match, seats = tokens["open"]
    alpha, bravo = (Player(server, match, token, side) for side, token in seats.items())
    assert bravo.post("/seat", {}).json()["status"] == "playing"
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    assert (record.header.format, record.header.sources) == (3, {"alpha": "told", "bravo": "server"})
    report = prove(record, game_of("toy/1"))
    assert report.word == "consistent"
    assert "alpha's share was told in the open" in " ".join(finding.text for finding in report.findings)
