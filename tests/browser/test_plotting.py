"""Plotting many units: groups, conflicts, plans, the question before a partial commit, suggestions, the ruler.

A few lines over the usual length, because all of it shares one table and its helpers.
"""

from __future__ import annotations

import time
import uuid
from typing import Any, cast

import msgspec
import pytest

from hulldown.bots.greedy import GreedyBot
from hulldown.bots.seat import seat_of
from hulldown.games.tank.game import GAME
from support.browsing import GameServer, Json, Players, Table, soon, start_game
from support.intro_play import INTRO
from support.phone import PHONE

GAP = "tank/10"
OPTIONS = {"column_release": "contact"}
MOST_ACTIONS = 20


class Seat:
    """A seat of a match that is played over HTTP."""

    def __init__(self, server: GameServer, match: str, token: str) -> None:
        self.server, self.match, self.token = server, match, token
        self.headers = {"Authorization": f"Bearer {token}"}

    def call(self, method: str, path: str, body: object = None) -> Json:
        content = None if body is None else msgspec.json.encode(body)
        headers = {**self.headers, "Content-Type": "application/json"}
        answer = self.server.http.request(method, f"/api/matches/{self.match}{path}", content=content, headers=headers)
        assert answer.status_code in (200, 204), answer.text
        return dict(answer.json()) if answer.status_code == 200 else {}

    def state(self) -> Json:
        return self.call("GET", "")

    def give(self, order: object) -> None:
        decision = self.state()["legal"]["decision"]["id"]
        self.call("POST", "/orders", {"submission": uuid.uuid4().hex, "decision": decision, "order": order})


def met(server: GameServer) -> tuple[Seat, Seat]:
    """A match in which two columns have met, with all twenty tanks of Alpha on the map, each to be ordered singly."""
    begun = GAME.setup(GAP, OPTIONS, "any")
    for number in range(40):
        wish = {"scenario": GAP, "options": OPTIONS, "seats": {"alpha": "human", "bravo": "human"}, "entropy": ""}
        made = server.http.post("/api/matches", json=wish).json()
        seats = [Seat(server, made["match"], made["seats"][side]["token"]) for side in ("alpha", "bravo")]
        for seat, side in zip(seats, ("alpha", "bravo"), strict=True):
            seat.give(GreedyBot(f"{number}").decide(seat_of(GAME, begun, side)))
        while True:
            asked = [legal for seat in seats if (legal := seat.state()["legal"]) is not None]
            if not asked or asked[0]["decision"]["kind"] == "plot":
                break
            for seat in seats:
                legal = seat.state()["legal"]
                if legal is not None and legal["decision"]["kind"] != "plot":
                    seat.give(legal["idle"])
        legal = seats[0].state()["legal"]
        if legal is not None and legal["decision"]["kind"] == "plot" and len(legal["units"]) == 20:
            return seats[0], seats[1]
    raise AssertionError("the columns never meet with all tanks on the map")


def sit_down(players: Players, seat: Seat, **wish: Any) -> Table:
    table = players.table(f"/#/play/{seat.match}/{seat.token}", **wish)
    table.wait_turn()
    return table


class Hands:
    """A player's hands, which count what they do: every click, drag and key press is one action."""

    def __init__(self, table: Table) -> None:
        self.table, self.page, self.actions = table, table.page, 0

    def key(self, name: str) -> None:
        self.actions += 1
        self.page.keyboard.press(name)

    def click(self, name: str) -> None:
        self.actions += 1
        self.page.get_by_test_id(name).click()

    def hex(self, label: str) -> None:
        self.actions += 1
        self.table.click_hex(label)


def rows(table: Table) -> dict[str, str]:
    found = table.page.locator("[data-testid=checklist] button[data-unit]")
    return {str(row.get_attribute("data-unit")): row.inner_text() for row in found.all()}


@pytest.fixture(scope="module")
def meeting(server: GameServer) -> tuple[Seat, Seat]:
    return met(server)


@pytest.fixture
def gap(meeting: tuple[Seat, Seat]) -> tuple[Seat, Seat]:
    """The match that these tests share, with nothing drawn in it.

    The page of the test before may have saved its drawing with its last breath: until it has, it is cleared again.
    """
    alpha, still = meeting[0], 0
    decision = alpha.state()["legal"]["decision"]["id"]
    alpha.call("PUT", "/draft", {"decision": decision, "draft": {}})
    while still < 5:
        time.sleep(0.03)
        still += 1
        if alpha.call("GET", "/draft")["draft"]:
            alpha.call("PUT", "/draft", {"decision": decision, "draft": {}})
            still = 0
    return meeting


