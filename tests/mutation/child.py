"""What a forked child does: imports the game with one file changed, runs the tests, tells how it went."""

from __future__ import annotations

import importlib.machinery
import os
import resource
import sys
import time
from collections.abc import Callable, Generator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from types import CodeType
from typing import Any

import pytest

MEMORY = 4 << 30
"""Bytes a child may use: an endless list is ended before it hurts the machine."""


@dataclass
class Result:
    """What became of a run: the tests that were run with their seconds, and those that failed."""

    status: int
    ran: dict[str, float] = field(default_factory=dict)
    failed: list[str] = field(default_factory=list)
    modules: list[str] = field(default_factory=list)
    """Modules of others that the run imported; the parent imports them once for all."""


@dataclass(frozen=True)
class Job:
    """The tests to run: whole files, of which only some tests are wanted, the quickest first."""

    files: tuple[str, ...]
    wanted: Mapping[str, int] | None = None
    """`file::test` without parameters, or a whole file, with its turn; None wants everything."""
    durations: Mapping[str, float] = field(default_factory=dict)
    slowest: float = 1e9
    """Tests that take more seconds than this are left out."""
    stop: bool = True
    """Whether the first failure ends the run."""


class Codes:
    """Compiled sources by path, so that children need not compile them; one may be changed."""

    def __init__(self) -> None:
        self.codes: dict[str, CodeType] = {}
        self._original = importlib.machinery.SourceFileLoader.get_code

    def add(self, paths: Sequence[Path]) -> None:
        for path in paths:
            self.replace(path, path.read_text(encoding="utf-8"))

    def replace(self, path: Path, text: str) -> None:
        self.codes[str(path)] = compile(text, str(path), "exec", dont_inherit=True)

    def install(self) -> None:
        """Makes imports of these paths use the compiled sources."""
        codes, original = self.codes, self._original

        def get_code(loader: Any, fullname: str) -> CodeType | None:
            known = codes.get(loader.get_filename(fullname))
            return known if known is not None else original(loader, fullname)

        importlib.machinery.SourceFileLoader.get_code = get_code  # type: ignore[method-assign, assignment]

    def uninstall(self) -> None:
        importlib.machinery.SourceFileLoader.get_code = self._original  # type: ignore[method-assign]


def serve_data(path: Path, text: str) -> None:
    """Makes the package's reader of data files give another text for one of them."""
    from importlib import resources as files

    from hulldown import resources

    original: Callable[..., str] = resources.read

    def read(package: str, *parts: str) -> str:
        place = files.files(package).joinpath(*parts)
        return text if Path(str(place)) == path else original(package, *parts)

    resources.read = read


class Chooser:
    """The plugin that runs the wanted tests in order and notes what happens."""

    def __init__(self, job: Job, result: Result) -> None:
        self.job = job
        self.result = result

    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        job = self.job
        turns = {item.nodeid: turn_of(item.nodeid, job.wanted) for item in items}
        items[:] = [
            item for item in items
            if turns[item.nodeid] is not None and job.durations.get(item.nodeid, 0.0) <= job.slowest
        ]  # fmt: skip
        if job.durations:
            items.sort(key=lambda item: (turns[item.nodeid] or 0, job.durations.get(item.nodeid, 0.0)))

    @pytest.hookimpl(wrapper=True)
    def pytest_runtest_protocol(self, item: pytest.Item) -> Generator[None, object, object]:
        # Time of the processor, not of the clock: the machine may be busy with other things.
        begin = time.process_time()
        outcome = yield
        self.result.ran[item.nodeid] = time.process_time() - begin
        return outcome

    def pytest_runtest_logreport(self, report: pytest.TestReport) -> None:
        if report.failed:
            self.result.failed.append(report.nodeid)

    def pytest_collectreport(self, report: pytest.CollectReport) -> None:
        if report.failed:
            self.result.failed.append(f"{report.nodeid} (while it is imported)")


def turn_of(nodeid: str, wanted: Mapping[str, int] | None) -> int | None:
    """When a test is run, or None: a mark of a class or a whole file cites for every test inside."""
    if wanted is None:
        return 0
    parts = nodeid.partition("[")[0].split("::")
    return min((wanted[name] for name in _prefixes(parts) if name in wanted), default=None)


def _prefixes(parts: list[str]) -> list[str]:
    return ["::".join(parts[: count + 1]) for count in range(len(parts))]


def limit(seconds: float) -> None:
    """Ends this process when it has used so much time of the processor, or too much memory."""
    used = resource.getrusage(resource.RUSAGE_SELF)
    most = int(used.ru_utime + used.ru_stime + seconds) + 1
    resource.setrlimit(resource.RLIMIT_CPU, (most, most))
    resource.setrlimit(resource.RLIMIT_AS, (MEMORY, MEMORY))


def silence() -> None:
    """Sends everything that is printed nowhere."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, 1)
    os.dup2(nowhere, 2)


def run_tests(root: Path, job: Job) -> Result:
    """Runs tests in this process; every module that they import stays imported."""
    result = Result(0)
    os.environ["PYTEST_DISABLE_PLUGIN_AUTOLOAD"] = "1"
    os.chdir(root)
    arguments = ["-p", "no:cacheprovider", "--assert=plain", "--tb=no", f"--rootdir={root}", *job.files]
    if job.stop:
        arguments.insert(0, "-x")
    result.status = int(pytest.main(arguments, plugins=[Chooser(job, result)]))
    return result


def foreign_modules(own: Sequence[str]) -> list[str]:
    """The imported modules that belong neither to the package nor to the tests."""
    return [
        name for name, module in list(sys.modules.items())
        if name.partition(".")[0] not in own and getattr(module, "__spec__", None) is not None
    ]  # fmt: skip
