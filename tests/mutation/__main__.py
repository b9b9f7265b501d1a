"""`python -m mutation GAME`: tries small changes of a game's rules against the tests that cite them."""

from __future__ import annotations

import argparse
import json
import sys
import time
from collections.abc import Sequence
from pathlib import Path

from mutation import report
from mutation.child import Job, turn_of
from mutation.choice import chosen, possible
from mutation.citations import Citations, citations_of, folders_of
from mutation.explained import ExplainedError, outdated, read_explained
from mutation.mutants import Mutant
from mutation.report import Finding
from mutation.running import Runner, Task, seconds_for, verdict

ROOT = Path(__file__).resolve().parents[2]
TESTS = ROOT / "tests"
PACKAGE = ROOT / "src" / "hulldown"
UNCHANGING = ("hulldown.core", "hulldown.maps", "hulldown.resources")
"""What every child needs and no mutant touches."""


def parser() -> argparse.ArgumentParser:
    made = argparse.ArgumentParser("python -m mutation", description=__doc__)
    made.add_argument("game", help="a package of hulldown.games")
    made.add_argument("--number", type=int, default=300, help="how many mutants (300)")
    made.add_argument("--seed", type=int, default=1, help="which of the possible ones (1)")
    made.add_argument("--minutes", type=float, default=60.0, help="start none after so many minutes (60)")
    made.add_argument("--workers", type=int, default=2, help="how many at a time (2)")
    made.add_argument("--only", default="", metavar="MODULE", help="only one module, data file or folder")
    made.add_argument("--without", action="append", default=[], metavar="MODULE", help="none of this; several times")
    made.add_argument("--faces", action="store_true", help="also modules that show or read and decide nothing")
    made.add_argument("--all-tests", action="store_true", help="try survivors against every test of the game")
    made.add_argument("--slowest", type=float, default=2.0, help="leave out tests that take more seconds (2)")
    made.add_argument("--measured", type=Path, metavar="FILE", help="keep here how long the tests take, or read it")
    made.add_argument("--again", type=Path, metavar="FILE", help="only the survivors of an earlier --json file")
    made.add_argument("--json", type=Path, metavar="FILE", help="also write everything as JSON")
    return made


