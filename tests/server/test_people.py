"""Between people: names, resigning, offers to end, rematch. On both databases."""

from __future__ import annotations

import pytest

from hulldown.core.record import record_from_text, verify
from hulldown.games import load_game
from hulldown.server.matches.imports import store_record
from hulldown.server.matches.names import LENGTH
from hulldown.server.storage.database import Database
from support.remote import Json, Player, game_of, new_match, play_out, players_of, two_players, watcher_of
from support.serving import ServerProcess, Start, wait_until


def refused(answer: object, status: int, code: str) -> None:
    assert (answer.status_code, answer.json()["error"]["code"]) == (status, code)  # type: ignore[attr-defined]


def listed(server: ServerProcess, *players: Player) -> list[Json]:
    answer = server.http.post("/api/mine", json={"tokens": [player.token for player in players]})
    found: list[Json] = answer.json()["matches"]
    return found


def test_a_resigned_match_is_over_for_everybody_and_its_record_verifies(server: ServerProcess) -> None:
    made = new_match(server)
    alpha, bravo = players_of(server, made).values()
    watcher = watcher_of(server, made)
    alpha.play_one()
    assert alpha.get("/record").status_code == 409
    waiting = bravo.state()
    with bravo.socket() as socket, watcher.socket() as onlooker:
        socket.until(lambda state: state["status"] == "playing")
        answer = alpha.post("/resign", {})
        assert answer.status_code == 200, answer.text
        for one in (socket, onlooker):
            told = one.until(lambda state: state["status"] == "over")
            assert (told["view"]["outcome"]["winner"], told["view"]["owing"], told["legal"]) == ("bravo", [], None)
            assert told["ending"] == {"how": "resigned", "side": "alpha", "terms": ""}
            assert told["receipt"]["number"] == told["number"]
    assert answer.json()["status"] == "over"
    # Again it changes nothing; nobody can do anything else.
    assert alpha.post("/resign", {}).json()["number"] == answer.json()["number"]
    refused(bravo.post("/resign", {}), 409, "over")
    refused(bravo.post("/offer", {"terms": "draw"}), 409, "over")
    order = bravo.order(waiting)
    refused(bravo.give(order), 409, "stale")
    refused(bravo.post("/check", {"order": order}), 409, "stale")
    refused(alpha.undo(), 409, "cannot_undo")
    record = record_from_text(alpha.get("/record").text, "record")
    verify(record, game_of("toy/1"))
    assert record.ending is not None
    assert record.reveal is not None
    assert record.reveal.outcome is not None
    assert (record.ending.side, record.reveal.outcome.winner) == ("alpha", "bravo")
    assert alpha.state()["receipt"]["head"] == record.ending.chain
    assert alpha.get("/replay", perspective="truth").status_code == 200
    mine = listed(server, alpha)[0]
    assert (mine["status"], mine["ending"]["how"], mine["your_turn"]) == ("over", "resigned", False)


@pytest.mark.parametrize("scenario", ["toy/1", "tank/intro", "panzer/1", "kampfpanzer/1"])
def test_the_score_tells_how_people_ended_a_game(sqlite_server: ServerProcess, scenario: str) -> None:
    """At the table and at the end of the replay, for everybody: not how it would have stood."""
    made = new_match(sqlite_server, scenario)
    one, other = players_of(sqlite_server, made).values()
    assert "resigned" not in other.state()["score"]["standing"]
    assert one.post("/resign", {}).status_code == 200
    told = [player.state()["score"] for player in (one, other, watcher_of(sqlite_server, made))]
    for perspective in ("own", "public", "truth"):
        told.append(other.get("/replay", perspective=perspective).json()["turns"][-1]["score"])
    for score in told:
        assert "resigned" in score["standing"]
        assert "As things stand" not in score["standing"]
        assert (score["leader"], score["left"], score.get("decided", "")) == (other.side, "", "")


@pytest.mark.parametrize("scenario", ["tank/intro", "panzer/1", "kampfpanzer/1"])
def test_sides_are_listed_in_one_order(sqlite_server: ServerProcess, scenario: str) -> None:
    """Seats, score, lists: the order of the game's own face, whatever the database makes of it."""
    (player, *_) = players_of(sqlite_server, new_match(sqlite_server, scenario)).values()
    order = [one.side for one in game_of(scenario).face(scenario).sides]
    state = player.state()
    assert list(state["seats"]) == order
    assert [one["side"] for one in state["score"]["sides"]] == order
    assert list(listed(sqlite_server, player)[0]["seats"]) == order


def test_who_may_resign(server: ServerProcess) -> None:
    made = new_match(server, seats={"bravo": "open"})
    (alpha,) = players_of(server, made).values()
    refused(alpha.post("/resign", {}), 409, "not_begun")
    refused(watcher_of(server, made).post("/resign", {}), 403, "role")
    refused(watcher_of(server, made).post("/rematch", {}), 403, "role")


