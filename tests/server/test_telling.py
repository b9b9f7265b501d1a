"""Being told: push messages that only the browser can read, each once, and the Atom feed of "your turn"."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterator
from pathlib import Path
from xml.etree import ElementTree

import pytest

from hulldown.core.record import entropy_commitment
from support.persons import Browser, error_of
from support.push_service import PushService
from support.remote import Json, Player, new_match, players_of
from support.serving import ServerProcess, Start, wait_until

FLAGS = ("--push-local", "--push-delay", "0", "--push-contact", "mailto:operator@example.org")
ATOM = "{http://www.w3.org/2005/Atom}"


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.close()


@pytest.fixture(scope="module", params=["sqlite", "postgres"])
def telling(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that may send to this machine, at once."""
    folder = tmp_path_factory.mktemp("telling")
    files = f"sqlite:///{folder / 'games.db'}"
    database = files if request.param == "sqlite" else request.getfixturevalue("cluster").new_database()
    made = ServerProcess(database, folder, flags=FLAGS)
    yield made
    assert made.stop() == 0
    made.check_log()


def subscribed(server: ServerProcess, service: PushService, name: str) -> Browser:
    """Somebody whose browser wants to be told."""
    browser = Browser(server, name)
    one = service.subscriber()
    answer = browser.put("/api/me/push", one.body)
    assert answer.status_code == 204, answer.text
    server.tokens |= {one.endpoint, one.body["auth"]}
    return browser


def held(
    server: ServerProcess, browser: Browser, side: str = "alpha", scenario: str = "tank/intro"
) -> dict[str, Player]:
    """A match between people, in which the browser's person holds a seat."""
    made = new_match(server, scenario)
    players = players_of(server, made)
    assert browser.post("/api/me/games", {"tokens": [players[side].token]}).json()["added"] == 1
    return players


def give(player: Player) -> None:
    answer = player.give(player.order(player.state()))
    assert answer.status_code == 200, answer.text


def test_a_turn_is_told_once_and_only_to_who_holds_the_seat(telling: ServerProcess, service: PushService) -> None:
    anna = subscribed(telling, service, "Anna")
    subscribed(telling, service, "Carl")  # who plays nowhere
    players = held(telling, anna, "bravo")
    give(players["alpha"])  # Alpha comes on the map; Bravo is asked next
    [first] = service.wait(1)
    assert {"turn": 0, **first.message} == {
        "kind": "turn", "match": players["bravo"].match, "side": "bravo", "title": "First Contact",
        "playing": "Bravo", "opponent": "somebody",
        "turn": players["bravo"].state()["view"]["turn"],
    }  # fmt: skip
    assert first.claims["aud"] == service.url
    assert first.claims["sub"] == "mailto:operator@example.org"
    assert first.claims["key"] == telling.http.get("/api/push").json()["key"]
    headers = first.headers
    assert (headers["content-encoding"], headers["urgency"]) == ("aes128gcm", "high")
    assert int(headers["ttl"]) > 0
    assert len(headers["topic"]) == 32
    # What is said neither holds a key to the seat nor goes anywhere in the clear.
    assert players["bravo"].token not in str(first)
    # The same question is not told again, whatever else changes; the end is.
    assert players["alpha"].post("/offer", {"terms": "draw"}).status_code in (200, 201)
    assert [one.message["kind"] for one in service.wait(2)] == ["turn", "offer"]
    assert players["alpha"].post("/resign", None).status_code in (200, 201)
    assert [one.message["kind"] for one in service.wait(3)] == ["turn", "offer", "over"]
    assert len({one.path for one in service.got}) == 1
    assert len({one.headers["topic"] for one in service.got}) == 1


@pytest.mark.parametrize("polite", [True, False])
def test_what_a_server_told_nobody_of_the_next_one_tells(
    database: str, start: Start, service: PushService, polite: bool
) -> None:
    before = start(database, flags=[*FLAGS[:1], "--push-delay", "3600"])
    anna = subscribed(before, service, "Anna")
    players = held(before, anna, "bravo", "toy/1")
    give(players["alpha"])
    if polite:
        assert before.stop() == 0
    else:
        before.kill()
    after = start(database, flags=FLAGS)
    assert [one.message["kind"] for one in service.wait(1)] == ["turn"]
    assert after.stop() == 0
    # What was told is not told again.
    last = start(database, flags=FLAGS)
    bravo = players["bravo"]
    bravo.server = last
    assert bravo.post("/resign", None).status_code in (200, 201)
    assert [one.message["kind"] for one in service.wait(2)] == ["turn", "over"]


def test_an_order_that_is_sent_again_is_told(telling: ServerProcess, service: PushService) -> None:
    """It was stored, and whoever did it may have ended before he could tell."""
    players = players_of(telling, new_match(telling, "tank/intro"))
    alpha, bravo = players["alpha"], players["bravo"]
    order = alpha.order(alpha.state())
    assert alpha.give(order, submission="first").status_code == 200
    assert len(alpha.get("/orders").json()["orders"]) == 1
    anna = subscribed(telling, service, "Anna")
    assert anna.post("/api/me/games", {"tokens": [bravo.token]}).json()["added"] == 1
    assert alpha.give(order, submission="first").status_code == 200
    assert [one.message["kind"] for one in service.wait(1)] == ["turn"]


