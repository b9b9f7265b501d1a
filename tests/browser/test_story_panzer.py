"""A whole game of panzer/1 against a bot in which both sides are interrupted by overwatch, up to a verified record."""

from __future__ import annotations

from pathlib import Path

from support.afterwards import replay, verified_record
from support.browsing import Json, Players, Table, soon, start_game
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


def commands_for(state: Json, fired: set[str]) -> dict[str, str]:
    """Far away all drive; near, the bot drives on odd turns and waits on even ones: this side does the opposite."""
    mine = sorted(pieces(state, True))
    if fired == BOTH:
        return {}
    if state["view"]["turn"] % 2 == 0 or not near(state):
        return dict.fromkeys(mine, "MOVE")
    return {} if "german" in fired else dict.fromkeys(mine, "OW")


def watch(table: Table) -> None:
    """A look at the film: it can be stopped, and gone on with step by step."""
    page = table.page
    page.keyboard.press("Space")
    soon(page.get_by_role("button", name="Play", exact=True)).to_be_visible()
    page.keyboard.press("ArrowRight")


def test_overwatch_on_both_sides_to_a_verified_record(drilled: Players, tmp_path: Path) -> None:
    server = drilled.server
    table = drilled.table("/")
    start_game(table, TITLE, side="German")
    deploy(table, server)
    asked = hidden = 0
    watched = False

    def film() -> None:
        nonlocal watched
        watch(table)
        watched = True

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
