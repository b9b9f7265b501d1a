"""Strangers meet: an open game, chat, a clock that runs out, a lost browser that comes back by its code."""

from __future__ import annotations

import json
import re
import uuid
from typing import Any

import pytest
from playwright.sync_api import Locator, Page, Route

from hulldown.cli.main import main
from support.axe import violations
from support.browsing import Players, Table, drawn, soon, until
from support.naming import take_name
from support.persons import new_code, new_key

SECONDS = 40
"""The shortest time in which a test surely gives one order."""


def open_game(players: Players) -> Table:
    """Anna offers First Contact to anybody, with a clock far shorter than the page offers."""
    host = players.table("/")
    page = host.page
    take_name(page, "Anna")

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
    dialog.get_by_test_id("clock-interrupt").fill("30")
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


def tab_to(page: Page, what: Locator) -> None:
    """Goes on with Tab until something has the focus: no mouse."""
    what.wait_for()
    for _ in range(200):
        if what.evaluate("one => one === document.activeElement"):
            return
        page.keyboard.press("Tab")
    raise AssertionError(f"Tab does not lead to {what}")


def test_an_open_game_is_joined_talked_about_and_claimed(players: Players, capsys: pytest.CaptureFixture[str]) -> None:
    host = open_game(players)
    guest = players.table("/")
    take_name(guest.page, "Ben")
    entry = guest.page.get_by_test_id("open-game").filter(has_text="Anna").first
    soon(entry).to_contain_text(f"{SECONDS} s a move; when it is up the other side may claim the game")
    soon(entry).to_contain_text("questions in between: 30 s")
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
    soon(guest.page.get_by_test_id("chat-log").get_by_role("time")).to_have_count(1)
    # What is reported, and why, comes to the operator.
    guest.page.get_by_role("button", name="Report to the operator: Anna").click()
    guest.page.get_by_test_id("accuse").get_by_role("textbox").fill("too friendly")
    assert not violations(guest.page)
    guest.page.get_by_role("button", name="Report it").click()
    soon(guest.page.get_by_text("Reported. The operator will see it.")).to_be_visible()
    capsys.readouterr()
    assert main(["admin", "reports", "--database", host.server.database, "--json"]) == 0
    reported = [one for one in json.loads(capsys.readouterr().out)["messages"] if one["message"].startswith(host.match)]
    assert [(one["text"], one["reports"][0]["reason"]) for one in reported] == [("Good luck, Ben!", "too friendly")]
    # Who does not want to read her hides what she writes, and may show it again.
    guest.page.get_by_role("button", name="Hide the messages of Anna").click()
    soon(guest.page.get_by_test_id("chat-log")).not_to_contain_text("Good luck, Ben!")
    again = guest.page.get_by_role("button", name="Show the messages of Anna again")
    again.click()
    soon(guest.page.get_by_test_id("chat-log")).to_contain_text("Anna: Good luck, Ben!")
    soon(again).to_have_count(0)
    guest.page.keyboard.press("Escape")
    soon(guest.page.get_by_test_id("chat")).to_have_accessible_name("Chat")
    host.page.keyboard.press("Escape")
    # He who has joined finds the link for onlookers, too.
    guest.page.get_by_test_id("people").click()
    soon(guest.page.get_by_label("Link for onlookers")).to_have_value(re.compile("#/watch/"))
    guest.page.keyboard.press("Escape")
    # Ben has gone for a walk.
    soon(guest.page.get_by_test_id("own-time-up")).to_contain_text("Answer before the other side claims the game")
    host.page.get_by_test_id("claim").click()
    for table in (host, guest):
        soon(table.page.get_by_text("ran out").first).to_be_visible()
        soon(table.page.get_by_test_id("clocks")).to_have_count(0)


def test_words_from_right_to_left_stay_in_their_place(players: Players) -> None:
    host = open_game(players)
    guest = players.table("/")
    take_name(guest.page, "דוד")
    guest.page.get_by_test_id("open-game").filter(has_text="Anna").first.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    say(guest.page, "שלום (3)")
    host.page.get_by_test_id("chat").click()
    soon(host.page.get_by_test_id("chat-log").locator("bdi")).to_have_text(["דוד", "שלום (3)"])
    soon(host.page.get_by_test_id("players").first).to_contain_text("\u2068דוד\u2069")


