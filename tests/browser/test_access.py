"""axe-core finds nothing serious on any screen, in light and dark."""

from __future__ import annotations

import uuid
from typing import Any

import pytest
from playwright.sync_api import Page

from support.browsing import WEB, GameServer, Json, Players, start_game

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
GRAVE = ("serious", "critical")


def violations(page: Page) -> list[str]:
    # Through the debugger: the page's own policy lets no foreign script in.
    page.evaluate(AXE.read_text())
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]


def play_out(server: GameServer) -> Json:
    """A match of two who do nothing, to its end; its token."""
    made: Json = server.http.post(
        "/api/matches", json={"scenario": "tank/intro", "seats": {"alpha": "human", "bravo": "human"}, "entropy": "x"}
    ).json()
    base = f"/api/matches/{made['match']}"
    while True:
        for side, seat in made["seats"].items():
            headers = {"Authorization": f"Bearer {seat['token']}"}
            state: Json = server.http.get(base, headers=headers).json()
            if state["status"] == "over":
                return {"match": made["match"], "token": made["seats"]["alpha"]["token"]}
            legal = state["legal"]
            if legal is None:
                continue
            order: Json = {"kind": legal["decision"]["kind"]}
            if legal.get("choices"):
                order["choice"] = legal["choices"][0]
            elif legal["decision"]["kind"] == "enter":
                unit = legal["units"][0]
                cells = unit["options"][0]["cells"]
                order["tasks"] = [{"unit": unit["unit"], "kind": "COL", "cells": [cells[len(cells) // 2]]}]
            body = {"submission": uuid.uuid4().hex, "decision": legal["decision"]["id"], "order": order}
            answer = server.http.post(f"{base}/orders", json=body, headers=headers)
            assert answer.status_code == 200, (side, answer.text)


@pytest.fixture(scope="module")
def finished(server: GameServer) -> Json:
    return play_out(server)


PLANTED = {
    "button-name": "<button></button>",
    "label": "<input type='text'>",
    "image-alt": "<img src='/favicon.svg'>",
    "color-contrast": "<p style='color: #999; background: #aaa'>Hardly to be read.</p>",
}
"""Faults by the name of the check that must find them, as a careless page would have them."""


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_the_check_bites(players: Players, theme: str) -> None:
    """Planted faults are found, each by its own name, and nothing else is."""
    page = players.table("/", color_scheme=theme).page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    page.evaluate(
        "html => document.querySelector('main').insertAdjacentHTML('beforeend', html)", "".join(PLANTED.values())
    )
    assert {one.partition(":")[0] for one in violations(page)} == set(PLANTED)


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_violation(players: Players, server: GameServer, finished: Json, theme: str) -> None:
    table = players.table("/", color_scheme=theme)
    page = table.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    found = {"lobby": violations(page)}
    page.get_by_role("button", name="Play: First Contact").click()
    page.get_by_role("dialog").wait_for()
    found["new game"] = violations(page)
    start_game(table, "First Contact")
    state = table.wait_turn()
    found["table"] = violations(page)
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    table.click_hex(server.label("tank/intro", cells[len(cells) // 2]))
    table.commit()
    table.wait_turn()
    page.keyboard.press("n")
    found["plotting"] = violations(page)
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    found["replay"] = violations(page)
    page.get_by_role("tab", name="Figures").click()
    found["figures"] = violations(page)
    page.goto(f"{server.url}/#/tutorial")
    page.get_by_test_id("coach").wait_for()
    page.get_by_test_id("map").wait_for()
    found["tutorial"] = violations(page)
    assert found == {name: [] for name in found}


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (820, 1180)])
def test_nothing_overflows(players: Players, server: GameServer, finished: Json, width: int, height: int) -> None:
    """No screen scrolls sideways, on a laptop or a tablet; table and replay fit the window."""
    table = players.table("/", viewport={"width": width, "height": height})
    page = table.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    high = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
    assert page.evaluate(wide) <= 0
    start_game(table, "First Contact")
    table.wait_turn()
    assert (page.evaluate(wide), page.evaluate(high)) == (0, 0)
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    assert (page.evaluate(wide), page.evaluate(high)) == (0, 0)
