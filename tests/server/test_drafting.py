"""Help with a draft: what would be refused of what is offered, and suggested deployments."""

from __future__ import annotations

from support.remote import two_players
from support.serving import ServerProcess


def test_what_is_offered_and_would_be_refused(sqlite_server: ServerProcess) -> None:
    _, seat = two_players(sqlite_server, "tank/1")
    state = seat.state()
    assert state["legal"]["decision"]["kind"] == "deploy"
    first, second = (unit["unit"] for unit in state["legal"]["units"][:2])
    option = state["legal"]["units"][0]["options"][0]
    place = option["cells"][0]
    facing = {"facing": option["facings"][0]} if option.get("facings") else {}
    draft = {"kind": "deploy", "tasks": [{"unit": first, "kind": option["kind"], "cells": [place], **facing}]}
    answer = seat.post("/refused", {"order": draft, "unit": second})
    assert answer.status_code == 200, answer.text
    refused = {one["cell"]: one for one in answer.json()["refused"]}
    for one in refused.values():
        assert one["rule"]
        assert one["message"]
    # One by one the check says the same.
    offered = state["legal"]["units"][1]["options"][0]["cells"][:5]
    for cell in offered:
        tasks = [*draft["tasks"], {"unit": second, "kind": option["kind"], "cells": [cell], **facing}]
        found = seat.post("/check", {"order": {"kind": "deploy", "tasks": tasks}}).json()["violations"]
        assert any(one.get("unit") == second for one in found) == (cell in refused)
    assert seat.post("/refused", {"order": draft, "unit": "nobody"}).json() == {"refused": []}
    assert seat.server.http.post(f"{seat.base}/refused", json={"order": draft, "unit": second}).status_code == 401


def test_a_deployment_is_suggested_and_legal(sqlite_server: ServerProcess) -> None:
    _, seat = two_players(sqlite_server, "tank/1")
    answer = seat.post("/suggest", {})
    assert answer.status_code == 200, answer.text
    order = answer.json()["order"]
    assert {task["unit"] for task in order["tasks"]} == {unit["unit"] for unit in seat.state()["legal"]["units"]}
    assert seat.post("/check", {"order": order}).json()["violations"] == []
    assert seat.post("/suggest", {}).json() == answer.json()
    assert seat.post("/suggest", {"number": 1}).json() != answer.json()


def test_only_a_deployment_is_suggested(sqlite_server: ServerProcess) -> None:
    alpha, bravo = two_players(sqlite_server, "tank/intro")
    assert alpha.play_one()
    assert alpha.post("/suggest", {}).status_code == 409
    assert bravo.play_one()
    assert alpha.state()["legal"]["decision"]["kind"] == "plot"
    answer = alpha.post("/suggest", {})
    assert (answer.status_code, answer.json()["error"]["code"]) == (409, "no_suggestion")


def test_a_deployment_with_mines_is_suggested_and_what_it_means_is_told(sqlite_server: ServerProcess) -> None:
    alpha, bravo = two_players(sqlite_server, "tank/34.4")
    for seat in (bravo, alpha, bravo):
        assert seat.play_one()
    legal = bravo.state()["legal"]
    assert legal["decision"]["kind"] == "defence"
    order = bravo.post("/suggest", {}).json()["order"]
    assert {unit["unit"] for unit in legal["units"] if unit.get("required")} <= {
        task["unit"] for task in order["tasks"]
    }
    found = bravo.post("/check", {"order": order}).json()
    assert found["violations"] == []
    (told,) = found["remarks"]
    assert "Only you know" in told
