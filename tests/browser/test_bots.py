"""Bots in the browser: a level chosen with the keyboard, bots watched as they play each other, and their thoughts."""

from __future__ import annotations

from support.browsing import PATIENCE, GameServer, Players, choose_bot, soon
from support.serving import wait_until

TITLE = "First Contact"


def test_a_level_is_chosen_with_the_keyboard(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    page.get_by_role("button", name=f"Play: {TITLE}").focus()
    page.keyboard.press("Enter")
    levels = page.get_by_role("radiogroup", name="Who plays Bravo")
    soon(levels.get_by_role("radio", name="Regular")).to_be_checked()
    levels.get_by_role("radio", name="Regular").focus()
    page.keyboard.press("ArrowUp")
    soon(levels.get_by_role("radio", name="Recruit")).to_be_checked()
    page.get_by_role("dialog").get_by_role("button", name="Start").focus()
    page.keyboard.press("Enter")
    page.wait_for_url("**/#/play/**")
    soon(page.get_by_test_id("players")).to_contain_text("Bravo Recruit bot")
    assert table.state()["seats"]["bravo"]["kind"] == "bot:recruit"


def test_bots_are_watched_and_tell_their_thoughts_afterwards(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    page.get_by_role("button", name=f"Play: {TITLE}").click()
    dialog = page.get_by_role("dialog")
    dialog.get_by_role("radio", name="Nobody").check()
    choose_bot(dialog.get_by_role("group", name="Alpha"), "regular")
    choose_bot(dialog.get_by_role("group", name="Bravo"), "random")
    dialog.get_by_role("button", name="Watch").click()
    page.wait_for_url("**/#/watch/**")
    bar = page.get_by_test_id("watchbar")
    soon(bar).to_contain_text("Alpha Regular")
    soon(bar).to_contain_text("Bravo Random")
    # The game is followed from its beginning, as a film, at the pace of the film and not of the bots.
    soon(page.get_by_test_id("playback")).to_be_visible()
    soon(page.get_by_role("button", name="Jump to now")).to_be_enabled()
    table.wait_until(lambda: table.state()["view"]["turn"] >= 1)
    page.get_by_role("button", name="Jump to now").click()
    soon(page.locator(".turn")).not_to_contain_text("turn 1/")
    address = page.url.replace("/#/watch/", "/#/replay/")
    token, match = table.token, table.match

    # Nobody watches: the bots play on as fast as they can, and the match stays among my games.
    page.get_by_role("link", name="Lobby").first.click()
    row = page.get_by_role("listitem").filter(has=page.get_by_role("link", name=TITLE, exact=True))
    soon(row).to_contain_text("onlooker")

    def over() -> bool:
        headers = {"Authorization": f"Bearer {token}"}
        return bool(server.http.get(f"/api/matches/{match}", headers=headers).json()["status"] == "over")

    wait_until(over, 5 * PATIENCE / 1000)
    page.goto(address)
    page.get_by_role("slider", name="Turn").wait_for()
    page.keyboard.press("ArrowRight")
    thoughts = page.get_by_test_id("remarks")
    soon(thoughts).to_contain_text("What the bot was thinking")
    soon(thoughts).to_contain_text("Alpha")

    # From there it goes on between other bots.
    page.get_by_role("button", name="Play on from here").click()
    fork = page.get_by_role("dialog")
    fork.get_by_label("You command").select_option("")
    choose_bot(fork.get_by_role("group", name="Who plays Alpha"), "random")
    choose_bot(fork.get_by_role("group", name="Who plays Bravo"), "recruit")
    fork.get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/watch/**")
    soon(bar).to_contain_text("Bravo Recruit")
    table.wait_until(lambda: table.state()["fork_of"] == match)
