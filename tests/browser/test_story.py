"""A whole game of the introductory scenario against the random bot, from the lobby to a verified record."""

from __future__ import annotations

from pathlib import Path

from support.afterwards import replay, verified_record
from support.browsing import GameServer, Players, start_game
from support.intro_play import commit_legal, enter, kinds_given, plot_fire, plot_moves, plot_opportunity


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
        table.drawn()
        if page.get_by_role("button", name="Play", exact=True).count():
            watched += 1
            page.keyboard.press("ArrowRight")

    while (state := table.wait_turn(watch if watched < 2 else None))["status"] != "over":
        if state["legal"]["decision"]["kind"] != "plot" or given >= {"MV", "DF", "OF"}:
            table.pass_by(state)
            continue
        shooter = "" if "DF" in given else plot_fire(table, server, state)
        watcher = plot_opportunity(table, server, state, shooter) if "OF" not in given else ""
        # Whoever can fire does; until then all drive at the enemy, and nobody drives into a line of fire.
        if not (shooter or watcher or plot_moves(table, server, state)):
            table.pass_by(state)
            continue
        commit_legal(table)
        given = kinds_given(table)
    assert watched
    assert given >= {"COL", "MV", "DF", "OF"}
    replay(table)
    assert {piece["side"] for piece in table.model()["pieces"]} <= {"alpha", "bravo"}
    assert verified_record(table, tmp_path).name == "hulldown-tank-intro.jsonl"

    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").get_by_role("button", name="Start").click()
    page.wait_for_url("**/#/play/**")
    assert table.wait_turn()["fork_of"]