def test_an_early_end_survives_a_restart_and_can_be_forked(database: str, start: Start) -> None:
    server = start(database)
    made = new_match(server, "tank/intro", seats={"bravo": "bot:random"})
    (alpha,) = players_of(server, made).values()
    while alpha.state()["view"]["turn"] < 2:
        alpha.play_one()
    before = alpha.post("/resign", {}).json()
    server.stop()
    again = start(database)
    player = Player(again, alpha.match, alpha.token, "alpha")
    state = player.state()
    assert state["view"]["outcome"]["reason"] == "Alpha resigned"
    assert (state["number"], state["receipt"], state["view"]) == (before["number"], before["receipt"], before["view"])
    verify(record_from_text(player.get("/record").text, "record"), load_game("tank"))
    forked = player.post("/fork", {"turn": 2, "side": "alpha", "bot": "random", "name": "Anna"})
    assert forked.status_code == 201, forked.text
    (other,) = players_of(again, forked.json()).values()
    told = other.state()
    assert (told["status"], told["ending"], told["view"]["turn"]) == ("playing", None, 2)
    assert told["seats"]["alpha"]["name"] == "Anna"
    assert listed(again, other)[0]["fork"] is True


@pytest.mark.parametrize("terms", ["draw", "score"])
def test_an_offer_is_accepted(server: ServerProcess, terms: str) -> None:
    alpha, bravo = two_players(server)
    with bravo.socket() as socket:
        state = alpha.post("/offer", {"terms": terms}).json()
        assert state["offer"] == {"side": "alpha", "terms": terms, "declined": False}
        socket.until(lambda seen: seen["offer"] is not None)
        assert listed(server, bravo)[0]["offer"]["side"] == "alpha"
        refused(alpha.post("/offer/answer", {"accept": True}), 409, "no_offer")
        over = bravo.post("/offer/answer", {"accept": True}).json()
    assert (over["status"], over["offer"]) == ("over", None)
    assert over["ending"] == {"how": "agreed", "side": "alpha", "terms": terms}
    if terms == "draw":
        assert over["view"]["outcome"]["winner"] is None
    verify(record_from_text(bravo.get("/record").text, "record"), game_of("toy/1"))


