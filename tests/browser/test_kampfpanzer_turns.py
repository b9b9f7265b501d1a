"""A turn of KampfPanzer at the table: overruns, combined fire, striking back, the film, exits, keys."""

from __future__ import annotations

from playwright.sync_api import Page

from hulldown.games.kampfpanzer.game import GAME
from support.axe import violations
from support.browsing import GameServer, Players, Table, drawn, soon
from support.kampf_match import Seat, met, sit_down

POLAND, SUMMA, SPAIN = "kampfpanzer/4", "kampfpanzer/5", "kampfpanzer/1"
PREY, TARGET = "2329", "1829"
"""Where infantry stands in the open, to be overrun and to be fired at."""
GARRISON = {"1": PREY, "2": TARGET}
RAIDERS = {"101": "2317", "102": "2217", "103": "2417", "104": "1817", "105": "1717"}


def order_of(table: Table, unit: str) -> str:
    return table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]').inner_text()


TRIES = 25
"""Games begun until nobody panics: with five units at one digit of ten, all of them fail once in billions of runs."""


def panicked(table: Table) -> bool:
    """Whether somebody panicked: one digit of ten is the least that panic can be held down to."""
    return any(event["kind"] == "panicked" for event in table.state()["events"])


def overrunning(players: Players, server: GameServer) -> tuple[Table, dict[str, Seat]]:
    """Three tanks are told by mouse to overrun one hex, two to fire at another; nobody has panicked."""
    for _ in range(TRIES):
        seats, _ = met(server, SPAIN, GARRISON, RAIDERS)
        table = sit_down(players, seats["second"])
        page = table.page
        for unit in ("101", "102", "103"):
            table.select(unit)
            assert table.choose("V")
            table.click_hex(PREY)
            soon(page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')).to_contain_text("Overrun")
        soon(page.get_by_test_id("clock")).to_contain_text("Nobody is stopped")
        for unit in ("104", "105"):
            table.select(unit)
            assert table.choose("N")
            table.click_hex(TARGET)
        soon(page.locator("[data-testid=checklist] .chip")).to_have_count(5)
        soon(page.locator("[data-testid=checklist] li p.wrong")).to_have_count(0)
        table.commit()
        seats["first"].idle()
        table.wait_turn()
        if not panicked(table):
            return table, seats
        page.close()
    raise AssertionError("somebody always panics")


def test_overruns_by_mouse_fire_apart_and_who_strikes_back(players: Players, server: GameServer) -> None:
    table, seats = overrunning(players, server)
    page = table.page
    assert table.state()["legal"]["decision"]["kind"] == "combine"
    panel = page.get_by_test_id("volleys")
    soon(panel).to_contain_text("BT7 104 + BT7 105")
    assert violations(page) == []
    panel.locator("[data-preset=apart]").click()
    soon(panel.locator("[data-way]:checked")).to_have_attribute("data-way", "12")
    table.commit()

    victim = sit_down(players, seats["first"], color_scheme="dark")
    panel = victim.page.get_by_test_id("volleys")
    soon(panel).to_contain_text("Fr Inf 1 strikes at")
    soon(panel.locator(".chances")).to_have_count(3)
    assert violations(victim.page) == []
    radio = panel.locator("input:checked")
    before = radio.get_attribute("data-target")
    radio.focus()
    victim.page.keyboard.press("ArrowDown")
    soon(panel.locator("input:checked")).not_to_have_attribute("data-target", before or "")
    after = panel.locator("input:checked").get_attribute("data-target")
    victim.page.keyboard.press("Control+Enter")
    victim.wait_until(lambda: any(
        event["kind"] == "counterattack" and event["data"]["target"] == after for event in victim.state()["events"]
    ))  # fmt: skip
    told = [event["kind"] for event in victim.state()["events"]]
    assert told.count("shot") == 2, "fire was made apart"
    assert "overrun" in told
    victim.wait_turn()
    soon(victim.page.get_by_role("log")).to_contain_text(f"1 at {after}")


def film_until(page: Page, text: str) -> None:
    """Steps through a film that stands still until its caption has a text."""
    film = page.get_by_test_id("playback")
    film.wait_for()
    for _ in range(200):
        if text in film.inner_text():
            return
        page.keyboard.press("ArrowRight")
        drawn(page)
    raise AssertionError(f"the film never tells of {text!r}")


def test_the_film_tells_the_clock_who_comes_on_and_why_somebody_stops(players: Players, server: GameServer) -> None:
    for _ in range(TRIES):
        seats, state = met(server, POLAND, {"1": "1011"})
        table = sit_down(players, seats["first"], reduced_motion="reduce")
        page = table.page
        table.select("1")
        table.choose("MV")
        written = page.get_by_test_id("written")
        written.fill("A4 S1 A1")
        written.press("Enter")
        soon(page.locator('[data-testid=checklist] [data-unit="1"]')).to_contain_text("A4 S1 A1")
        seats["second"].give(GAME.parse(state, "second", "106 1001 D5"))
        table.commit()
        if not panicked(table):
            break
        page.close()
    film_until(page, "2 units move")
    soon(page.get_by_test_id("point")).to_have_text("point 1")
    soon(page.locator("nav li[aria-current=step]")).to_have_text("Movement Execution")
    film_until(page, "1 stops in 1007: in the zone of control of 106")
    # Who has come on during the film has its picture.
    assert {piece["type"] for piece in table.model()["pieces"] if piece["id"] == "106"} == {"R35"}
    here = {"kind": "hex", "cell": GAME.board(POLAND).cell("1007"), "tone": "warn"}
    table.wait_until(lambda: here in table.model()["overlays"])


def test_a_unit_leaves_the_map_by_its_exit(players: Players, server: GameServer) -> None:
    seats, _ = met(server, SUMMA, {"1": "0213"}, {"101": "2317"})
    table = sit_down(players, seats["second"])
    page = table.page
    soon(page.get_by_test_id("score-strip")).to_contain_text("0 of 6 units are through")
    for _ in range(TRIES):
        table.select("101")
        if table.choose("MV"):
            table.wait_until(lambda: bool(table.reach()))
            if "Exit" not in order_of(table, "101"):
                table.click_hex("1801")
            page.keyboard.press("x")
        gone = "Leave the map" in order_of(table, "101")
        seats["first"].idle()
        table.commit()
        state = table.wait_turn()
        if any(event["kind"] == "exited" for event in state["events"]):
            break
    assert gone
    soon(page.get_by_test_id("score-strip")).to_contain_text("1 of 6 units are through")


def spoken(page: Page) -> str:
    """The hex that the cursor of the keys is in."""
    return page.get_by_test_id("mirror").locator("p").inner_text()[:4]


def steer(page: Page, label: str) -> None:
    """Moves the cursor of the keys to a hex."""
    page.keyboard.press("ArrowUp")
    while (here := spoken(page)) != label:
        column, row = int(label[:2]) - int(here[:2]), int(label[2:]) - int(here[2:])
        if column:
            page.keyboard.press("ArrowRight" if column > 0 else "ArrowLeft")
        else:
            page.keyboard.press("ArrowDown" if row > 0 else "ArrowUp")
        drawn(page)


def take(page: Page, unit: str) -> None:
    """Goes from unit to unit by key until one is selected."""
    row = page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')
    for _ in range(40):
        if row.get_attribute("aria-current") == "true":
            return
        page.keyboard.press("n")
    raise AssertionError(f"N never comes to {unit}")


def commit_by_key(table: Table, decision: str) -> None:
    def sent() -> bool:
        table.page.keyboard.press("Control+Enter")
        legal = table.state()["legal"]
        return legal is None or legal["decision"]["id"] != decision

    table.wait_until(sent)


def by_keys(players: Players, server: GameServer) -> Table:
    """A plot written by keys alone, and what is asked next."""
    seats, _ = met(server, SPAIN, GARRISON, RAIDERS)
    table = sit_down(players, seats["second"])
    page = table.page
    page.get_by_test_id("map").focus()
    for unit, key, goal, chip in (("101", "v", PREY, "V"), ("104", "f", TARGET, "N"), ("105", "f", TARGET, "N")):
        take(page, unit)
        page.keyboard.press(key)
        steer(page, goal)
        page.keyboard.press("Enter")
        table.wait_until(lambda name=unit, sign=chip: table.chip(name) == sign)  # type: ignore[misc]
    take(page, "102")
    page.keyboard.press("m")
    steer(page, "2218")
    page.keyboard.press("Enter")
    page.keyboard.press("w")
    page.keyboard.press("ArrowDown")
    page.keyboard.press("Enter")
    soon(page.locator('[data-testid=checklist] [data-unit="102"]')).to_contain_text("D1 S1 D1")
    page.keyboard.press("Shift+H")
    seats["first"].idle()
    commit_by_key(table, "1.plot")
    table.wait_turn()
    return table


def test_keys_alone_move_wait_fire_overrun_and_combine(players: Players, server: GameServer) -> None:
    while True:
        table = by_keys(players, server)
        page = table.page
        if not panicked(table):
            break
        page.close()
    assert table.state()["legal"]["decision"]["kind"] == "combine"
    for _ in range(60):
        if page.evaluate("() => document.activeElement?.dataset.way !== undefined"):
            break
        page.keyboard.press("Tab")
    page.keyboard.press("ArrowDown")
    soon(page.locator("[data-way]:checked")).to_have_count(1)
    commit_by_key(table, "1.combine")
    kinds = [event["kind"] for event in table.state()["events"]]
    assert "shot" in kinds
    assert "overrun" in kinds
