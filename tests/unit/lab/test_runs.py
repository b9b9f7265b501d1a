"""A run: results on disk, going on after a stop, Ctrl-C, failed games."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any

import msgspec
import pytest

from hulldown.core.errors import HulldownError, MalformedError
from hulldown.lab.batch import Job, Played
from hulldown.lab.clusters import Inline
from hulldown.lab.results_file import ResultsFile
from hulldown.lab.runs import RecordKeeper, play_jobs
from support.patience import PATIENCE

ASKED: dict[str, Any] = {"bots": ["random"], "games": 4, "seed": "0"}


def jobs(count: int) -> list[Job]:
    return [Job(f"g{n}", "tank", "tank/intro", f"s/{n}", {"alpha": "random", "bravo": "random"}) for n in range(count)]


class Interrupted(Inline):
    """Workers at whom somebody presses Ctrl-C after some games."""

    def __init__(self, after: int) -> None:
        self.after = after

    def result(self, handle: Any) -> Any:
        if self.after == 0:
            raise KeyboardInterrupt
        self.after -= 1
        return super().result(handle)


def test_a_run_that_was_stopped_goes_on_and_ends_as_if_it_never_was(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    whole = play_jobs(jobs(4), Inline())
    with ResultsFile(path, "run", ASKED) as results:
        part = play_jobs(jobs(4), Interrupted(2), results)
    assert part.stopped
    assert 0 < len(part.played) < 4
    told: list[str] = []
    with ResultsFile(path, "run", ASKED) as results:
        assert set(results.done) == set(part.played)
        rest = play_jobs(jobs(4), Inline(), results, on=lambda played: told.append(played.name))
    assert rest.resumed == len(part.played)
    assert not rest.stopped
    assert rest.played == whole.played
    assert told == ["g0", "g1", "g2", "g3"]
    assert len(path.read_text().splitlines()) == 5
    with ResultsFile(path, "run", ASKED) as results:
        again = play_jobs(jobs(4), Interrupted(0), results)  # nothing is left to play
    assert (again.resumed, again.stopped) == (4, False)


def test_a_line_that_was_torn_is_played_again(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, "run", ASKED) as results:
        play_jobs(jobs(2), Inline(), results)
    good = path.read_text()
    path.write_text(good[:-20])
    with ResultsFile(path, "run", ASKED) as results:
        assert list(results.done) == ["g0"]
        play_jobs(jobs(2), Inline(), results)
    assert path.read_text() == good


def test_results_of_another_run_are_refused_with_the_difference(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, "tournament", ASKED).__exit__(None, None, None)
    before = path.read_text()
    with pytest.raises(HulldownError, match="games was 4, now it is 6"):
        ResultsFile(path, "tournament", {**ASKED, "games": 6})
    with pytest.raises(HulldownError, match="it was a tournament"):
        ResultsFile(path, "balance", ASKED)
    assert path.read_text() == before


def test_a_file_that_holds_no_results_is_named_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "results.jsonl"
    ResultsFile(path, "run", ASKED).__exit__(None, None, None)
    with path.open("a") as file:
        file.write("nonsense\n")
    with pytest.raises(MalformedError, match="line 2"):
        ResultsFile(path, "run", ASKED)
    path.write_text("nonsense\n")
    with pytest.raises(MalformedError, match="line 1"):
        ResultsFile(path, "run", ASKED)


def test_records_are_kept_and_foreign_ones_refused(tmp_path: Path) -> None:
    keeper = RecordKeeper(tmp_path / "records")
    wanted = [msgspec.structs.replace(job, keep=True) for job in jobs(2)]
    keeper.prepare(wanted, force=False)
    result = play_jobs(wanted, Inline(), None, keeper)
    assert sorted(os.listdir(tmp_path / "records")) == ["g0.jsonl", "g1.jsonl"]
    assert result.played["g0"].record == ""  # not in memory
    with pytest.raises(HulldownError, match=r"g0\.jsonl exists"):
        keeper.prepare(wanted, force=False)
    keeper.prepare(wanted, force=True)


def test_failed_games_are_kept_counted_and_not_played_again(tmp_path: Path) -> None:
    broken = [msgspec.structs.replace(jobs(2)[0], bots={"alpha": "nobody", "bravo": "random"}), jobs(2)[1]]
    path = tmp_path / "results.jsonl"
    with ResultsFile(path, "run", ASKED) as results:
        result = play_jobs(broken, Inline(), results, RecordKeeper(None, tmp_path / "failed"))
    assert result.errors == 1
    assert result.failed[0].startswith(str(tmp_path / "failed" / "g0.jsonl"))
    assert sorted(os.listdir(tmp_path / "failed")) == ["g0.error.txt", "g0.jsonl"]
    assert "nobody" in (tmp_path / "failed" / "g0.error.txt").read_text()
    assert result.played["g1"].winner
    with ResultsFile(path, "run", ASKED) as results:
        assert results.done["g0"] == Played("g0", error=result.played["g0"].error)
        again = play_jobs(broken, Interrupted(0), results)
    assert again.errors == 1
    assert again.failed == [f"g0: {result.played['g0'].error}"]


@pytest.mark.slow
@pytest.mark.parametrize("workers", [["--jobs", "2"], ["--dask", "--jobs", "1"]])
def test_ctrl_c_ends_a_real_run_and_leaves_nobody_behind(tmp_path: Path, workers: list[str]) -> None:
    out = tmp_path / "out.json"
    games = tmp_path / "out.json.games.jsonl"
    command = [sys.executable, "-m", "hulldown", "lab", "balance", "tank/4", "--bots", "random", "--games", "2000",
               "--out", str(out), "--json", *workers]  # fmt: skip
    # Tests that run in the background of a shell ignore Ctrl-C, and a new program inherits that.
    process = subprocess.Popen(
        command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    )  # fmt: skip
    deadline = time.monotonic() + PATIENCE
    while not (games.exists() and len(games.read_text().splitlines()) > 3):
        assert time.monotonic() < deadline
        assert process.poll() is None, process.communicate()
        time.sleep(0.1)
    os.killpg(process.pid, signal.SIGINT)
    told, complaints = process.communicate(timeout=PATIENCE)
    assert process.returncode == 130
    found = msgspec.json.decode(told)
    assert found["stopped"] is True
    assert 2 < found["played"] < 2000
    assert msgspec.json.decode(out.read_bytes())["played"] == found["played"]
    assert "Traceback" not in complaints
    deadline = time.monotonic() + PATIENCE
    while somebody_left(process.pid):
        assert time.monotonic() < deadline, "processes are left behind"
        time.sleep(0.1)


def somebody_left(group: int) -> bool:
    """Whether a process group has members."""
    try:
        os.killpg(group, 0)
    except ProcessLookupError:
        return False
    return True
