"""Matches of Panzer Battles between two people who look for a fight: one of them at a table, both also over HTTP."""

from __future__ import annotations

import heapq
import uuid
from collections.abc import Callable, Mapping
from typing import Any

import msgspec

from hulldown.games.panzer_battles.game import GAME
from support.browsing import GameServer, Json, Players, Table

BOLD = ("RALLY", "BOUND", "WITHDRAW", "OVERWATCH")
STEADY = ("RALLY", "OVERWATCH", "WITHDRAW", "BOUND")
"""What a company is told, the first that it may be: by one that goes for the enemy, and by one that waits for him."""


def driven(scenario: str, domain: Json, goals: list[int]) -> list[int]:
    """The cells of a path of a domain that comes as near to one of some cells as it can; none where it goes nowhere."""
    board, tables = GAME.board(scenario), GAME.cost_tables(scenario)
    table, allowance, start = tables[domain["table"]], domain["allowance"], domain["start"]
    begun: list[tuple[int, int, list[int]]] = []
    if start >= 0:
        begun.append((0, start, []))
    else:
        entering = tables[domain["entering"]]
        begun += [(entering[cell][0], cell, [cell]) for cell in domain["entries"]]
    best: tuple[int, list[int]] = (1000, [])
    seen: dict[int, int] = {}
    begun = [one for one in begun if one[0] <= allowance]
    heapq.heapify(begun)
    shut = {*domain.get("shut", ()), *domain.get("barred", ()), start}
    while begun:
        spent, cell, cells = heapq.heappop(begun)
        if seen.get(cell, allowance + 1) <= spent:
            continue
        seen[cell] = spent
        away = min((board.distance(cell, goal) for goal in goals), default=0)
        if cells and cell not in shut and away < best[0]:
            best = (away, cells)
        for way, ahead in enumerate(board.neighbours[cell]):
            cost = table[cell][way] if ahead >= 0 else 0
            if cost and spent + cost <= allowance and ahead not in domain.get("barred", ()):
                heapq.heappush(begun, (spent + cost, ahead, [*cells, ahead]))
    return best[1]


class Fighter:
    """A side that goes for the enemy: it bounds, drives at the nearest counter and fires whatever it can."""

    def __init__(self, scenario: str, side: str, commands: tuple[str, ...] = BOLD) -> None:
        self.scenario, self.side, self.commands = scenario, side, commands

    def order(self, state: Json) -> Json:
        """The answer to the question that is asked."""
        legal = state["legal"]
        kind, units = legal["decision"]["kind"], legal.get("units", [])
        tasks: list[Json] = []
        if kind in ("command", "recommand", "reorder"):
            tasks = [found for unit in units if (found := self._command(unit)) is not None]
        elif kind == "fire":
            tasks = self._shot(units)
        elif kind == "move":
            tasks = self._moves(state, units)
        if not tasks:
            return dict(legal["idle"])
        return {"kind": kind, "tasks": tasks}

    def _command(self, unit: Json) -> Json | None:
        kinds = {option["kind"] for option in unit["options"]}
        wanted = next((one for one in self.commands if one in kinds), None)
        return None if wanted is None else {"unit": unit["unit"], "kind": wanted}

    def _shot(self, units: list[Json]) -> list[Json]:
        for unit in units:
            for option in unit["options"]:
                if option["kind"] == "FIRE":
                    shot = {"unit": unit["unit"], "kind": "FIRE", "choice": option["choices"][0]}
                    return [{**shot, "targets": [option["targets"][0]]}]
        return []

    def _moves(self, state: Json, units: list[Json]) -> list[Json]:
        board = GAME.board(self.scenario)
        foes = [piece["cell"] for piece in state["view"]["pieces"] if piece["side"] != self.side]
        middle = [cell for cell in board.cells if board.labels[cell].endswith("12")]
        for unit in units:
            for option in unit["options"]:
                cells = driven(self.scenario, option["path"], foes or middle) if option["kind"] == "MOVE" else []
                if cells:
                    return [{"unit": unit["unit"], "kind": "MOVE", "cells": cells}]
        return []


class Battle:
    """A match of two people, both played over HTTP until something comes about; a browser may sit down at any time."""

    def __init__(
        self,
        server: GameServer,
        scenario: str,
        first: tuple[str, ...] = BOLD,
        second: tuple[str, ...] = BOLD,
        options: Mapping[str, str] | None = None,
    ) -> None:
        self.server, self.scenario = server, scenario
        self.sides = {"first": Fighter(scenario, "first", first), "second": Fighter(scenario, "second", second)}
        seats = dict.fromkeys(self.sides, "human")
        wish = {"scenario": scenario, "options": dict(options or {}), "seats": seats, "entropy": ""}
        made = server.http.post("/api/matches", json=wish).json()
        self.match: str = made["match"]
        self.tokens = {side: str(made["seats"][side]["token"]) for side in self.sides}

    def call(self, side: str, method: str, path: str = "", body: object = None) -> Any:
        content = None if body is None else msgspec.json.encode(body)
        headers = {"Authorization": f"Bearer {self.tokens[side]}", "Content-Type": "application/json"}
        return self.server.http.request(method, f"/api/matches/{self.match}{path}", content=content, headers=headers)

    def state(self, side: str) -> Json:
        return dict(self.call(side, "GET").json())

    def give(self, side: str, state: Json, order: Json) -> bool:
        """Gives an order; whether it was taken."""
        decision = state["legal"]["decision"]["id"]
        body = {"submission": uuid.uuid4().hex, "decision": decision, "order": order}
        return bool(self.call(side, "POST", "/orders", body).status_code == 200)

    def step(self, side: str, state: Json) -> None:
        """Answers one question; what the rules refuse is answered in the shortest way."""
        taken = self.give(side, state, self.sides[side].order(state)) or self.give(side, state, state["legal"]["idle"])
        assert taken, state["legal"]["decision"]

    def play(self, wanted: Callable[[str, Json], bool], most: int = 700) -> bool:
        """Plays on until a question is asked that is wanted; False where the game ends before."""
        side = "first"
        for _ in range(most):
            state = self.state(side)
            if state["status"] == "over":
                return False
            if state["legal"] is None:
                side = state["view"]["owing"][0]
                continue
            if wanted(side, state):
                return True
            self.step(side, state)
        raise AssertionError("it never came about")

    def sit_down(self, players: Players, side: str, **wish: Any) -> Table:
        table = players.table(f"/#/play/{self.match}/{self.tokens[side]}", **wish)
        table.wait_turn()
        return table


def fires(state: Json, step: str) -> bool:
    """Whether a question in this step of the sequence offers a shot."""
    units = state["legal"].get("units", [])
    return state["view"]["step"] == step and any(one["kind"] == "FIRE" for unit in units for one in unit["options"])
