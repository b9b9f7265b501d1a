"""What just happened: log, turn and phase move with the playback, and the log can be followed, filtered and clicked."""

from __future__ import annotations

import re
from collections import Counter
from typing import Any

import pytest

from support.browsing import GameServer, Players, Table, soon, start_game
from support.intro_play import commit_legal, enter, plot_moves


def entered(table: Table, server: GameServer) -> Table:
    """The introductory scenario, with the column on the map and everybody on the way."""
    start_game(table, "First Contact")
    enter(table, server)
    return table


@pytest.fixture
def table(players: Players, server: GameServer) -> Table:
    return entered(players.table("/"), server)


@pytest.fixture
def still_table(players: Players, server: GameServer) -> Table:
    """The same where the system asks for little motion: films wait for the viewer, however slow he is."""
    return entered(players.table("/", reduced_motion="reduce"), server)


def lines(table: Table) -> list[str]:
    """The lines of the log, without their rules and details."""
    return table.page.locator("[role=log] li.line > .text").all_inner_texts()


def held(table: Table) -> bool:
    """Waits for a film of a table that asks for stillness: it stands at its first moment until somebody goes on.

    False where the next question came without one.
    """
    page = table.page

    def came() -> bool:
        if page.get_by_test_id("playback").count():
            return True
        legal = table.state()["legal"]
        shown = page.get_by_test_id("prompt").get_attribute("data-decision")
        return legal is not None and shown == legal["decision"]["id"]

    table.wait_until(came)
    table.drawn()
    return page.get_by_test_id("playback").count() > 0


def log_place(table: Table) -> dict[str, Any]:
    """How the list of the log is scrolled."""
    script = "log => ({ top: log.scrollTop, left: log.scrollHeight - log.scrollTop - log.clientHeight })"
    found: dict[str, Any] = table.page.get_by_role("log").evaluate(script)
    return found


def play_turns(table: Table, server: GameServer, turns: int) -> None:
    for _ in range(turns):
        state = table.wait_turn()
        if state["status"] == "over":
            return
        if state["legal"]["decision"]["kind"] == "plot" and plot_moves(table, server, state):
            commit_legal(table)
        else:
            table.pass_by(state)


def test_log_turn_and_phase_move_with_the_playback(still_table: Table, server: GameServer) -> None:
    table, page = still_table, still_table.page
    for _ in range(12):
        before = len(table.wait_turn()["events"])
        play_turns(table, server, 1)
        playing = held(table)
        now = table.state()
        fresh = now["events"][before:]
        if playing and now["view"]["turn"] > fresh[0]["turn"]:
            break
    assert playing
    assert now["view"]["turn"] > fresh[0]["turn"], "the match is a turn ahead of the film"
    soon(page.locator("header .turn")).to_contain_text(f"turn {fresh[0]['turn']}/")
    told = page.get_by_role("log").inner_text()
    assert f"Turn {now['view']['turn']}" not in told
    step = page.locator("nav li[aria-current=step]")
    names = {row["key"]: row["name"] for row in server.http.get("/api/scenarios/tank/intro/sequence").json()["rows"]}
    soon(step).to_have_text(re.sub(r" (Phase|Segment)$", "", names[fresh[0]["step"]]))
    count = len(lines(table))
    for _ in range(200):
        if not page.get_by_test_id("playback").count():
            break
        page.keyboard.press("ArrowRight")
    table.wait_turn()
    soon(page.locator("header .turn")).to_contain_text(f"turn {now['view']['turn']}/")
    table.wait_until(lambda: len(lines(table)) > count)
    soon(page.get_by_role("log")).to_contain_text(f"Turn {now['view']['turn']}")


def test_what_is_offered_while_something_is_told_can_be_done(still_table: Table, server: GameServer) -> None:
    """During a film Commit is off and says why; what happened is one card beside the game, which goes on at once."""
    table, page = still_table, still_table.page
    commit, card = page.get_by_test_id("commit"), page.get_by_test_id("summary")
    films = 0
    for _ in range(80):
        if not held(table):
            if card.count() and commit.count():
                break
            play_turns(table, server, 1)
            continue
        films += 1
        if commit.count():
            soon(commit).to_be_disabled()
        while page.get_by_test_id("playback").count():
            page.keyboard.press("Escape")
            table.drawn()
    assert films
    soon(card).to_have_count(1)
    soon(commit).to_be_enabled()
    before = table.asked()
    page.keyboard.press("Escape")
    soon(card).to_have_count(0)
    assert table.asked() == before
    table.pass_by(table.state())


