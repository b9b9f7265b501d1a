"""A match at Arracourt between two people, played over HTTP up to the Americans' moves of turn 2.

On turn 1 they drive onto the map by the north edge: two worn platoons of M4 into one hex, one of them in Column
(`support/worn_server.py`), others beside them, and loaded halftracks. The Germans wait on and behind Hill 421 and fire
by presets, so nobody asks them.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from support.battle_match import Battle
from support.browsing import GameServer, Json

ARRACOURT = "panzer_battles/arracourt"
OPTIONS = {"company_order": "owner", "dummies": "none"}
PLACES = {
    "U111": ("0124", "1"), "U112": ("0124", "1 column"), "U113": ("0125", "1"), "U121": ("0126", "1"),
    "U122": ("0127", "1"), "U123": ("0127", "1"), "U211h": ("0128", "1"), "U212h": ("0129", "1"),
}  # fmt: skip
"""The queues of those who come on in turn 1: the entry hex, and the place with the formation."""
PATHS = {
    "U111": ("0124", "0224"), "U112": ("0124", "0224"), "U113": ("0125", "0225"), "U121": ("0126", "0226"),
    "U122": ("0127", "0227"), "U123": ("0127", "0227"), "U211h": ("0128", "0228"), "U212h": ("0129", "0229"),
}  # fmt: skip
MISSIONS = {"bty1@1": "0724", "bty2@2": "0820"}


class Arracourt(Battle):
    """The match; its options leave the order of companies to their owner."""

    def __init__(self, server: GameServer) -> None:
        super().__init__(server, ARRACOURT, options=OPTIONS)
        self.cells = {entry["label"]: entry["cell"] for entry in server.board(ARRACOURT)["cells"]}

    def task(self, unit: str, kind: str, *labels: str, **more: Any) -> Json:
        """A task in hexes by their labels."""
        return {"unit": unit, "kind": kind, "cells": [self.cells[label] for label in labels], **more}

    def order(self, side: str, *tasks: Json) -> None:
        """Answers what a side is asked; the rules must take it."""
        state = self.state(side)
        order = {"kind": state["legal"]["decision"]["kind"], "tasks": list(tasks)}
        assert self.give(side, state, order), (order, self.call(side, "POST", "/check", order).text)

    def idle(self, side: str) -> None:
        state = self.state(side)
        assert self.give(side, state, state["legal"]["idle"])

    def until(self, side: str, kind: str, turn: int) -> None:
        """Idle answers until a side is asked this on this turn."""

        def here(asked: str, state: Json) -> bool:
            found = state["legal"]["decision"]["kind"]
            return asked == side and found == kind and state["view"]["turn"] == turn

        for _ in range(200):
            for one in ("first", "second"):
                state = self.state(one)
                if state["legal"] is None:
                    continue
                if here(one, state):
                    return
                assert self.give(one, state, state["legal"]["idle"])
        raise AssertionError(f"{side} was never asked to {kind}")

    def set_up(self, missions: Mapping[str, str] = MISSIONS) -> None:
        """Both sides set up, the Americans in their queues and with missions before the game."""
        waiting = {task["unit"]: task for task in self.state("first")["legal"]["idle"]["tasks"]}
        told = {unit: self.task(unit, "QUEUE", label, choice=place) for unit, (label, place) in PLACES.items()}
        tasks = [*({**waiting, **told}.values()), *(self.task(name, "AIM", at) for name, at in missions.items())]
        self.order("first", *tasks)
        self.idle("second")

    def drive_on(self, paths: Mapping[str, Sequence[str]] = PATHS) -> None:
        """The first turn: the Germans fire by presets, and the Americans come on."""
        self.until("second", "command", 1)
        self.order("second", {"unit": "reactions", "kind": "AUTO"})
        self.until("first", "move", 1)
        for unit, path in paths.items():
            self.order("first", self.task(unit, "MOVE", *path))

    def second_turn(self, *commands: tuple[str, str]) -> None:
        """On to the Americans' moves of turn 2: Bound for all, or what is told."""
        self.until("first", "command", 1)
        told = {unit["unit"]: "BOUND" for unit in self.state("first")["legal"]["units"] if self._bounds(unit)}
        self.order("first", *({"unit": name, "kind": kind} for name, kind in {**told, **dict(commands)}.items()))
        self.until("first", "move", 2)

    def _bounds(self, unit: Json) -> bool:
        return any(option["kind"] == "BOUND" for option in unit["options"])


__all__ = ["ARRACOURT", "MISSIONS", "Arracourt"]
