"""A whole game of panzer/1 against a bot in which both sides are interrupted by overwatch, up to a verified record."""

from __future__ import annotations

from pathlib import Path

from support.afterwards import replay, verified_record
from support.browsing import Json, Players, Table, start_game
from support.panzer_play import (
    TITLE,
    command,
    deploy,
    drive,
    fire_overwatch,
    let_pass,
    near,
    overwatch_shots,
    pieces,
)

BOTH = {"soviet", "german"}
SLOWLY = "localStorage.setItem('hulldown.settings', JSON.stringify({ speed: 0.25, grace: 0 }))"
"""Films that a busy machine still finds running."""


def commands_for(state: Json, fired: set[str]) -> dict[str, str]:
    """Far away all drive; near, the bot drives on odd turns and waits on even ones: this side does the opposite."""
    mine = sorted(pieces(state, True))
    if fired == BOTH:
        return {}
    if state["view"]["turn"] % 2 == 0 or not near(state):
        return dict.fromkeys(mine, "MOVE")
    return {} if "german" in fired else dict.fromkeys(mine, "OW")


def watch(table: Table) -> bool:
    """A look at the film: it can be stopped, and gone on with step by step. False where it was over before."""
    page = table.page
    play, film = page.get_by_role("button", name="Play", exact=True), page.get_by_test_id("playback")
    page.keyboard.press("Space")
    table.wait_until(lambda: play.count() > 0 or not film.count())
    if not play.count():
        return False
    page.keyboard.press("ArrowRight")
    return True


def test_overwatch_on_both_sides_to_a_verified_record(drilled: Players, tmp_path: Path) -> None:
    server = drilled.server
    page = drilled.page()
    page.add_init_script(SLOWLY)
    page.goto(server.url)
    table = Table(server, page)
    start_game(table, TITLE, side="German")
    deploy(table, server)
    asked = hidden = 0
    watched = False

    def film() -> None:
        nonlocal watched
        watched = watch(table)

    while (state := table.wait_turn(None if watched else film))["status"] != "over":
        kind = state["legal"]["decision"]["kind"]
        fired = overwatch_shots(state)
        if kind == "command":
            command(table, commands_for(state, fired))
        elif kind == "move" and fired != BOTH:
            drive(table, server, state)
        elif kind == "overwatch" and state["legal"].get("units") and "german" not in fired:
            fire_overwatch(table)
            asked += 1
        else:
            let_pass(table, state)
        # Of commands that are not shown yet the page knows that they are there, and no more.
        marks = [mark for piece in table.model()["pieces"] if piece["side"] == "soviet" for mark in piece["marks"]]
        hidden += marks.count("?")
    assert watched
    assert hidden
    assert asked == 1
    assert overwatch_shots(state) == BOTH
    replay(table)
    assert verified_record(table, tmp_path).name == "hulldown-panzer-1.jsonl"
