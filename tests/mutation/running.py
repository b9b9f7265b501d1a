"""The process that runs mutants: it imports once what never changes, and forks a child for each mutant."""

from __future__ import annotations

import importlib
import multiprocessing
import multiprocessing.connection
import time
from collections.abc import Callable, Iterator, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from multiprocessing.connection import Connection
from multiprocessing.process import BaseProcess
from pathlib import Path

from mutation.child import Codes, Job, Result, foreign_modules, limit, run_tests, serve_data, silence
from mutation.mutants import Mutant

OWN = ("hulldown", "support", "tests", "__main__", "mutation", "conftest")
LEAST_SECONDS = 20.0
TIMES = 5.0
"""A mutant may use so many times the processor time of the unchanged rules."""
PATIENCE = 10.0
"""And so many times that by the clock, on a machine that is busy."""


@dataclass(frozen=True)
class Task:
    """A mutant with the tests it is to be run against; no mutant: the unchanged rules."""

    mutant: Mutant | None
    job: Job
    seconds: float = 600.0


@dataclass
class Verdict:
    """What became of a mutant: killed (by a test, by the time limit), survived, or untested."""

    outcome: str
    by: str = ""
    ran: dict[str, float] = field(default_factory=dict)


@dataclass
class _Running:
    task: Task
    process: BaseProcess
    pipe: Connection
    until: float


class Runner:
    """Runs tasks in forked children, some at a time."""

    def __init__(self, root: Path, sources: Sequence[Path], workers: int = 2) -> None:
        self.root = root
        self.workers = workers
        self.codes = Codes()
        self.codes.add(sources)
        self._fork = multiprocessing.get_context("fork")

    def prepare(self, names: Sequence[str]) -> None:
        """Imports modules for all children; those that cannot be imported alone are left to them."""
        for name in names:
            with suppress(Exception):
                importlib.import_module(name)

    def one(self, task: Task) -> Result | None:
        """The result of one task; None where it was ended."""
        return next(iter(self.run([task])))[1]

    def run(
        self, tasks: Sequence[Task], going_on: Callable[[], bool] = lambda: True
    ) -> Iterator[tuple[Task, Result | None]]:
        """Each task with its result, as they end; None for a child that died or was ended. Starts none after
        `going_on` says no."""
        waiting = list(reversed(tasks))
        running: list[_Running] = []
        while waiting or running:
            while waiting and len(running) < self.workers and going_on():
                running.append(self._start(waiting.pop()))
            if not running:
                return
            multiprocessing.connection.wait([each.pipe for each in running], timeout=1.0)
            for each in list(running):
                if each.pipe.poll() or time.monotonic() > each.until or not each.process.is_alive():
                    running.remove(each)
                    yield each.task, _end(each)

    def _start(self, task: Task) -> _Running:
        here, there = self._fork.Pipe(duplex=False)
        process = self._fork.Process(target=self._child, args=(task, there))
        process.start()
        there.close()
        return _Running(task, process, here, time.monotonic() + PATIENCE * task.seconds)

    def _child(self, task: Task, pipe: Connection) -> None:
        silence()
        limit(task.seconds)
        mutant = task.mutant
        if mutant is not None:
            text = mutant.applied(mutant.path.read_text(encoding="utf-8"))
            if mutant.kind == "code":
                self.codes.replace(mutant.path, text)
            else:
                serve_data(mutant.path, text)
        self.codes.install()
        result = run_tests(self.root, task.job)
        if mutant is None:
            result.modules = foreign_modules(OWN)
        pipe.send(result)
        pipe.close()


def _end(running: _Running) -> Result | None:
    """Takes a child's result, ends it and gives its resources back."""
    result: Result | None = None
    if running.pipe.poll():
        with suppress(EOFError):
            result = running.pipe.recv()
    running.pipe.close()
    if result is None:
        running.process.kill()
    running.process.join()
    return result


def verdict(result: Result | None) -> Verdict:
    """What a child's result says about its mutant."""
    if result is None:
        return Verdict("killed", "the limit of time or memory")
    if result.failed:
        return Verdict("killed", result.failed[0], result.ran)
    if result.status not in (0, 5):  # 5: no test was run; 4: a conftest cannot be imported
        return Verdict("killed", "an error while the tests are collected", result.ran)
    if not result.ran:
        return Verdict("untested")
    return Verdict("survived", "", result.ran)


def seconds_for(expected: float) -> float:
    """The processor time that a mutant may use when the unchanged rules take `expected`."""
    return LEAST_SECONDS + TIMES * expected
