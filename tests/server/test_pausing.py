"""Matches that only bots play: they pause while nobody watches, and are few for each address."""

from __future__ import annotations

import sqlite3
from pathlib import Path

from support.remote import Player, new_match, play_out, players_of, watcher_of
from support.serving import Start, wait_until

BOTS = {"alpha": "bot:veteran", "bravo": "bot:veteran"}
OPEN = 30


def counts(file: Path) -> dict[str, int]:
    """The orders of each match, without looking at it through the server."""
    with sqlite3.connect(file) as connection:
        found = dict(
            connection.execute(
                "SELECT id, (SELECT count(*) FROM entries WHERE match_id = matches.id) FROM matches"
            ).fetchall()
        )
    connection.close()
    return found


def test_matches_that_nobody_watches_wait_while_a_person_plays(tmp_path: Path, start: Start) -> None:
    file = tmp_path / "games.db"
    server = start(f"sqlite:///{file}")
    made = [new_match(server, seats=BOTS) for _ in range(OPEN)]
    (alpha,) = players_of(server, new_match(server, seats={"bravo": "bot:veteran"})).values()
    assert play_out(alpha)["status"] == "over"
    assert all(counts(file)[one["match"]] == 0 for one in made)
    # One goes on as soon as somebody watches it, the others still wait.
    with watcher_of(server, made[7]).socket() as socket:
        socket.until(lambda state: state["status"] == "over")
    found = counts(file)
    assert found[made[7]["match"]] > 0
    assert all(found[one["match"]] == 0 for one in made if one is not made[7])
    # Also after a restart, when all bots that owe something are looked for.
    server.kill()
    server.start()
    (alpha,) = players_of(server, new_match(server, seats={"bravo": "bot:random"})).values()
    play_out(alpha)
    assert all(counts(file)[one["match"]] == 0 for one in made if one is not made[7])


def test_a_match_pauses_when_its_last_watcher_leaves_and_goes_on_with_the_next(tmp_path: Path, start: Start) -> None:
    file = tmp_path / "games.db"
    server = start(f"sqlite:///{file}")
    made = new_match(server, "tank/intro", seats={"alpha": "bot:random", "bravo": "bot:random"})
    with watcher_of(server, made).socket() as socket:
        socket.until(lambda state: state["number"] >= 4)
    wait_until(lambda: counts(file)[made["match"]] > 0)
    (alpha,) = players_of(server, new_match(server, seats={"bravo": "bot:random"})).values()
    play_out(alpha)
    # The order that was being answer about may still have come.
    before = counts(file)[made["match"]]
    for _ in range(3):
        (alpha,) = players_of(server, new_match(server, seats={"bravo": "bot:random"})).values()
        play_out(alpha)
    assert counts(file)[made["match"]] <= before + 1
    # Who asks again and again watches too.
    watcher = watcher_of(server, made)
    wait_until(lambda: watcher.state()["status"] == "over")


def test_an_address_may_have_so_many_matches_between_bots(tmp_path: Path, start: Start) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}", limits=1)
    bots = {"alpha": "bot:random", "bravo": "bot:random"}
    made = [new_match(server, seats=bots) for _ in range(8)]
    with server.client() as client:
        refused = client.post("/api/matches", json={"scenario": "toy/1", "seats": bots, "entropy": "e"})
        assert (refused.status_code, refused.json()["error"]["code"]) == (429, "too_many")
        assert "between bots" in refused.json()["error"]["message"]
        assert int(refused.headers["retry-after"]) > 0
    new_match(server, seats={"bravo": "bot:random"})  # a person may always play
    # One that is over makes loaded for another, a fork between bots included.
    watcher = Player(server, made[0]["match"], made[0]["watch"])
    wait_until(lambda: watcher.state()["status"] == "over")
    fork = {"turn": 2, "bot": "random"}
    assert watcher.post("/fork", fork).status_code == 201
    assert watcher.post("/fork", fork).status_code == 429
