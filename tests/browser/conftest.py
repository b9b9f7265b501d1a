"""The built client in Chromium, at a server of this run."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, sync_playwright

from support.browsing import CHROMIUM, FLAGS, GameServer, Players, build_client


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[GameServer]:
    build_client()
    made = GameServer(tmp_path_factory.mktemp("browser"))
    yield made
    made.stop()
    made.check_log()


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    with sync_playwright() as playwright:
        made = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        yield made
        made.close()


@pytest.fixture
def players(browser: Browser, server: GameServer) -> Iterator[Players]:
    """People with browsers; none of their pages may end in an error."""
    made = Players(browser, server)
    yield made
    made.close()
    assert made.errors == []
