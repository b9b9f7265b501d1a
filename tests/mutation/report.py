"""What a mutation run has found, as text and as JSON."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterable
from dataclasses import asdict, dataclass, field

from mutation.running import Verdict

GOAL = 0.9
MOST_LINES = 12


@dataclass
class Finding:
    """A mutant with what became of it."""

    id: str
    place: str
    """`file:line`."""
    diff: list[str]
    cases: tuple[str, ...]
    outcome: str = ""
    """killed, survived or untested (no test cites what it touches)."""
    by: str = ""
    tests: list[str] = field(default_factory=list)
    reason: str = ""
    """Why it survives, where that is explained."""
    others: str = ""
    """With `--all-tests`: the test of the game that kills a survivor, though it cites none of the cases."""

    def note(self, verdict: Verdict) -> None:
        self.outcome, self.by = verdict.outcome, verdict.by
        self.tests = sorted(verdict.ran)

    @property
    def open(self) -> bool:
        """Whether it survived and nobody has said why."""
        return self.outcome != "killed" and not self.reason


def killed(findings: Iterable[Finding]) -> int:
    return sum(each.outcome == "killed" for each in findings)


def rate(findings: list[Finding]) -> float:
    """The part of the mutants that was killed."""
    return killed(findings) / len(findings) if findings else 1.0


def good(findings: list[Finding]) -> bool:
    """Whether the layer may be called done: enough are killed and every survivor is explained."""
    return rate(findings) >= GOAL and not any(each.open for each in findings)


def text(game: str, findings: list[Finding], seed: int) -> str:
    """The survivors, the explained ones apart, and the kill rate."""
    lines: list[str] = []
    left = [each for each in findings if each.outcome != "killed"]
    for title, reasoned in (("Explained survivors", True), ("Survivors", False)):
        group = [each for each in left if bool(each.reason) == reasoned]
        if group:
            lines += ["", f"{title} ({len(group)})", ""]
            for each in sorted(group, key=lambda each: each.place):
                lines += _shown(each)
    lines += ["", *_modules(findings), ""]
    counts = Counter(each.outcome for each in findings)
    explained = sum(bool(each.reason) for each in left)
    limits = sum(each.by.startswith("the limit") for each in findings)
    lines.append(
        f"{game}, seed {seed}: {counts['killed']} of {len(findings)} mutants killed ({rate(findings):.1%}), "
        f"{limits} of them by the limit of time; {explained} survivors explained, {len(left) - explained} open"
    )
    if any(each.others for each in left):
        found = sum(bool(each.others) for each in left)
        lines.append(f"{found} of the survivors are killed by tests of the game that cite none of their cases")
    return "\n".join(lines)


def _shown(finding: Finding) -> list[str]:
    lines = [f"{finding.place}  {finding.id}", *(f"    {line}" for line in finding.diff[:MOST_LINES])]
    lines.append(f"    cases: {', '.join(finding.cases) or 'none'}")
    if finding.reason:
        lines.append(f"    explained: {finding.reason}")
    elif finding.outcome == "untested":
        lines.append("    no test cites any case of this file")
    else:
        names = [name.rpartition("/")[2] for name in finding.tests]
        shown = ", ".join(names[:6]) + (f" and {len(names) - 6} more" if len(names) > 6 else "")
        lines.append(f"    {len(names)} tests passed: {shown}")
    if finding.others:
        lines.append(f"    killed by another test: {finding.others}")
    return lines


def _modules(findings: list[Finding]) -> list[str]:
    """A line for each file: how many of its mutants were killed."""
    files: dict[str, list[Finding]] = {}
    for each in findings:
        files.setdefault(each.place.rpartition(":")[0], []).append(each)
    return [f"{killed(group):4d} of {len(group):4d} killed  {name}" for name, group in sorted(files.items())]


def as_json(game: str, findings: list[Finding], seed: int) -> str:
    """Everything, for other programs and for `--again`."""
    return json.dumps(
        {"game": game, "seed": seed, "rate": rate(findings), "mutants": [asdict(each) for each in findings]}, indent=1
    )
