"""Rated games: only those that both have marked, never against oneself, counted once. On both databases."""

from __future__ import annotations

import pytest

from hulldown.core.ratings import Played, Rating, expected, rated
from hulldown.server.api.scenarios import balances
from hulldown.server.matches.ratings import advantage, count_waiting
from hulldown.server.matches.registry import MatchRegistry
from hulldown.server.settings import Settings
from hulldown.server.storage import ratings as stored
from hulldown.server.storage import schema
from hulldown.server.storage.backups import prune
from hulldown.server.storage.database import Database
from support.persons import Browser, error_of
from support.remote import Json, Player, new_match, players_of, watcher_of
from support.serving import ServerProcess, Start, wait_until

SCENARIO = "tank/intro"


def mark(player: Player, who: Browser) -> Json:
    answer = marking(player, who)
    assert answer.status_code == 200, answer.text
    found: Json = answer.json()
    return found


def marking(player: Player, who: Browser):  # type: ignore[no-untyped-def]
    return player.server.http.put(f"{player.base}/rated", headers={**player.headers, **who.headers})


def look(player: Player) -> Json:
    found: Json = player.get("/rated").json()
    return found


def rated_match(server: ServerProcess, anna: Browser, ben: Browser) -> dict[str, Player]:
    players = players_of(server, new_match(server, SCENARIO))
    mark(players["alpha"], anna)
    mark(players["bravo"], ben)
    return players


def resign(player: Player) -> None:
    assert player.post("/resign", None).status_code in (200, 201)


def settled(player: Player) -> Json:
    """What came of a match, once it was counted."""
    wait_until(lambda: look(player)["sides"]["alpha"]["change"] is not None)
    return look(player)


