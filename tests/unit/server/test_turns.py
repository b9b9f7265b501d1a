"""Who thinks first: a person's bot before those that play among themselves, and a place that is kept for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest

from hulldown.server.bots.priority import Turns


def run_apart(story: Coroutine[None, None, None]) -> None:
    """Runs a story in a loop of its own thread: a browser test before it leaves its loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, story).result()


class Desk:
    """Decisions that begin when they get a place and end when they are told to."""

    def __init__(self, turns: Turns) -> None:
        self.turns = turns
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Asks for decisions: capitals are urgent."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._decide(name))
            await asyncio.sleep(0)

    async def _decide(self, name: str) -> None:
        async with self.turns.place(name.isupper()):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)


def test_urgent_ones_go_first_and_one_place_is_theirs() -> None:
    async def story() -> None:
        desk = Desk(Turns(2, kept=1))
        await desk.ask("a", "b", "c")
        assert desk.begun == ["a"]
        await desk.ask("X")
        assert desk.begun == ["a", "X"]
        await desk.ask("Y", "Z")
        assert desk.begun == ["a", "X"]
        await desk.end("a")
        assert desk.begun == ["a", "X", "Y"]
        await desk.end("X")
        await desk.end("Y")
        assert desk.begun == ["a", "X", "Y", "Z", "b"]
        await desk.end("b")
        await desk.end("Z")
        await desk.end("c")
        assert desk.begun[-1] == "c"

    run_apart(story())


def test_who_stops_waiting_takes_no_place() -> None:
    async def story() -> None:
        desk = Desk(Turns(1, kept=0))
        await desk.ask("X", "Y", "Z")
        desk.tasks["Y"].cancel()
        with pytest.raises(asyncio.CancelledError):
            await desk.tasks["Y"]
        await desk.end("X")
        assert desk.begun == ["X", "Z"]
        # Cancelled when the place was already given: it is given on.
        await desk.ask("V", "W")
        desk.ends["Z"].set()
        await desk.tasks["Z"]
        desk.tasks["V"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert desk.begun[-1] == "W"
        await desk.end("W")

    run_apart(story())