def test_many_open_games_leave_the_scenarios_in_reach(players: Players) -> None:
    host = open_game(players)
    body = {"scenario": "tank/intro", "seats": {"bravo": "open"}, "listed": {}}
    for who in ("Olga", "Paul"):
        key = {"Hulldown-Person": new_key()}
        newcomer = {"key": key["Hulldown-Person"], "code": new_code(), "name": who}
        assert host.server.http.post("/api/people", json=newcomer).status_code == 201
        for _ in range(4):
            assert host.server.http.post("/api/matches", json=body, headers=key).status_code == 201
    page = host.page
    page.goto(host.server.url + "/")
    entries = page.get_by_test_id("open-game")
    soon(entries).to_have_count(5)
    soon(entries.first).to_contain_text("yours")
    more = page.get_by_test_id("all-open-games")
    soon(more).to_have_text(re.compile(r"Show all \d+ open games"))
    more.click()
    assert entries.count() >= 9
    assert not violations(page)
    more.click()
    soon(entries).to_have_count(5)


@pytest.mark.parametrize("kind", ["play", "watch", "join"])
def test_a_link_that_opens_nothing_is_told_in_words(players: Players, kind: str) -> None:
    page = players.page()
    page.goto(f"{players.server.url}/#/{kind}/nosuchmatch/{'A' * 22}")
    soon(page.get_by_role("alert").first).to_contain_text("opens no")
    assert "token" not in page.inner_text("body")
    soon(page.get_by_role("button", name="Take the seat")).to_have_count(0)
    assert not violations(page)


def test_onlookers_talk_unseen_by_players(players: Players) -> None:
    host = open_game(players)
    kept = json.loads(host.page.evaluate("localStorage.getItem('hulldown.seats')"))[0]
    watcher = players.table("/")
    take_name(watcher.page, "Carl")
    watcher.page.get_by_role("button", name="Settings").click()
    watcher.page.get_by_test_id("make-known").click()
    soon(watcher.page.get_by_test_id("identity")).to_contain_text("You are known here as Carl.")
    guest = players.table("/")
    take_name(guest.page, "Dora")
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
    # She became known when she put her game into the list: the code is shown once.
    once = page.get_by_test_id("recovery-notice")
    code = once.get_by_label("Recovery code").input_value()
    assert not violations(page)
    once.get_by_role("button", name="I have it").click()
    soon(once).to_have_count(0)
    page.get_by_role("button", name="Settings").click()
    assert page.get_by_label("Recovery code").input_value() == code
    assert re.fullmatch(r"([0-9A-Z]{5}-){5}[0-9A-Z]", code)
    assert not violations(page)
    other = players.table("/").page
    other.get_by_role("button", name="Settings").click()
    other.get_by_test_id("restore").fill("AAAAA-AAAAA-AAAAA-AAAAA-AAAAA-A")
    other.get_by_role("button", name="Bring my games here").click()
    soon(other.get_by_role("alert")).to_have_text("Nobody here has this code. Check every letter of it.")
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
    # The recovery link does the same in a third browser.
    link = page.get_by_label("Recovery link").input_value()
    third = players.page()
    third.goto(link)
    third.get_by_test_id("restore-here").wait_for()
    assert not violations(third)
    third.get_by_test_id("restore-here").click()
    soon(third.get_by_test_id("game").first).to_contain_text("First Contact")


def test_what_is_said_after_the_end_is_found_from_the_lobby(players: Players) -> None:
    host = open_game(players)
    guest = players.table("/")
    take_name(guest.page, "Ida")
    guest.page.get_by_test_id("open-game").filter(has_text="Anna").first.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    host.wait_turn()
    page = host.page
    page.goto(host.server.url + "/")
    guest.page.get_by_test_id("people").click()
    for button in ("resign", "resign-yes"):
        guest.page.get_by_test_id(button).click()
    guest.page.get_by_test_id("end").wait_for()
    say(guest.page, "A good game!")
    page.reload()
    row = page.get_by_test_id("game").first
    soon(row).to_contain_text("you won by resignation")
    unread = row.get_by_test_id("unread")
    unread.click()
    soon(unread).to_have_attribute("aria-expanded", "true")
    unread.click()
    soon(unread).to_have_attribute("aria-expanded", "false")
    assert not violations(page)
    row.get_by_role("link", name="Look back").click()
    page.get_by_role("link", name="Table and chat").click()
    page.get_by_test_id("chat").click()
    soon(page.get_by_test_id("chat-log")).to_contain_text("Ida (Players): A good game!")
    # All of it has been looked at now.
    page.keyboard.press("Escape")
    page.goto(host.server.url + "/")
    soon(page.get_by_test_id("game").first).to_contain_text("you won by resignation")
    soon(page.get_by_test_id("unread")).to_have_count(0)
    soon(page.get_by_role("link", name="1 message")).to_have_count(0)