def test_a_rated_game_changes_both_figures(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    players = players_of(server, new_match(server, SCENARIO))
    first = mark(players["alpha"], anna)
    assert (first["rated"], first["refusal"], first["expected"]) == (False, "", {})
    assert [first["sides"][side]["marked"] for side in ("alpha", "bravo")] == [True, False]
    both = mark(players["bravo"], ben)
    assert both["rated"] is True
    # What is expected of equals is what the balance table says of the sides.
    worth = advantage(SCENARIO, "alpha")
    assert balances()[SCENARIO].games
    assert both["expected"]["alpha"] == pytest.approx(expected(Rating(), Rating(), worth))
    assert sum(both["expected"].values()) == pytest.approx(1.0)
    assert both["sides"]["alpha"]["rating"] == {"rating": 1500, "deviation": 350, "games": 0, "unsure": True}
    resign(players["alpha"])
    after = settled(players["bravo"])
    won = rated(Rating(), [Played(Rating(), 1.0, -worth)])
    assert after["sides"]["bravo"]["change"] == pytest.approx(won.rating - 1500.0)
    assert after["sides"]["alpha"]["change"] == pytest.approx(1500.0 - won.rating)
    assert ben.get("/api/me/ratings").json()["ratings"]["tank"] == {
        "rating": round(won.rating), "deviation": round(won.deviation), "games": 1, "unsure": True,
    }  # fmt: skip
    # It is counted once, whatever happens afterwards, and shown in My games.
    players["alpha"].post("/rematch", None)
    ben.post("/api/me/games", {"tokens": [players["bravo"].token]})
    [game] = ben.games()
    assert (game["rated"], game["rating"]["rating"]) == (True, round(3000.0 - won.rating))
    assert anna.get("/api/me/ratings").json()["ratings"]["tank"]["games"] == 1


def test_a_game_that_one_has_not_marked_counts_for_nobody(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    players = players_of(server, new_match(server, SCENARIO))
    mark(players["alpha"], anna)
    mark(players["alpha"], anna)  # again, as after a broken connection
    resign(players["bravo"])
    assert error_of(marking(players["bravo"], ben)) == (409, "over")
    # Something that is counted later shows that this was not.
    later = rated_match(server, anna, ben)
    resign(later["bravo"])
    settled(later["alpha"])
    assert anna.get("/api/me/ratings").json()["ratings"]["tank"]["games"] == 1
    assert look(players["alpha"])["sides"]["alpha"]["change"] is None


def test_bots_are_rated_like_people(server: ServerProcess) -> None:
    anna = Browser(server, "Anna")
    made = new_match(server, SCENARIO, seats={"bravo": "bot:random"})
    alpha = players_of(server, made)["alpha"]
    assert mark(alpha, anna)["rated"] is True
    resign(alpha)
    after = settled(alpha)
    assert after["sides"]["bravo"]["change"] > 0 > after["sides"]["alpha"]["change"]
    assert after["sides"]["bravo"]["rating"]["games"] >= 1


def test_an_agreed_draw_counts_as_one(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    players = rated_match(server, anna, ben)
    assert players["alpha"].post("/offer", {"terms": "draw"}).status_code in (200, 201)
    assert players["bravo"].post("/offer/answer", {"accept": True}).status_code in (200, 201)
    after = settled(players["alpha"])
    drawn = rated(Rating(), [Played(Rating(), 0.5, advantage(SCENARIO, "alpha"))])
    assert after["sides"]["alpha"]["change"] == pytest.approx(drawn.rating - 1500.0)


def test_games_that_are_not_rated(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    # Against oneself, by a seat that is not one's own, by an onlooker, by somebody unknown.
    made = new_match(server, SCENARIO)
    players = players_of(server, made)
    mark(players["alpha"], anna)
    assert error_of(marking(players["bravo"], anna)) == (409, "own_game")
    assert error_of(marking(watcher_of(server, made), ben)) == (403, "role")
    assert error_of(server.http.put(f"{players['bravo'].base}/rated", headers=players["bravo"].headers)) == (
        401,
        "person",
    )
    other = players_of(server, new_match(server, SCENARIO))["alpha"]
    foreign = {**other.headers, **ben.headers}
    assert error_of(server.http.put(f"{players['bravo'].base}/rated", headers=foreign)) == (401, "token")
    # At one screen; with other options; after the first order.
    hot = players_of(server, new_match(server, SCENARIO, hot_seat=True))["alpha"]
    assert error_of(marking(hot, anna)) == (422, "refused")
    assert "one screen" in look(hot)["refusal"]
    odd = players_of(server, new_match(server, SCENARIO, options={"alpha_units": -1}))["alpha"]
    assert error_of(marking(odd, anna)) == (422, "refused")
    lesson = server.http.post("/api/lessons/tank/basics").json()
    taught = next(iter(players_of(server, lesson).values()))
    assert error_of(marking(taught, anna)) == (422, "refused")
    assert other.play_one()
    assert error_of(marking(other, anna)) == (409, "too_late")
    assert look(players["alpha"])["rated"] is False


def test_open_games_tell_that_they_are_rated(server: ServerProcess) -> None:
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    resign(rated_match(server, anna, ben)["bravo"])
    wait_until(lambda: "tank" in anna.get("/api/me/ratings").json()["ratings"])
    body = {"scenario": SCENARIO, "seats": {"bravo": "open"}, "commitments": {"alpha": ""}, "listed": {"level": "any"}}
    made = anna.post("/api/matches", body).json()
    alpha = Player(server, made["match"], made["seats"]["alpha"]["token"], "alpha")
    found = lambda: next(one for one in ben.get("/api/open").json()["games"] if one["match"] == made["match"])  # noqa: E731
    assert found()["rated"] is False
    mark(alpha, anna)
    assert found()["rated"] is True
    assert found()["rating"]["games"] == 1


def test_the_figures_follow_from_the_results(start: Start, database: str) -> None:
    server = start(database)
    anna, ben, carl = (Browser(server, name) for name in ("Anna", "Ben", "Carl"))
    for one, other in ((anna, ben), (ben, carl), (carl, anna), (anna, ben)):
        players = rated_match(server, one, other)
        resign(players["bravo"])
        settled(players["alpha"])
    shown = [who.get("/api/me/ratings").json() for who in (anna, ben, carl)]
    server.stop()
    opened = Database(database)
    ids = [who.person["person"] for who in (anna, ben, carl)]
    after = opened.read(lambda c: [stored.find_figures(c, one) for one in ids])
    # The figures stay when the games themselves are deleted.
    assert prune(opened, 1e12).matches == 4
    assert opened.read(lambda c: [stored.find_figures(c, one) for one in ids]) == after
    opened.close()
    assert [round(one["tank"].rating.rating) for one in after] == [one["ratings"]["tank"]["rating"] for one in shown]
    assert [one["tank"].games for one in after] == [3, 3, 2]


def test_matches_that_one_side_has_marked_do_not_stand_in_the_way(start: Start, database: str) -> None:
    server = start(database)
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    for _ in range(3):
        players = players_of(server, new_match(server, SCENARIO))
        mark(players["alpha"], anna)
        resign(players["bravo"])
    players = rated_match(server, anna, ben)
    resign(players["bravo"])
    settled(players["alpha"])
    server.stop()
    opened = Database(database)
    opened.write(lambda c: (c.execute(stored._R.delete()), c.execute(stored._F.delete())))
    assert opened.read(lambda c: stored.find_uncounted(c, 2)) == [players["alpha"].match]
    opened.close()


def test_a_match_that_ended_uncounted_is_counted_later(start: Start, database: str) -> None:
    server = start(database)
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    players = rated_match(server, anna, ben)
    resign(players["bravo"])
    settled(players["alpha"])
    server.stop()
    opened = Database(database)
    opened.write(lambda c: (c.execute(stored._R.delete()), c.execute(stored._F.delete())))
    opened.close()
    again = start(database)
    anna.server = again
    wait_until(lambda: "tank" in anna.get("/api/me/ratings").json()["ratings"])


def test_a_damaged_match_does_not_keep_others_from_being_counted(start: Start, database: str) -> None:
    server = start(database)
    anna, ben = Browser(server, "Anna"), Browser(server, "Ben")
    matches = []
    for _ in range(2):
        players = rated_match(server, anna, ben)
        resign(players["bravo"])
        settled(players["alpha"])
        matches.append(players["alpha"].match)
    server.stop()
    bad, good = sorted(matches)
    opened = Database(database)
    opened.write(lambda c: (c.execute(stored._R.delete()), c.execute(stored._F.delete())))
    table = schema.matches
    opened.write(lambda c: c.execute(table.update().where(table.c.id == bad).values(owing="{")))
    registry = MatchRegistry(opened, Settings(database))
    assert count_waiting(registry) == 1
    assert opened.read(lambda c: [bool(stored.find_result(c, one)) for one in (bad, good)]) == [False, True]
    registry.close()
    opened.close()
