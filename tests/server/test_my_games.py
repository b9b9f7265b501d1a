"""My games: found in every browser of a person, with what is new, searched, put away and taken out. Both databases."""

from __future__ import annotations

from support.persons import Browser, error_of, new_key
from support.remote import Json, Player, new_match, players_of, watcher_of
from support.serving import ServerProcess


def held(server: ServerProcess, person: Browser, **wish: object) -> tuple[Player, Player, Json]:
    """A match whose first seat a person holds."""
    made = new_match(server, names={"alpha": "Anna", "bravo": "Ben"}, **wish)
    alpha, bravo = players_of(server, made).values()
    answer = person.post("/api/me/games", {"tokens": [alpha.token]})
    assert answer.json() == {"added": 1, "unknown": []}
    return alpha, bravo, made


def test_a_lost_browser_finds_its_games_and_plays_on(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    alpha, bravo, _ = held(server, anna)
    new = Browser(server)
    assert new.recover(anna.code).status_code == 200
    (game,) = new.games()
    assert (game["entry"]["match"], game["entry"]["side"], game["entry"]["your_turn"]) == (alpha.match, "alpha", True)
    assert game["token"] != alpha.token
    server.tokens |= {game["token"], game["watch"]}
    again = Player(server, alpha.match, game["token"], "alpha")
    assert again.state()["side"] == "alpha"
    assert again.play_one()
    assert not alpha.play_one()  # it is the same seat
    assert Player(server, alpha.match, game["watch"]).state()["side"] is None
    # The same token again, and nobody else's.
    assert new.games()[0]["token"] == anna.games()[0]["token"] == game["token"]
    assert Browser(server, "Mallory").games() == []
    assert bravo.state()["status"] == "playing"


def test_an_invitation_is_found_again(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    made = new_match(server, seats={"bravo": "open"})
    (alpha,) = players_of(server, made).values()
    anna.post("/api/me/games", {"tokens": [alpha.token]})
    (game,) = anna.games()
    assert game["invite"] not in ("", made["seats"]["bravo"]["invite"])
    path = f"/api/matches/{made['match']}/join"
    joined = server.http.post(path, json={"invite": game["invite"], "nonce": "n" * 16})
    assert joined.status_code == 200, joined.text
    # Both links led to one seat.
    for invite in (game["invite"], made["seats"]["bravo"]["invite"]):
        late = server.http.post(path, json={"invite": invite, "nonce": "m" * 16})
        assert error_of(late) == (409, "seat_taken")
    assert anna.games()[0]["invite"] == ""


def test_what_is_new_and_what_happened(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    alpha, bravo, _ = held(server, anna)
    path = f"/api/me/games/{alpha.match}"
    state = alpha.state()
    seen = {"number": state["number"], "events": state["count"]}
    assert anna.put(f"{path}/seen", seen).status_code == 204
    assert anna.games()[0]["unread"] == 0
    assert anna.get(f"{path}/since").json() == {"count": 0, "texts": []}
    for player in (alpha, bravo):
        player.play_one()
    bravo.post("/chat", {"submission": "s", "text": "Your turn", "channel": "players"})
    after = alpha.state()
    (game,) = anna.games()
    assert game["unread"] == after["number"] - state["number"] > 0
    assert game["unread_chat"] == 1
    texts = [event["text"] for event in after["events"][state["count"] :]]
    assert texts
    assert anna.get(f"{path}/since").json() == {"count": len(texts), "texts": texts[-12:]}
    anna.put(f"{path}/seen", {"number": after["number"], "events": after["count"], "chat": 0})
    assert (anna.games()[0]["unread"], anna.games()[0]["unread_chat"]) == (0, 0)
    # Another tab that lags behind makes nothing unread again.
    anna.put(f"{path}/seen", {**seen, "chat": -1})
    assert (anna.games()[0]["unread"], anna.games()[0]["unread_chat"]) == (0, 0)


def test_games_are_put_away_and_taken_out_again(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    alpha, _, _ = held(server, anna)
    other, _, _ = held(server, anna)
    path = f"/api/me/games/{alpha.match}/archived"
    assert error_of(ben.put(path, {"archived": True})) == (404, "unknown")
    assert anna.put(path, {"archived": True}).status_code == 204
    assert [game["entry"]["match"] for game in anna.games()] == [other.match]
    assert [game["entry"]["match"] for game in anna.games(archived=True)] == [alpha.match]
    assert anna.get("/api/me/games").json()["archived"] == 1
    assert anna.put(path, {"archived": False}).status_code == 204
    assert len(anna.games()) == 2


def test_games_are_searched(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    toy, _, _ = held(server, anna)
    tank, _, _ = held(server, anna, scenario="tank/intro")
    tank.post("/resign", {})

    def found(words: str) -> set[str]:
        return {game["entry"]["match"] for game in anna.games(q=words)}

    assert found("") == found("ben") == {toy.match, tank.match}
    assert found("SANDPIT") == {toy.match}
    assert found("ben over") == {tank.match}
    assert found("ben nobody") == set()
    assert found(toy.match) == {toy.match}
    assert anna.get("/api/me/games", q="x" * 1000).status_code == 400


def test_tokens_that_open_nothing_are_told(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    made = new_match(server, seats={"bravo": "open"})
    (alpha,) = players_of(server, made).values()
    watcher = watcher_of(server, made)
    tokens = ["nonsense", alpha.token, new_key(), made["seats"]["bravo"]["invite"], watcher.token]
    assert anna.post("/api/me/games", {"tokens": tokens}).json() == {"added": 2, "unknown": [0, 2, 3]}
    assert anna.post("/api/me/games", {"tokens": tokens}).json() == {"added": 0, "unknown": [0, 2, 3]}
    # A seat stands for the place among the onlookers too.
    assert [game["entry"]["role"] for game in anna.games()] == ["seat"]
    assert error_of(anna.get("/api/me/games/nosuch/since")) == (404, "unknown")
    assert error_of(anna.put("/api/me/games/nosuch/seen", {"number": 1, "events": 1})) == (404, "unknown")
    assert error_of(anna.post("/api/me/games", {"tokens": ["x"] * 201})) == (400, "malformed")
