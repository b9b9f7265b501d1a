"""Being told: a notification pushed by the server and shown by the browser, the sign of the page, the feed."""

from __future__ import annotations

import json
import time
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from playwright.sync_api import Page

from support.axe import violations
from support.browsing import Players, Table, soon, start_game, until
from support.push_service import PushService, Subscriber

SUBSCRIBE = """
const given = %s;
PushManager.prototype.subscribe = async function (wish) {
  if (!wish.userVisibleOnly || wish.applicationServerKey.length !== 65) throw new Error("no key of the server");
  return { endpoint: given.endpoint, toJSON: () => ({ endpoint: given.endpoint, keys: given }) };
};
"""
"""A browser without network has no push service: this one has ours."""


@pytest.fixture
def service() -> Iterator[PushService]:
    made = PushService()
    yield made
    made.close()


class Worker:
    """The service worker of a page, which a push service reaches."""

    def __init__(self, page: Page, origin: str) -> None:
        self.page, self.origin = page, origin
        self.found: list[str] = []
        self.session = page.context.new_cdp_session(page)
        self.session.on("ServiceWorker.workerRegistrationUpdated", self._note)
        self.session.send("ServiceWorker.enable")

    def _note(self, event: Any) -> None:
        self.found += [one["registrationId"] for one in event["registrations"] if not one["isDeleted"]]

    def push(self, message: dict[str, Any]) -> None:
        """Hands a message over as the push service would."""
        while not self.found:
            self.page.wait_for_timeout(20)
        wish = {"origin": self.origin, "registrationId": self.found[-1], "data": json.dumps(message)}
        self.session.send("ServiceWorker.deliverPushMessage", wish)

    def push_until(self, message: dict[str, Any], done: Callable[[], bool]) -> None:
        """Hands a message over until it has had its effect.

        On a busy machine Chromium drops now and then what its tools deliver, and says nothing. The same message twice
        is one notification.
        """
        for _ in range(8):
            self.push(message)
            end = time.monotonic() + 15
            while time.monotonic() < end:
                if done():
                    return
                self.page.wait_for_timeout(50)
        raise AssertionError("it was never shown")

    def consider(self, message: dict[str, Any]) -> None:
        """Lets the worker deal with a message to the end, shown or not."""
        [script] = self.page.context.service_workers
        script.evaluate("(message) => show(message)", message)

    def shown(self) -> list[Any]:
        """The notifications that are shown now."""
        found: list[Any] = self.page.evaluate(
            "async () => (await (await navigator.serviceWorker.ready).getNotifications())"
            ".map((one) => ({ title: one.title, body: one.body, data: one.data }))"
        )
        return found


def named(players: Players, who: str, key: Subscriber) -> Table:
    """Somebody who is known here, in a browser that allows notifications."""
    table = players.table("/", permissions=["notifications"])
    page = table.page
    page.add_init_script(SUBSCRIBE % json.dumps(key.body))
    page.reload()
    page.get_by_label("What shall others call you?").fill(who)
    page.get_by_role("button", name="Save").click()
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("make-known").click()
    soon(page.get_by_test_id("identity")).to_contain_text(f"You are known here as {who}.")
    return table


def test_a_turn_is_shown_as_a_notification(players: Players, service: PushService) -> None:
    table = named(players, "Anna", service.subscriber())
    page = table.page
    page.get_by_test_id("tell-me").click()
    soon(page.get_by_test_id("told")).to_contain_text("also when this page is closed")
    assert not violations(page)
    worker = Worker(page, table.server.url + "/")
    page.get_by_role("button", name="Show me one now").click()
    worker.push_until(service.wait(1)[0].message, lambda: [one["title"] for one in worker.shown()] == ["Hulldown"])
    # A game: what the server sends, the browser shows while the player looks at something else.
    start_game(table, "First Contact")
    table.wait_turn()
    match = table.match
    [_, told] = service.wait(2)
    assert (told.message["kind"], told.message["match"]) == ("turn", match)
    # The table, loaded anew: its player looks at it, and is told nothing.
    page.reload()
    table.wait_turn()
    worker.consider(told.message)
    assert [one["title"] for one in worker.shown()] == ["Hulldown"]
    # By a link to the lobby, which loads no page: from now on he is told.
    page.get_by_role("link", name="Lobby").click()
    soon(page.get_by_test_id("game")).to_contain_text("First Contact")
    until(page, "document.title.startsWith('Your turn in 1 game')")
    soon(page.locator("link[rel=icon]")).to_have_attribute("href", "/favicon-turn.svg")
    worker.push_until(told.message, lambda: len(worker.shown()) == 2)
    shown = worker.shown()[-1]
    assert shown["title"] == "Your turn"
    assert "First Contact, turn 0: you play Alpha against the random bot." in shown["body"]
    # Its page leads to the seat, which the notification does not name by its key.
    page.goto(f"{table.server.url}/#/game/{match}/alpha")
    page.wait_for_url(f"**/#/play/{match}/**")
    until(page, "document.title.startsWith('Your turn')")
    assert table.token not in json.dumps(told.message)


def test_notifications_are_those_of_who_is_known_in_the_browser_now(players: Players, service: PushService) -> None:
    """Anna's browser becomes Ben's by his code: he is told there from then on, and nothing of her games."""
    anna, ben = named(players, "Anna", service.subscriber()), named(players, "Ben", service.subscriber())
    page = anna.page
    page.get_by_test_id("tell-me").click()
    soon(page.get_by_test_id("told")).to_contain_text("also when this page is closed")
    page.keyboard.press("Escape")
    start_game(anna, "First Contact")
    anna.wait_turn()
    assert service.wait(1)[0].message["match"] == anna.match
    page.goto(ben.page.get_by_label("Recovery link").input_value())
    page.get_by_test_id("restore-here").click()
    page.get_by_role("button", name="Settings").click()
    soon(page.get_by_test_id("identity")).to_contain_text("You are known here as Ben.")
    soon(page.get_by_test_id("told")).to_contain_text("also when this page is closed")
    until(page, "JSON.parse(localStorage.getItem('hulldown.person')).pushed === true")
    ben.page.keyboard.press("Escape")
    start_game(ben, "First Contact")
    ben.wait_turn()
    told = service.wait(2)[1]
    assert (told.path, told.message["match"]) == (service.got[0].path, ben.match)


def test_the_feed_is_made_renewed_and_ended(players: Players, service: PushService) -> None:
    table = named(players, "Anna", service.subscriber())
    page = table.page
    page.get_by_role("button", name="Make a feed of my turns").click()
    field = page.get_by_label("Feed of your turns")
    first = field.input_value()
    assert table.server.http.get(first).status_code == 200
    page.get_by_role("button", name="Make a new link").click()
    soon(field).not_to_have_value(first)
    assert table.server.http.get(first).status_code == 404
    assert not violations(page)
    page.get_by_role("button", name="End the feed").click()
    soon(field).to_have_count(0)
