"""Plays the games of a run: skips those done before, stores results and records as they come, stops on Ctrl-C."""

from __future__ import annotations

import os
import tempfile
import time
from collections.abc import Callable, Sequence
from contextlib import closing
from pathlib import Path

import msgspec

from hulldown.core.errors import HulldownError
from hulldown.lab.batch import Job, Played, play_all
from hulldown.lab.clusters import Workers
from hulldown.lab.results_file import ResultsFile

SHOWN = 20
"""Failed games named in a report."""


class RunResult(msgspec.Struct):
    """The games of a run by name, and what went wrong."""

    played: dict[str, Played] = {}
    failed: list[str] = []
    """Where the records of failed games are, with their errors."""
    resumed: int = 0
    stopped: bool = False
    seconds: float = 0.0

    @property
    def errors(self) -> int:
        return sum(bool(played.error) for played in self.played.values())

    def add(self, played: Played, failed: str) -> None:
        """Adds a game; `failed` tells where the record of a failed one is."""
        self.played[played.name] = played
        if failed and len(self.failed) < SHOWN:
            self.failed.append(failed)


class RecordKeeper:
    """Stores records: those of failed games always, the others if a folder is given."""

    def __init__(self, folder: Path | None, spare: Path | None = None) -> None:
        self.folder = folder
        self._spare = spare
        """Where failed games go when no folder is given; None: a temporary one."""

    def prepare(self, jobs: Sequence[Job], force: bool) -> None:
        """Raises when the folder holds records that would be replaced."""
        if self.folder is None:
            return
        self.folder.mkdir(parents=True, exist_ok=True)
        present = set(os.listdir(self.folder))
        for job in jobs:
            if f"{job.name}.jsonl" in present and not force:
                raise HulldownError(
                    f"{self.folder / job.name}.jsonl exists already",
                    hint="choose another folder, or add --force to replace it",
                )

    def keep(self, played: Played) -> str:
        """Writes the record of a game; returns where it is and the error if the game failed, else ""."""
        if self.folder is not None and played.record and not played.error:
            write_whole(self.folder / f"{played.name}.jsonl", played.record)
        if not played.error:
            return ""
        folder = self.folder or self._failed()
        write_whole(folder / f"{played.name}.jsonl", played.record)
        write_whole(folder / f"{played.name}.error.txt", played.traceback)
        return f"{folder / played.name}.jsonl: {played.error}"

    def _failed(self) -> Path:
        if self._spare is None:
            self._spare = Path(tempfile.mkdtemp(prefix="hulldown-lab-"))
        self._spare.mkdir(parents=True, exist_ok=True)
        return self._spare


def write_whole(path: Path, text: str) -> None:
    """Writes a file atomically: it is there whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def play_jobs(
    jobs: Sequence[Job],
    players: Workers,
    results: ResultsFile | None = None,
    keeper: RecordKeeper | None = None,
    on: Callable[[Played], None] = lambda played: None,
) -> RunResult:
    """Plays the games of a run and returns the result. Games in `results` are not played again.

    `on` is called with every game. Ctrl-C ends the run with what is done so far.
    """
    begun = time.perf_counter()
    keeper = keeper or RecordKeeper(None)
    result = RunResult({}, [])
    for played in _done_before(jobs, results):
        result.add(played, f"{played.name}: {played.error}" if played.error else "")
        result.resumed += 1
        on(played)
    left = [job for job in jobs if job.name not in result.played]
    try:
        with closing(play_all(left, len(left), players)) as coming:
            for played in coming:
                failed = keeper.keep(played)
                if results is not None:
                    results.add(played)
                result.add(msgspec.structs.replace(played, record="", traceback=""), failed)
                on(played)
    except KeyboardInterrupt:
        result.stopped = True
    result.seconds = time.perf_counter() - begun
    return result


def _done_before(jobs: Sequence[Job], results: ResultsFile | None) -> list[Played]:
    """The games of these jobs that the file of results holds."""
    wanted = {job.name for job in jobs}
    return [played for name, played in results.done.items() if name in wanted] if results is not None else []