def test_twenty_units_are_plotted_with_twenty_actions(players: Players, server: GameServer) -> None:
    alpha, _ = met(server)
    table = sit_down(players, alpha, viewport={"width": 1440, "height": 900})
    state = table.state()
    assert len(state["legal"]["units"]) == 20
    hands = Hands(table)
    hands.key("Control+a")
    soon(table.page.get_by_test_id("group")).to_contain_text("20 units selected")
    hands.key("m")
    table.wait_until(lambda: bool(table.reach()))
    first = state["view"]["pieces"][0]
    lead = next(piece for piece in state["view"]["pieces"] if piece["id"] == "A1")
    enemies = [piece["cell"] for piece in state["view"]["pieces"] if piece["side"] == "bravo"] or [first["cell"]]
    lit = sorted(table.reach(), key=lambda cell: (server.distance(GAP, cell, enemies[0]), cell))
    near = next(cell for cell in lit if server.distance(GAP, cell, lead["cell"]) >= 2)
    hands.hex(server.label(GAP, near))
    table.wait_until(lambda: sum("Move" in text for text in rows(table).values()) >= 10)
    refused = table.page.get_by_test_id("drop-refused")
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    if refused.count():
        hands.click("drop-refused")
        soon(refused).to_have_count(0)
    if table.page.get_by_test_id("hold-others").count():
        hands.key("Shift+H")
    table.wait_until(lambda: all("no order" not in text for text in rows(table).values()))
    hands.key("Enter")
    table.wait_until(lambda: table.state()["legal"] is None)
    assert hands.actions <= MOST_ACTIONS
    order = alpha.call("GET", "/orders")["orders"][-1]["order"]
    assert len(order["tasks"]) >= 10
    # They have kept their shape: most have gone as far as the first.
    cells = {piece["id"]: piece["cell"] for piece in state["view"]["pieces"]}
    shift = near - lead["cell"]
    assert sum(task["cells"][-1] - cells[task["unit"]] == shift for task in order["tasks"]) >= len(order["tasks"]) // 2


def masked(state: Json, seat: Seat) -> list[Json]:
    """Orders to fire that are offered and refused because a friend is in the way."""
    found = []
    for unit in state["legal"]["units"]:
        for option in unit["options"]:
            for cell in option.get("cells", ())[:60] if option["kind"] in ("DF", "OF") else ():
                task = {"unit": unit["unit"], "kind": option["kind"], "cells": [cell]}
                wrong = seat.call("POST", "/check", {"order": {"kind": "plot", "tasks": [task]}})["violations"]
                if wrong:
                    found.append(task)
                    break
    return found


def test_what_would_be_refused_is_neither_lit_nor_given(players: Players, gap: tuple[Seat, Seat]) -> None:
    alpha, _ = gap
    server = alpha.server
    state = alpha.state()
    task = next(one for one in masked(state, alpha) if one["kind"] == "OF")
    table = sit_down(players, alpha)
    table.select(task["unit"])
    assert table.choose("OF")
    cell = task["cells"][0]

    def lit() -> list[int]:
        lights = [overlay["cells"] for overlay in table.model()["overlays"] if overlay["kind"] == "cells"]
        return [one for cells in lights for one in cells]

    table.wait_until(lambda: bool(lit()) and cell not in lit())
    table.click_hex(server.label(GAP, cell))
    soon(table.page.get_by_test_id("tip")).to_contain_text("Refused")
    assert table.chip(task["unit"]) == ""


def test_all_conflicts_are_shown_together_and_dropped_together(players: Players, gap: tuple[Seat, Seat]) -> None:
    alpha, _ = gap
    state = alpha.state()
    stray = state["legal"]["units"][-1]["unit"]
    wrong = list({one["unit"]: one for one in masked(state, alpha) if one["unit"] != stray}.values())[:5]
    assert len(wrong) == 5
    good = next(unit["unit"] for unit in state["legal"]["units"] if all(unit["unit"] != one["unit"] for one in wrong))
    # One that is wrong by itself hides the others in a single check: its way begins somewhere else.
    far = next(piece["cell"] for piece in state["view"]["pieces"] if piece["id"] == good)
    tasks = [*wrong, {"unit": stray, "kind": "MV", "cells": [far]}]
    tasks.append({"unit": good, "kind": "FC"})
    draft = {task["unit"]: task for task in tasks}
    alpha.call("PUT", "/draft", {"decision": state["legal"]["decision"]["id"], "draft": draft})
    table = sit_down(players, alpha)
    page = table.page
    soon(page.get_by_test_id("checklist")).to_contain_text(f"{len(tasks) - 1} orders will be refused")
    assert page.locator("[data-testid=checklist] li p.wrong").count() >= len(tasks) - 1
    page.get_by_test_id("drop-refused").click()
    soon(page.locator("[data-testid=checklist] li p.wrong")).to_have_count(0)
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(1)
    page.keyboard.press("Control+z")
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(len(tasks))
    page.get_by_test_id("drop-refused").click()
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(1)
    table.select(good)
    page.keyboard.press("Delete")
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(0)
    table.wait_until(lambda: not alpha.call("GET", "/draft")["draft"])


