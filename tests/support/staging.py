"""Positions for browser tests: both seats of a match are answered for at its server until somebody shall look at it."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping
from itertools import count
from typing import cast

from support.browsing import PATIENCE, GameServer, Json, Players, Table

Answer = Callable[[Json], Json | None]
"""What a seat answers to the state it is in; None: what is always legal."""


class Staged:
    """A match of two people who answer as a test tells them, and otherwise with the idle answer of each question."""

    def __init__(
        self,
        server: GameServer,
        scenario: str,
        options: Mapping[str, object],
        sides: tuple[str, str] = ("alpha", "bravo"),
    ) -> None:
        self.server = server
        self.scenario = scenario
        wish = {"scenario": scenario, "options": dict(options), "seats": dict.fromkeys(sides, "human")}
        made = server.http.post("/api/matches", json={**wish, "entropy": ""}).json()
        self.match: str = made["match"]
        self.tokens: dict[str, str] = {side: seat["token"] for side, seat in made["seats"].items()}
        self._cells = {entry["label"]: entry["cell"] for entry in server.board(scenario)["cells"]}
        self._serial = count()

    def cell(self, label: str) -> int:
        return cast(int, self._cells[label])

    def task(self, unit: str, kind: str, *labels: str, **more: object) -> Json:
        """A task in hexes by their labels."""
        return {"unit": unit, "kind": kind, "cells": [self.cell(label) for label in labels], **more}

    def state(self, side: str) -> Json:
        answer = self.server.http.get(f"/api/matches/{self.match}", headers=self._as(side))
        assert answer.status_code == 200, answer.text
        return cast(Json, answer.json())

    def give(self, side: str, state: Json, order: Json) -> None:
        """Answers the question that a seat is asked in this state."""
        body = {
            "submission": f"staged{next(self._serial)}",
            "decision": state["legal"]["decision"]["id"],
            "order": order,
        }
        answer = self.server.http.post(f"/api/matches/{self.match}/orders", headers=self._as(side), json=body)
        assert answer.status_code == 200, (order, answer.text)

    def play(self, goal: tuple[str, str, int], answers: Mapping[str, Answer]) -> Json:
        """Answers for both until a side is asked a question of this kind on this turn or later; the state then."""
        side, kind, turn = goal
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            for seat in self.tokens:
                state = self.state(seat)
                assert state["status"] == "playing", state["status"]
                if state["legal"] is None:
                    continue
                asked = state["legal"]["decision"]["kind"]
                if seat == side and asked == kind and state["view"]["turn"] >= turn:
                    return state
                told = answers[asked](state) if asked in answers else None
                self.give(seat, state, told or state["legal"]["idle"])
                end = time.monotonic() + PATIENCE / 1000
        raise AssertionError(f"it never came to {goal}")

    def table(self, players: Players, side: str, **wish: object) -> Table:
        """A page at a seat of the match."""
        return players.table(f"/#/play/{self.match}/{self.tokens[side]}", **wish)

    def _as(self, side: str) -> dict[str, str]:
        return {"Authorization": f"Bearer {self.tokens[side]}"}
