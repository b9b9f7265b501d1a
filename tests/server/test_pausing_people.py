"""Pausing by agreement, and what of all this the record tells. On both databases."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

from hulldown.core.record import record_from_text, text_of, verify
from hulldown.server.matches.registry import ALONE
from support.local_server import HandClock, LocalServer
from support.persons import Browser, error_of
from support.remote import Player, game_of, new_match, players_of, two_players
from support.serving import ServerProcess, Start

CLOCK = {"kind": "game", "seconds": 3600}


def pause(asker: Player, other: Player, terms: str = "pause") -> None:
    asker.post("/offer", {"terms": terms})
    answer = other.post("/offer/answer", {"accept": True})
    assert answer.status_code == 200, answer.text


def test_both_agree_on_a_pause_and_on_its_end(server: ServerProcess) -> None:
    alpha, bravo = two_players(server, clock=CLOCK)
    order = alpha.order(alpha.state())
    assert error_of(alpha.post("/offer", {"terms": "resume"})) == (409, "paused")
    with bravo.socket() as socket:
        pause(alpha, bravo)
        told = socket.until(lambda state: state["paused"])
        assert (told["status"], told["offer"]) == ("playing", None)
        assert [side["running"] for side in told["clock"]["sides"].values()] == [False, False]
        assert error_of(alpha.give(order)) == (409, "paused")
        assert error_of(alpha.undo()) == (409, "paused")
        assert error_of(alpha.post("/claim", {})) == (409, "paused")
        assert error_of(alpha.post("/offer", {"terms": "pause"})) == (409, "paused")
        # One alone cannot go on.
        bravo.post("/offer", {"terms": "resume"})
        assert error_of(bravo.post("/offer/answer", {"accept": True})) == (409, "no_offer")
        assert alpha.state()["paused"] is True
        assert alpha.post("/offer", {"terms": "resume"}).json()["paused"] is False
        told = socket.until(lambda state: not state["paused"])
        assert [side["running"] for side in told["clock"]["sides"].values()] == [True, True]
    assert alpha.give(order).status_code == 200


def test_a_pause_survives_a_restart_and_can_end_the_match(database: str, start: Start) -> None:
    server = start(database)
    alpha, bravo = two_players(server)
    pause(alpha, bravo)
    server.stop()
    again = start(database)
    alpha, bravo = (Player(again, player.match, player.token, player.side) for player in (alpha, bravo))
    assert alpha.state()["paused"] is True
    over = alpha.post("/resign", {}).json()
    assert (over["status"], over["paused"]) == ("over", False)


def test_nobody_pauses_with_a_bot(sqlite_server: ServerProcess) -> None:
    made = new_match(sqlite_server, "tank/intro", seats={"bravo": "bot:random"})
    (alpha,) = players_of(sqlite_server, made).values()
    assert error_of(alpha.post("/offer", {"terms": "pause"})) == (409, "alone")


def test_the_record_tells_what_people_said(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    alpha.play_one()
    alpha.post("/offer", {"terms": "draw"})
    bravo.post("/offer/answer", {"accept": False})
    bravo.post("/offer", {"terms": "score"})
    bravo.post("/offer", {"terms": ""})
    pause(bravo, alpha)
    pause(bravo, alpha, "resume")
    bravo.play_one()
    bravo.post("/resign", {})
    text = alpha.get("/record").text
    record = record_from_text(text, "record")
    verify(record, game_of("toy/1"))
    assert [(note.number, note.what, note.side, note.terms) for note in record.notes] == [
        (1, "offered", "alpha", "draw"),
        (1, "declined", "bravo", "draw"),
        (1, "offered", "bravo", "score"),
        (1, "withdrawn", "bravo", "score"),
        (1, "offered", "bravo", "pause"),
        (1, "paused", "bravo", ""),
        (1, "offered", "bravo", "resume"),
        (1, "resumed", "bravo", ""),
    ]
    assert text_of(record) == text


def test_a_pause_does_not_hang_on_one_who_has_gone(database: str, tmp_path: Path) -> None:
    clock = HandClock()
    server = LocalServer(tmp_path, clock, 0, database=database)
    try:
        made = new_match(server, "tank/intro", clock=CLOCK)  # type: ignore[arg-type]
        alpha, bravo = players_of(server, made).values()  # type: ignore[arg-type]
        pause(alpha, bravo)
        told = alpha.post("/offer", {"terms": "resume"}).json()["offer"]
        assert told == {"side": "alpha", "terms": "resume", "declined": False, "alone": clock.now() + ALONE}
        # No turn ends meanwhile: a decline is not for ever.
        clock.advance(ALONE / 2)
        assert bravo.post("/offer/answer", {"accept": False, "terms": "resume"}).json()["offer"]["declined"] is True
        assert error_of(alpha.post("/offer", {"terms": "draw"})) == (409, "declined")
        again = alpha.post("/offer", {"terms": "resume"}).json()
        assert (again["paused"], again["offer"]) == (True, told)
        clock.advance(ALONE / 2 - 1)
        assert alpha.post("/offer", {"terms": "resume"}).json()["paused"] is True
        clock.advance(1)
        on = alpha.post("/offer", {"terms": "resume"}).json()
        assert (on["paused"], on["offer"]) == (False, None)
        # The time of the pause was nobody's.
        assert [round(side["left"]) for side in bravo.state()["clock"]["sides"].values()] == [3600, 3600]
    finally:
        server.stop()


def test_a_paused_game_is_nobodys_turn(server: ServerProcess) -> None:
    """In My games and in the feed."""
    alpha, bravo = two_players(server)
    anna = Browser(server, "Anna")
    anna.post("/api/me/games", {"tokens": [alpha.token]})
    feed = anna.put("/api/me/feed", {}).json()["path"]
    server.tokens.add(feed.rpartition("/")[2])

    def told() -> tuple[bool, bool, int]:
        (game,) = anna.games()
        entries = ElementTree.fromstring(server.http.get(feed).text).findall("{http://www.w3.org/2005/Atom}entry")
        return game["entry"]["your_turn"], game["entry"]["paused"], len(entries)

    assert told() == (True, False, 1)
    pause(alpha, bravo)
    assert told() == (False, True, 0)
    pause(alpha, bravo, "resume")
    assert told() == (True, False, 1)
