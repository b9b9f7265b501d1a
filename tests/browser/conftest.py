"""The built client in Chromium, at servers of this run.

`server` is the program as a player starts it. Tests whose story needs what happens in it (those of the modules in
`STEADY`, and those that are `drilled`) have one with fixed chance: there the same clicks meet the same dice and bots in
every run.
"""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.browsing import CHROMIUM, FLAGS, GameServer, Players, build_client

STEADY = {
    "test_battles",
    "test_expanded",
    "test_hands",
    "test_kampfpanzer",
    "test_keyboard",
    "test_panzer_advanced",
    "test_panzer_advanced_game",
    "test_panzer_close_combat",
    "test_panzer_air",
    "test_panzer_missions",
    "test_playback",
    "test_story",
    "test_strongpoint",
}
WORN = {"test_battles_acts"}


@pytest.fixture(scope="session")
def built() -> None:
    """The client is built."""
    build_client()


def running(tmp_path_factory: pytest.TempPathFactory, name: str, program: str = "") -> Iterator[GameServer]:
    folder = tmp_path_factory.mktemp(name)
    made = GameServer(folder, program) if program else GameServer(folder)
    yield made
    made.stop()
    made.check_log()


@pytest.fixture(scope="session")
def plain_server(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[GameServer]:
    """A server with chance as players have it."""
    yield from running(tmp_path_factory, "browser")


@pytest.fixture(scope="session")
def steady_server(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[GameServer]:
    """A server whose dice and bots do the same in every run."""
    yield from running(tmp_path_factory, "steady", "support.steady_server")


@pytest.fixture(scope="session")
def drill_server(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[GameServer]:
    """A server with fixed chance whose bot seeks the meeting."""
    yield from running(tmp_path_factory, "drill", "support.drill_server")


@pytest.fixture(scope="session")
def worn_server(tmp_path_factory: pytest.TempPathFactory, built: None) -> Iterator[GameServer]:
    """A server with fixed chance where two platoons at Arracourt have had losses."""
    yield from running(tmp_path_factory, "worn", "support.worn_server")


@pytest.fixture(scope="module")
def server(request: pytest.FixtureRequest) -> GameServer:
    stem = request.path.stem
    name = "worn_server" if stem in WORN else "steady_server" if stem in STEADY else "plain_server"
    made: GameServer = request.getfixturevalue(name)
    return made


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


def people(browser: Browser, server: GameServer) -> Iterator[Players]:
    """People with browsers; none of their pages may end in an error."""
    made = Players(browser, server)
    yield made
    made.close()
    assert made.errors == []


@pytest.fixture
def players(browser: Browser, server: GameServer) -> Iterator[Players]:
    yield from people(browser, server)


@pytest.fixture
def drilled(browser: Browser, drill_server: GameServer) -> Iterator[Players]:
    """People at the server whose bot seeks the meeting."""
    yield from people(browser, drill_server)
