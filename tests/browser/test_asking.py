"""Overwatch asks when it matters: the panel in the question and in the settings, hold until, fire at will."""

from __future__ import annotations

from playwright.sync_api import Page
from tests.browser.test_access import violations
from tests.browser.test_prompts import overlaps

from support.browsing import Json, Players, Table, soon, start_game
from support.panzer_play import TITLE, command, deploy, drive, let_pass, near, pieces

STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false, grace: 0, wish: %s }))"
ANY = '{ "least": 1, "step": 100, "rear": false, "nearer": 0 }'


def to_a_shot(table: Table) -> Json:
    """Plays until a shot of overwatch is offered: near the enemy, who drives on odd turns, all lie in wait."""
    while True:
        state = table.wait_turn()
        assert state["status"] != "over", "no shot was offered"
        legal = state["legal"]
        kind = legal["decision"]["kind"]
        if kind == "overwatch" and legal.get("units"):
            return state
        if kind == "command":
            waits = near(state) and state["view"]["turn"] % 2 == 1
            command(table, dict.fromkeys(sorted(pieces(state, True)), "OW" if waits else "MOVE"))
        elif kind == "move":
            drive(table, table.server, state)
        else:
            let_pass(table, state)


def kept(page: Page) -> Json:
    found: Json = page.evaluate("JSON.parse(localStorage.getItem('hulldown.settings')).wish")
    return found


def test_one_panel_sets_when_one_is_asked(drilled: Players) -> None:
    """In the question it is told why it is put; what is set there holds at once, and in the next game."""
    page = drilled.page()
    page.add_init_script(f"if (!sessionStorage.begun) {{ {STILL % ANY}; sessionStorage.begun = 1 }}")
    page.goto(drilled.server.url)
    table = Table(drilled.server, page)
    start_game(table, TITLE, side="German")
    deploy(table, drilled.server)
    state = to_a_shot(table)
    told = state["automatic"]
    assert told["wish"] == {"least": 1, "step": 100, "rear": False, "nearer": 0}
    best = max(one["harm"] for one in told["chances"])
    assert best >= 1
    card = page.get_by_test_id("prompt-card")
    marked = card.locator(".marked")
    soon(marked).to_have_attribute("data-shot", f"{told['chances'][0]['unit']}>{told['chances'][0]['target']}")
    soon(page.get_by_test_id("keys")).to_contain_text("Enter takes the marked one")
    panel = card.get_by_test_id("asks")
    soon(panel.locator("summary")).to_contain_text("1 %")
    panel.locator("summary").click()
    for width, height in ((390, 844), (1440, 900)):
        page.set_viewport_size({"width": width, "height": height})
        soon(panel.locator("[name=least]")).to_be_visible()
        assert violations(page) == []
    table.wait_until(lambda: not overlaps(page))
    asked = state["legal"]["decision"]["id"]
    panel.locator("[name=least]").fill("100")
    panel.locator("[name=least]").press("Tab")
    # The question is not worth that: it goes by, and the answer stands in the log like any other.
    table.wait_until(lambda: table.asked() != asked)
    assert kept(page)["least"] == 100
    page.goto(drilled.server.url)
    page.get_by_role("button", name="Settings").click()
    page.get_by_test_id("asks").locator("summary").click()
    soon(page.get_by_test_id("asks").locator("[name=least]")).to_have_value("100")


def test_a_unit_holds_until_a_chance_or_fires_at_will(drilled: Players) -> None:
    """Told to hold until 100 %, it is not asked again in this step; told to fire at will, it fires."""
    page = drilled.page()
    page.add_init_script(STILL % ANY)
    page.goto(drilled.server.url)
    table = Table(drilled.server, page)
    start_game(table, TITLE, side="German")
    deploy(table, drilled.server)
    state = to_a_shot(table)
    first = max(state["automatic"]["chances"], key=lambda one: one["harm"])["unit"]
    card, asked = page.get_by_test_id("prompt-card"), state["legal"]["decision"]["id"]
    wait = card.locator(f'[data-least="{first}"]')
    soon(wait).to_be_visible()
    wait.fill("1")
    wait.press("Tab")
    soon(page.get_by_test_id("keys")).to_contain_text("Enter takes the marked one")
    card.locator(f'[data-will="{first}"]').click()
    table.wait_until(lambda: table.asked() != asked)
    shots = [event for event in table.state()["events"] if event["kind"] == "shot" and event["data"]["overwatch"]]
    assert [event["data"]["unit"] for event in shots] == [first]
    while True:
        state = to_a_shot(table)
        units = [unit["unit"] for unit in state["legal"]["units"]]
        scope = state["legal"]["passes"][-1].get("until", "")
        if scope:
            break
        let_pass(table, state)
    asked = state["legal"]["decision"]["id"]
    for unit in units:
        card.locator(f'[data-least="{unit}"]').fill("100")
        card.locator(f'[data-least="{unit}"]').press("Tab")
        card.locator(f'[data-until="{unit}"]').click()
    table.wait_until(lambda: table.asked() != asked)
    later = table.state()
    again = later["legal"] if later["legal"] and later["legal"]["decision"]["kind"] == "overwatch" else None
    assert (
        not again
        or not {unit["unit"] for unit in again.get("units", [])} <= set(units)
        or (again["passes"][-1].get("until") != scope)
    )
