"""Matches played over HTTP up to the moment that a test is about: then somebody sits down at a page."""

from __future__ import annotations

import time
from collections.abc import Callable
from types import SimpleNamespace
from typing import cast

from hulldown.bots import Bot
from hulldown.core.orders import Order, Task
from support.browsing import PATIENCE, GameServer, Json
from support.remote import Player
from support.serving import ServerProcess


def approached(
    server: GameServer,
    scenario: str,
    seats: dict[str, str],
    bot: Bot,
    wanted: Callable[[Json], bool],
    commands: Callable[[Json], dict[str, str]] | None = None,
) -> str:
    """The address of a seat at the first question that is wanted; a bot has answered those before it.

    `commands`: what units are told instead where commands are asked for.
    """
    made: Json = server.http.post("/api/matches", json={"scenario": scenario, "seats": seats, "entropy": ""}).json()
    side = next(side for side, kind in seats.items() if kind == "human")
    shared = cast(ServerProcess, SimpleNamespace(http=server.http, tokens=set()))
    player = Player(shared, made["match"], made["seats"][side]["token"], side)
    end = time.monotonic() + PATIENCE / 1000
    while (state := player.state())["status"] != "over":
        legal = state["legal"]
        if legal is None:
            assert time.monotonic() < end, "the other side does not answer"
            time.sleep(0.02)
            continue
        if wanted(state):
            return f"/#/play/{player.match}/{player.token}"
        kind = legal["decision"]["kind"]
        if kind == "command" and commands is not None:
            order = Order(kind, tuple(Task(unit, told) for unit, told in commands(state).items()))
            answer = player.give(order, legal["decision"]["id"])
        else:
            answer = player.give(player.order(state, bot))
        assert answer.status_code == 200, answer.text
        end = time.monotonic() + PATIENCE / 1000
    raise AssertionError("the game was over before")
