"""How matches begin: seats, invitations, entropy, onlookers, the list of my games. On both databases."""

from __future__ import annotations

import pytest

from hulldown.core.record import commitment, derived_entropy, entropy_commitment, record_from_text
from support.remote import Player, new_match, play_out, players_of, two_players, watcher_of
from support.serving import ServerProcess, wait_until

TOKEN = "A" * 22


def test_a_match_against_the_bot_begins_at_once(server: ServerProcess) -> None:
    made = new_match(server, seats={"bravo": "bot:random"})
    assert made["status"] == "playing"
    assert "token" not in made["seats"]["bravo"]
    (player,) = players_of(server, made).values()
    state = player.state()
    assert (state["side"], state["status"], state["commitment"]) == ("alpha", "playing", made["commitment"])
    assert state["legal"]["decision"]["side"] == "alpha"
    wait_until(lambda: player.state()["view"]["owing"] == ["alpha"])
    play_out(player)


def test_everybody_commits_before_anybody_reveals(server: ServerProcess) -> None:
    made = new_match(server, entropy=None)
    assert made["status"] == "open"
    alpha, bravo = players_of(server, made).values()
    shares = {"alpha": "the share of alpha", "bravo": "the share of bravo"}
    shares = {side: share.replace(" ", ".") for side, share in shares.items()}
    assert alpha.state()["view"] is None
    first = alpha.post("/seat", {"commitment": entropy_commitment("alpha", shares["alpha"])}).json()
    assert (first["status"], first["opening"]) == ("open", None)
    early = alpha.post("/reveal", {"entropy": shares["alpha"]})
    assert (early.status_code, early.json()["error"]["code"]) == (409, "not_sealed")
    again = alpha.post("/seat", {"commitment": entropy_commitment("alpha", "another.share.of.alpha")})
    assert again.json()["seats"]["alpha"]["commitment"] == entropy_commitment("alpha", shares["alpha"])
    sealed = bravo.post("/seat", {"commitment": entropy_commitment("bravo", shares["bravo"])}).json()
    assert (sealed["status"], sealed["view"]) == ("open", None)
    assert sealed["opening"]["commitments"] == {side: entropy_commitment(side, share) for side, share in shares.items()}
    other = alpha.post("/reveal", {"entropy": "another.share.of.alpha"})
    assert (other.status_code, other.json()["error"]["code"]) == (422, "refused")
    shown = alpha.post("/reveal", {"entropy": shares["alpha"]})
    assert shown.json()["status"] == "open"
    assert shares["alpha"] not in bravo.get().text
    begun = bravo.post("/reveal", {"entropy": shares["bravo"]}).json()
    assert (begun["status"], begun["number"]) == ("playing", 1)
    assert bravo.post("/reveal", {"entropy": shares["bravo"]}).json()["status"] == "playing"
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    assert record.header.entropy == shares
    assert set(record.header.sources.values()) == {"committed"}
    assert record.reveal is not None
    assert commitment(record.reveal.secret) == made["commitment"] == record.header.commitment


def test_a_seat_without_a_commitment_is_inside_the_servers(server: ServerProcess) -> None:
    made = new_match(server, entropy=None)
    alpha, bravo = players_of(server, made).values()
    assert alpha.post("/seat", {}).json()["status"] == "open"
    assert bravo.post("/seat", {}).json()["status"] == "playing"
    play_out(alpha, bravo)
    record = record_from_text(alpha.get("/record").text, "record")
    assert record.reveal is not None
    assert record.header.sources == {"alpha": "server", "bravo": "server"}
    assert record.header.entropy == {side: derived_entropy(record.reveal.secret, side) for side in ("alpha", "bravo")}


def test_an_invitation_works_once_and_its_maker_never_learns_the_token(server: ServerProcess) -> None:
    made = new_match(server, seats={"bravo": "open"})
    invite = made["seats"]["bravo"]["invite"]
    guest = Player(server, made["match"], invite)
    assert guest.state()["view"] is None
    assert guest.state()["status"] == "open"
    assert guest.post("/orders", {"submission": "1", "decision": "x", "order": {"kind": "x"}}).status_code == 403
    nonce = "n" * 16
    with server.client() as client:
        path = f"/api/matches/{made['match']}/join"
        first = client.post(path, json={"invite": invite, "nonce": nonce})
        assert first.status_code == 200, first.text
        again = client.post(path, json={"invite": invite, "nonce": nonce})
        assert again.json()["token"] == first.json()["token"] != invite
        for other in ({}, {"nonce": "m" * 16}):
            refused = client.post(path, json={"invite": invite, **other})
            assert (refused.status_code, refused.json()["error"]["code"]) == (409, "seat_taken")
        assert client.post(path, json={"invite": TOKEN}).status_code == 401
        assert client.post(path, json={"invite": "short"}).status_code == 401
    assert guest.get().status_code == 401
    joined = Player(server, made["match"], first.json()["token"])
    assert (joined.state()["side"], joined.state()["status"]) == ("bravo", "playing")
    (alpha,) = players_of(server, made).values()
    play_out(alpha, joined)


