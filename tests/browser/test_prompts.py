"""Questions and keys: help everywhere, keys that live on, no answer by accident, prompts that say what they ask."""

from __future__ import annotations

import json

from playwright.sync_api import Page
from tests.browser.test_access import play_out, violations

from support.browsing import GameServer, Json, Players, Table, drawn, opened_by, soon, start_game
from support.panzer_play import TITLE, command, deploy, drive, let_pass, near, pieces

STILL = "localStorage.setItem('hulldown.settings', JSON.stringify({ playback: false, grace: 0 }))"
HAMMER = """() => {
  const line = document.querySelector('[data-testid=prompt]');
  const enter = () => document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }));
  window.hammered = '';
  new MutationObserver(() => {
    const now = line.getAttribute('data-decision');
    if (!now || window.hammered) return;
    window.hammered = now;
    for (let k = 0; k < 3; k++) enter();
  }).observe(line, { attributes: true, attributeFilter: ['data-decision'] });
}"""
"""Presses Enter three times as soon as the next question is on the page, before any timer of a busy machine."""


def still(players: Players, **wish: object) -> Table:
    """A table without films."""
    page = players.page(**wish)
    page.add_init_script(STILL)
    page.goto(players.server.url + "/")
    return Table(players.server, page)


def asks_for_help(page: Page) -> None:
    dialog = page.get_by_role("dialog", name="How to play at this table")
    opened_by(page, "?", dialog)
    assert violations(page) == []
    page.keyboard.press("Escape")
    soon(dialog).to_have_count(0)


def selected_by_key(page: Page) -> bool:
    """N goes to the next unit; the dialogue that has just closed may still have had the key."""
    page.keyboard.press("n")
    drawn(page)
    return page.locator("[data-testid=taskbar] .who").count() > 0


def test_help_opens_everywhere(players: Players, server: GameServer) -> None:
    """In the lobby, at a table of Panzer, while something is selected, and in a replay; the keys live on."""
    table = still(players)
    page = table.page
    page.get_by_role("button", name=f"Play: {TITLE}").wait_for()
    asks_for_help(page)
    start_game(table, TITLE)
    table.wait_turn()
    asks_for_help(page)
    table.wait_until(lambda: selected_by_key(page))
    page.get_by_test_id("taskbar").get_by_role("button").first.focus()
    asks_for_help(page)
    finished = play_out(server)
    page.goto(f"{server.url}/#/replay/{finished['match']}/{finished['token']}")
    page.get_by_role("slider", name="Turn").wait_for()
    asks_for_help(page)


def answered_by_key(table: Table, key: str, asked: str) -> None:
    """Presses a key until a question is answered: it must have stood for a moment."""

    def answered() -> bool:
        legal = table.state()["legal"]
        if legal is None or legal["decision"]["id"] != asked:
            return True
        if table.page.get_by_test_id("prompt").get_attribute("data-decision") == asked:
            table.page.keyboard.press(key)
        return False

    table.wait_until(answered)


