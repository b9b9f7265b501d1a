"""Two browsers agree on fair dice, keep receipts of a whole game, and take home what proves it."""

from __future__ import annotations

from pathlib import Path
from types import SimpleNamespace
from typing import cast

import pytest

from hulldown.cli.main import main
from hulldown.core.errors import HulldownError
from hulldown.core.record import record_from_text, text_of
from support.afterwards import saved
from support.browsing import GameServer, Players, Table, soon, start_game
from support.fairness import rewritten
from support.remote import Player, game_of
from support.serving import ServerProcess

SCENARIO = "tank/intro"


def play_out(players: list[Player]) -> None:
    """Plays both seats to the end through the API; the pages may answer for themselves where nothing can be done."""
    while players[0].state()["status"] != "over":
        for player in players:
            state = player.state()
            if state["legal"] is None:
                continue
            try:
                order = player.order(state)
            except (HulldownError, AssertionError):
                # The page was faster, so what the bot tried answered nothing any more.
                assert player.state()["number"] > state["number"]
                continue
            answer = player.give(order)
            assert answer.status_code in (200, 409), answer.text


def player_at(table: Table, server: GameServer) -> Player:
    shared = cast(ServerProcess, SimpleNamespace(http=server.http, tokens=set()))
    return Player(shared, table.match, table.token)


def test_both_browsers_can_prove_the_game(
    players: Players, server: GameServer, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    host = players.table("/")
    start_game(host, "First Contact", opponent="A friend by link")
    link = host.page.get_by_label("Send this link").input_value()
    guest = players.table(link.removeprefix(server.url))
    guest.page.get_by_role("button", name="Take the seat").click()
    # The guest has committed and revealed; the match begins when the host's browser reveals too.
    guest.page.wait_for_url("**/#/play/**")
    assert guest.state()["status"] == "open"
    soon(guest.page.get_by_text("The match begins by itself as soon as the other player has it open")).to_be_visible()
    host.page.get_by_role("button", name="To the table").click()
    host.page.get_by_test_id("prompt").wait_for()
    guest.page.get_by_test_id("prompt").wait_for()
    guest.wait_until(lambda: guest.state()["status"] == "playing")
    play_out([player_at(host, server), player_at(guest, server)])

    for name, table in {"host": host, "guest": guest}.items():
        folder = tmp_path / name
        folder.mkdir()
        page = table.page
        table.wait_turn()
        page.get_by_test_id("end").get_by_role("button", name="Were the dice fair?").click()
        soon(page.get_by_test_id("verdict")).to_have_attribute("data-verdict", "good")
        soon(page.get_by_test_id("fair")).to_contain_text("Your own share is in the dice.")
        record, receipts = saved(page, "Save the record", folder), saved(page, "Save my receipts", folder)
        capsys.readouterr()
        assert main(["verify", str(record), "--receipts", str(receipts), "--strict"]) == 0
        assert capsys.readouterr().out.startswith(f"verified: {SCENARIO}")
        forged = rewritten(record_from_text(record.read_text(), "record"), game_of(SCENARIO), 6)
        record.write_text(text_of(forged))
        assert main(["verify", str(record), "--receipts", str(receipts)]) == 1
        assert "the record was rewritten" in capsys.readouterr().out


def test_a_browser_without_its_share_says_why_the_match_does_not_begin(players: Players, server: GameServer) -> None:
    host = players.table("/")
    start_game(host, "First Contact", opponent="A friend by link")
    host.page.get_by_role("button", name="To the table").click()
    host.page.wait_for_url("**/#/play/**")
    elsewhere = players.table(host.page.url.removeprefix(server.url))
    soon(elsewhere.page.get_by_role("heading", name="This browser cannot begin the match")).to_be_visible()
