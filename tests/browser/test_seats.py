"""Two at one screen, two over the network, a bad invitation, an onlooker."""

from __future__ import annotations

from playwright.sync_api import Route

from support.browsing import GameServer, Players, Table, soon, start_game, until
from support.intro_play import INTRO, plot_moves


def enter_at(table: Table, server: GameServer, where: float) -> str:
    state = table.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    label = server.label(INTRO, cells[int(len(cells) * where)])
    table.click_hex(label)
    soon(table.page.get_by_test_id("checklist")).to_contain_text(label)
    return label


def page_holds(table: Table, text: str) -> bool:
    """Whether a text is anywhere in the page: its document, the map's model, the session's storage."""
    found: bool = table.page.evaluate(
        """text => document.documentElement.outerHTML.includes(text)
            || JSON.stringify(window.__hulldown ?? null).includes(text)
            || JSON.stringify(sessionStorage).includes(text)""",
        text,
    )
    return found


def test_hot_seat_hands_over_behind_a_cover(players: Players, server: GameServer) -> None:
    # Films wait for the viewer, so that he sees them on a busy machine too.
    table = players.table("/", reduced_motion="reduce")
    page = table.page
    start_game(table, "First Contact", opponent="Two at this screen")
    page.get_by_role("button", name="I am Alpha").click()
    label = enter_at(table, server, 0.4)
    assert page_holds(table, label)
    page.get_by_test_id("commit").click()
    soon(page.get_by_role("heading", name="Bravo, take the screen")).to_be_visible()
    # While the cover is shown there is no table, no map and no model of one.
    assert page.get_by_test_id("table").count() == 0
    assert page.locator("canvas").count() == 0
    assert page.evaluate("window.__hulldown === undefined")
    assert not page_holds(table, label)
    page.get_by_role("button", name="I am Bravo").click()
    page.get_by_test_id("map").wait_for()
    until(page, "window.__hulldown?.side === 'bravo'")
    assert not page_holds(table, label)

    # Back to Alpha when Bravo has chosen, also after the page was loaded anew: nobody's view is shown before.
    seats = page.evaluate("JSON.parse(localStorage.getItem('hulldown.seats'))")
    bravo = next(seat["token"] for seat in seats if seat["side"] == "bravo")
    cells = sorted(table.state(bravo)["legal"]["units"][0]["options"][0]["cells"])
    table.click_hex(server.label(INTRO, cells[len(cells) // 2]))
    page.reload()
    page.get_by_role("button", name="I am Bravo").wait_for()
    assert page.locator("canvas").count() == 0
    page.get_by_role("button", name="I am Bravo").click()
    soon(page.get_by_test_id("checklist")).to_contain_text(server.label(INTRO, cells[len(cells) // 2]))
    page.get_by_test_id("commit").click()
    table.wait_until(lambda: (table.state(bravo)["view"] or {}).get("turn") == 1)
    # Both owe a plot now: Bravo stays until it has given its own.
    soon(page.get_by_test_id("prompt")).to_have_attribute("data-decision", "1.plot")
    page.wait_for_timeout(1200)
    assert page.get_by_role("button", name="I am Alpha").count() == 0
    page.get_by_test_id("commit").click()
    page.get_by_test_id("commit-so").click()
    page.get_by_role("button", name="I am Alpha").click()

    # Alpha's plot makes the turn unfold; when Bravo is back at the screen it sees what it has missed.
    assert plot_moves(table, server, table.wait_turn())
    table.commit()
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "plot":
        table.pass_by(state)
    # Bravo is not on the map, so that only Alpha was asked to face; now both owe a plot, Alpha first.
    table.commit(empty=True)
    page.get_by_role("button", name="I am Bravo").click()
    soon(page.get_by_test_id("playback")).to_be_visible()


def test_two_browsers_over_the_network(players: Players, server: GameServer) -> None:
    host = players.table("/")
    start_game(host, "First Contact", opponent="A friend by link")
    fields = host.page.get_by_role("dialog").locator("input[readonly]")
    fields.first.wait_for()
    invite, watch = fields.nth(0).input_value(), fields.nth(1).input_value()
    host.page.get_by_role("button", name="To the table").click()
    soon(host.page.get_by_text("begins when every seat is taken").first).to_be_visible()

    guest = players.table("/")
    guest.page.goto(invite)
    soon(guest.page.get_by_text("The seat of Bravo is free.")).to_be_visible()
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url("**/#/play/**")

    late = players.table("/")
    late.page.goto(invite)
    soon(late.page.get_by_role("alert")).to_contain_text("This invitation opens nothing now")
    soon(late.page.get_by_role("button", name="Take the seat")).to_have_count(0)

    onlooker = players.table("/")
    onlooker.page.goto(watch)
    soon(onlooker.page.get_by_test_id("prompt")).to_contain_text("Waiting for")
    assert onlooker.page.get_by_test_id("commit").count() == 0

    enter_at(host, server, 0.5)
    host.commit()
    soon(host.page.get_by_test_id("prompt")).to_contain_text("Waiting for Bravo")
    enter_at(guest, server, 0.5)
    guest.commit()
    for table in (host, guest):
        assert table.wait_turn()["view"]["turn"] == 1
        soon(table.page.get_by_test_id("prompt")).to_contain_text("Turn 1")
    host.commit(empty=True)
    soon(guest.page.locator("header")).to_contain_text("ready")
    guest.commit(empty=True)
    for table in (host, guest):
        assert table.wait_turn()["view"]["turn"] >= 1
    assert host.match == guest.match
    assert host.token != guest.token


def test_a_broken_invitation_says_so(players: Players, server: GameServer) -> None:
    page = players.page()
    page.goto(f"{server.url}/#/join/aaaaaaaaaaaaaaaa/AAAAAAAAAAAAAAAAAAAAAA")
    soon(page.get_by_role("alert")).to_be_visible()
    page.get_by_role("link", name="To the lobby").click()
    soon(page.get_by_role("heading", name="Hulldown")).to_be_visible()


def test_a_guest_in_a_hurry_commits_for_the_right_side(players: Players) -> None:
    """The button waits for the match: a commitment made before its side is known would keep the game from beginning."""
    host = players.table("/")
    start_game(host, "First Contact", opponent="A friend by link")
    invite = host.page.get_by_role("dialog").locator("input[readonly]").first
    invite.wait_for()
    guest = players.table("/")

    def late(route: Route) -> None:
        guest.page.wait_for_timeout(1500)
        route.continue_()

    guest.page.route("**/api/matches/*?*", late)
    guest.page.goto(invite.input_value())
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url("**/#/play/**")
    guest.page.unroute("**/api/matches/*?*")
    host.page.get_by_role("button", name="To the table").click()
    assert guest.wait_turn()["legal"]["decision"]["kind"] == "enter"