class Run:
    """One mutation run of a game."""

    def __init__(self, options: argparse.Namespace) -> None:
        self.options = options
        self.folder = PACKAGE / "games" / options.game
        self.citations: Citations = citations_of(options.game, TESTS)
        self.explained = read_explained(TESTS / "mutation" / f"explained-{options.game}.toml")
        self.files = tuple(
            path.relative_to(ROOT).as_posix()
            for folder in folders_of(options.game, TESTS)
            for path in sorted(folder.rglob("test_*.py"))
        )
        sources = [*PACKAGE.rglob("*.py"), *TESTS.glob("support/*.py"), *(ROOT / file for file in self.files)]
        sources += [path for folder in folders_of(options.game, TESTS) for path in folder.rglob("conftest.py")]
        self.runner = Runner(ROOT, sources, options.workers)
        self.durations: dict[str, float] = {}

    def mutants(self) -> list[Mutant]:
        """The mutants to try."""
        options = self.options
        code, data = possible(self.folder, self.citations, options.faces)
        for each in outdated(self.explained, [*code, *data]):
            print(f"explained, but no longer possible: {each}")
        if options.again:
            earlier = json.loads(options.again.read_text(encoding="utf-8"))["mutants"]
            ids = {each["id"] for each in earlier if each["outcome"] != "killed"}
            return [each for each in [*code, *data] if each.id in ids]
        found = chosen(code, data, options.number, options.seed, options.only, options.without)
        print(f"{options.game}: {len(code)} changes of code and {len(data)} of data are possible; {len(found)} tried")
        return found

    def measure(self) -> None:
        """Runs the unchanged rules: every test must pass, and its seconds are noted."""
        kept: Path | None = self.options.measured
        if kept and kept.is_file():
            earlier = json.loads(kept.read_text(encoding="utf-8"))
            self.durations = earlier["seconds"]
            self._prepare(earlier["modules"])
            return
        result = self.runner.one(Task(None, Job(self.files, stop=False), 1200.0))
        if result is None or result.failed or result.status:
            wrong = "the run was ended" if result is None else ", ".join(result.failed) or f"status {result.status}"
            raise SystemExit(f"the tests do not pass on the unchanged rules: {wrong}")
        self.durations = result.ran
        self._prepare(result.modules)
        if kept:
            kept.write_text(json.dumps({"seconds": result.ran, "modules": result.modules}), encoding="utf-8")
        print(f"{len(result.ran)} tests pass on the unchanged rules in {sum(result.ran.values()):.0f} s")

    def _prepare(self, modules: Sequence[str]) -> None:
        self.runner.prepare([*UNCHANGING, *modules])
        self.runner.prepare([f"hulldown.core.{path.stem}" for path in sorted((PACKAGE / "core").glob("*.py"))])

    def task(self, mutant: Mutant) -> Task:
        """A mutant against the tests that cite what it touches, nearest first; every test where none does."""
        wanted: dict[str, int] = {}
        for turn, cases in enumerate(self.citations.touched(mutant)):
            for test in self.citations.citing(cases):
                wanted.setdefault(test, turn)
        files = tuple(file for file in self.files if any(test.partition("::")[0] == file for test in wanted))
        job = Job(files or self.files, wanted or None, self.durations, self.options.slowest)
        expected = sum(
            seconds
            for test, seconds in self.durations.items()
            if seconds <= job.slowest and turn_of(test, job.wanted) is not None
        )
        return Task(mutant, job, seconds_for(expected))

    def findings(self) -> list[Finding]:
        """Every mutant tried, with what became of it."""
        mutants = self.mutants()
        self.measure()
        tasks, found = [], {}
        for mutant in mutants:
            text = mutant.path.read_text(encoding="utf-8")
            cases = next(iter(self.citations.touched(mutant)), ())
            place = f"{mutant.path.relative_to(ROOT).as_posix()}:{mutant.line}"
            found[mutant.id] = Finding(mutant.id, place, mutant.diff(text), cases)
            tasks.append(self.task(mutant))
        self._try(tasks, found)
        done = {key: each for key, each in found.items() if each.outcome}
        for each in done.values():
            each.reason = self.explained.get(each.id, "") if each.outcome != "killed" else ""
        if self.options.all_tests:
            self._try_all([task for task in tasks if task.mutant and task.mutant.id in done], done)
        return list(done.values())

    def _try(self, tasks: list[Task], found: dict[str, Finding]) -> None:
        end = time.monotonic() + 60 * self.options.minutes
        for count, (task, result) in enumerate(self.runner.run(tasks, lambda: time.monotonic() < end), 1):
            assert task.mutant is not None
            finding = found[task.mutant.id]
            finding.note(verdict(result))
            if finding.outcome != "killed":
                told = "survives the tests that cite it:" if finding.outcome == "survived" else finding.outcome
                print(f"{count} of {len(tasks)}: {told} {finding.place} {finding.id}", flush=True)

    def _try_all(self, tasks: list[Task], found: dict[str, Finding]) -> None:
        """Tries the survivors that nobody has explained against every test of the game."""
        job = Job(self.files, None, self.durations)
        again = [
            Task(task.mutant, job, seconds_for(sum(self.durations.values())))
            for task in tasks
            if task.mutant is not None and found[task.mutant.id].open
        ]
        for task, result in self.runner.run(again):
            assert task.mutant is not None
            by = found[task.mutant.id].others = verdict(result).by
            told = f"killed by {by}, which cites none of its cases" if by else "survives every test of the game"
            print(f"{told}: {task.mutant.id}", flush=True)


def main(arguments: Sequence[str] | None = None) -> int:
    """The exit code: 0 when enough mutants are killed and every survivor is explained."""
    options = parser().parse_args(arguments)
    folder = PACKAGE / "games" / options.game
    if not (folder / "__init__.py").is_file():
        names = sorted(path.parent.name for path in (PACKAGE / "games").glob("*/__init__.py"))
        print(f"there is no game named {options.game!r}; games: {', '.join(names)}", file=sys.stderr)
        return 2
    try:
        findings = Run(options).findings()
    except ExplainedError as error:
        print(error, file=sys.stderr)
        return 2
    print(report.text(options.game, findings, options.seed))
    if options.json:
        options.json.write_text(report.as_json(options.game, findings, options.seed), encoding="utf-8")
    return 0 if report.good(findings) else 1


if __name__ == "__main__":
    sys.exit(main())