def enter_column(table: Table, server: GameServer) -> Json:
    state = table.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    table.click_hex(server.label("tank/intro", cells[len(cells) // 2]))
    table.commit()
    return table.wait_turn()


def test_quick_enters_throw_no_turn_away(players: Players, server: GameServer) -> None:
    """Enter, Enter, Enter in the moment a turn begins: it is still there, with nothing committed."""
    table = still(players)
    start_game(table, "First Contact")
    enter_column(table, server)
    page = table.page
    page.evaluate(HAMMER)
    table.commit(empty=True)
    table.wait_until(lambda: bool(page.evaluate("window.hammered")))
    begun = page.evaluate("window.hammered")
    soon(page.get_by_text("This is a new question.")).to_be_visible()
    page.wait_for_timeout(400)
    assert table.state()["legal"]["decision"]["id"] == begun


def test_enter_commits_after_a_click_on_a_button(players: Players, server: GameServer) -> None:
    """Keys do not die under a button: after one in the list was clicked, Enter is the table's."""
    table = still(players)
    start_game(table, "First Contact")
    state = enter_column(table, server)
    page = table.page
    table.select(state["legal"]["units"][0]["unit"])
    # For a moment a new question takes no answer by key, nor does the question whether it is meant so.
    opened_by(page, "Enter", page.get_by_test_id("doubt"))
    answered_by_key(table, "Enter", state["legal"]["decision"]["id"])


def test_what_would_be_refused_is_not_offered(players: Players, server: GameServer) -> None:
    """An empty order that the rules refuse says why at once, instead of asking whether to let everybody hold."""
    table = still(players)
    start_game(table, "First Contact")
    enter_column(table, server)
    page = table.page
    wrong = {"violations": [{"rule": "4.4.1n", "message": "it must declare its fire", "unit": ""}], "kept": []}
    page.route("**/check", lambda route: route.fulfill(body=json.dumps(wrong), content_type="application/json"))
    page.get_by_test_id("commit").click()
    soon(page.get_by_text("it must declare its fire").first).to_be_visible()
    soon(page.get_by_test_id("doubt")).to_have_count(0)


def given(table: Table) -> dict[str, str]:
    """What has been said with the commands of this turn, by unit."""
    headers = {"Authorization": f"Bearer {table.token}"}
    orders = table.server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"]
    told = [order["order"] for order in orders if order["order"]["kind"] == "command"]
    return {task["unit"]: task.get("choice", "") for order in told for task in order.get("tasks", ())}


def watching(players: Players, server: GameServer) -> tuple[Table, list[str]]:
    """A table of Panzer at the first commands, and its units."""
    table = still(players)
    start_game(table, TITLE, side="German")
    deploy(table, server)
    return table, sorted(pieces(table.wait_turn(), True))


def test_presets_say_what_they_do(players: Players, server: GameServer) -> None:
    """The form says what each vehicle does; one of which nothing is said does nothing unasked."""
    table, (first, second, *_) = watching(players, server)
    page = table.page
    meaning = page.get_by_test_id("preset-meaning")
    for unit in (first, second):
        table.select(unit)
        assert table.choose("OW")
    soon(meaning).to_contain_text("you are asked at each chance")
    table.select(first)
    page.get_by_test_id("preset").locator("input[name=odds]").fill("40")
    page.keyboard.press("Tab")
    soon(meaning).to_contain_text("from a chance of 40 %")
    soon(page.get_by_test_id("preset-open")).to_contain_text(second)
    table.select(second)
    soon(meaning).to_contain_text("No conditions yet")
    page.get_by_test_id("commit").click()
    soon(page.get_by_test_id("unsure")).to_contain_text(f"{second} has no conditions")
    assert violations(page) == []
    before = table.asked()
    page.get_by_test_id("settle-never").click()
    table.wait_until(lambda: bool(page.get_by_test_id("commit-so").count()) or table.asked() != before)
    if page.get_by_test_id("commit-so").count():
        page.get_by_test_id("commit-so").click()
    table.wait_until(lambda: table.asked() != before)
    assert given(table) == {first: "odds 40", second: "hold", "reactions": "show"}


def test_a_preset_is_for_all_that_are_selected(players: Players, server: GameServer) -> None:
    """The form names whom it tells; an order copied takes its conditions along."""
    table, units = watching(players, server)
    page = table.page
    assert len(units) > 2
    page.get_by_test_id("all").click()
    assert table.choose("OW")
    form = page.get_by_test_id("preset")
    soon(form).to_contain_text(f"{len(units)} units act by themselves")
    form.locator("input[name=odds]").fill("40")
    page.keyboard.press("Tab")
    rows = page.locator("[data-testid=checklist] [data-unit]")
    for unit in units:
        soon(rows.and_(page.locator(f'[data-unit="{unit}"]'))).to_contain_text("odds 40", ignore_case=True)
    table.select(units[0])
    soon(form).to_contain_text(f"{units[0]} acts by itself")
    form.locator("input[name=range]").fill("9")
    page.keyboard.press("Tab")
    soon(rows.and_(page.locator(f'[data-unit="{units[1]}"]'))).not_to_contain_text("range 9", ignore_case=True)
    for unit in units[1:]:
        rows.and_(page.locator(f'[data-unit="{unit}"]')).click(modifiers=["Shift"])
    soon(page.get_by_test_id("preset-meaning")).to_contain_text("different conditions")
    page.get_by_test_id("copy").click()
    soon(rows.and_(page.locator(f'[data-unit="{units[1]}"]'))).to_contain_text("odds 40 range 9", ignore_case=True)
    table.commit()
    assert given(table) == {**dict.fromkeys(units, "odds 40 range 9"), "reactions": "show"}


def commands_for(state: Json) -> dict[str, str]:
    """Far away all drive; near, this side drives when the bot waits, and waits when the bot drives."""
    mine = sorted(pieces(state, True))
    return dict.fromkeys(mine, "MOVE" if state["view"]["turn"] % 2 == 0 or not near(state) else "OW")


def overlaps(page: Page) -> bool:
    found: bool = page.evaluate(
        """() => {
          const a = document.querySelector('[data-testid=prompt-card]').getBoundingClientRect();
          const b = document.querySelector('[data-testid=map]').getBoundingClientRect();
          return a.left < b.right - 1 && a.right > b.left + 1 && a.top < b.bottom - 1 && a.bottom > b.top + 1;
        }"""
    )
    return found


def folds_on_a_phone(page: Page) -> None:
    """On a phone the prompt is a sheet at the bottom that can be folded away."""
    wide = page.viewport_size
    assert wide is not None
    page.set_viewport_size({"width": 390, "height": 844})
    card = page.get_by_test_id("prompt-card")
    soon(card.locator("[data-shot]").first).to_be_in_viewport()
    assert violations(page) == []
    card.get_by_role("button", name="Fold the question away").click()
    soon(card.locator("[data-shot]").first).to_be_hidden()
    card.get_by_role("button", name="Show the question").click()
    soon(card.locator("[data-shot]").first).to_be_visible()
    page.set_viewport_size(wide)


def test_a_prompt_beside_the_battlefield_and_orders_that_come_back(drilled: Players) -> None:
    """The prompt tells who sees whom, with range and chances; moves plotted behind an interruption come back."""
    server = drilled.server
    table = still(drilled)
    page = table.page
    start_game(table, TITLE, side="German")
    deploy(table, server)
    asked = back = False
    before: tuple[int, set[str]] = (0, set())
    while (state := table.wait_turn())["status"] != "over" and not (asked and back):
        legal = state["legal"]
        kind, turn = legal["decision"]["kind"], state["view"]["turn"]
        if kind == "command":
            command(table, commands_for(state))
        elif kind == "move":
            units = {unit["unit"] for unit in legal["units"]}
            if before[0] == turn and len(before[1]) > 1 and units & before[1]:
                # What comes back is asked for at the server when the question is there.
                soon(page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
                row = page.locator(f'[data-testid=checklist] [data-unit="{sorted(units & before[1])[0]}"]')
                back = back or "Move" in row.inner_text()
                let_pass(table, state)
            else:
                before = (turn, units)
                drive(table, server, state)
        elif kind == "overwatch" and legal.get("units") and not asked:
            card = page.get_by_test_id("prompt-card")
            shot = card.locator("[data-shot]").first
            for word in ("sees", "hexes", "hit", "kill", "%"):
                soon(shot).to_contain_text(word)
            table.wait_until(lambda: not overlaps(page))
            for theme in ("dark", "light"):
                page.emulate_media(color_scheme=theme, reduced_motion="reduce")
                soon(page.locator("html")).to_have_attribute("data-theme", theme)
                assert violations(page) == []
            soon(page.get_by_test_id("preset")).to_have_count(0)
            folds_on_a_phone(page)
            answered_by_key(table, "1", legal["decision"]["id"])
            asked = True
        else:
            let_pass(table, state)
    assert asked, "no shot was offered"
    assert back, "no order came back"
