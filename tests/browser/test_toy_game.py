"""A game that neither client nor server has heard of, installed as a package: all that is shown comes from its face."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser

from hulldown.draw.palette import palette
from support import browsing
from support.browsing import GameServer, Players, Table, build_client, soon, start_game
from support.plugin import installed_toy

TOY = "toy/1"
CLIENT = Path(__file__).resolve().parents[2] / "web" / "src"


@pytest.fixture
def toy_server(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[GameServer]:
    build_client()
    monkeypatch.setattr(browsing, "PATHS", (*browsing.PATHS, str(installed_toy(tmp_path))))
    made = GameServer(tmp_path)
    yield made
    made.stop()
    made.check_log()


@pytest.fixture
def toy_players(browser: Browser, toy_server: GameServer) -> Iterator[Players]:
    made = Players(browser, toy_server)
    yield made
    made.close()
    assert made.errors == []


def test_the_client_knows_nothing_of_the_toy_game() -> None:
    """Nor of any other: the words that are looked for below stand in no file of the client."""
    words = ("Crawl", "Wriggle", "Beetles", "brewed_up", "knocked_out", "hedgerow", "heavy_woods", '"berm"', '"MVR"')
    for path in (*CLIENT.rglob("*.ts"), *CLIENT.rglob("*.svelte")):
        text = path.read_text(encoding="utf-8")
        assert not [word for word in words if word in text], path


def test_an_unknown_game_is_played_from_its_face(toy_players: Players, toy_server: GameServer) -> None:
    # Films wait for the viewer, so that he sees them on a busy machine too.
    table = toy_players.table("/", reduced_motion="reduce")
    page = table.page
    page.get_by_role("button", name="Play: The sandpit").wait_for()
    soon(page.locator("article", has_text="The sandpit")).to_contain_text("Beetles")
    start_game(table, "The sandpit", side="Ants")
    table.wait_turn()
    soon(page.locator('[data-choice="bold"]')).to_contain_text("Charge ahead")
    table.answer("bold")
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "plot"
    _shows_names_and_colours(table)
    _shows_a_legend(table)
    _plots_with_its_own_words(table, toy_server)
    seen: list[str] = []
    table.commit()
    table.wait_turn(lambda: seen.append(page.get_by_test_id("playback").inner_text()))
    assert seen
    soon(page.get_by_test_id("table")).to_contain_text("A1 goes to")
    assert "alpha" in _sides_that_moved(table)
    _plays_to_the_end(table)
    soon(page.get_by_test_id("end")).to_be_visible()


def _shows_names_and_colours(table: Table) -> None:
    header = table.page.locator("header").first
    soon(header).to_contain_text("Ants")
    soon(header).to_contain_text("Beetles")
    soon(header).to_contain_text("sandy country")
    ants = header.get_by_role("listitem").filter(has_text="Ants")
    colour = ants.evaluate("e => getComputedStyle(e).getPropertyValue('--own')")
    assert colour.strip() == palette("light").sides["green"].line


def _shows_a_legend(table: Table) -> None:
    page = table.page
    page.keyboard.press("g")
    legend = page.get_by_test_id("legend")
    for words in ("Children play here until dusk.", "sand", "grass", "2 steps"):
        soon(legend).to_contain_text(words)
    legend.get_by_role("button").click()


def _plots_with_its_own_words(table: Table, server: GameServer) -> None:
    """A move by its key, with a card that tells what the face says it tells."""
    page = table.page
    table.select("A1")
    card = page.get_by_test_id("card")
    for words in ("tin toy", "Ants", "Power", "5", "Legs"):
        soon(card).to_contain_text(words)
    soon(page.get_by_test_id("taskbar")).to_contain_text("Crawl")
    page.keyboard.press("w")
    table.wait_until(lambda: bool(table.reach()))
    reach = table.reach()
    table.click_hex(server.label(TOY, reach[0]))
    soon(page.get_by_test_id("checklist")).to_contain_text("Crawl")
    assert table.chip("A1") == "CRL"


def _sides_that_moved(table: Table) -> set[str]:
    return {event["side"] for event in table.state()["events"] if event["verb"] == "move"}


def _plays_to_the_end(table: Table) -> None:
    for _ in range(6):
        state = table.wait_turn()
        if state["status"] == "over":
            return
        table.select("A1")
        if table.choose("turn"):
            table.page.keyboard.press("d")
        table.commit()
    raise AssertionError("the game does not end")