def joined_while_away(server: ServerProcess, anna: Browser) -> tuple[Player, str]:
    """An open game with a share of Anna's, joined while her page is closed: her seat, and her share."""
    share = "s" * 43
    body = {"scenario": "tank/intro", "seats": {"bravo": "open"}, "listed": {}}
    body["commitments"] = {"alpha": entropy_commitment("alpha", share)}
    made = anna.post("/api/matches", body).json()
    ben = Browser(server, "Ben")
    wish = {"commitment": entropy_commitment("bravo", "t" * 43), "nonce": "n" * 16}
    assert ben.post(f"/api/open/{made['match']}/join", wish).status_code == 200
    return Player(server, made["match"], made["seats"]["alpha"]["token"], "alpha"), share


def test_who_is_away_is_told_that_somebody_has_joined(telling: ServerProcess, service: PushService) -> None:
    anna = subscribed(telling, service, "Anna")
    path = anna.put("/api/me/feed", {}).json()["path"]
    telling.tokens.add(path.rpartition("/")[2])
    alpha, share = joined_while_away(telling, anna)
    assert alpha.state()["status"] == "open"
    [told] = service.wait(1)
    assert told.message == {
        "kind": "begin", "match": alpha.match, "side": "alpha", "title": "First Contact", "playing": "Alpha",
        "opponent": "Ben",
    }  # fmt: skip
    [entry] = entries_of(telling, path)
    assert (entry["title"], entry["summary"]) == ("Ready to begin: First Contact", "You play Alpha against Ben.")
    assert entry["link"] == f"{telling.url}/#/game/{alpha.match}/alpha"
    # When her share is there, nothing waits for her but the first turn.
    assert alpha.post("/reveal", {"entropy": share}).status_code in (200, 201)
    assert entries_of(telling, path) == []


def test_a_subscription_that_the_service_knows_no_more_is_forgotten(
    telling: ServerProcess, service: PushService
) -> None:
    anna = subscribed(telling, service, "Anna")
    service.status = 500  # a service in trouble is asked again the next time
    assert anna.post("/api/me/push/trial").status_code == 204
    wait_until(lambda: service.tries == 1)
    service.status = 201
    assert anna.post("/api/me/push/trial").status_code == 204
    assert service.wait(1)[0].message == {"kind": "trial"}
    service.status = 410
    assert anna.post("/api/me/push/trial").status_code == 204
    wait_until(lambda: anna.post("/api/me/push/trial").status_code == 409)
    assert error_of(anna.post("/api/me/push/trial")) == (409, "push_off")


def test_a_browser_has_one_subscription_and_ends_it(telling: ServerProcess, service: PushService) -> None:
    anna = subscribed(telling, service, "Anna")
    second = service.subscriber()
    assert anna.put("/api/me/push", second.body).status_code == 204
    assert anna.post("/api/me/push/trial").status_code == 204
    [only] = service.wait(1)
    assert second.endpoint.endswith(only.path)
    # The same address in the hands of another person of this browser is his from now on.
    ben = Browser(telling, "Ben")
    assert ben.put("/api/me/push", second.body).status_code == 204
    assert error_of(anna.post("/api/me/push/trial")) == (409, "push_off")
    assert ben.delete("/api/me/push").status_code == 204
    assert ben.delete("/api/me/push").status_code == 204
    assert error_of(ben.post("/api/me/push/trial")) == (409, "push_off")


def test_a_browser_that_was_signed_out_is_told_nothing(telling: ServerProcess, service: PushService) -> None:
    anna = subscribed(telling, service, "Anna")
    other = Browser(telling)
    assert other.recover(anna.code).status_code == 200
    assert other.put("/api/me/push", service.subscriber().body).status_code == 204
    assert other.delete("/api/me/browsers").json() == {"ended": 1}
    players = held(telling, other, "bravo")
    give(players["alpha"])
    [only] = service.wait(1)
    assert only.message["kind"] == "turn"
    assert players["bravo"].post("/resign", None).status_code in (200, 201)
    assert len({one.path for one in service.wait(2)}) == 1


@pytest.mark.parametrize(
    ("wrong", "status"),
    [
        ({"endpoint": "http://push.example.org/x"}, 422),
        ({"endpoint": "https://192.168.0.1/x"}, 422),
        ({"endpoint": "https://push.example.org:25/x"}, 422),
        ({"endpoint": "https://push.example.org/" + "x" * 5000}, 400),
        ({"p256dh": "AAAA"}, 422),
        ({"p256dh": "not base64 ÄÖ"}, 422),
        ({"auth": "AAAA"}, 422),
        ({"auth": 7}, 400),
    ],
)
def test_subscriptions_that_are_refused(sqlite_server: ServerProcess, wrong: Json, status: int) -> None:
    anna = Browser(sqlite_server, "Anna")
    good = {**PushKeys.body, "endpoint": "https://push.example.org/x"}
    assert anna.put("/api/me/push", good).status_code == 204
    answer = anna.put("/api/me/push", {**good, **wrong})
    assert answer.status_code == status, answer.text
    # Without the operator's word nothing is sent to this machine.
    assert error_of(anna.put("/api/me/push", {**good, "endpoint": "http://127.0.0.1:9/x"})) == (422, "refused")
    assert error_of(Browser(sqlite_server).put("/api/me/push", good)) == (401, "person")
    assert anna.put("/api/me/push", {**good, "auth": "x" * 10_000_000}).status_code == 413


