"""Builds the package, compiled with mypyc where HULLDOWN_COMPILE=1 asks for it; the rest stands in pyproject.toml.

The sources go into the wheel in any case: where there is no compiler, or a module is not in the list, Python runs them.
"""

from __future__ import annotations

import os
import shutil
import sys
import sysconfig
from pathlib import Path

from setuptools import Command, setup
from setuptools.command.bdist_wheel import bdist_wheel
from setuptools.command.sdist import sdist

ROOT = Path("src/hulldown")
FOLDERS = (
    "core", "games/tank", "games/tank/rules", "games/tank/rules/verbs", "games/tank/faces",
    "games/panzer", "games/panzer/rules", "games/panzer/rules/verbs", "games/panzer/faces",
    "games/panzer/rules/advanced", "games/panzer/rules/advanced/play", "games/panzer/rules/advanced/verbs",
    "games/panzer/rules/advanced/play/air", "games/panzer/rules/advanced/play/assault",
    "games/panzer/rules/advanced/play/indirect",
    "games/kampfpanzer", "games/kampfpanzer/rules", "games/kampfpanzer/rules/verbs", "games/kampfpanzer/faces",
    "games/panzer_battles", "games/panzer_battles/rules", "games/panzer_battles/rules/verbs",
    "games/panzer_battles/faces",
    "bots/tank", "bots/panzer", "bots/panzer/advanced", "bots/kampfpanzer", "bots/panzer_battles",
)  # fmt: skip
"""All modules in these folders are compiled but those left out below."""
ALSO = (
    "bots/alternatives.py", "bots/calm.py", "bots/drives.py", "bots/greedy.py", "bots/mending.py", "bots/plane.py",
    "bots/random_bot.py", "bots/seat.py", "bots/ways.py", "games/tank/data/played.py", "games/panzer/data/played.py",
    "games/kampfpanzer/data/played.py", "games/panzer_battles/data/played.py",
)  # fmt: skip
INTERPRETED = {
    # They define msgspec structs, whose metaclass mypyc cannot make native.
    "core/briefing.py", "core/clocks.py", "core/decisions.py", "core/ending.py", "core/events.py", "core/explain.py",
    "core/game.py", "core/notes.py", "core/orders.py", "core/record.py", "core/receipts.py",
    "core/rolls.py", "core/score.py", "core/stepviews.py",
    "core/volleys.py", "games/tank/rules/aim.py", "games/tank/rules/barrage.py", "games/tank/rules/fire.py",
    "games/tank/rules/model.py", "games/tank/faces/view.py",
    "games/panzer/rules/fire.py", "games/panzer/rules/presets.py", "games/panzer/rules/model.py",
    "games/panzer/rules/advanced/ap.py", "games/panzer/rules/advanced/gp.py",
    "games/panzer/rules/advanced/air_model.py", "games/panzer/rules/advanced/support.py",
    "games/panzer/faces/view.py", "games/kampfpanzer/rules/model.py", "games/kampfpanzer/rules/options.py",
    "games/kampfpanzer/faces/view.py", "games/panzer_battles/rules/model.py", "games/panzer_battles/rules/presets.py",
    "games/panzer_battles/faces/view.py",
    # They run once, when files are read, or between orders: nothing to gain.
    "core/errors.py", "core/face.py", "core/joining.py", "core/mapfile.py", "core/proof.py", "core/session.py",
    "core/tables.py", "core/tutorial.py", "games/tank/faces/briefing.py", "games/tank/faces/face.py",
    "games/panzer/faces/briefing.py", "games/panzer/faces/face.py",
    "games/kampfpanzer/faces/briefing.py", "games/kampfpanzer/faces/face.py",
    "games/panzer_battles/faces/briefing.py",
    "games/panzer_battles/faces/face.py", "games/panzer/faces/advanced_flags.py",
    "games/panzer/faces/advanced_odds.py", "games/panzer/faces/listing.py",
    # It is for the compiler alone.
    "core/native.py",
}  # fmt: skip
TOGETHER = 40
"""Modules that go through the C compiler at once where it does not optimise."""


def modules() -> list[str]:
    """The files that are compiled."""
    found = [path for folder in FOLDERS for path in sorted((ROOT / folder).glob("*.py")) if path.name != "__init__.py"]
    names = [path.relative_to(ROOT).as_posix() for path in found]
    return [str(ROOT / name) for name in (*names, *ALSO) if name not in INTERPRETED]


def extensions() -> list[object]:
    """What the C compiler has to build: nothing without being asked, without mypyc or without a compiler."""
    if os.environ.get("HULLDOWN_COMPILE", "") in ("", "0"):
        return []
    compiler = (sysconfig.get_config_var("CC") or "cc").split()[0]
    try:
        from mypyc.build import mypycify
    except ImportError:
        print("HULLDOWN_COMPILE: mypyc is not installed; the package stays interpreted", file=sys.stderr)
        return []
    if sys.platform != "win32" and shutil.which(compiler) is None:
        print(f"HULLDOWN_COMPILE: there is no compiler {compiler}; the package stays interpreted", file=sys.stderr)
        return []
    level = os.environ.get("HULLDOWN_OPTIMISE", "3")
    found = list(mypycify(modules(), opt_level=level, debug_level="0", multi_file=True))
    if level == "0":
        for extension in found:
            extension.sources = joined(extension.sources, extension.name)
    return found


def joined(sources: list[str], name: str) -> list[str]:
    """A few files that include the sources of a library. Each reads a header with the names of all modules, and without
    optimisation that takes as long as the code."""
    if len(sources) <= TOGETHER:
        return sources
    made = []
    for number in range(0, len(sources), TOGETHER):
        path = Path("build") / f"{name}_{number}.c"
        path.write_text("".join(f'#include "{Path(one).resolve()}"\n' for one in sources[number : number + TOGETHER]))
        made.append(str(path))
    return made


CLIENT = ROOT / "server" / "static" / "index.html"


def with_client(command: type[Command]) -> type[Command]:
    """The command, refusing to pack a package whose browser client has not been built."""

    class Checked(command):  # type: ignore[valid-type,misc]
        def run(self) -> None:
            if not CLIENT.exists():
                sys.exit(f"error: {CLIENT} is missing: run `make client` first (it needs Node), then build again")
            super().run()

    return Checked


wanted = os.environ.get("HULLDOWN_COMPILE", "") not in ("", "0")
setup(
    package_dir={"": "src"},
    ext_modules=extensions(),
    cmdclass={"bdist_wheel": with_client(bdist_wheel), "sdist": with_client(sdist)},
    # mypyc has to see the types of what the compiled modules import.
    setup_requires=["mypy>=1.18", "msgspec>=0.19", "numpy>=1.26"] if wanted else [],
)