def test_wrong_tokens_are_all_answered_alike(server: ServerProcess) -> None:
    one, other = new_match(server), new_match(server)
    answers = set()
    with server.client() as client:
        paths = [f"/api/matches/{one['match']}", "/api/matches/nowhere"]
        for path in paths:
            for header in ({}, {"Authorization": "Bearer"}, {"Authorization": f"Bearer {TOKEN}"},
                           {"Authorization": f"Basic {one['seats']['alpha']['token']}"},
                           {"Authorization": "Bearer é" + "x" * 20},
                           {"Authorization": f"Bearer {other['seats']['alpha']['token']}"}):  # fmt: skip
                answer = client.get(path, headers={key: value.encode() for key, value in header.items()})
                answers.add((answer.status_code, answer.text))
    assert len(answers) == 1
    assert next(iter(answers))[0] == 401


def test_onlookers_see_the_public_view_and_touch_nothing(server: ServerProcess) -> None:
    made = new_match(server)
    onlooker = watcher_of(server, made)
    state = onlooker.state()
    assert (state["side"], state["legal"], state["undo"]) == (None, None, False)
    assert state["view"]["decision"] is None
    order = {"kind": "x"}
    for path, body in {
        "/orders": {"submission": "1", "decision": "x", "order": order},
        "/undo": {"submission": "1"},
        "/check": {"order": order},
        "/seat": {},
    }.items():
        answer = onlooker.post(path, body)
        assert (answer.status_code, answer.json()["error"]["code"]) == (403, "role"), path
    assert onlooker.get("/draft").status_code == 403
    assert onlooker.get("/orders").status_code == 403


def test_hot_seat_gives_both_tokens_and_says_so(server: ServerProcess) -> None:
    made = new_match(server, hot_seat=True)
    alpha, bravo = players_of(server, made).values()
    assert alpha.state()["hot_seat"] is bravo.state()["hot_seat"] is True
    play_out(alpha, bravo)


@pytest.mark.parametrize(
    "wish",
    [
        {"scenario": "toy/none"},
        {"scenario": "chess/1"},
        {"scenario": "toy/1", "seats": {"charlie": "human"}},
        {"scenario": "toy/1", "seats": {"alpha": "bot:deep"}},
        {"scenario": "toy/1", "seats": {"alpha": "ghost"}},
        {"scenario": "toy/1", "options": {"no such": True}},
        {"scenario": "toy/1", "entropy": "two\nlines"},
        {"scenario": "toy/1", "entropy": "x" * 129},
        {"scenario": "toy/1", "commitments": {"alpha": "no hash"}},
        {"scenario": "toy/1", "commitments": {"alpha": "0" * 64 + "\n"}},
        {"scenario": "toy/1", "commitments": {"charlie": "0" * 64}},
        {"scenario": "toy/1", "commitments": {"bravo": "0" * 64}, "seats": {"bravo": "bot:random"}},
        {"seats": {}},
    ],
)
def test_senseless_wishes_are_refused(server: ServerProcess, wish: dict[str, object]) -> None:
    with server.client() as client:
        answer = client.post("/api/matches", json=wish)
    assert answer.status_code in (400, 404, 422), answer.text
    assert answer.json()["error"]["message"]


def test_my_games_are_listed_by_token(server: ServerProcess) -> None:
    alpha, _ = two_players(server)
    made = new_match(server, seats={"bravo": "open"})
    (owner,) = players_of(server, made).values()
    tokens = [alpha.token, TOKEN, owner.token, made["watch"], made["seats"]["bravo"]["invite"], "nonsense"]
    with server.client() as client:
        found = client.post("/api/mine", json={"tokens": tokens}).json()["matches"]
        assert [one and (one["match"], one["role"], one["side"], one["status"], one["your_turn"]) for one in found] == [
            (alpha.match, "seat", "alpha", "playing", True),
            None,
            (made["match"], "seat", "alpha", "open", False),
            (made["match"], "watch", None, "open", False),
            (made["match"], "invite", "bravo", "open", False),
            None,
        ]
        assert found[0]["title"]
        assert client.post("/api/mine", json={"tokens": ["x"] * 201}).status_code == 400
