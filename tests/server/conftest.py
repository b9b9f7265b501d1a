"""Real servers for the tests: one for each database, and a cluster of PostgreSQL for this run."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

import pytest

from support.postgres import Cluster
from support.serving import ServerProcess, Start

DATABASES = ("sqlite", "postgres")


@pytest.fixture(scope="session")
def cluster() -> Iterator[Cluster]:
    made = Cluster()
    yield made
    made.stop()


def _url(kind: str, folder: Path, request: pytest.FixtureRequest) -> str:
    if kind == "sqlite":
        return f"sqlite:///{folder / 'games.db'}"
    cluster: Cluster = request.getfixturevalue("cluster")
    return cluster.new_database()


@pytest.fixture(scope="session", params=DATABASES)
def server(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server that many tests share, each with matches of its own."""
    folder = tmp_path_factory.mktemp("server")
    made = ServerProcess(_url(request.param, folder, request), folder)
    yield made
    assert made.stop() == 0
    made.check_log()


@pytest.fixture(scope="session")
def sqlite_server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server for what does not touch the database."""
    folder = tmp_path_factory.mktemp("sqlite-server")
    made = ServerProcess(f"sqlite:///{folder / 'games.db'}", folder)
    yield made
    assert made.stop() == 0
    made.check_log()


@pytest.fixture(params=DATABASES)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """The URL of a new database."""
    return _url(request.param, tmp_path, request)


@pytest.fixture
def start(tmp_path: Path) -> Iterator[Start]:
    """Starts servers of a test's own, which end with it and must leave clean logs."""
    running: list[ServerProcess] = []

    def make(database: str, **settings: object) -> ServerProcess:
        made = ServerProcess(database, tmp_path, **settings)  # type: ignore[arg-type]
        running.append(made)
        return made

    yield make
    for one in running:
        one.stop()
    for one in running:
        one.check_log()