class PushKeys:
    """Keys of a browser that never gets anything."""

    body: Json = {
        "p256dh": "BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4",
        "auth": "BTBZMqHH6r4Tts7J_aSIgg",
    }


def test_an_operator_switches_it_off(start: Start, tmp_path: Path) -> None:
    server = start(f"sqlite:///{tmp_path / 'games.db'}", flags=("--no-push",))
    assert server.http.get("/api/push").json()["on"] is False
    anna = Browser(server, "Anna")
    wish = {**PushKeys.body, "endpoint": "https://push.example.org/x"}
    assert error_of(anna.put("/api/me/push", wish)) == (409, "push_off")


def entries_of(server: ServerProcess, path: str) -> list[Json]:
    answer = server.http.get(path)
    assert answer.status_code == 200, answer.text
    assert answer.headers["content-type"].startswith("application/atom+xml")
    root = ElementTree.fromstring(answer.text)
    assert root.tag == f"{ATOM}feed"
    for needed in ("id", "title", "updated"):
        assert root.findtext(f"{ATOM}{needed}")
    found = []
    for entry in root.findall(f"{ATOM}entry"):
        link = entry.find(f"{ATOM}link")
        assert link is not None
        names = ("id", "title", "updated", "summary")
        found.append({**{one: entry.findtext(f"{ATOM}{one}") for one in names}, "link": link.get("href")})
    return found


def test_the_feed_tells_whose_turn_it_is(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    assert anna.get("/api/me/feed").json() == {"path": ""}
    path = anna.put("/api/me/feed", {}).json()["path"]
    server.tokens.add(path.rpartition("/")[2])
    assert anna.get("/api/me/feed").json() == {"path": path}
    assert entries_of(server, path) == []
    players = held(server, anna, "alpha")
    match = players["alpha"].match
    [entry] = entries_of(server, path)
    assert entry["title"] == "Your turn: First Contact, turn 0"
    assert entry["summary"] == "You play Alpha against somebody."
    assert entry["link"] == f"{server.url}/#/game/{match}/alpha"
    assert entries_of(server, path) == [entry]
    give(players["alpha"])
    assert entries_of(server, path) == []
    # Made anew, the link of before opens nothing; ended, neither does.
    renewed = anna.put("/api/me/feed", {}).json()["path"]
    assert renewed != path
    assert error_of(server.http.get(path)) == (404, "unknown")
    assert entries_of(server, renewed) == []
    assert anna.delete("/api/me/feed").status_code == 204
    assert error_of(server.http.get(renewed)) == (404, "unknown")
    assert anna.get("/api/me/feed").json() == {"path": ""}
    assert anna.put("/api/me/feed", {}).json()["path"] not in (path, renewed)


@pytest.mark.parametrize("token", ["x", "A" * 22, "A" * 5000, "%00" * 22])
def test_links_that_open_no_feed(sqlite_server: ServerProcess, token: str) -> None:
    assert error_of(sqlite_server.http.get(f"/feed/{token}"))[0] == 404


def test_a_seat_token_opens_no_feed_and_a_link_no_match(sqlite_server: ServerProcess) -> None:
    anna = Browser(sqlite_server, "Anna")
    players = held(sqlite_server, anna)
    assert error_of(sqlite_server.http.get(f"/feed/{players['alpha'].token}")) == (404, "unknown")
    token = anna.put("/api/me/feed", {}).json()["path"].rpartition("/")[2]
    answer = sqlite_server.http.get(
        f"/api/matches/{players['alpha'].match}", headers={"Authorization": f"Bearer {token}"}
    )
    assert error_of(answer) == (401, "token")


def test_names_in_a_feed_are_text(sqlite_server: ServerProcess) -> None:
    """The signs that names may hold, in XML."""
    anna = Browser(sqlite_server, "Anna")
    path = anna.put("/api/me/feed", {}).json()["path"]
    made = new_match(sqlite_server, "tank/intro", names={"bravo": "Ben & Co. (#1)"})
    players = players_of(sqlite_server, made)
    anna.post("/api/me/games", {"tokens": [players["alpha"].token]})
    assert entries_of(sqlite_server, path)[0]["summary"] == "You play Alpha against Ben & Co. (#1)."


def test_only_hashes_of_links_are_stored(start: Start, tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    server = start(f"sqlite:///{file}")
    anna = Browser(server, "Anna")
    token = anna.put("/api/me/feed", {}).json()["path"].rpartition("/")[2]
    server.stop()
    with sqlite3.connect(file) as connection:
        connection.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        [(stored,)] = connection.execute("SELECT hash FROM feeds").fetchall()
    assert token not in stored
    assert token.encode() not in file.read_bytes()
