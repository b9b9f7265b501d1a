"""Who is known invites others, and games between people who are known count for their ratings."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from hulldown.cli.main import main
from support.axe import violations
from support.browsing import GameServer, Players, soon
from support.naming import take_name


def test_who_is_known_invites_others(browser: Browser, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    server = GameServer(tmp_path, flags=["--invitations-only"])
    people = Players(browser, server)
    capsys.readouterr()
    assert main(["invite", "--database", server.database, "--json"]) == 0
    code = json.loads(capsys.readouterr().out)["invitation"]
    try:
        for who in ("Karl", "Lena"):
            page = people.table("/").page
            take_name(page, who)
            # A game for anybody needs somebody who is known: where that is done is said in a sentence.
            page.get_by_role("button", name="Play: First Contact").click()
            dialog = page.get_by_role("dialog")
            dialog.get_by_label("Anybody: put it in the list of open games").check()
            dialog.get_by_role("button", name="Start").click()
            soon(dialog.get_by_role("alert")).to_contain_text("This needs a valid invitation. Enter one in Settings;")
            page.keyboard.press("Escape")
            page.get_by_role("button", name="Settings").click()
            page.get_by_test_id("make-known").click()
            soon(page.get_by_role("alert")).to_contain_text("This needs a valid invitation")
            page.get_by_label("Invitation to this server").fill(code)
            page.get_by_test_id("make-known").click()
            soon(page.get_by_test_id("identity")).to_contain_text(f"You are known here as {who}.")
            page.get_by_test_id("invite-somebody").click()
            code = page.get_by_label("Invitation to this server").input_value()
        assert not violations(page)
    finally:
        people.close()
        server.stop()
    assert people.errors == []
    server.check_log([code])


def test_a_guest_may_still_agree_that_a_game_is_rated(players: Players) -> None:
    host = players.table("/")
    page = host.page
    # Asked for where it is needed, and the choices stay.
    page.get_by_role("button", name="Play: First Contact").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_label("A friend by link").check()
    dialog.get_by_test_id("rated").check()
    dialog.get_by_label("Your name").fill("Gesa")
    dialog.get_by_role("button", name="Start").click()
    link = dialog.get_by_label("Invitation for the free seat").input_value()
    page.get_by_role("button", name="To the table").click()
    page.wait_for_url("**/#/play/**")
    guest = players.table("/")
    guest.page.goto(link)
    counts = guest.page.get_by_label("This game is rated. Count it for me too")
    counts.wait_for()
    guest.page.get_by_role("button", name="Take the seat").click()
    soon(guest.page.get_by_role("alert")).to_have_text("Choose a name first.")
    guest.page.get_by_label("Your name").fill("Hugo")
    counts.uncheck()
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url("**/#/play/**")
    guest.wait_turn()
    guest.page.get_by_test_id("people").click()
    rated = guest.page.get_by_test_id("rated-game")
    soon(rated).to_contain_text("Not rated yet")
    rated.get_by_test_id("rate").click()
    soon(rated).to_contain_text("A rated game.")
    soon(rated.get_by_test_id("rate")).to_have_count(0)


def test_a_rated_open_game_counts_for_both(players: Players) -> None:
    host = players.table("/")
    page = host.page
    take_name(page, "Eva")
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
    take_name(guest.page, "Fred")
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
