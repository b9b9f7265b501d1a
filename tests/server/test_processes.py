"""Several processes on one database: what is ordered at one is seen at the other, and no order is applied twice."""

from __future__ import annotations

import threading
from pathlib import Path

import pytest

from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from support.postgres import Cluster
from support.remote import Player, new_match, play_out, players_of
from support.serving import ServerProcess, Start, wait_until
from support.toy_play import GAME as TOY


@pytest.fixture
def pair(cluster: Cluster, start: Start) -> tuple[ServerProcess, ServerProcess]:
    url = cluster.new_database()
    return start(url), start(url)


def across(here: ServerProcess, there: ServerProcess, scenario: str) -> tuple[Player, Player]:
    """Alpha at one process, bravo at the other."""
    made = new_match(here, scenario)
    alpha, bravo = players_of(here, made).values()
    return alpha, Player(there, bravo.match, bravo.token, bravo.side)


def test_an_order_at_one_process_is_seen_at_the_other(pair: tuple[ServerProcess, ServerProcess]) -> None:
    alpha, bravo = across(*pair, "tank/intro")
    with alpha.socket() as one, bravo.socket() as two:
        one.receive()
        two.receive()
        for _ in range(5):
            for player in (alpha, bravo):
                player.play_one()
                for socket, viewer in ((one, alpha), (two, bravo)):
                    number = viewer.state()["number"]
                    while socket.state["number"] < number:
                        socket.receive()
        assert one.events == alpha.state()["events"]
        assert two.events == bravo.state()["events"]
        while not one.presence.get("online", {}).get("bravo"):
            one.receive()
        # Both owe a plot: only then can bravo be sure to be able to take its own back.
        while len(alpha.state()["view"]["owing"]) < 2:
            assert alpha.play_one() or bravo.play_one()
        assert bravo.play_one()
        assert bravo.undo().status_code == 200
        epoch = bravo.state()["epoch"]
        two.until(lambda state: state["epoch"] == epoch)
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    assert record == record_from_text(bravo.get("/record").text, "record")
    verify(record, load_game("tank"))


def test_an_end_at_one_process_is_one_at_the_other(pair: tuple[ServerProcess, ServerProcess]) -> None:
    """The other process has the match in memory; both resign and both ask for the rematch at the same time."""
    alpha, bravo = across(*pair, "toy/1")
    for player in (alpha, bravo):
        player.play_one()
    with bravo.socket() as socket:
        socket.receive()
        answers: dict[str, int] = {}

        def both(path: str) -> None:
            def ask(player: Player) -> None:
                answers[player.side] = player.post(path, {}).status_code

            threads = [threading.Thread(target=ask, args=(player,)) for player in (alpha, bravo)]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()

        both("/resign")
        assert sorted(answers.values()) == [200, 409]
        socket.until(lambda state: state["status"] == "over")
        both("/rematch")
        assert sorted(answers.values()) == [200, 200]
        first, second = (player.post("/rematch", {}).json() for player in (alpha, bravo))
        assert (first["match"], {first["side"], second["side"]}) == (second["match"], {"alpha", "bravo"})
        socket.until(lambda state: state["rematch"] is not None)
    assert alpha.state()["ending"] == bravo.state()["ending"]
    record = record_from_text(alpha.get("/record").text, "record")
    assert record == record_from_text(bravo.get("/record").text, "record")
    verify(record, TOY)


def test_the_same_order_at_both_processes_is_applied_once(pair: tuple[ServerProcess, ServerProcess]) -> None:
    alpha, bravo = across(*pair, "toy/1")
    twin = Player(pair[1], alpha.match, alpha.token, "alpha")
    for _ in range(4):
        order = alpha.order(alpha.state())
        answers: list[tuple[int, str]] = []

        def give(player: Player, name: str) -> None:
            answer = player.give(order, submission=name)  # noqa: B023
            answers.append((answer.status_code, answer.text))  # noqa: B023

        for names in (("same", "same"), ("one", "two")):
            answers.clear()
            names = tuple(f"{name}.{order.decision}" for name in names)
            threads = [
                threading.Thread(target=give, args=(player, name))
                for player, name in zip((alpha, twin), names, strict=True)
            ]
            for thread in threads:
                thread.start()
            for thread in threads:
                thread.join()
            if names[0] == names[1]:
                assert [status for status, _ in answers] == [200, 200]
                assert answers[0] == answers[1]
                assert alpha.undo().status_code == 200
            else:
                assert sorted(status for status, _ in answers) == [200, 409]
        assert bravo.play_one()
        if alpha.state()["status"] == "over":
            break
    play_out(alpha, bravo)
    verify(record_from_text(alpha.get("/record").text, "record"), TOY)


def test_a_dead_process_leaves_its_bots_to_the_other(pair: tuple[ServerProcess, ServerProcess]) -> None:
    first, second = pair
    made = [new_match(first, "tank/intro", seats={"bravo": "bot:random"}) for _ in range(3)]
    watched = new_match(first, "tank/intro", seats={"alpha": "bot:random", "bravo": "bot:random"})
    players = [Player(second, one["match"], one["seats"]["alpha"]["token"], "alpha") for one in made]
    first.kill()
    for player in players:
        # The bot owes its first decision to a process that is dead.
        wait_until(lambda: "bravo" not in player.state()["view"]["owing"])  # noqa: B023
        assert play_out(player)["status"] == "over"
    watcher = Player(second, watched["match"], watched["watch"])
    wait_until(lambda: watcher.state()["status"] == "over", 180)


def test_two_processes_on_one_sqlite_file(tmp_path: Path, start: Start) -> None:
    url = f"sqlite:///{tmp_path / 'games.db'}"
    alpha, bravo = across(start(url), start(url), "toy/1")
    with alpha.socket() as one:
        one.receive()
        bravo.play_one()
        assert one.until(lambda state: state["view"]["owing"] == ["alpha"])
    play_out(alpha, bravo)


def test_a_database_that_goes_away_and_comes_back(tmp_path: Path) -> None:
    cluster = Cluster()
    try:
        server = ServerProcess(cluster.new_database(), tmp_path)
        alpha, bravo = players_of(server, new_match(server, "toy/1")).values()
        order = alpha.order(alpha.state())
        with bravo.socket() as socket:
            socket.receive()
            cluster.pause()
            away = alpha.give(order, submission="once")
            assert (away.status_code, away.json()["error"]["code"]) == (503, "busy")
            assert int(away.headers["retry-after"]) >= 1
            cluster.resume()
            wait_until(lambda: alpha.give(order, submission="once").status_code == 200)
            socket.until(lambda state: state["view"]["owing"] == ["bravo"])
        play_out(alpha, bravo)
        server.stop()
        server.check_log()
    finally:
        cluster.stop()
