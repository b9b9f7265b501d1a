"""Carrying out a run: games done before are left out, results and records are kept as they come, Ctrl-C is heard."""

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
from hulldown.lab.ledger import Ledger

SHOWN = 20
"""Failed games named in a report."""


class Carried(msgspec.Struct):
    """What came of a run: its games by name, and what went wrong."""

    played: dict[str, Played] = {}
    failed: list[str] = []
    """Where the records of failed games are, with their errors."""
    resumed: int = 0
    stopped: bool = False
    seconds: float = 0.0

    @property
    def errors(self) -> int:
        return sum(bool(played.error) for played in self.played.values())


class Keeper:
    """Keeps records: of all games in a folder that is wished for, of failed ones in any case."""

    def __init__(self, folder: Path | None, spare: Path | None = None) -> None:
        self.folder = folder
        self._spare = spare
        """Where failed games go when no folder is wished for; None: a temporary one."""

    def prepare(self, jobs: Sequence[Job], force: bool) -> None:
        """Refuses records in the folder that are somebody else's."""
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
        """Writes what is to be kept of a game; where that is, if it failed."""
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
    """Writes a file that is found whole or not at all."""
    handle, name = tempfile.mkstemp(dir=path.parent, prefix=f".{path.name}.")
    try:
        with os.fdopen(handle, "w", encoding="utf-8") as stream:
            stream.write(text)
        os.chmod(name, 0o644)
        os.replace(name, path)
    except BaseException:
        os.unlink(name)
        raise


def carry_out(
    jobs: Sequence[Job],
    players: Workers,
    ledger: Ledger | None = None,
    keeper: Keeper | None = None,
    on: Callable[[Played], None] = lambda played: None,
) -> Carried:
    """The games of a run; those that the ledger holds are not played again. `on` is told of every game.

    Ctrl-C ends it with what is done so far.
    """
    begun = time.perf_counter()
    keeper = keeper or Keeper(None)
    carried = Carried({}, [])
    wanted = {job.name for job in jobs}
    if ledger is not None:
        for name, played in ledger.done.items():
            if name in wanted:
                carried.played[name] = played
                carried.resumed += 1
                if played.error and len(carried.failed) < SHOWN:
                    carried.failed.append(f"{name}: {played.error}")
                on(played)
    left = [job for job in jobs if job.name not in carried.played]
    try:
        with closing(play_all(left, len(left), players)) as coming:
            for played in coming:
                where = keeper.keep(played)
                if where and len(carried.failed) < SHOWN:
                    carried.failed.append(where)
                if ledger is not None:
                    ledger.add(played)
                carried.played[played.name] = msgspec.structs.replace(played, record="", traceback="")
                on(played)
    except KeyboardInterrupt:
        carried.stopped = True
    carried.seconds = time.perf_counter() - begun
    return carried
