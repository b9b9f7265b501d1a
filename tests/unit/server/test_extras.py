"""What only PostgreSQL or a cluster needs is an extra: without it the rest works, and one line says what to do."""

from __future__ import annotations

import subprocess
import sys

import pytest

WITHOUT = """
import sys
class Gone:
    def find_spec(self, name, path=None, target=None):
        if name.partition(".")[0] in {gone!r}:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)
sys.meta_path.insert(0, Gone())
import importlib.util
real = importlib.util.find_spec
importlib.util.find_spec = lambda name, package=None: None if name in {gone!r} else real(name, package)
{code}
"""


def run(gone: tuple[str, ...], code: str) -> subprocess.CompletedProcess[str]:
    """A program in which some packages are not installed."""
    text = WITHOUT.format(gone=gone, code=code)
    return subprocess.run([sys.executable, "-c", text], capture_output=True, text=True, check=False)


def test_the_server_needs_no_driver_of_postgresql() -> None:
    code = """
from hulldown.server import app, run
from hulldown.server.storage.database import Database
import tempfile
with tempfile.TemporaryDirectory() as folder:
    Database(f"sqlite:///{folder}/x.db").close()
print("psycopg" in sys.modules)
"""
    done = run(("psycopg", "distributed", "dask"), code)
    assert (done.stdout, done.stderr) == ("False\n", "")


@pytest.mark.parametrize(
    ("gone", "argv", "hint"),
    [
        ("psycopg", ["serve", "--database", "postgresql://me@127.0.0.1/games"], "pip install 'hulldown[postgres]'"),
        ("distributed", ["lab", "balance", "tank/intro", "--games", "2", "--dask"], "pip install 'hulldown[cluster]'"),
    ],
)
def test_a_missing_extra_is_named_with_the_command_that_brings_it(gone: str, argv: list[str], hint: str) -> None:
    done = run((gone,), f"from hulldown.cli.main import main\nsys.exit(main({argv!r}))")
    assert done.returncode != 0
    assert "is not installed" in done.stderr.splitlines()[0]
    assert hint in done.stderr.splitlines()[1]
    assert "Traceback" not in done.stderr