def test_a_pause_by_agreement(players: Players) -> None:
    host = open_game(players)
    guest = players.table("/")
    take_name(guest.page, "Gerd")
    guest.page.get_by_test_id("open-game").filter(has_text="Anna").first.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    for asks, answers, offer in ((host, guest, "to pause the game"), (guest, host, "to go on with the game")):
        if asks is host:
            asks.page.get_by_test_id("people").click()
            soon(asks.page.get_by_test_id("terms")).to_contain_text(f"{SECONDS} s a move")
            asks.page.get_by_test_id("pause").click()
        else:
            # Where the pause is told: nobody looks for it.
            asks.page.get_by_test_id("resume").click()
        soon(answers.page.get_by_test_id("offer")).to_contain_text(offer)
        soon(answers.page.get_by_test_id("offer")).to_contain_text("Accept: the game and its clocks")
        answers.page.get_by_role("button", name="Accept").click()
        for table in (host, guest):
            soon(table.page.get_by_test_id("paused")).to_have_count(1 if asks is host else 0)
        # Nothing is sent that could only be refused.
        soon(host.page.get_by_test_id("commit")).to_be_enabled(enabled=asks is guest)
        running = [side["running"] for side in host.state()["clock"]["sides"].values()]
        assert running == [asks is guest] * 2