def test_the_log_follows_its_newest_line_until_the_reader_scrolls_up(table: Table, server: GameServer) -> None:
    page = table.page
    play_turns(table, server, 3)
    table.wait_turn()
    table.wait_until(lambda: log_place(table)["left"] < 3)
    assert log_place(table)["top"] > 0, "there is no more than fits"
    page.get_by_role("log").evaluate("log => log.scrollTo({ top: 0 })")
    page.get_by_test_id("newest").wait_for()
    play_turns(table, server, 1)
    table.wait_turn()
    assert log_place(table)["top"] == 0, "whoever reads is left alone"
    page.get_by_test_id("newest").click()
    table.wait_until(lambda: log_place(table)["left"] < 3)
    soon(page.get_by_test_id("newest")).to_have_count(0)


def test_lines_are_grouped_filtered_and_lead_to_the_map_and_back(table: Table, server: GameServer) -> None:
    page = table.page
    play_turns(table, server, 2)
    state = table.wait_turn()
    moves = [event for event in state["events"] if event["verb"] == "move"]
    page.get_by_label("What happened").select_option("moves")
    table.wait_until(lambda: 0 < len(lines(table)) < len(moves))  # one line for a unit's move
    page.get_by_label("What happened").select_option("")

    unit = Counter(str(event["data"]["unit"]) for event in moves).most_common(1)[0][0]
    page.get_by_test_id("log").get_by_label("Unit").select_option(unit)
    table.wait_until(lambda: all(unit in line for line in lines(table)))
    line = page.locator("[role=log] li.line").filter(has=page.get_by_role("button", name="Details")).last
    line.get_by_role("button", name="Details").click()
    table.wait_until(lambda: line.get_by_test_id("log-detail").locator("li").count() > 1)

    page.get_by_label("What happened").select_option("moves")
    page.evaluate("window.__hulldown.set({ x: 0, y: 0, zoom: 2 })")
    page.locator("[role=log] li.line > .text").last.click()
    table.wait_until(lambda: any(one["kind"] == "ring" for one in table.model()["overlays"]))
    ring = next(one for one in table.model()["overlays"] if one["kind"] == "ring")
    ended = [event["data"]["hex"] for event in moves if event["data"]["unit"] == unit][-1]
    assert server.label("tank/intro", ring["cell"]) == ended
    page.get_by_test_id("log-all").click()

    piece = next(piece for piece in state["view"]["pieces"] if piece["id"] == unit)
    table.click_hex(server.label("tank/intro", piece["cell"]))
    page.get_by_test_id("log-about").click()
    table.wait_until(lambda: all(unit in line for line in lines(table)))


def test_the_map_comes_home_to_the_own_force_after_a_playback(table: Table, server: GameServer) -> None:
    page = table.page
    moved = False
    for _ in range(6):
        state = table.wait_turn()
        ordered = state["legal"]["decision"]["kind"] == "plot" and plot_moves(table, server, state)
        page.evaluate("window.__hulldown.set({ x: 100000, y: 100000, zoom: 5 })")
        if ordered:
            commit_legal(table)
        else:
            table.pass_by(state)
        fresh = table.state()["events"][len(state["events"]) :]
        moved = any(event["verb"] == "move" and event["side"] == "alpha" for event in fresh)
        if moved:
            break
    assert moved

    def watch() -> None:
        for _ in range(8):
            page.keyboard.press("ArrowRight")

    table.wait_turn(watch)

    def at_home() -> bool:
        model = table.model()
        camera = model["camera"]
        own = [piece for piece in model["pieces"] if piece["side"] == "alpha"]
        return len(own) > 3 and all(
            0 <= one["x"] <= camera["width"] and 0 <= one["y"] <= camera["height"] for one in own
        )

    table.wait_until(at_home)


def test_a_phone_has_the_overview_folded_away(players: Players, server: GameServer) -> None:
    table = players.table("/", viewport={"width": 390, "height": 844})
    start_game(table, "First Contact")
    enter(table, server)
    table.wait_turn()
    page = table.page
    page.get_by_test_id("minimap-show").wait_for()
    soon(page.get_by_test_id("minimap")).to_have_count(0)
    page.get_by_test_id("minimap-show").click()
    page.get_by_test_id("minimap").wait_for()
    page.get_by_role("button", name="Hide the overview").click()
    soon(page.get_by_test_id("minimap")).to_have_count(0)
