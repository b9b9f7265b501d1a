"""axe-core in a page: the serious faults that it finds."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Page

from support.browsing import WEB

AXE = WEB / "node_modules" / "axe-core" / "axe.min.js"
STILL = """() => Promise.race([
  new Promise((done) => setTimeout(done, 5000)),
  Promise.all(document.getAnimations().filter((one) => one.effect?.getComputedTiming().endTime !== Infinity)
    .map((one) => one.finished.catch(() => {}))),
]).then(() => {})"""
"""Until nothing fades or slides any more: what is half there has no contrast."""
GRAVE = ("serious", "critical")


def violations(page: Page) -> list[str]:
    # Through the debugger: the page's own policy lets no foreign script in.
    page.evaluate(AXE.read_text())
    page.evaluate(STILL)
    found: dict[str, Any] = page.evaluate("axe.run(document, { resultTypes: ['violations'] })")
    return [
        f"{one['id']}: {one['help']}: {node['html'][:200]}"
        for one in found["violations"]
        if one["impact"] in GRAVE
        for node in one["nodes"]
    ]