def test_whoever_has_no_name_is_asked_for_it_where_he_joins(players: Players) -> None:
    host = open_game(players)
    page = players.table("/").page
    page.get_by_role("button", name="Not now").click()
    entry = page.get_by_test_id("open-game").filter(has_text="Anna").first
    tab_to(page, entry.get_by_role("button", name="Join"))
    page.keyboard.press("Enter")
    soon(entry.get_by_label("Your name, for the other player")).to_be_focused()
    assert not violations(page)
    page.keyboard.type("Nora")
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/play/**")
    soon(host.page.locator("header")).to_contain_text("Nora")


def test_a_clock_that_cannot_be_is_told_at_its_field(players: Players) -> None:
    page = players.table("/").page
    page.get_by_role("button", name="Play: First Contact").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("A friend by link").check()
    dialog.get_by_label("For the whole game").check()
    amount = dialog.get_by_test_id("clock-amount")
    for value, wrong in (("-1", "from 1 to 60."), ("90", "from 1 to 60."), ("", "Enter a whole number.")):
        amount.fill(value)
        soon(dialog.get_by_role("alert").filter(has_text="Enter")).to_contain_text(wrong)
        dialog.get_by_role("button", name="Start").click()
        soon(amount).to_be_focused()
    assert not violations(page)
    # Days are many here, minutes are not; a number that was written stays.
    amount.fill("90")
    dialog.get_by_test_id("clock-unit").select_option("minutes")
    soon(amount).to_have_value("90")
    dialog.get_by_role("button", name="Start").click()
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/#/play/**")
    page.get_by_test_id("people").click()
    soon(page.get_by_test_id("terms")).to_contain_text("90 min for the game")


def test_an_open_game_by_keyboard_alone(players: Players) -> None:
    host = open_game(players)
    guest = players.table("/")
    page = guest.page
    tab_to(page, page.get_by_label("What shall others call you?"))
    page.keyboard.type("Hanna")
    page.keyboard.press("Enter")
    soon(page.get_by_label("What shall others call you?")).to_have_count(0)
    tab_to(page, page.get_by_test_id("open-game").filter(has_text="Anna").first.get_by_role("button", name="Join"))
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/play/**")
    tab_to(page, page.get_by_test_id("chat"))
    page.keyboard.press("Enter")
    tab_to(page, page.get_by_test_id("chat-input"))
    page.keyboard.type("No mouse here")
    page.keyboard.press("Enter")
    soon(page.get_by_test_id("chat-log")).to_contain_text("No mouse here")
    page.keyboard.press("Escape")
    soon(page.get_by_role("dialog")).to_have_count(0)
    tab_to(page, page.get_by_test_id("people"))
    page.keyboard.press("Enter")
    for button in ("resign", "resign-yes"):
        tab_to(page, page.get_by_test_id(button))
        page.keyboard.press("Enter")
    tab_to(page, page.get_by_test_id("end").get_by_test_id("rematch"))
    page.keyboard.press("Enter")
    soon(host.page.get_by_test_id("end")).to_contain_text("asks for a rematch")


CUT_OFF = """() => {
  const dialog = "dialog[open], [data-testid=end]";
  const box = document.querySelector(dialog)?.getBoundingClientRect() ?? { left: 0, right: innerWidth };
  const within = document.querySelector(dialog) ? `:is(${dialog})` : "main";
  const cut = [...document.querySelectorAll(`${within} :is(button, input, select, a)`)]
    .filter((one) => one.getClientRects().length)
    .filter((one) => {
      const { left, right } = one.getBoundingClientRect();
      return left < Math.max(box.left, 0) - 1 || right > Math.min(box.right, innerWidth) + 1;
    });
  const wide = document.documentElement.scrollWidth > document.documentElement.clientWidth;
  return [...cut.map((one) => one.outerHTML.slice(0, 80)), ...(wide ? ["the page scrolls sideways"] : [])];
}"""
"""The controls of a page, or of the dialogue on it, of which a part is out of sight to the side."""


def look_at(page: Page, what: str) -> dict[str, Any]:
    """What is wrong with a screen at three widths, and in the theme that the tests of one width do not show."""
    found: dict[str, Any] = {}
    for width, height, theme in ((1440, 900, ""), (1024, 768, "dark"), (390, 844, "light")):
        page.set_viewport_size({"width": width, "height": height})
        if theme:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            until(page, "theme => document.documentElement.dataset.theme === theme", theme)
        drawn(page)
        found[f"{what} {width} cut off"] = page.evaluate(CUT_OFF)
        found[f"{what} {width} {theme}"] = violations(page) if theme else []
    return {name: wrong for name, wrong in found.items() if wrong}


def test_the_screens_of_people_at_three_widths(players: Players) -> None:
    host = players.table("/", reduced_motion="reduce")
    page = host.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    found = look_at(page, "empty lobby")
    take_name(page, "Ida")
    page.get_by_role("button", name="Play: First Contact").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("Anybody: put it in the list of open games").check()
    dialog.get_by_label("For the whole game").check()
    found |= look_at(page, "new game")
    dialog.get_by_role("button", name="Start").click()
    soon(page.get_by_test_id("listed")).to_be_visible()
    found |= look_at(page, "listed")
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/#/play/**")
    guest = players.table("/", reduced_motion="reduce")
    take_name(guest.page, "Jakob")
    entry = guest.page.get_by_test_id("open-game").filter(has_text="Ida").first
    entry.wait_for()
    found |= look_at(guest.page, "open games")
    entry.get_by_role("button", name="Join").click()
    guest.page.wait_for_url("**/#/play/**")
    soon(page.get_by_test_id("clocks").get_by_text("running:")).to_have_count(2)
    found |= look_at(page, "clocks")
    say(guest.page, "Hello")
    page.get_by_test_id("chat").click()
    page.get_by_role("button", name="Report to the operator: Jakob").click()
    found |= look_at(page, "chat")
    page.keyboard.press("Escape")
    guest.page.keyboard.press("Escape")
    guest.page.get_by_test_id("people").click()
    found |= look_at(guest.page, "people")
    guest.page.get_by_test_id("resign").click()
    guest.page.get_by_test_id("resign-yes").click()
    page.get_by_test_id("end").wait_for()
    found |= look_at(page, "end")
    page.goto(host.server.url + "/")
    page.get_by_test_id("game").wait_for()
    found |= look_at(page, "my games")
    page.get_by_role("button", name="Settings").click()
    page.get_by_label("Recovery link").wait_for()
    found |= look_at(page, "settings")
    assert found == {}
