"""A hidden unit is nowhere in the other side's page: neither drawn, nor in the document, nor on the wire."""

from __future__ import annotations

import json
import re

from support.browsing import GameServer, Players, Table, Wire, start_game

SCENARIO = "tank/1"
"""Alpha drives against guns and infantry of Bravo that wait in hidden positions."""


def deploy_hidden(table: Table, server: GameServer) -> dict[str, str]:
    """Bravo's deployment, given through the API as the page would; where each unit stands."""
    state = table.state()
    tasks, places = [], {}
    used: set[int] = set()
    for unit in state["legal"]["units"]:
        option = unit["options"][0]
        cell = next(cell for cell in option["cells"][40::7] if cell not in used)
        used.add(cell)
        task = {"unit": unit["unit"], "kind": option["kind"], "cells": [cell]}
        if option.get("facings"):
            task["facing"] = option["facings"][0]
        tasks.append(task)
        places[unit["unit"]] = server.label(SCENARIO, cell)
    headers = {"Authorization": f"Bearer {table.token}"}
    body = {
        "submission": "deploy", "decision": state["legal"]["decision"]["id"],
        "order": {"kind": state["legal"]["decision"]["kind"], "tasks": tasks},
    }  # fmt: skip
    answer = server.http.post(f"/api/matches/{table.match}/orders", json=body, headers=headers)
    assert answer.status_code == 200, answer.text
    return places


def test_hidden_units_are_nowhere_in_the_other_page(players: Players, server: GameServer) -> None:
    attacker = players.table("/")
    wire = Wire(attacker.page)
    start_game(attacker, "The Gun Line", opponent="A friend by link", side="Alpha")
    invite = attacker.page.get_by_role("dialog").locator("input[readonly]").first
    invite.wait_for()
    link = invite.input_value()
    attacker.page.get_by_role("button", name="To the table").click()
    defender = players.table("/")
    defender.page.goto(link)
    defender.page.get_by_role("button", name="Take the seat").click()
    defender.page.wait_for_url("**/#/play/**")
    defender.wait_turn()
    places = deploy_hidden(defender, server)

    state = attacker.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    attacker.click_hex(server.label(SCENARIO, cells[len(cells) // 2]))
    attacker.commit()
    while attacker.state()["view"]["turn"] < 3:
        for table in (attacker, defender):
            # The turn may have changed with the other's order: in the third both shall be asked.
            state = table.state()
            if state["legal"] and state["view"]["turn"] < 3:
                table.pass_by(table.wait_turn())
    attacker.wait_turn()
    defender.wait_turn()

    drawn = attacker.model()
    assert {piece["side"] for piece in drawn["pieces"]} <= {"alpha"}
    own = defender.model()["pieces"]
    assert {piece["id"] for piece in own} == set(places), "their owner sees them all"
    mirror = attacker.page.get_by_test_id("mirror").inner_text()
    document = attacker.page.content()
    headers = {"Authorization": f"Bearer {attacker.token}"}
    replay = attacker.page.evaluate(
        "async ([match, token]) => (await fetch(`/api/matches/${match}/replay`, "
        "{ headers: { Authorization: `Bearer ${token}` } })).text()",
        [attacker.match, attacker.token],
    )
    texts = {"mirror": mirror, "document": document, "model": json.dumps(drawn), "replay": replay}
    texts |= {f"wire {number}": text for number, text in enumerate(wire.all())}
    assert any('"type":"state"' in text.replace(" ", "") for text in texts.values()), "the wire was read"
    for unit in places:
        name = re.compile(rf"(?<![A-Za-z0-9_-]){unit}(?![A-Za-z0-9_-])")
        for where, text in texts.items():
            if where.startswith("wire") and ('"hexsides"' in text or text.startswith('{"games":')):
                continue  # maps and the list of games are the same for everybody, and name hexes and weapons
            assert not name.search(text), f"{unit} is in the {where}"
    for path in ("record", "replay?perspective=bravo", "replay?perspective=truth"):
        answer = server.http.get(f"/api/matches/{attacker.match}/{path}", headers=headers)
        assert answer.status_code == 409, path