def test_a_partial_commit_asks_once(players: Players, gap: tuple[Seat, Seat]) -> None:
    alpha, _ = gap
    table = sit_down(players, alpha)
    page = table.page
    unit = table.state()["legal"]["units"][0]
    table.select(unit["unit"])
    assert table.choose("FC")
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(1)
    page.get_by_test_id("commit").click()
    soon(page.get_by_test_id("doubt")).to_contain_text("1 of 20 have orders. The other 19 hold.")
    page.get_by_role("button", name="Go back").click()
    soon(page.get_by_test_id("doubt")).to_have_count(0)
    assert table.state()["legal"] is not None
    page.get_by_test_id("commit").click()
    soon(page.get_by_test_id("doubt")).to_be_visible()
    page.get_by_test_id("commit-so").click()
    table.wait_until(lambda: table.state()["legal"] is None)
    page.get_by_role("button", name="Take back").click()
    table.wait_until(lambda: table.state()["legal"] is not None)
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(1)
    # Whoever says so is not asked.
    page.get_by_test_id("hold-others").click()
    page.get_by_test_id("commit").click()
    table.wait_until(lambda: table.state()["legal"] is None)
    page.get_by_role("button", name="Take back").click()
    table.wait_until(lambda: table.state()["legal"] is not None)
    table.select(unit["unit"])
    page.keyboard.press("Delete")


def test_fingers_select_several(players: Players, gap: tuple[Seat, Seat]) -> None:
    """There is no Shift on a phone: a button makes taps add, and a drag draw a box, until units are selected."""
    alpha, _ = gap
    table = sit_down(players, alpha, **PHONE)
    page = table.page
    several, group = page.get_by_test_id("several"), page.get_by_test_id("group")
    table.bring(table.server.label(GAP, _cell(table, "A3")))

    def spot(name: str) -> dict[str, float]:
        label = table.server.label(GAP, _cell(table, name))
        return cast(dict[str, float], page.evaluate("label => window.__hulldown.at(label)", label))

    several.tap()
    soon(several).to_have_attribute("aria-pressed", "true")
    page.touchscreen.tap(spot("A3")["x"], spot("A3")["y"])
    soon(page.locator("[data-testid=taskbar] .who")).to_have_text("A3")
    page.touchscreen.tap(spot("A4")["x"], spot("A4")["y"])
    soon(group).to_contain_text("2 units selected")
    several.tap()
    soon(several).to_have_attribute("aria-pressed", "false")
    soon(group).to_contain_text("2 units selected")
    group.tap()
    soon(group).to_have_count(0)

    several.tap()
    spots = [spot("A3"), spot("A4")]
    start = {"x": min(one["x"] for one in spots) - 14, "y": min(one["y"] for one in spots) - 14}
    end = {"x": max(one["x"] for one in spots) + 14, "y": max(one["y"] for one in spots) + 14}
    touch = page.context.new_cdp_session(page)
    camera = page.evaluate("({ ...window.__hulldown.camera })")
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": [start]})
    middle = {"x": (start["x"] + end["x"]) / 2, "y": (start["y"] + end["y"]) / 2}
    for place in (middle, end):
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [place]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    soon(group).to_contain_text("units selected")
    assert page.evaluate("({ ...window.__hulldown.camera })") == camera, "the map was pushed"
    # The next finger gives an order.
    soon(several).to_have_attribute("aria-pressed", "false")


