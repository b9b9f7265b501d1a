"""axe-core finds nothing serious on any screen, in light and dark."""

from __future__ import annotations

import uuid

import pytest
from playwright.sync_api import Page

from support.axe import violations
from support.browsing import GameServer, Json, Players, opened_by, soon, start_game, until


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


class Looker:
    """Looks at one screen after another and keeps what axe finds on each."""

    def __init__(self, page: Page) -> None:
        self.page = page
        self.found: dict[str, list[str]] = {}

    def look(self, name: str) -> None:
        self.found[name] = violations(self.page)

    def dialog(self, name: str, key: str, title: str) -> None:
        """Opens a dialog by its key, looks at it and closes it."""
        dialog = self.page.get_by_role("dialog", name=title)
        opened_by(self.page, key, dialog)
        self.look(name)
        self.page.keyboard.press("Escape")
        soon(dialog).to_have_count(0)

    def clean(self) -> None:
        assert self.found == {name: [] for name in self.found}


@pytest.mark.parametrize("theme", ["light", "dark"])
@pytest.mark.parametrize("title", ["First Contact", "Crossroads at Krasnoye", "Poland"])
def test_no_serious_violation_at_the_table(players: Players, server: GameServer, title: str, theme: str) -> None:
    """From the lobby to the table: setting up, dialogs, plotting, the coach, a film and its summary."""
    table = players.table("/", color_scheme=theme)
    page = table.page
    screens = Looker(page)
    page.get_by_role("button", name=f"Play: {title}").wait_for()
    screens.look("lobby")
    page.get_by_role("button", name="Settings").click()
    page.get_by_role("dialog", name="Settings").wait_for()
    screens.look("settings")
    page.keyboard.press("Escape")
    page.get_by_role("button", name=f"Play: {title}").click()
    page.get_by_role("dialog").get_by_text("What wins").wait_for()
    screens.look("new game")
    start_game(table, title)
    state = table.wait_turn()
    screens.look("setting up")
    screens.dialog("briefing", "b", "Briefing")
    screens.dialog("score", "i", "How it stands")
    screens.dialog("help", "?", "How to play at this table")
    if page.get_by_test_id("suggest").count():
        page.get_by_test_id("suggest").click()
        soon(page.get_by_test_id("suggest")).to_have_text("Suggest another")
    else:
        cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
        table.click_hex(server.label("tank/intro", cells[len(cells) // 2]))
    screens.look("placed")
    table.commit()
    table.wait_turn(lambda: screens.look("playback"))
    page.get_by_role("button", name="Coach").click()
    page.get_by_test_id("coach").wait_for()
    page.keyboard.press("n")
    screens.look("plotting")
    page.get_by_test_id("commit").click()
    page.get_by_test_id("doubt").wait_for()
    screens.look("doubt")
    page.get_by_test_id("commit-so").click()
    table.wait_turn(lambda: screens.look("playback"))
    page.get_by_test_id("people").click()
    page.get_by_role("dialog", name="Players and links").wait_for()
    screens.look("players")
    screens.clean()


@pytest.mark.parametrize("theme", ["light", "dark"])
def test_no_serious_violation_elsewhere(players: Players, server: GameServer, finished: Json, theme: str) -> None:
    """After the game and beside it: replay, its figures and analysis, the lessons."""
    page = players.page(color_scheme=theme)
    screens = Looker(page)
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    screens.look("replay")
    for tab in page.get_by_role("tab").all():
        tab.click()
        screens.look(tab.inner_text())
    page.goto(f"{server.url}/#/play/{finished['match']}/{finished['token']}")
    page.get_by_test_id("end").wait_for()
    screens.look("end")
    page.goto(f"{server.url}/#/tutorial")
    page.get_by_role("link", name="Start the lesson").first.wait_for()
    screens.look("lessons")
    for lesson in ("tank/basics", "panzer/basics", "kampfpanzer/basics"):
        page.goto(f"{server.url}/#/tutorial/{lesson}")
        page.get_by_test_id("lesson").wait_for()
        page.get_by_test_id("map").wait_for()
        screens.look(lesson)
    screens.clean()


@pytest.mark.parametrize(("width", "height"), [(1280, 720), (1024, 768), (820, 1180)])
def test_nothing_overflows(players: Players, server: GameServer, finished: Json, width: int, height: int) -> None:
    """No screen scrolls sideways, on a laptop or a tablet; table and replay fit the window."""
    table = players.table("/", viewport={"width": width, "height": height})
    page = table.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    wide = "document.documentElement.scrollWidth - document.documentElement.clientWidth"
    high = "document.documentElement.scrollHeight - document.documentElement.clientHeight"
    until(page, f"{wide} <= 0")
    start_game(table, "First Contact")
    table.wait_turn()
    until(page, f"{wide} === 0 && {high} === 0")
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    until(page, f"{wide} === 0 && {high} === 0")
