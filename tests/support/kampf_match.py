"""Matches of KampfPanzer between two people: one of them at a table, the other over HTTP."""

from __future__ import annotations

import uuid
from typing import Any

import msgspec

from hulldown.bots.random_bot import RandomBot
from hulldown.bots.seat import seat_of
from hulldown.core.orders import Order, Task
from hulldown.games.kampfpanzer.game import GAME
from support.browsing import GameServer, Json, Players, Table


class Seat:
    """A seat of a match that is played over HTTP."""

    def __init__(self, server: GameServer, match: str, token: str) -> None:
        self.server, self.match, self.token = server, match, token

    def call(self, method: str, path: str, body: object = None) -> Json:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Authorization": f"Bearer {self.token}", "Content-Type": "application/json"}
        answer = self.server.http.request(method, f"/api/matches/{self.match}{path}", content=content, headers=headers)
        assert answer.status_code in (200, 204), answer.text
        return dict(answer.json()) if answer.status_code == 200 else {}

    def state(self) -> Json:
        return self.call("GET", "")

    def give(self, order: object) -> None:
        legal = self.state()["legal"]
        if legal is not None:
            decision = legal["decision"]["id"]
            self.call("POST", "/orders", {"submission": uuid.uuid4().hex, "decision": decision, "order": order})

    def idle(self) -> None:
        legal = self.state()["legal"]
        if legal is not None:
            self.give(legal["idle"])


def begun(server: GameServer, scenario: str, options: Json | None = None) -> dict[str, Seat]:
    """A match of two people at its first question."""
    wish = {
        "scenario": scenario,
        "options": options or {},
        "seats": {"first": "human", "second": "human"},
        "entropy": "",
    }
    made = server.http.post("/api/matches", json=wish).json()
    return {side: Seat(server, made["match"], made["seats"][side]["token"]) for side in ("first", "second")}


def deployed(server: GameServer, scenario: str) -> dict[str, Seat]:
    """The same with both sides set up somehow."""
    seats = begun(server, scenario)
    state: Any = GAME.setup(scenario, {}, "any")
    while state.turn == 0:
        side = next(iter(GAME.pending(state)))
        order = RandomBot("set up").decide(seat_of(GAME, state, side))
        seats[side].give(order)
        state = GAME.apply(state, side, order).state
    return seats


def sit_down(players: Players, seat: Seat, **wish: Any) -> Table:
    table = players.table(f"/#/play/{seat.match}/{seat.token}", **wish)
    table.wait_turn()
    return table


def placed(state: Any, side: str, wanted: dict[str, str]) -> Order:
    """A set-up with some units where they are wanted, and the others as far from them as they can be."""
    order = RandomBot("set up").decide(seat_of(GAME, state, side))
    board = GAME.board(state.scenario)
    meant = [board.cell(label) for label in wanted.values()]
    taken = set(meant)
    tasks = [Task(unit, "DP", (board.cell(label),)) for unit, label in wanted.items()]
    for unit in (one for one in GAME.legal(state, side).units if one.unit not in wanted):
        given = next((task for task in order.tasks if task.unit == unit.unit), None)
        if given is None or given.kind != "DP":
            tasks += [] if given is None else [given]
            continue
        option = next(one for one in unit.options if one.kind == "DP")
        free = [cell for cell in option.cells if cell not in taken]
        cell = max(free, key=lambda at: min(board.distance(at, goal) for goal in meant))
        taken.add(cell)
        tasks.append(Task(unit.unit, "DP", (cell,), given.facing))
    return Order(order.kind, tuple(tasks))


CALM = {"first_panic": -4, "second_panic": -4}
"""Handicaps that keep panic low."""


def met(
    server: GameServer, scenario: str, first: dict[str, str], second: dict[str, str] | None = None
) -> tuple[dict[str, Seat], Any]:
    """A match of calm people with some units in chosen hexes, and the position."""
    seats = begun(server, scenario, CALM)
    state: Any = GAME.setup(scenario, CALM, "any")
    for side, wanted in (("first", first), ("second", second)):
        if wanted is not None:
            order = placed(state, side, wanted)
            seats[side].give(order)
            state = GAME.apply(state, side, order).state
    return seats, state