def test_auto_next_goes_on_when_an_order_is_complete(players: Players, gap: tuple[Seat, Seat]) -> None:
    """A shot is complete with its hex. A move may be drawn on: there the player says when to go on."""
    alpha, _ = gap
    table = sit_down(players, alpha, viewport={"width": 1440, "height": 900})
    page = table.page
    chosen = page.locator("[data-testid=checklist] [data-unit][aria-current=true]")
    guns = [
        (unit["unit"], option["kind"], cell)
        for unit in table.state()["legal"]["units"]
        for option in unit["options"]
        if option["kind"] == "OF"
        for cell in option.get("cells", [])[:1]
    ]

    def order(unit: str, kind: str, cell: int) -> None:
        table.select(unit)
        assert table.choose(kind)
        table.click_hex(table.server.label(GAP, cell))
        soon(page.locator(f'[data-testid=checklist] [data-unit="{unit}"] .chip')).to_have_text(kind)

    order(*guns[0])
    soon(chosen).to_have_attribute("data-unit", guns[0][0])
    page.keyboard.press("Delete")
    soon(chosen).to_contain_text("no order")
    page.get_by_test_id("auto-next").check()
    order(*guns[0])
    soon(chosen).not_to_have_attribute("data-unit", guns[0][0])
    soon(chosen).to_contain_text("no order")
    mover = str(chosen.get_attribute("data-unit"))
    assert table.choose("MV")
    table.wait_until(lambda: bool(table.reach()))
    order(mover, "MV", table.reach()[-1])
    soon(chosen).to_have_attribute("data-unit", mover)


def test_units_are_selected_by_box_list_and_formation(players: Players, gap: tuple[Seat, Seat]) -> None:
    alpha, _ = gap
    table = sit_down(players, alpha)
    page = table.page
    group = page.get_by_test_id("group")
    table.select("A1")
    page.locator('[data-testid=checklist] [data-unit="A2"]').click(modifiers=["Shift"])
    soon(group).to_contain_text("2 units selected")
    page.get_by_test_id("formation").click()
    soon(group).to_contain_text("20 units selected")
    page.keyboard.press("Escape")
    soon(group).to_have_count(0)
    page.keyboard.press("Escape")
    table.bring(table.server.label(GAP, _cell(table, "A3")))
    spots = [
        page.evaluate("label => window.__hulldown.at(label)", table.server.label(GAP, _cell(table, name)))
        for name in ("A3", "A4")
    ]
    left, right = min(one["x"] for one in spots) - 8, max(one["x"] for one in spots) + 8
    top, bottom = min(one["y"] for one in spots) - 8, max(one["y"] for one in spots) + 8
    page.keyboard.down("Shift")
    page.mouse.move(left, top)
    page.mouse.down()
    page.mouse.move(right, bottom, steps=5)
    page.mouse.up()
    page.keyboard.up("Shift")
    soon(group).to_contain_text("units selected")
    with_others = page.locator("[data-testid=checklist] .row.with, [data-testid=checklist] .row.on")
    names = {str(row.get_attribute("data-unit")) for row in with_others.all()}
    assert {"A3", "A4"} <= names
    assert len(names) < 20


def _cell(table: Table, unit: str) -> int:
    return int(next(piece["cell"] for piece in table.state()["view"]["pieces"] if piece["id"] == unit))


def test_a_lit_hex_with_a_friend_in_it_is_lit_first(players: Players, gap: tuple[Seat, Seat]) -> None:
    """The friend is selected by the second click, or with Ctrl."""
    alpha, _ = gap
    server = alpha.server
    table = sit_down(players, alpha)
    page = table.page
    state = table.state()
    own = {piece["cell"]: piece["id"] for piece in state["view"]["pieces"] if piece["side"] == "alpha"}
    for unit in ("A1", "A5", "A10", "A15", "A20"):
        table.select(unit)
        assert table.choose("MV")
        table.wait_until(lambda: bool(table.reach()))
        here = [cell for cell in table.reach() if cell in own and own[cell] != unit]
        if here:
            break
    assert here, "somebody can drive to where a friend is"
    label = server.label(GAP, here[0])
    table.click_hex(label)
    row = page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')
    soon(row).to_contain_text(label)
    soon(row).to_have_attribute("aria-current", "true")
    table.click_hex(label)
    soon(page.locator(f'[data-testid=checklist] [data-unit="{own[here[0]]}"]')).to_have_attribute(
        "aria-current", "true"
    )
    table.select(unit)
    page.keyboard.press("Delete")
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(0)
    assert table.choose("MV")
    at = page.evaluate("label => window.__hulldown.at(label)", label)
    page.keyboard.down("Control")
    page.mouse.click(at["x"], at["y"])
    page.keyboard.up("Control")
    soon(page.locator(f'[data-testid=checklist] [data-unit="{own[here[0]]}"]')).to_have_attribute(
        "aria-current", "true"
    )


