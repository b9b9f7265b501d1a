"""Reports: whole in themselves, well formed, and every text that comes from outside escaped."""

from __future__ import annotations

import re
from html.parser import HTMLParser

import pytest

from hulldown.lab import balance, handicap, tournament
from hulldown.lab.batch import Played
from hulldown.lab.duel import duel
from hulldown.lab.plots import ticks
from hulldown.lab.report import MARK, balance_page, duel_page, tournament_page
from hulldown.lab.runs import RunResult
from hulldown.lab.stats import Interval
from hulldown.lab.story import Loss, Story

EVIL = '<script>alert("x")</script>&'
VOID = {"meta", "br", "link", "img", "input", "hr"}


class Checker(HTMLParser):
    """Notes every element, and complains of tags that are not closed in order."""

    def __init__(self) -> None:
        super().__init__()
        self.open: list[str] = []
        self.seen: list[str] = []
        self.links: list[str] = []

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)
        self.links += [value or "" for name, value in attrs if name in ("src", "href", "xlink:href")]
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.seen.append(tag)

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag


def checked(page: str) -> Checker:
    checker = Checker()
    checker.feed(page)
    checker.close()
    assert checker.open == []
    assert checker.links == []
    assert "script" not in checker.seen
    assert not re.search(r"https?:|url\(|@import", page)
    assert "prefers-color-scheme: dark" in page
    assert MARK in page[:400]
    assert "nan" not in re.findall(r'[xy][12]?="(\w+)"', page)
    return checker


def balance_found(count: int = 12) -> dict[str, object]:
    plan = balance.Plan(("tank/4",), (EVIL, "random"), count)
    played = {
        place.name: Played(
            place.name, ("alpha", "bravo", "draw")[place.number % 2 + (place.number % 5 == 4)], 10 + place.number, 5,
            "1.0", EVIL,
            Story(losses=[Loss(3, ("alpha", "bravo")[place.number % 2], EVIL)]),
        )
        for place in plan.games_of("tank/4")
    }  # fmt: skip
    trial = handicap.Trial("alpha_panic", 2, Interval(0.5, 0.4, 0.6), 10)
    found = handicap.Handicap("tank/4", Interval(0.6, 0.5, 0.7), trial, EVIL, True, [trial])
    return {
        **plan.arguments(), "options": {"turn_cap": EVIL}, "planned": 48, "played": len(played), "errors": 1,
        "failed": [EVIL], "stopped": False, "seconds": 1.0, "handicaps": [found],
        "balance": [balance.evaluate(plan, "tank/4", played)],
    }  # fmt: skip


def test_the_page_on_balance() -> None:
    page = balance_page(balance_found())
    assert checked(page).seen.count("svg") == 7
    assert EVIL not in page
    assert "&lt;script&gt;" in page
    assert "--option alpha_panic=2" in page


def test_a_page_without_games() -> None:
    page = balance_page(balance_found(0))
    assert "No games yet." in page
    checked(page)


@pytest.mark.parametrize("seeds", [0, 3])
def test_the_page_on_a_tournament(seeds: int) -> None:
    plan = tournament.Plan((EVIL, "b", "c"), ("tank/4", "panzer/1"), seeds)
    played = {fixture.name: Played(fixture.name, "draw", 5, 5, "1", "r") for fixture in plan.games()}
    page = tournament_page(tournament.evaluate(plan, RunResult(played, [EVIL])))
    assert EVIL not in page
    assert checked(page).seen.count("svg") >= 4


def test_the_pages_on_duels() -> None:
    assert checked(duel_page(duel("tank", "T62", "M60A2"))).seen.count("svg") == 2
    page = duel_page(duel("panzer", "T-34/76 M43", "PzKpfw IVH"))
    assert checked(page).seen.count("svg") == 4
    assert "brewed up" in page


@pytest.mark.parametrize(
    ("low", "high", "whole", "found"),
    [
        (0, 100, False, [0, 20, 40, 60, 80, 100]),
        (1, 4, True, [1, 2, 3, 4]),
        (-0.3, 0.3, False, [-0.2, 0, 0.2]),
        (5, 5, False, [5]),
    ],
)
def test_ticks_are_round(low: float, high: float, whole: bool, found: list[float]) -> None:
    assert ticks(low, high, 5, whole) == found
