"""Strangers meet: an open game, chat, a clock that runs out, a lost browser that comes back by its code."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

from playwright.sync_api import Page, Route

from support.axe import violations
from support.browsing import Players, Table, soon

SECONDS = 40
"""The shortest time in which a test surely gives one order."""


def name(page: Page, who: str) -> None:
    """Answers the question of the lobby."""
    page.get_by_label("What shall others call you?").fill(who)
    page.get_by_role("button", name="Save").click()
    soon(page.get_by_label("What shall others call you?")).to_have_count(0)


def open_game(players: Players) -> Table:
    """Anna offers First Contact to anybody, with a clock far shorter than the page offers."""
    host = players.table("/")
    page = host.page
    name(page, "Anna")

    def hurried(route: Route) -> None:
        body = json.loads(route.request.post_data or "{}")
        body["clock"]["seconds"] = SECONDS
        route.continue_(post_data=json.dumps(body))

    page.route("**/api/matches", hurried)
    page.get_by_role("button", name="Play: First Contact").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Anybody: put it in the list of open games").check()
    dialog.get_by_label("For each move").check()
    dialog.get_by_test_id("clock-amount").fill("5")
    dialog.get_by_test_id("clock-unit").select_option("minutes")
    assert not violations(page)
    dialog.get_by_role("button", name="Start").click()
    soon(page.get_by_test_id("listed")).to_be_visible()
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/#/play/**")
    return host


def idle(table: Table) -> None:
    """Gives the idle answer of a side at once, so that no machine is too slow for the clock."""
    match, token = re.search(r"#/play/([^/]+)/([^/]+)", table.page.url).groups()  # type: ignore[union-attr]
    headers = {"Authorization": f"Bearer {token}"}
    state: Any = table.server.http.get(f"/api/matches/{match}", headers=headers).json()
    legal = state["legal"]
    body = {"submission": uuid.uuid4().hex, "decision": legal["decision"]["id"], "order": legal["idle"]}
    answer = table.server.http.post(f"/api/matches/{match}/orders", json=body, headers=headers)
    assert answer.status_code == 200, answer.text


def say(page: Page, text: str) -> None:
    page.get_by_test_id("chat").click()
    page.get_by_test_id("chat-input").fill(text)
    page.get_by_role("button", name="Send").click()
    soon(page.get_by_test_id("chat-log")).to_contain_text(text)


def test_an_open_game_is_joined_talked_about_and_claimed(players: Players) -> None:
    host = open_game(players)
    guest = players.table("/")
    name(guest.page, "Ben")
    entry = guest.page.get_by_test_id("open-game").filter(has_text="Anna").first
    soon(entry).to_contain_text(f"{SECONDS} s a move")
    assert not violations(guest.page)
    entry.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    soon(guest.page.get_by_test_id("clocks")).to_be_visible()
    soon(host.page.get_by_test_id("clocks")).to_be_visible()
    idle(host)
    say(host.page, "Good luck, Ben!")
    soon(guest.page.get_by_test_id("chat")).to_have_accessible_name("Chat, 1 new")
    guest.page.get_by_test_id("chat").click()
    soon(guest.page.get_by_test_id("chat-log")).to_contain_text("Anna: Good luck, Ben!")
    assert not violations(guest.page)
    guest.page.keyboard.press("Escape")
    soon(guest.page.get_by_test_id("chat")).to_have_accessible_name("Chat")
    host.page.keyboard.press("Escape")
    # Ben has gone for a walk.
    host.page.get_by_test_id("claim").click()
    for table in (host, guest):
        soon(table.page.get_by_text("ran out").first).to_be_visible()
        soon(table.page.get_by_test_id("clocks")).to_have_count(0)


def test_onlookers_talk_unseen_by_players(players: Players) -> None:
    host = open_game(players)
    kept = json.loads(host.page.evaluate("localStorage.getItem('hulldown.seats')"))[0]
    watcher = players.table("/")
    name(watcher.page, "Carl")
    watcher.page.get_by_role("button", name="Settings").click()
    watcher.page.get_by_test_id("make-known").click()
    soon(watcher.page.get_by_test_id("identity")).to_contain_text("You are known here as Carl.")
    guest = players.table("/")
    name(guest.page, "Dora")
    guest.page.get_by_test_id("open-game").filter(has_text="Anna").first.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    watcher.page.goto(f"{watcher.server.url}/#/watch/{kept['match']}/{kept['watch']}")
    say(watcher.page, "Nobody at the table hears this")
    # What a player writes comes to the other player, and comes after it.
    say(host.page, "Hello Dora")
    guest.page.get_by_test_id("chat").click()
    soon(guest.page.get_by_test_id("chat-log")).to_contain_text("Hello Dora")
    soon(guest.page.get_by_test_id("chat-log")).not_to_contain_text("Nobody")
    soon(watcher.page.get_by_test_id("chat-log")).not_to_contain_text("Hello")


def test_a_lost_browser_comes_back_by_its_code(players: Players) -> None:
    host = open_game(players)
    page = host.page
    page.goto(host.server.url + "/")
    page.get_by_role("button", name="Settings").click()
    code = page.get_by_label("Recovery code").input_value()
    assert re.fullmatch(r"([0-9A-Z]{5}-){5}[0-9A-Z]", code)
    assert not violations(page)
    other = players.table("/").page
    other.get_by_role("button", name="Settings").click()
    other.get_by_test_id("restore").fill("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A")
    other.get_by_role("button", name="Bring my games here").click()
    soon(other.get_by_role("alert")).to_contain_text("nobody here has this code")
    other.get_by_test_id("restore").fill(code.lower())
    other.get_by_role("button", name="Bring my games here").click()
    soon(other.get_by_test_id("identity")).to_contain_text("You are known here as Anna.")
    other.reload()
    row = other.get_by_test_id("game").first
    soon(row).to_contain_text("First Contact")
    # It is the same person: she can withdraw her game here, and not join it.
    mine = other.get_by_test_id("open-game").filter(has_text="yours").first
    mine.get_by_role("button", name="Withdraw").click()
    soon(other.get_by_test_id("open-game").filter(has_text="yours")).to_have_count(0)
    row.get_by_role("link", name="Continue").click()
    other.wait_for_url("**/#/play/**")


def test_a_rated_open_game_counts_for_both(players: Players) -> None:
    host = players.table("/")
    page = host.page
    name(page, "Eva")
    page.get_by_role("button", name="Play: First Contact").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Anybody: put it in the list of open games").check()
    dialog.get_by_test_id("rated").check()
    assert not violations(page)
    dialog.get_by_role("button", name="Start").click()
    soon(page.get_by_test_id("listed")).to_be_visible()
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/#/play/**")
    guest = players.table("/")
    name(guest.page, "Fred")
    entry = guest.page.get_by_test_id("open-game").filter(has_text="Eva").first
    soon(entry).to_contain_text("rated")
    entry.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    guest.wait_turn()
    guest.page.get_by_test_id("people").click()
    soon(guest.page.get_by_test_id("rated-game")).to_contain_text("Expected of you:")
    soon(guest.page.get_by_test_id("rated-game").get_by_test_id("rating")).to_have_count(2)
    assert not violations(guest.page)
    guest.page.get_by_test_id("resign").click()
    guest.page.get_by_test_id("resign-yes").click()
    for table, sign in ((host, "+"), (guest, "−")):
        end = table.page.get_by_test_id("end")
        soon(end.get_by_test_id("rated-game")).to_contain_text(sign)
    assert not violations(host.page)
