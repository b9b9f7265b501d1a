"""Fire Plan: smoke is plotted before the units stand; an observer calls another battery and adjusts its fire."""

from __future__ import annotations

from playwright.sync_api import Locator, Page

from support.browsing import GameServer, Json, Players, Table, soon
from support.staging import Staged

SIDES = ("soviet", "german")
PLAN = "panzer/17"
PLACES = {
    "S2": "1218",
    "S3": "1316",
    "S4": "1317",
    "G2": "1817",
    "G3": "1817",
    "G4": "1917",
    "G5": "1917",
    "G6": "2017",
}
"""The observer looks at squads in two hexes before the village and at a gun behind them. S3 and S4 are nearer to them;
of these two the enemy spots S3 alone, so that S4 is in no danger."""


def placed(staged: Staged, state: Json) -> Json:
    """The deployment that is suggested, with some units elsewhere."""
    tasks = [
        {**task, "cells": [staged.cell(PLACES[task["unit"]])]} if task["unit"] in PLACES else task
        for task in state["legal"]["idle"]["tasks"]
    ]
    return {"kind": "deploy", "tasks": tasks}


def watching(state: Json) -> Json | None:
    """The observer watches; nobody else does anything."""
    if state["view"]["side"] != "soviet":
        return None
    return {"kind": "command", "tasks": [{"unit": "S2", "kind": "OW"}]}


def test_plot_call_adjust_and_smoke(players: Players, server: GameServer) -> None:
    staged = Staged(server, PLAN, {}, SIDES)
    table = staged.table(players, "soviet", has_touch=True)
    plot(table)
    answers = {"deploy": lambda state: placed(staged, state), "command": watching}
    staged.play(("soviet", "indirect", 2), answers)

    call(table)
    assert told(staged, "response") == ["SB1"]
    staged.play(("soviet", "indirect", 3), answers)
    adjust(table)
    assert told(staged, "response") == ["SB1", "SB1"]
    assert lying(staged) == {"barrage": 7, "smoke off": 19}
    staged.play(("soviet", "command", 4), answers)
    assert told(staged, "impact") == ["SB1", "SB2", "SB1", "SB2"]


def test_a_mission_on_a_phone(players: Players, server: GameServer) -> None:
    """The plan lies open; a call has all its parts on the screen, and who stands in the SHEAF above them."""
    staged = Staged(server, PLAN, {}, SIDES)
    table = staged.table(players, "soviet", has_touch=True, viewport={"width": 390, "height": 844})
    table.wait_turn()
    page = table.page
    soon(page.get_by_test_id("plan")).to_be_visible()
    soon(page.get_by_test_id("prompt")).to_contain_text("The plan is under Orders")

    def above() -> bool:
        """What is planned first is seen on the part of the map that the plan leaves free."""
        at, box = page.evaluate("() => window.__hulldown.at('2015')"), page.get_by_test_id("plan").bounding_box()
        return bool(at and box and 0 < at["y"] < box["y"] and 0 < at["x"] < 390)

    table.wait_until(above)
    answers = {"deploy": lambda state: placed(staged, state), "command": watching}
    staged.play(("soviet", "indirect", 2), answers)
    table.wait_turn()
    page.locator("[data-testid=sheets] [data-sheet=list]").click()
    table.select("S2")
    assert table.choose("CALL")
    at = table.bring("1917")
    page.touchscreen.tap(at["x"], at["y"])
    page.get_by_test_id("tap-do").click()
    soon(page.get_by_test_id("under")).to_have_text("In it: G2, G3, G4, G5, G6.")
    for shown in (page.get_by_test_id("under"), *[part(page, name) for name in ("Source", "Fire", "SHEAF")]):
        box = shown.bounding_box()
        assert box is not None
        assert 0 <= box["x"] <= box["x"] + box["width"] <= 390


def told(staged: Staged, kind: str) -> list[str]:
    """The sources of all events of a kind so far."""
    return [event["data"]["source"] for event in staged.state("soviet")["events"] if event["kind"] == kind]


def lying(staged: Staged) -> dict[str, int]:
    """How many hexes each kind of area on the map has."""
    return {area["kind"]: len(area["cells"]) for area in staged.state("soviet")["view"]["areas"]}


def plot(table: Table) -> None:
    """The table holds the scenario's plan. A single mission of SB2 is left: smoke on the crossroads from turn 2.

    Seven turns are refused with the case, and nothing that was filled in is lost.
    """
    table.wait_turn()
    plan = table.page.get_by_test_id("plan")
    battery = plan.locator('[data-unit="SB2"]')
    rows = battery.locator("fieldset")
    soon(rows).to_have_count(2)
    soon(rows.locator("input[name=hex]").first).to_have_value("2015")
    for left in (4, 3, 2, 1):
        plan.locator("fieldset").last.get_by_role("button", name="Take it out").click()
        soon(plan.locator("fieldset")).to_have_count(left)
    soon(rows).to_have_count(1)
    rows.get_by_role("button", name="On the map").click()
    table.click_hex("2217")
    soon(rows.locator("input[name=hex]")).to_have_value("2217")
    rows.locator("select[name=fire]").select_option("Smoke")
    rows.locator("select[name=sheaf]").select_option("open")
    turns = rows.locator("input[name=turns]")
    turns.fill("7")
    turns.press("Tab")
    soon(battery.get_by_role("alert")).to_contain_text("7 turns; a mission lasts from 1 to 5 6.5.1.11.1c")
    table.page.reload()
    soon(turns).to_have_value("7")
    soon(rows.locator("select[name=fire]")).to_have_value("Smoke")
    turns.fill("2")
    turns.press("Tab")
    soon(battery.get_by_role("alert")).to_have_count(0)
    soon(battery.locator("ol .fires")).to_have_text(["2", "3"])
    soon(battery.locator("ol .rests")).to_have_text(["4"])
    table.commit()


