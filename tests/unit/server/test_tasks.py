"""One task for each match: kicked while it runs, kicked when it is about to end, failing, ended with the server."""

from __future__ import annotations

import asyncio
import logging

import pytest

from hulldown.server.matches.tasks import MatchTasks


class Counting(MatchTasks):
    """Works until it is let go, and counts."""

    what = "counts"

    def __init__(self) -> None:
        super().__init__()
        self.begun: list[str] = []
        self.running: list[str] = []
        self.go = asyncio.Event()
        self.left: set[str] = set()
        self.fails = False

    def kick(self, match: str) -> None:
        if not self._closing and not self._start(match):
            self.left.add(match)

    def _more(self, match: str) -> bool:
        found = match in self.left
        self.left.discard(match)
        return found

    async def _work(self, match: str) -> None:
        self.begun.append(match)
        self.running.append(match)
        assert self.running.count(match) == 1, "two tasks for one match"
        try:
            await self.go.wait()
            if self.fails:
                raise RuntimeError("no")
        finally:
            self.running.remove(match)


async def settled(tasks: Counting, begun: list[str]) -> None:
    async with asyncio.timeout(60):
        while tasks.begun != begun or tasks.running:
            await asyncio.sleep(0)


def test_a_match_has_one_task_and_what_came_meanwhile_is_done_after_it() -> None:
    async def play() -> None:
        tasks = Counting()
        for match in ("a", "b", "a", "a"):
            tasks.kick(match)
        await asyncio.sleep(0)
        assert tasks.begun == ["a", "b"]
        tasks.go.set()
        await settled(tasks, ["a", "b", "a"])
        tasks.kick("b")
        await settled(tasks, ["a", "b", "a", "b"])

    asyncio.run(play())


def test_a_task_that_fails_is_told_and_not_begun_again(caplog: pytest.LogCaptureFixture) -> None:
    async def play() -> None:
        tasks = Counting()
        tasks.fails = True
        tasks.kick("a")
        tasks.kick("a")
        tasks.go.set()
        await settled(tasks, ["a"])
        await asyncio.sleep(0)
        assert tasks.begun == ["a"]

    with caplog.at_level(logging.ERROR, "hulldown.server"):
        asyncio.run(play())
    assert [record.getMessage() for record in caplog.records] == [
        "match a: the task of its counts failed: RuntimeError",
    ]


def test_all_tasks_end_with_the_server() -> None:
    async def play() -> None:
        tasks = Counting()
        tasks.kick("a")
        tasks.kick("a")
        await asyncio.sleep(0)
        await tasks.close()
        assert (tasks.running, tasks.begun) == ([], ["a"])
        tasks.kick("b")
        await asyncio.sleep(0)
        assert tasks.begun == ["a"]

    asyncio.run(play())
