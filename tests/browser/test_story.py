"""A whole game of the introductory scenario against the random bot, from the lobby to a verified record."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

from support.browsing import GameServer, Players, soon, start_game
from support.intro_play import commit_legal, drop_refused, enter, kinds_given, plot_fire, plot_moves, plot_opportunity


def test_lobby_to_verified_record(players: Players, server: GameServer, tmp_path: Path) -> None:
    table = players.table("/")
    page = table.page
    start_game(table, "First Contact")
    enter(table, server)
    watched = 0
    given = kinds_given(table)

    def watch() -> None:
        nonlocal watched
        page.keyboard.press("Space")
        if page.get_by_role("button", name="Play", exact=True).count():
            watched += 1
            page.keyboard.press("ArrowRight")

    while True:
        state = table.wait_turn(watch if watched < 2 else None)
        if state["status"] == "over":
            break
        if state["legal"]["decision"]["kind"] != "plot" or given >= {"MV", "DF", "OF"}:
            table.pass_by(state)
            continue
        shooter = "" if "DF" in given else plot_fire(table, server, state)
        watcher = plot_opportunity(table, server, state, shooter) if shooter or "OF" not in given else ""
        going = plot_moves(table, server, state, (shooter, watcher)) if shooter or not watcher else 0
        dropped = drop_refused(table)
        shooter, watcher = ("" if name in dropped else name for name in (shooter, watcher))
        if going == len(dropped) and not shooter and not watcher:
            table.pass_by(state)
            continue
        commit_legal(table)
        given = kinds_given(table)
    assert watched
    assert given >= {"COL", "MV", "DF", "OF"}
    text = table.page.get_by_test_id("end").inner_text()
    assert "Replay" in text

    page.get_by_role("link", name="Replay and analysis").click()
    slider = page.get_by_role("slider", name="Turn")
    slider.wait_for()
    turns = int(slider.get_attribute("max") or 0)
    assert turns >= 2
    page.keyboard.press("End")
    soon(slider).to_have_value(str(turns))
    page.get_by_label("Seen by").select_option("truth")
    page.keyboard.press("Tab")
    slider.fill("1")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_test_id("playback").wait_for()
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("tab", name="Figures").click()
    page.get_by_role("tabpanel").wait_for()
    truth = {piece["side"] for piece in table.model()["pieces"]}
    assert truth <= {"alpha", "bravo"}

    with page.expect_download() as loading:
        page.get_by_role("button", name="Download the record").click()
    record = tmp_path / loading.value.suggested_filename
    assert record.name == "hulldown-tank-intro.jsonl"
    loading.value.save_as(record)
    verified = subprocess.run(
        [sys.executable, "-m", "hulldown.cli.main", "verify", str(record)], capture_output=True, text=True, check=False
    )
    assert verified.returncode == 0, verified.stdout + verified.stderr

    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/play/**")
    assert table.wait_turn()["fork_of"]
