"""Who thinks first: a bot that a person waits for, which also has a slot reserved for it."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor

import pytest

from hulldown.server.bots.priority import PrioritySlots


def run_apart(story: Coroutine[None, None, None]) -> None:
    """Runs a story in a loop of its own thread: a browser test before it leaves its loop running in this one."""
    with ThreadPoolExecutor(1) as pool:
        pool.submit(asyncio.run, story).result()


class Decisions:
    """Decisions that begin when they get a slot and end when they are told to."""

    def __init__(self, slots: PrioritySlots) -> None:
        self.slots = slots
        self.begun: list[str] = []
        self.ends: dict[str, asyncio.Event] = {}
        self.tasks: dict[str, asyncio.Task[None]] = {}

    async def ask(self, *names: str) -> None:
        """Asks for decisions: capitals are urgent, and the first letter is the person who waits."""
        for name in names:
            self.ends[name] = asyncio.Event()
            self.tasks[name] = asyncio.create_task(self._decide(name))
            await asyncio.sleep(0)

    async def _decide(self, name: str) -> None:
        async with self.slots.slot(name.isupper(), name[0]):
            self.begun.append(name)
            await self.ends[name].wait()

    async def end(self, name: str) -> None:
        self.ends[name].set()
        await self.tasks[name]
        await asyncio.sleep(0)


def test_urgent_ones_go_first_and_one_slot_is_theirs() -> None:
    async def story() -> None:
        decisions = Decisions(PrioritySlots(2, reserved=1))
        await decisions.ask("a", "b", "c")
        assert decisions.begun == ["a"]
        await decisions.ask("X")
        assert decisions.begun == ["a", "X"]
        await decisions.ask("Y", "Z")
        assert decisions.begun == ["a", "X"]
        await decisions.end("a")
        assert decisions.begun == ["a", "X", "Y"]
        await decisions.end("X")
        await decisions.end("Y")
        assert decisions.begun == ["a", "X", "Y", "Z", "b"]
        await decisions.end("b")
        await decisions.end("Z")
        await decisions.end("c")
        assert decisions.begun[-1] == "c"

    run_apart(story())


def test_who_stops_waiting_takes_no_slot() -> None:
    async def story() -> None:
        decisions = Decisions(PrioritySlots(1, reserved=0))
        await decisions.ask("X", "Y", "Z")
        decisions.tasks["Y"].cancel()
        with pytest.raises(asyncio.CancelledError):
            await decisions.tasks["Y"]
        await decisions.end("X")
        assert decisions.begun == ["X", "Z"]
        # Cancelled when the slot was already given: it is given on.
        await decisions.ask("V", "W")
        decisions.ends["Z"].set()
        await decisions.tasks["Z"]
        decisions.tasks["V"].cancel()
        await asyncio.sleep(0)
        await asyncio.sleep(0)
        assert decisions.begun[-1] == "W"
        await decisions.end("W")

    run_apart(story())


def test_somebody_elses_fifty_games_leave_a_slot_and_the_next_turn() -> None:
    """Fifty matches of one person held every slot and the whole queue; another waited for all of them."""

    async def story() -> None:
        decisions = Decisions(PrioritySlots(2))
        many = [f"A{number}" for number in range(50)]
        await decisions.ask(*many)
        assert decisions.begun == ["A0"], "one person never holds every slot"
        await decisions.ask("B0", "B1", "C0")
        assert decisions.begun == ["A0", "B0"]
        await decisions.end("A0")
        assert decisions.begun[2:] == ["A1"]
        await decisions.end("B0")
        assert decisions.begun[3:] == ["B1"]
        await decisions.end("A1")
        assert decisions.begun[4:] == ["C0"], "persons come in turn"
        for name in ("B1", "C0", *many[2:]):
            await decisions.end(name)

    run_apart(story())
