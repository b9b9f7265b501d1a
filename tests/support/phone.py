"""A phone in a player's hand: fingers instead of a mouse, one sheet at a time instead of panels."""

from __future__ import annotations

import time
from typing import Any

from playwright.sync_api import Page

from support.browsing import PATIENCE, Players, Table, drawn, soon

PHONE: dict[str, Any] = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false }))"
OUTSIDE = """() => [...document.querySelectorAll('a, button, input, select, h1, h2, [role=dialog]')].filter((one) => {
  const box = one.getBoundingClientRect();
  if (!box.width || !box.height || one.closest('.visually-hidden')) return false;
  // What lies in a row that is pushed sideways can be reached.
  for (let up = one.parentElement; up && up !== document.body; up = up.parentElement) {
    const frame = up.getBoundingClientRect();
    const pushed = ['auto', 'scroll'].includes(getComputedStyle(up).overflowX);
    if (pushed && frame.left >= -1 && frame.right <= innerWidth + 1) return false;
  }
  return box.left < -1 || box.right > innerWidth + 1;
}).map((one) => (one.getAttribute('aria-label') ?? one.textContent ?? '').trim().slice(0, 40))"""
"""Names of what can be used and lies beside the page."""


class Phone(Table):
    """A table played with fingers: a tap shows, a second one does."""

    def tap(self, label: str) -> None:
        """One tap on a hex."""
        at = self.bring(label)
        self.page.touchscreen.tap(at["x"], at["y"])

    def click_hex(self, label: str) -> None:
        """Taps a hex, reads what the order would be, and gives it."""
        self.tap(label)
        soon(self.page.get_by_test_id("tap-bar")).to_be_visible()
        self.page.get_by_test_id("tap-do").tap()
        soon(self.page.get_by_test_id("tap-bar")).to_have_count(0)

    def select(self, unit: str) -> None:
        """From the list of orders, which closes again."""
        self.page.locator("[data-testid=sheets] [data-sheet=list]").tap()
        self.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]').tap()
        soon(self.page.get_by_test_id("checklist")).to_be_hidden()

    def leaves_room(self, room: float) -> None:
        """Waits until the map has more than this part of the screen's height."""
        self.wait_until(lambda: self.share() > room)

    def share(self) -> float:
        """How much of the screen's height the map has."""
        part: float = self.page.evaluate(
            "document.querySelector('[data-testid=map]').getBoundingClientRect().height / innerHeight"
        )
        return part


def phone(players: Players, **wish: Any) -> Phone:
    """A phone at the lobby; it shows no films."""
    page = players.page(**PHONE, **wish)
    page.add_init_script(STILL)
    page.goto(players.server.url + "/")
    return Phone(players.server, page)


def fits(page: Page, where: str) -> None:
    """Nothing makes the page wider than the screen, and nothing lies beside it."""
    end = time.monotonic() + PATIENCE / 1000
    while (found := beside(page)) != (True, []):
        # What comes or goes may lie there for a frame.
        assert time.monotonic() < end, (where, found)
        drawn(page)


def beside(page: Page) -> tuple[bool, list[str]]:
    """Whether the page is as narrow as the screen, and what lies beside it."""
    wide = page.evaluate("document.documentElement.scrollWidth - document.documentElement.clientWidth")
    return wide <= 0, page.evaluate(OUTSIDE)
