"""What am I trying to win, and how do I stand: before the game and at the table, by mouse, by keys and on a phone."""

from __future__ import annotations

from typing import Any

import pytest

from support.browsing import GameServer, Players, opened_by, soon, until

ZONES = """wanted => {
  const names = window.__hulldown.overlays.filter((one) => one.kind === 'area').map((one) => one.name);
  return wanted.every((zone) => names.some((name) => name.includes(zone)));
}"""
"""Whether zones of these names are on the map."""
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
    soon(strip).to_be_visible()
    told = server.http.get(f"/api/scenarios/{scenario}/briefing").json()
    # During the set-up the zones are on the map, with their names.
    until(page, "() => window.__hulldown?.overlays.some((one) => one.kind === 'area')")
    until(page, ZONES, [zone["name"] for zone in told["zones"]])
    page.keyboard.press("z")
    until(page, "() => !window.__hulldown.overlays.some((one) => one.kind === 'area')")
    briefing = page.get_by_test_id("briefing")
    opened_by(page, "b", briefing)
    for goal in told["goals"]:
        soon(briefing).to_contain_text(goal["text"])
    page.keyboard.press("Escape")
    soon(briefing).to_have_count(0)
    score = page.get_by_test_id("score")
    opened_by(page, "i", score)
    state = server.http.get(f"/api/matches/{match}", headers={"Authorization": f"Bearer {token}"}).json()
    soon(score).to_contain_text(state["score"]["standing"])
    page.keyboard.press("Escape")
    assert page.evaluate("() => document.documentElement.scrollWidth <= window.innerWidth")
