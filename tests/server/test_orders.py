"""Orders: stale and doubled ones, undo, drafts, checks; and what is left of them after a restart. On both databases."""

from __future__ import annotations

import msgspec
import pytest

from hulldown.core.orders import Order, Task
from support.remote import new_match, players_of, two_players, watcher_of
from support.serving import ServerProcess, Start, wait_until


def test_a_doubled_submission_gets_the_first_answer(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    order = alpha.order(alpha.state())
    first = alpha.give(order, submission="same")
    assert first.status_code == 200
    assert alpha.give(order, submission="same").text == first.text
    assert bravo.play_one()
    assert alpha.give(order, submission="same").text == first.text
    assert len(alpha.get("/orders").json()["orders"]) == 1
    other = alpha.give(Order("plot"), decision=order.decision, submission="same")
    assert (other.status_code, other.json()["error"]["code"]) == (409, "reused")


def test_a_stale_order_is_answered_with_what_is_asked_now(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    order = alpha.order(alpha.state())
    assert alpha.give(order).status_code == 200
    waiting = alpha.give(order)
    assert (waiting.status_code, waiting.json()["error"]["code"]) == (409, "stale")
    assert "decision" not in waiting.json()["error"]
    assert bravo.play_one()
    late = alpha.give(order)
    assert (late.status_code, late.json()["error"]["code"]) == (409, "stale")
    assert late.json()["error"]["decision"] == alpha.state()["legal"]["decision"]


def test_an_illegal_order_names_the_rules(server: ServerProcess) -> None:
    alpha, _ = two_players(server, "tank/intro")
    decision = alpha.state()["legal"]["decision"]
    wrong = Order(decision["kind"], (Task("nobody", "MV"),))
    answer = alpha.give(wrong, decision["id"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (422, "illegal")
    assert all(one["rule"] and one["message"] for one in answer.json()["error"]["violations"])
    checked = alpha.post("/check", {"order": wrong}).json()["violations"]
    assert checked == answer.json()["error"]["violations"]


@pytest.mark.parametrize(
    "task",
    [{"cells": [-1]}, {"cells": [10**9]}, {"cells": [0]}, {"facing": 6}, {"facing": -2}, {"unit": "x" * 65}],
)
def test_orders_that_no_client_would_write_are_malformed(server: ServerProcess, task: dict[str, object]) -> None:
    alpha, _ = two_players(server)
    decision = alpha.state()["legal"]["decision"]
    order = {"kind": decision["kind"], "tasks": [{"unit": "A1", "kind": "MV", **task}]}
    answer = alpha.post("/orders", {"submission": "1", "decision": decision["id"], "order": order})
    assert (answer.status_code, answer.json()["error"]["code"]) == (400, "malformed")
    assert alpha.post("/check", {"order": order}).status_code == 400


def test_undo_takes_back_what_nobody_has_seen(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    before = alpha.state()
    assert before["undo"] is False
    order = alpha.order(before)
    alpha.give(order)
    assert alpha.state()["undo"] is True
    undone = alpha.undo("u1")
    assert undone.status_code == 200
    assert undone.json()["order"]["kind"] == order.kind
    assert alpha.undo("u1").text == undone.text
    after = alpha.state()
    assert (after["view"], after["legal"], after["undo"]) == (before["view"], before["legal"], False)
    assert after["epoch"] == before["epoch"] + 1
    assert after["number"] > before["number"]
    again = alpha.undo("u2")
    assert (again.status_code, again.json()["error"]["code"]) == (409, "cannot_undo")
    alpha.give(order)
    bravo.play_one()
    assert alpha.undo().status_code == bravo.undo().status_code == 409


def test_undo_leaves_the_other_side_alone(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    bravo.play_one()
    alpha.play_one()
    state = bravo.state()
    bravo.play_one()
    alpha_before = alpha.state()
    assert bravo.undo().status_code == 200
    assert bravo.state()["view"] == state["view"]
    assert alpha.state()["events"] == alpha_before["events"]
    assert alpha.state()["epoch"] == alpha_before["epoch"]


def test_undo_is_no_probe(server: ServerProcess) -> None:
    """Alpha gives the last plot, the turn runs, Bravo is asked to face: now she knows that nothing happened."""
    alpha, bravo = two_players(server, "tank/1")
    bravo.play_one()
    alpha.play_one()
    for player in (bravo, alpha):
        legal = player.state()["legal"]
        assert legal["decision"]["kind"] == "plot"
        answer = player.give(msgspec.convert(legal["idle"], Order), legal["decision"]["id"])
        assert answer.status_code == 200
    state = alpha.state()
    assert (bravo.state()["legal"]["decision"]["kind"], state["legal"], state["undo"]) == ("face", None, False)
    refused = alpha.undo()
    assert (refused.status_code, refused.json()["error"]["code"]) == (409, "cannot_undo")
    assert bravo.undo().status_code == 409
    assert bravo.play_one()


def test_drafts_are_kept_for_each_seat(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    assert alpha.get("/draft").json() == {"decision": "", "draft": None}
    half = {"tasks": [{"unit": "A1"}], "note": "für später \u0000", "deep": [[[1]]]}
    for draft in (half, {"other": 1}, half):
        answer = alpha.put("/draft", {"decision": "1.plot", "draft": draft})
        assert (answer.status_code, answer.content) == (204, b"")
        assert alpha.get("/draft").json() == {"decision": "1.plot", "draft": draft}
    assert bravo.get("/draft").json() == {"decision": "", "draft": None}
    big = alpha.put("/draft", {"decision": "1.plot", "draft": "x" * 70_000})
    assert (big.status_code, big.json()["error"]["code"]) == (413, "too_large")
    alpha.play_one()
    assert alpha.get("/draft").json() == {"decision": "", "draft": None}


def test_a_body_that_is_too_large(server: ServerProcess) -> None:
    alpha, _ = two_players(server)
    body = {"submission": "1", "decision": "d", "order": {"kind": "k" * 300_000}}
    answer = alpha.post("/orders", body)
    assert (answer.status_code, answer.json()["error"]["code"]) == (413, "too_large")


def test_one_sees_only_ones_own_orders(server: ServerProcess) -> None:
    alpha, bravo = two_players(server)
    for _ in range(2):
        alpha.play_one()
        bravo.play_one()
    for player in (alpha, bravo):
        orders = player.get("/orders").json()["orders"]
        assert [one["side"] for one in orders] == [player.side] * 2
        assert orders[0]["decision"] != orders[1]["decision"]


def test_lines_of_sight_and_odds_for_a_seat(server: ServerProcess) -> None:
    alpha, _ = two_players(server, "tank/intro")
    with server.client() as client:
        cells = client.get("/api/scenarios/tank/intro/board").json()["cells"]
    start, end = cells[100]["cell"], cells[140]["cell"]
    line = alpha.post("/los", {"start": start, "end": end}).json()
    assert line["cells"][0] == start
    assert line["cells"][-1] == end
    seen = alpha.post("/los", {"start": start}).json()["seen"]
    assert start in seen
    assert (end in seen) == line["clear"]
    unknown = alpha.post("/odds", {"arguments": {"attacker": "nobody", "target": "M4/76"}})
    assert (unknown.status_code, unknown.json()["error"]["code"]) == (404, "unknown")
    for body in ({"start": 0}, {"start": start, "end": 0}, {"start": start, "end": end, "arguments": {"no": 1}}):
        assert alpha.post("/los", body).json()["error"]["code"] == "refused"


def test_everything_is_there_after_a_restart(database: str, start: Start) -> None:
    server = start(database)
    alpha, bravo = two_players(server, "tank/intro")
    for _ in range(6):
        alpha.play_one()
        bravo.play_one()
    while len(alpha.state()["view"]["owing"]) < 2:
        assert alpha.play_one() or bravo.play_one()
    last = alpha.order(alpha.state())
    answer = alpha.give(last, submission="last")
    assert answer.status_code == 200
    alpha.put("/draft", {"decision": "x", "draft": 7})
    before = [alpha.state(), bravo.state()]
    server.kill()
    server.start()
    assert [alpha.state(), bravo.state()] == before
    assert alpha.give(last, submission="last").text == answer.text
    assert alpha.get("/draft").json()["draft"] == 7
    assert alpha.undo().status_code == 200


def test_bots_go_on_after_a_restart(database: str, start: Start) -> None:
    server = start(database)
    made = [new_match(server, "toy/1", seats={"alpha": "bot:random", "bravo": "bot:random"}) for _ in range(4)]
    made.append(new_match(server, "tank/intro", seats={"alpha": "bot:random", "bravo": "bot:random"}))
    server.kill()
    server.start()
    watchers = [watcher_of(server, one) for one in made]  # bots among themselves play while somebody looks
    wait_until(lambda: all(one.state()["status"] == "over" for one in watchers))


def test_a_long_match_opens_from_a_snapshot(database: str, start: Start) -> None:
    server = start(database)
    made = new_match(server, "tank/intro", seats={"bravo": "bot:random"})
    (alpha,) = players_of(server, made).values()
    for _ in range(20):
        wait_until(lambda: alpha.state()["legal"] is not None or alpha.state()["status"] == "over")
        alpha.play_one()
    wait_until(lambda: alpha.state()["view"]["owing"] in (["alpha"], []))
    before = alpha.state()
    server.kill()
    server.start()
    assert alpha.state() == before


def test_a_match_of_older_rules_is_read_and_not_played_on(database: str, start: Start) -> None:
    server = start(database)
    alpha, bravo = two_players(server)
    for _ in range(2):
        alpha.play_one()
        bravo.play_one()
    before = alpha.state()
    server.kill()
    server.env["TOY_VERSION"] = "2"
    server.start()
    state = alpha.state()
    assert (state["status"], state["rules"], state["legal"], state["undo"]) == ("frozen", "1", None, False)
    assert (state["view"], state["events"]) == (before["view"], before["events"])
    decision = before["legal"]["decision"]
    answer = alpha.give(Order(decision["kind"]), decision["id"])
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "old_rules")
    with server.client() as client:
        (mine,) = client.post("/api/mine", json={"tokens": [alpha.token]}).json()["matches"]
    assert mine["status"] == "frozen"
    # Another process may still play it under the old rules, so its secrets stay secret.
    assert alpha.get("/record").status_code == alpha.get("/replay", perspective="truth").status_code == 409
    assert alpha.get("/replay").status_code == 200