def call(table: Table) -> None:
    """S2 calls SB1 on the squads that are far enough from S3."""
    table.wait_turn()
    page = table.page
    table.select("S2")
    assert table.choose("CALL")
    table.point_at("1817")
    soon(page.get_by_test_id("under")).to_have_text("In it: G2, G3, G4, G5. In danger within 5 hexes: S3.")
    table.click_hex("1917")
    # A list for each part of the call; how likely a source responds stands beside its name.
    soon(part(page, "Source").locator('option[value="SB1"]')).to_have_text("SB1 · 90 %")
    part(page, "SHEAF").select_option("Open SHEAF")
    soon(page.locator('[data-testid=checklist] [data-unit="S2"]')).to_contain_text("SB1: GP, Open SHEAF")
    part(page, "SHEAF").select_option("Closed SHEAF")
    soon(page.get_by_test_id("under")).to_have_text("In it: G2, G3, G4, G5, G6.")
    soon(page.get_by_test_id("odds")).to_contain_text("responds 90 %")
    table.commit()
    # The mission is carried out: it does not come back as an order for the next question.
    assert table.wait_turn()["legal"]["decision"]["kind"] == "indirect"
    soon(page.locator('[data-testid=checklist] [data-unit="S2"]')).not_to_contain_text("Call fire")


def part(page: Page, name: str) -> Locator:
    """The list of one part of a choice."""
    return page.locator(f"[data-testid=taskbar] [data-part={name}]")


def adjust(table: Table) -> None:
    """The same fire becomes a line from a hex that is still seen, to the north."""
    state = table.wait_turn()
    offered = next(unit for unit in state["legal"]["units"] if unit["unit"] == "S2")["options"]
    cells = next(option["cells"] for option in offered if option["kind"] == "CORRECT")
    page = table.page
    # Dragged from where it lies: too far is refused, near enough is ordered, whatever was selected before.
    table.drag(["1917", "1817", "1617", "1417"])
    soon(page.get_by_test_id("tip")).to_contain_text("fire is adjusted by 3 hexes at most")
    soon(page.locator('[data-testid=taskbar] [data-kind="CORRECT"]')).to_have_attribute("aria-pressed", "true")
    near = {table.server.label(PLAN, cell) for cell in cells} - {"1917"}
    by_keys(table, near)
    there = min(near)
    by_finger(table, there)
    soon(page.locator('[data-testid=checklist] [data-unit="S2"]')).to_contain_text(f"Adjust fire {there}")
    page.keyboard.press("Delete")
    table.drag(["1917", there])
    soon(page.locator('[data-testid=checklist] [data-unit="S2"]')).to_contain_text(f"Adjust fire {there}")
    soon(page.locator(".wheel")).to_have_count(0)
    part(page, "SHEAF").select_option("Linear SHEAF")
    page.locator('.wheel [data-facing="0"]').click()
    table.commit()


def by_keys(table: Table, near: set[str]) -> None:
    """With the arrow keys from where the fire lies to the hex beside it; and taken back."""
    page = table.page
    assert "1817" in near, near
    page.get_by_test_id("map").focus()
    here = page.get_by_test_id("where").locator("b")
    page.keyboard.press("ArrowLeft")
    soon(here).to_have_text("1817")
    page.keyboard.press("Enter")
    listed = page.locator('[data-testid=checklist] [data-unit="S2"]')
    soon(listed).to_contain_text("Adjust fire 1817")
    page.keyboard.press("Delete")
    soon(listed).not_to_contain_text("Adjust fire")


def by_finger(table: Table, there: str) -> None:
    """Dragged with a finger from where the fire lies."""
    page = table.page
    start = table.bring("1917")
    end = page.evaluate("label => window.__hulldown.at(label)", there)
    touch = page.context.new_cdp_session(page)
    ways = [{"x": start["x"] + (end["x"] - start["x"]) * k / 4, "y": start["y"] + (end["y"] - start["y"]) * k / 4}
            for k in range(5)]  # fmt: skip
    touch.send("Input.dispatchTouchEvent", {"type": "touchStart", "touchPoints": ways[:1]})
    for place in ways[1:]:
        touch.send("Input.dispatchTouchEvent", {"type": "touchMove", "touchPoints": [place]})
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
    table.drawn()
