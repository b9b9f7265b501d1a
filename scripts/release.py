"""Says whether a release could go out: `make release-check`. Everything is made in build/release; nothing is sent.

Checked are the version (pyproject, CITATION.cff, change log), the change log itself, pins without hosts, the
documentation, wheel and source distribution, an installation of the wheel in an empty environment, and licences.
Written are the lists of the wheel's contents and of the licences, and a software bill of materials (CycloneDX).
"""

from __future__ import annotations

import datetime
import json
import re
import shutil
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path

HOME = Path(__file__).resolve().parent.parent
MADE = HOME / "build" / "release"
LONGEST = 60
"""Lines that a release may take in the change log."""
LARGEST = 2_700_000
"""Bytes of the pure wheel; 2,500,000 is the goal."""
PINNED = ("constraints.txt", "web/package-lock.json", "pyproject.toml")
FREE = re.compile(r"MIT|BSD|Apache|ISC|PSF|Python Software|MPL|0BSD|Unlicense|CC0|LGPL|Zlib", re.IGNORECASE)
"""Licences under which what we ship or depend on may be."""
LISTED = """
import importlib.metadata as meta, json
found = []
for dist in meta.distributions():
    told = dist.metadata
    classes = [line.rpartition(":")[2].strip() for line in told.get_all("Classifier") or [] if "License" in line]
    licence = told.get("License-Expression") or "; ".join(classes) or (told.get("License") or "").partition("\\n")[0]
    found.append({"name": told["Name"], "version": dist.version, "licence": licence})
print(json.dumps(sorted(found, key=lambda one: one["name"].lower())))
"""


def run(*words: object, cwd: Path = HOME) -> str:
    """What a program prints; raises SystemExit with its output when it fails."""
    done = subprocess.run([str(word) for word in words], capture_output=True, text=True, cwd=cwd, check=False)
    if done.returncode:
        raise SystemExit(f"{' '.join(map(str, words))}\n{done.stdout}{done.stderr}")
    return done.stdout


def version(home: Path = HOME) -> str:
    """The version of the package."""
    return str(tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]["version"])


def versions(home: Path = HOME) -> list[str]:
    """Where another version stands than that of the package."""
    now = version(home)
    cited = re.search(r"^version: (.*)$", (home / "CITATION.cff").read_text(encoding="utf-8"), re.MULTILINE)
    logged = re.findall(r"^## \[(\d[^\]]*)\]", (home / "CHANGELOG.md").read_text(encoding="utf-8"), re.MULTILINE)
    found = []
    if cited is None or cited[1] != now:
        found.append(f"CITATION.cff names version {cited and cited[1]}, pyproject.toml {now}")
    if not logged or logged[0] != now:
        found.append(f"the newest release in CHANGELOG.md is {logged[:1]}, pyproject.toml has {now}")
    return found


def change_log(home: Path = HOME) -> list[str]:
    """What is wrong with the change log: entries that belong to no release, a release without a date or too long."""
    text = (home / "CHANGELOG.md").read_text(encoding="utf-8")
    unreleased, _, rest = text.partition("## [Unreleased]")[2].partition("\n## ")
    found = [f"under Unreleased: {line}" for line in unreleased.splitlines() if line.startswith("- ")]
    release = rest.partition("\n## ")[0]
    if not re.match(r"\[[^\]]*\] - \d{4}-\d\d-\d\d\n", release):
        found.append("the newest release has no date")
    if release.count("\n") > LONGEST:
        found.append(f"the newest release takes {release.count(chr(10))} lines, at most {LONGEST} are read")
    return found


