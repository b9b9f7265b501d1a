"""The documentation site in Chromium: built without a warning, complete in itself, searched, at three widths."""

from __future__ import annotations

import functools
import subprocess
import sys
import threading
from collections.abc import Iterator
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser

from support.axe import violations
from support.browsing import PATIENCE, ROOT


class Quiet(SimpleHTTPRequestHandler):
    def log_message(self, format: str, *args: Any) -> None:
        pass


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """The address of the built site."""
    folder: Path = tmp_path_factory.mktemp("site")
    words = [sys.executable, "-m", "mkdocs", "build", "--strict", "--quiet", "--site-dir", str(folder)]
    built = subprocess.run(words, capture_output=True, text=True, cwd=ROOT, check=False)
    assert built.returncode == 0, built.stdout + built.stderr
    with ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(Quiet, directory=str(folder))) as server:
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield f"http://127.0.0.1:{server.server_port}/"
        server.shutdown()


@pytest.mark.parametrize(("width", "scheme"), [(1440, "light"), (1024, "dark"), (390, "light"), (390, "dark")])
def test_pages_fit_are_legible_and_load_nothing_from_outside(
    site: str, browser: Browser, width: int, scheme: Any
) -> None:
    context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
    page = context.new_page()
    asked: list[str] = []
    page.on("request", lambda request: asked.append(request.url))
    for name in ("index", "python", "reference/options"):
        page.goto(f"{site}{name}.html")
        page.locator("h1").first.wait_for()
        assert page.evaluate("document.documentElement.scrollWidth") <= width
        assert violations(page) == []
    assert [url for url in asked if not url.startswith((site, "data:", "blob:"))] == []
    context.close()


def test_the_search_finds_overwatch(site: str, browser: Browser) -> None:
    page = browser.new_page()
    page.goto(f"{site}index.html")
    page.get_by_role("textbox", name="Search").click()
    page.get_by_role("textbox", name="Search").press_sequentially("overwatch")
    found = page.locator(".md-search-result__item").filter(has_text="verwatch")
    found.first.wait_for(timeout=PATIENCE)
    found.first.locator("a").first.click()
    page.locator("article").filter(has_text="verwatch").wait_for(timeout=PATIENCE)
    page.close()