def test_the_ruler_needs_no_unit(players: Players, gap: tuple[Seat, Seat]) -> None:
    alpha, _ = gap
    server = alpha.server
    table = sit_down(players, alpha)
    page = table.page
    cells = [entry["cell"] for entry in server.board(GAP)["cells"]]
    start = cells[len(cells) // 2]
    others = sorted(cell for cell in cells if 3 <= server.distance(GAP, start, cell) <= 5)
    table.point_at(server.label(GAP, start))
    page.keyboard.press("l")
    soon(page.get_by_test_id("prompt")).to_contain_text(f"Ruler at {server.label(GAP, start)}")
    seen = set(alpha.call("POST", "/los", {"start": start})["seen"])
    for wanted in (True, False):
        found = [cell for cell in others if (cell in seen) is wanted]
        if not found:
            continue
        at = page.evaluate("label => window.__hulldown.at(label)", server.label(GAP, found[0]))
        page.mouse.move(at["x"] - 3, at["y"])
        page.mouse.move(at["x"], at["y"])
        sight = page.get_by_test_id("sight")
        soon(sight).to_contain_text(f"{server.distance(GAP, start, found[0])} hexes")
        soon(sight).to_contain_text("clear" if wanted else "blocked")


def test_a_deployment_is_suggested_and_adjusted(players: Players, server: GameServer) -> None:
    table = players.table("/")
    title = next(info.title for info in GAME.scenarios() if info.id == "tank/1")
    start_game(table, title, side="Bravo")
    state = table.wait_turn()
    assert state["legal"]["decision"]["kind"] == "deploy"
    page = table.page
    page.get_by_test_id("suggest").click()
    count = len(state["legal"]["units"])
    soon(page.locator("[data-testid=checklist] .chip")).to_have_count(count)
    before = rows(table)
    page.get_by_test_id("suggest").click()
    table.wait_until(lambda: rows(table) != before)
    unit = state["legal"]["units"][0]
    taken = {label for text in rows(table).values() for label in text.split()}
    label = next(one for cell in unit["options"][0]["cells"][7:] if (one := server.label("tank/1", cell)) not in taken)
    table.select(unit["unit"])
    table.click_hex(label)
    soon(page.locator(f'[data-testid=checklist] [data-unit="{unit["unit"]}"]')).to_contain_text(label)
    page.get_by_test_id("commit").click()
    table.wait_until(lambda: (table.state()["legal"] or {"decision": {"kind": ""}})["decision"]["kind"] != "deploy")


def test_the_entry_is_marked_and_a_way_lasts_several_turns(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    start_game(table, "First Contact")
    state = table.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    entry = cells[len(cells) // 2]
    table.click_hex(server.label(INTRO, entry))
    mark = {"kind": "hex", "cell": entry, "tone": "plan"}
    table.wait_until(lambda: mark in table.model()["overlays"])
    table.commit()
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "plot":
        table.pass_by(state)
    unit = state["legal"]["units"][0]["unit"]
    table.select(unit)
    assert table.choose("MV")
    table.wait_until(lambda: bool(table.reach()))
    far = [
        entry["cell"]
        for entry in server.board(INTRO)["cells"]
        if server.distance(INTRO, entry["cell"], cells[len(cells) // 2]) == 14
    ]
    row = page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')
    for goal in far[:: max(1, len(far) // 6)]:
        table.click_hex(server.label(INTRO, goal))
        if "Move" in row.inner_text():
            break
    soon(page.get_by_test_id("checklist")).to_contain_text(f"goes on to {server.label(INTRO, goal)}")
    first = row.inner_text()
    table.commit()
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "plot":
        table.pass_by(state)
    if any(one["unit"] == unit for one in state["legal"]["units"]):
        soon(row).to_contain_text("Move")
        assert row.inner_text() != first


def test_a_group_goes_beyond_its_reach_over_several_turns(players: Players, gap: tuple[Seat, Seat]) -> None:
    """As a single unit does: each gets the way that this turn allows, to a goal of its own."""
    alpha, _ = gap
    table = sit_down(players, alpha)
    page, server = table.page, table.server
    group = ("A1", "A2", "A3")
    table.select(group[0])
    for unit in group[1:]:
        page.locator(f'[data-testid=checklist] [data-unit="{unit}"]').click(modifiers=["Shift"])
    assert table.choose("MV")
    table.wait_until(lambda: bool(table.reach()))
    start = _cell(table, group[0])
    cells = [entry["cell"] for entry in server.board(GAP)["cells"]]
    far = [cell for cell in cells if server.distance(GAP, cell, start) == 15]
    notes = [page.locator(f'[data-testid=checklist] li:has([data-unit="{unit}"]) .note') for unit in group]
    for goal in far[:: max(1, len(far) // 8)]:
        table.click_hex(server.label(GAP, goal))
        if all(note.count() for note in notes):
            break
    goals = [note.inner_text().split()[-1] for note in notes]
    assert goals[0] == server.label(GAP, goal)
    assert len(set(goals)) == len(group)
    soon(page.get_by_test_id("group")).to_contain_text("3 units selected")