def test_an_offer_is_declined_or_taken_back_or_lapses(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    refused(bravo.post("/offer/answer", {"accept": True}), 409, "no_offer")
    alpha.post("/offer", {"terms": "draw"})
    assert bravo.post("/offer/answer", {"accept": False}).json()["offer"]["declined"] is True
    refused(alpha.post("/offer", {"terms": "draw"}), 409, "declined")
    refused(bravo.post("/offer/answer", {"accept": True}), 409, "no_offer")
    # The same terms from the other side are an offer of its own; taken back there is nothing to accept.
    assert bravo.post("/offer", {"terms": "score"}).json()["offer"]["side"] == "bravo"
    assert alpha.post("/offer", {"terms": ""}).json()["offer"] is not None
    assert bravo.post("/offer", {"terms": ""}).json()["offer"] is None
    refused(alpha.post("/offer/answer", {"accept": True}), 409, "no_offer")
    alpha.post("/offer", {"terms": "draw"})
    turn = alpha.state()["view"]["turn"]
    while alpha.state()["view"]["turn"] == turn:
        alpha.play_one()
        bravo.play_one()
    assert alpha.state()["offer"] is None
    refused(bravo.post("/offer/answer", {"accept": True}), 409, "no_offer")
    assert alpha.post("/offer", {"terms": "tea"}).status_code == 400


def test_nobody_accepts_what_he_has_not_seen(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    alpha.post("/offer", {"terms": "draw"})
    alpha.post("/offer", {"terms": ""})
    alpha.post("/offer", {"terms": "score"})
    for accept in (True, False):
        refused(bravo.post("/offer/answer", {"accept": accept, "terms": "draw"}), 409, "no_offer")
    assert bravo.state()["offer"] == {"side": "alpha", "terms": "score", "declined": False}
    ended = bravo.post("/offer/answer", {"accept": True, "terms": "score"}).json()["ending"]
    assert ended == {"how": "agreed", "side": "alpha", "terms": "score"}


def test_who_offers_what_was_offered_agrees(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    alpha.post("/offer", {"terms": "draw"})
    assert bravo.post("/offer", {"terms": "draw"}).json()["status"] == "over"


def test_a_bot_answers_an_offer_at_once(server: ServerProcess) -> None:
    made = new_match(server, "tank/intro", seats={"bravo": "bot:regular"})
    (alpha,) = players_of(server, made).values()
    assert alpha.post("/offer", {"terms": "draw"}).json()["offer"] == {
        "side": "alpha", "terms": "draw", "declined": True,
    }  # fmt: skip


def test_a_rematch_has_the_sides_swapped_and_each_gets_his_own_seat(server: ServerProcess) -> None:
    made = new_match(server, names={"alpha": "Anna", "bravo": "Ben"})
    alpha, bravo = players_of(server, made).values()
    refused(alpha.post("/rematch", {}), 409, "not_over")
    alpha.post("/resign", {})
    with bravo.socket() as socket:
        socket.until(lambda state: state["rematch"] is None)
        asked = alpha.post("/rematch", {}).json()
        socket.until(lambda state: state["rematch"] == {"match": asked["match"], "side": "alpha"})
    assert asked["side"] == "bravo"
    assert alpha.post("/rematch", {}).json() == asked
    joined = bravo.post("/rematch", {}).json()
    assert (joined["match"], joined["side"], joined["watch"]) == (asked["match"], "alpha", asked["watch"])
    assert len({asked["token"], joined["token"], alpha.token, bravo.token, asked["watch"]}) == 5
    first, second = (Player(server, one["match"], one["token"], one["side"]) for one in (asked, joined))
    assert first.state()["status"] == "open"
    assert first.state()["seats"]["bravo"]["name"] == "Anna"
    first.post("/seat", {})
    state = second.post("/seat", {"name": "Benno"}).json()
    assert (state["status"], state["seats"]["alpha"]["name"]) == ("playing", "Benno")
    play_out(first, second)
    verify(record_from_text(first.get("/record").text, "record"), game_of("toy/1"))


def test_a_rematch_against_a_bot_begins_at_once(server: ServerProcess) -> None:
    made = new_match(server, "tank/intro", seats={"bravo": "bot:random"})
    (alpha,) = players_of(server, made).values()
    alpha.post("/resign", {})
    asked = alpha.post("/rematch", {}).json()
    again = Player(server, asked["match"], asked["token"], asked["side"])
    state = again.post("/seat", {}).json()
    assert (state["status"], state["seats"]["alpha"]["kind"]) == ("playing", "bot:random")
    wait_until(lambda: again.state()["view"]["owing"] == ["bravo"])


def test_names_are_shown_to_all_and_checked(server: ServerProcess) -> None:
    made = new_match(server, seats={"bravo": "open"}, names={"alpha": "  Anna   K. "})
    (alpha,) = players_of(server, made).values()
    body = {"invite": made["seats"]["bravo"]["invite"], "nonce": "n" * 16}
    path = f"/api/matches/{made['match']}/join"
    refused(server.http.post(path, json={**body, "name": "Be\u200bn"}), 422, "refused")
    refused(server.http.post(path, json={**body, "name": "x" * (LENGTH + 1)}), 422, "refused")
    refused(server.http.post(path, json={**body, "name": "x" * 100_000}), 400, "malformed")
    joined = server.http.post(path, json={**body, "name": "Ben"}).json()
    for player in (alpha, watcher_of(server, made), Player(server, made["match"], joined["token"])):
        seats = player.state()["seats"]
        assert (seats["alpha"]["name"], seats["bravo"]["name"]) == ("Anna K.", "Ben")
    assert listed(server, alpha)[0]["seats"]["bravo"]["name"] == "Ben"
    with server.client() as client:
        wrong = client.post("/api/matches", json={"scenario": "toy/1", "names": {"charlie": "C"}})
    refused(wrong, 422, "refused")


@pytest.mark.parametrize("value", [None, 2.5, "many", 0])
def test_a_wrong_option_is_named(sqlite_server: ServerProcess, value: object) -> None:
    """The client shows the message at the field; null is what an empty number field gives."""
    with sqlite_server.client() as client:
        answer = client.post("/api/matches", json={"scenario": "tank/1", "options": {"turn_cap": value}})
    refused(answer, 422, "refused")
    assert answer.json()["error"]["field"] == "options.turn_cap"
    assert "turn_cap" in answer.json()["error"]["message"]


def test_a_stale_order_is_answered_in_words(sqlite_server: ServerProcess) -> None:
    alpha, bravo = two_players(sqlite_server)
    order = alpha.order(alpha.state())
    for player in (alpha, bravo):
        player.play_one()
    answer = alpha.give(order)
    refused(answer, 409, "stale")
    error = answer.json()["error"]
    assert error["message"].startswith("the game has moved on")
    assert error["decision"]["id"] not in error["message"]


def test_an_imported_record_keeps_how_it_ended(server: ServerProcess) -> None:
    alpha, _ = two_players(server, "tank/intro")
    alpha.play_one()
    alpha.post("/resign", {})
    record = record_from_text(alpha.get("/record").text, "record")
    database = Database(server.database)
    try:
        imported = store_record(database, record)
    finally:
        database.close()
    watcher = Player(server, imported.match, imported.watch)
    assert watcher.state()["ending"]["how"] == "resigned"
    assert watcher.get("/record").text == alpha.get("/record").text
