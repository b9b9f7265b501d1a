"""A temporary PostgreSQL cluster, made from the system's own binaries and thrown away afterwards."""

from __future__ import annotations

import os
import pwd
import shutil
import signal
import subprocess
import tempfile
from collections.abc import Sequence
from pathlib import Path

import psycopg

from support.patience import PATIENCE


def binaries() -> Path:
    """The folder of the newest PostgreSQL; an error when the system has none."""
    found = sorted(Path("/usr/lib/postgresql").glob("*/bin/initdb"), key=lambda path: int(path.parts[-3]))
    if found:
        return found[-1].parent
    which = shutil.which("initdb")
    if which is None:
        raise RuntimeError("PostgreSQL is not installed: run scripts/system-packages")
    return Path(which).parent


def _children(pid: int) -> list[int]:
    """The processes that a process has started."""
    return [int(word) for word in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


class Cluster:
    """A running cluster that listens on a socket in its own folder only."""

    def __init__(self, settings: Sequence[str] = ("fsync=off",)) -> None:
        self.folder = Path(tempfile.mkdtemp(prefix="hulldown-pg-", dir="/tmp"))
        self._as: list[str] = []
        if os.geteuid() == 0:
            # The database server refuses to run as root.
            owner = pwd.getpwnam("postgres")
            os.chown(self.folder, owner.pw_uid, owner.pw_gid)
            self._as = ["runuser", "-u", "postgres", "--"]
        self.data = self.folder / "data"
        self._bin = binaries()
        self._count = 0
        self._run("initdb", "-D", self.data, "-U", "postgres", "-A", "trust", "--no-sync", "-E", "UTF8", "--locale=C")
        self._options = f"-c listen_addresses='' -c unix_socket_directories={self.folder} -c max_connections=200"
        self._options += "".join(f" -c {setting}" for setting in settings)
        self.resume()

    def _run(self, program: str, *arguments: object) -> None:
        command = [*self._as, str(self._bin / program), *map(str, arguments)]
        done = subprocess.run(
            command, cwd="/tmp", stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
        )
        if done.returncode:
            raise RuntimeError(f"{program}: {done.stdout}")

    def url(self, name: str = "postgres") -> str:
        return f"postgresql://postgres@/{name}?host={self.folder}"

    def new_database(self) -> str:
        """The URL of a new, empty database."""
        self._count += 1
        name = f"test{self._count}"
        with psycopg.connect(self.url(), autocommit=True) as connection:
            connection.execute(f"CREATE DATABASE {name}")
        return self.url(name)

    def pause(self) -> None:
        """Stops the database server, breaking every connection."""
        self._run("pg_ctl", "-D", self.data, "-m", "immediate", "-t", int(PATIENCE), "stop")

    def resume(self) -> None:
        """Starts the database server."""
        patience = ("-w", "-t", int(PATIENCE))
        self._run("pg_ctl", "-D", self.data, *patience, "-l", self.folder / "log", "-o", self._options, "start")

    @property
    def main(self) -> int:
        """The first process of the database server."""
        return int((self.data / "postmaster.pid").read_text().split()[0])

    def freeze(self, stopped: bool = True) -> None:
        """Makes every process of the database server hang with its connections open, or lets them go on."""
        main = self.main
        for pid in (main, *_children(main)):
            os.kill(pid, signal.SIGSTOP if stopped else signal.SIGCONT)

    def stop(self) -> None:
        self.pause()
        shutil.rmtree(self.folder, ignore_errors=True)
