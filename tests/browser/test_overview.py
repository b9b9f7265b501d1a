"""What am I trying to win, and how do I stand: before the game and at the table, by mouse, by keys and on a phone."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from support.browsing import GameServer, Players, until

SIZES = {"desk": (1440, 900), "phone": (390, 844)}


def _match(server: GameServer, scenario: str, side: str, other: str) -> tuple[str, str]:
    seats = {side: "human", other: "bot:recruit"}
    content = {"scenario": scenario, "seats": seats, "commitments": {side: ""}}
    made: dict[str, Any] = server.http.post("/api/matches", json=content).json()
    return made["match"], made["seats"][side]["token"]


@pytest.mark.parametrize("size", SIZES)
@pytest.mark.parametrize(
    ("scenario", "side", "other"), [("tank/1", "bravo", "alpha"), ("panzer/5", "german", "soviet")]
)
def test_goals_score_and_zones_are_at_hand(
    players: Players, server: GameServer, scenario: str, side: str, other: str, size: str
) -> None:
    width, height = SIZES[size]
    page = players.page(viewport={"width": width, "height": height})
    match, token = _match(server, scenario, side, other)
    page.goto(f"{server.url}/#/play/{match}/{token}")
    strip = page.get_by_test_id("score-strip")
    expect(strip).to_be_visible(timeout=60_000)
    told = server.http.get(f"/api/scenarios/{scenario}/briefing").json()
    # During the set-up the zones are on the map, with their names.
    until(page, "() => window.__hulldown?.overlays.some((one) => one.kind === 'area')")
    names = page.evaluate(
        "() => window.__hulldown.overlays.filter((one) => one.kind === 'area').map((one) => one.name)"
    )
    assert all(any(zone["name"] in name for name in names) for zone in told["zones"])
    page.keyboard.press("z")
    until(page, "() => !window.__hulldown.overlays.some((one) => one.kind === 'area')")
    page.keyboard.press("b")
    briefing = page.get_by_test_id("briefing")
    for goal in told["goals"]:
        expect(briefing).to_contain_text(goal["text"])
    page.keyboard.press("Escape")
    expect(briefing).to_have_count(0)
    page.keyboard.press("i")
    score = page.get_by_test_id("score")
    state = server.http.get(f"/api/matches/{match}", headers={"Authorization": f"Bearer {token}"}).json()
    expect(score).to_contain_text(state["score"]["standing"])
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