def pins(home: Path = HOME) -> list[str]:
    """Files that name a host of a registry, and dependencies without a pin."""
    found = []
    for name in PINNED:
        for line in (home / name).read_text(encoding="utf-8").splitlines():
            if re.search(r"https?://|\"resolved\"", line):
                found.append(f"{name}: {line.strip()}")
    told = tomllib.loads((home / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    wanted = [*told["dependencies"], *(one for extra in told["optional-dependencies"].values() for one in extra)]
    pinned = {plain(line.partition("==")[0]) for line in (home / "constraints.txt").read_text().splitlines()}
    names = {plain(re.split(r"[\[<>=;! ]", one)[0]) for one in wanted}
    return found + [f"constraints.txt has no pin for {name}" for name in sorted(names - pinned)]


def plain(name: str) -> str:
    """The name of a package as all registries write it."""
    return re.sub(r"[-_.]+", "-", name).lower()


def documents() -> list[str]:
    """Builds the documentation; a warning is an error."""
    run(sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", MADE / "site")
    return []


def packages() -> list[str]:
    """Builds the source distribution and from it the wheel, which must be the one that the tree gives."""
    for left in ("lib", "bdist.linux-x86_64"):  # setuptools would pack what earlier builds have left there
        shutil.rmtree(HOME / "build" / left, ignore_errors=True)
    build = "from setuptools import build_meta; build_meta.build_sdist({!r})"
    run(sys.executable, "-c", build.format(str(MADE)))
    pip = (sys.executable, "-m", "pip", "wheel", "--quiet", "--no-deps", "--no-build-isolation")
    source = next(MADE.glob("*.tar.gz"))
    run(*pip, "-w", MADE, source)
    run(*pip, "-w", MADE / "tree", HOME)
    (wheel,), (other,) = MADE.glob("*.whl"), (MADE / "tree").glob("*.whl")
    contents, same = contents_of(wheel), contents_of(other)
    (MADE / "contents.txt").write_text("".join(f"{size:>9}  {name}\n" for name, (size, _) in contents.items()))
    found = [] if contents == same else ["the wheel of the source distribution is not that of the tree"]
    if "hulldown/server/static/index.html" not in contents:
        found.append("the wheel has no client")
    found += [f"the wheel has {name}" for name in contents if not name.startswith(("hulldown/", "hulldown-"))]
    if wheel.stat().st_size > LARGEST:
        found.append(f"the wheel has {wheel.stat().st_size:,} bytes, more than {LARGEST:,}")
    return found


def contents_of(wheel: Path) -> dict[str, tuple[int, int]]:
    """Size and checksum of every file in a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {
            info.filename: (info.file_size, info.CRC) for info in sorted(archive.infolist(), key=lambda i: i.filename)
        }


def installation() -> list[str]:
    """Installs the wheel in an empty environment, plays a game there, and lists what came with it."""
    place = MADE / "empty"
    run(sys.executable, "-m", "venv", place)
    python = place / "bin" / "python"
    run(python, "-m", "pip", "install", "--quiet", "--constraint", HOME / "constraints.txt", next(MADE.glob("*.whl")))
    said = run(place / "bin" / "hulldown", "--version", cwd=MADE).strip()
    found = [] if said.endswith(version()) else [f"hulldown --version says {said}"]
    run(place / "bin" / "hulldown", "sim", "tank/intro", "--games", "1", cwd=MADE)
    parts = json.loads(run(python, "-c", LISTED)) + bundled()
    parts = [part for part in parts if part["name"] not in ("pip", "setuptools", "hulldown")]
    (MADE / "licences.txt").write_text("".join(f"{p['name']} {p['version']}: {p['licence']}\n" for p in parts))
    (MADE / "sbom.json").write_text(json.dumps(bill(parts), indent=1))
    return found + [f"licence of {p['name']}: {p['licence']!r}" for p in parts if not FREE.search(p["licence"])]


def bundled() -> list[dict[str, str]]:
    """The packages of npm that the client is built from."""
    lock = json.loads((HOME / "web" / "package-lock.json").read_text(encoding="utf-8"))
    names = json.loads((HOME / "web" / "package.json").read_text(encoding="utf-8")).get("dependencies", {})
    used = {"svelte": "", **names}
    return [
        {"name": name, "version": told["version"], "licence": str(told.get("license", ""))}
        for name in used
        if (told := lock["packages"].get(f"node_modules/{name}"))
    ]


def bill(parts: list[dict[str, str]]) -> dict[str, object]:
    """The software bill of materials in the form of CycloneDX 1.6."""
    now = datetime.datetime.now(datetime.UTC).replace(microsecond=0).isoformat()
    main = {"type": "application", "name": "hulldown", "version": version(), "licenses": [{"license": {"id": "MIT"}}]}
    return {
        "bomFormat": "CycloneDX",
        "specVersion": "1.6",
        "version": 1,
        "metadata": {"timestamp": now, "component": main},
        "components": [
            {
                "type": "library",
                "name": part["name"],
                "version": part["version"],
                "licenses": [{"license": {"name": part["licence"]}}],
            }
            for part in parts
        ],
    }


CHECKS: dict[str, Callable[[], list[str]]] = {
    "versions agree": versions,
    "the change log is cut": change_log,
    "everything is pinned, no hosts": pins,
    "the documents build": documents,
    "wheel and source distribution": packages,
    "an empty environment plays; licences": installation,
}


def main() -> int:
    """The exit status: 0 if a release could go out."""
    shutil.rmtree(MADE, ignore_errors=True)
    (MADE / "tree").mkdir(parents=True)
    wrong = 0
    for name, check in CHECKS.items():
        found = check()
        wrong += len(found)
        print(f"{'ok  ' if not found else 'NOT '} {name}", *(f"      {line}" for line in found), sep="\n", flush=True)
    print(f"a release of {version()} could go out" if not wrong else f"{wrong} things stand in the way of a release")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
