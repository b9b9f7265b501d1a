"""Panzer Battles at the table: a whole game of Gazala, six turns of Arracourt, and every kind of fight."""

from __future__ import annotations

import re
import uuid
from typing import Any

from support.battle_match import BOLD, STEADY, Battle, driven, fires
from support.browsing import GameServer, Json, Players, Table, soon, start_game

GAZALA, ARRACOURT = "panzer_battles/gazala", "panzer_battles/arracourt"


def kinds_of(state: Json) -> dict[str, dict[str, Any]]:
    """What each unit may be told, by kind."""
    return {unit["unit"]: {one["kind"]: one for one in unit["options"]} for unit in state["legal"].get("units", [])}


def settled(table: Table) -> None:
    """Waits until the rules have said what they think of the draft, and drops what they refuse."""
    soon(table.page.get_by_test_id("checklist")).to_have_attribute("data-asking", "false")
    drop = table.page.get_by_test_id("drop-refused")
    if drop.count():
        drop.click()
        soon(drop).to_have_count(0)


def command(table: Table, *wanted: str) -> None:
    """Gives every company the first of some commands that its card has open."""
    for orders in table.page.locator("[data-testid=checklist] .orders").all():
        for kind in wanted:
            button = orders.locator(f'[data-order="{kind}"]:not([aria-disabled])')
            if button.count():
                button.click()
                soon(button).to_have_attribute("aria-pressed", "true")
                break
    settled(table)
    table.commit(empty=True)


def drive(table: Table, server: GameServer, scenario: str, state: Json, goals: list[int]) -> None:
    """Brings on what waits beside the map, or says that all is done; else whoever owes an act does the least."""
    choices = state["legal"].get("choices", [])
    if choices:
        table.answer(choices[-1])
        return
    for unit, kinds in kinds_of(state).items():
        path = kinds["MOVE"]["path"] if "MOVE" in kinds else None
        cells = driven(scenario, path, goals) if path and path["start"] < 0 else []
        if cells:
            table.select(unit)
            table.choose("MOVE")
            table.click_hex(server.label(scenario, cells[-1]))
    settled(table)
    if table.page.locator("[data-testid=checklist] .chip").count():
        table.commit(empty=True)
    else:
        idle(table, state)


def idle(table: Table, state: Json) -> None:
    """Answers in the shortest way, past the page."""
    decision = state["legal"]["decision"]["id"]
    body = {"submission": uuid.uuid4().hex, "decision": decision, "order": state["legal"]["idle"]}
    headers = {"Authorization": f"Bearer {table.token}"}
    given = table.server.http.post(f"/api/matches/{table.match}/orders", json=body, headers=headers)
    assert given.status_code == 200, given.text


def answer_required(table: Table, server: GameServer, scenario: str, state: Json) -> None:
    """Orders what must be ordered, hexes and targets as they come, and commits; of units to give up the weakest."""
    least = {task["unit"] for task in (state["legal"]["idle"] or {}).get("tasks", ())}
    for unit in state["legal"]["units"]:
        option = unit["options"][0]
        if not unit.get("required") and (option["kind"] != "DROP" or unit["unit"] not in least):
            continue
        table.select(unit["unit"])
        table.choose(option["kind"])
        if option.get("cells"):
            table.click_hex(server.label(scenario, option["cells"][0]))
    settled(table)
    table.commit(empty=True)


def fire_or_pass(table: Table, state: Json) -> str:
    """Fires the first shot of a prompt, or lets as many chances go by as it can; the weapon that was fired."""
    page, before = table.page, state["legal"]["decision"]["id"]
    card = page.get_by_test_id("prompt-card")
    shot = card.locator("[data-shot]").first
    weapon = ""
    if fires(state, state["view"]["step"]):
        weapon = shot.get_attribute("data-weapon") or ""
        shot.click()
    else:
        card.locator(f'[data-choice="{state["legal"]["choices"][-1]}"]').click()
    table.wait_until(lambda: table.asked() != before)
    return weapon


def answer(table: Table, server: GameServer, scenario: str, state: Json, goals: list[int]) -> str:
    """Answers whatever is asked as a calm player would; what was done that is worth telling."""
    legal = state["legal"]
    kind = legal["decision"]["kind"]
    if kind in ("command", "recommand", "reorder"):
        rallies = any("RALLY" in kinds for kinds in kinds_of(state).values())
        command(table, "RALLY", "OVERWATCH", "WITHDRAW")
        return "rally" if rallies and kind == "command" else kind
    if kind == "move":
        drive(table, server, scenario, state, goals)
        return kind
    if kind == "fire":
        return "shot" if fire_or_pass(table, state) else "pass"
    if legal.get("choices"):
        table.answer(legal["choices"][-1])
    else:
        answer_required(table, server, scenario, state)
    return kind


def middle(server: GameServer, scenario: str, row: str) -> list[int]:
    return [entry["cell"] for entry in server.board(scenario)["cells"] if entry["label"].endswith(row)]


def test_whole_game_of_gazala_is_played(players: Players, server: GameServer) -> None:
    table = players.table()
    page = table.page
    start_game(table, "Action near Gazala", side="Germans")
    table.wait_turn()
    page.get_by_test_id("suggest").click()
    soon(page.get_by_test_id("checklist")).to_contain_text("can come on")
    soon(page.locator("[data-testid=checklist] .chip").first).to_be_visible()
    settled(table)
    table.commit(empty=True)
    turns, done = set(), set()
    goals = middle(server, GAZALA, "12")
    while (state := table.wait_turn())["status"] != "over":
        turns.add(state["view"]["turn"])
        done.add(answer(table, server, GAZALA, state, goals))
    assert turns >= set(range(1, 11))
    assert done >= {"command", "move", "face"}
    soon(page.get_by_test_id("end")).to_contain_text(state["view"]["outcome"]["reason"])


def test_first_six_turns_of_arracourt_are_played(players: Players, server: GameServer) -> None:
    table = players.table()
    page = table.page
    start_game(table, "Arracourt", side="Americans")
    table.wait_turn()
    page.get_by_test_id("suggest").click()
    soon(page.locator("[data-testid=checklist] .chip").first).to_be_visible()
    aim(table, "bty1@1", "1712")
    soon(page.get_by_test_id("checklist")).to_contain_text("Battery 1 at 1712 on turn 1")
    settled(table)
    table.commit(empty=True)
    turns, done = set(), set()
    goals = middle(server, ARRACOURT, "12")
    while (state := table.wait_turn())["status"] != "over" and state["view"]["turn"] <= 6:
        turn = state["view"]["turn"]
        turns.add(turn)
        if state["legal"]["decision"]["kind"] != "plot":
            done.add(answer(table, server, ARRACOURT, state, goals))
            continue
        if turn <= 2:
            aim(table, "bty2", "1512")
            settled(table)
        table.commit(empty=True)
        done.add("plot")
    assert turns >= set(range(1, 7))
    assert done >= {"plot", "command", "move"}
    assert {event["kind"] for event in told(table)} >= {"impact", "moved", "commanded"}


def aim(table: Table, battery: str, label: str) -> None:
    """Gives a battery a mission: its hexes are shown as they are chosen."""
    table.page.locator(f'[data-testid=assets] [data-unit="{battery}"]').click()
    table.choose("AIM")
    table.click_hex(label)
    table.wait_until(lambda: any(one["kind"] == "shares" for one in table.model()["overlays"]))
    shares = next(one["cells"] for one in table.model()["overlays"] if one["kind"] == "shares")
    assert len(shares) == 3
    soon(table.page.locator("[data-testid=assets] .draft").first).to_be_visible()


def told(table: Table) -> list[Json]:
    """What the player has been told since the game began."""
    headers = {"Authorization": f"Bearer {table.token}"}
    answer: Json = table.server.http.get(f"/api/matches/{table.match}?since=0", headers=headers).json()
    return list(answer["events"])


def test_exchange_of_fire_is_a_prompt_with_odds_and_passes(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA, BOLD, STEADY)
    assert battle.play(lambda side, state: side == "second" and fires(state, "window"))
    table = battle.sit_down(players, "second")
    card = table.page.get_by_test_id("prompt-card")
    contest = card.get_by_test_id("contest")
    soon(contest).to_contain_text("Exchange of fire")
    soon(contest).to_contain_text("your go")
    state = table.state()
    mover = next(one for one in state["view"]["contest"]["fighters"] if one["side"] == "first")
    soon(contest.locator(f'[data-fighter="{mover["unit"]}"]')).to_contain_text("moves in")
    for choice in ("pass", "pass unit", "pass company", "pass segment"):
        soon(card.locator(f'[data-choice="{choice}"]')).to_be_visible()
    shot = card.locator("[data-shot]").first
    soon(shot).to_contain_text("effect")
    soon(shot).to_contain_text("loss")
    card.get_by_test_id("why").first.click()
    soon(card.get_by_test_id("odds")).to_contain_text("attack strength")
    soon(card.get_by_test_id("dice")).to_have_count(2)
    firer, weapon = (shot.get_attribute("data-shot") or "").split(">")[0], shot.get_attribute("data-weapon")
    assert weapon in ("main", "37mm", "mg")
    fire_or_pass(table, state)
    shots = [event for event in told(table) if event["kind"] == "shot"]
    assert shots[-1]["data"]["unit"] == firer
    # The mover's side has the next go; then the firer is told of among those who fired.
    battle.play(lambda side, now: side == "second" or now["view"]["step"] != "window")
    state = table.wait_turn()
    if state["view"]["step"] == "window" and firer in [one["unit"] for one in state["view"]["contest"]["fighters"]]:
        soon(card.locator(f'[data-fighter="{firer}"]')).to_contain_text("fired")
    if state["legal"]["decision"]["kind"] == "fire":
        table.answer("pass segment")


def test_final_fire_tells_its_rounds_and_what_is_left(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA, BOLD, STEADY)
    assert battle.play(lambda side, state: side == "second" and fires(state, "volley"))
    table = battle.sit_down(players, "second")
    card = table.page.get_by_test_id("prompt-card")
    contest = card.get_by_test_id("contest")
    soon(contest).to_contain_text("Final Fire")
    soon(contest.locator("[aria-current=step]")).to_have_count(1)
    state = table.state()
    firer = (card.locator("[data-shot]").first.get_attribute("data-shot") or "").split(">")[0]
    soon(contest.locator(f'[data-fighter="{firer}"]')).to_contain_text("left")
    fire_or_pass(table, state)
    assert told(table)[-1]["kind"]
    assert any(event["kind"] == "shot" and event["data"]["unit"] == firer for event in told(table))


def test_close_assault_has_a_window_with_rounds_orders_and_ways_out(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA)
    assert battle.play(lambda side, state: side == "second" and state["view"]["step"] == "reorder")
    table = battle.sit_down(players, "second")
    page = table.page
    contest = page.get_by_test_id("contest")
    soon(contest).to_contain_text("Close assault in")
    soon(contest.locator("[aria-current=step]")).to_contain_text("Round 1")
    fighters = table.state()["view"]["contest"]["fighters"]
    assert {one["side"] for one in fighters} == {"first", "second"}
    soon(contest.locator("[data-fighter]")).to_have_count(len(fighters))
    soon(contest).to_contain_text("Ways out for your")
    soon(page.locator("[data-testid=checklist] .orders [data-order]").first).to_be_visible()
    table.commit(empty=True)
    assert battle.play(lambda side, state: side == "second" and fires(state, "melee"))
    state = table.wait_turn()
    soon(page.get_by_test_id("prompt-card").get_by_test_id("contest")).to_contain_text("your go")
    assert fire_or_pass(table, state)
    battle.play(lambda side, now: now["view"]["contest"] is None)
    assert {event["kind"] for event in told(table)} >= {"assault", "round", "shot"}


def test_company_cards_say_why_a_command_is_barred_and_a_company_rallies(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA)

    def rallies(side: str, state: Json) -> bool:
        asked = state["legal"]["decision"]["kind"] == "command" and side == "first"
        return asked and any("RALLY" in kinds for kinds in kinds_of(state).values())

    assert battle.play(rallies)
    table = battle.sit_down(players, "first")
    page, state = table.page, table.state()
    company = next(unit for unit, kinds in kinds_of(state).items() if "RALLY" in kinds)
    card = page.get_by_test_id(f"group-{company}")
    soon(card).to_contain_text("morale")
    soon(card).to_contain_text("doctrine")
    barred = card.locator('[data-order="BOUND"]')
    soon(barred).to_have_attribute("aria-disabled", "true")
    barred.click(force=True)
    soon(page.get_by_test_id("tip")).to_contain_text("Bound:")
    page.keyboard.press("i")
    soon(page.get_by_test_id("board")).to_contain_text("Morale by company")
    page.keyboard.press("Escape")
    soon(page.get_by_test_id("board")).to_have_count(0)

    def tried() -> int:
        return sum(event["kind"] == "rally" and event["data"]["side"] == "first" for event in told(table))

    before, turn = tried(), state["view"]["turn"]
    command(table, "RALLY", "OVERWATCH", "WITHDRAW")
    while tried() == before:
        turn += 1
        assert battle.play(lambda side, now, turn=turn: side == "first" and now["view"]["turn"] >= turn)
    table.wait_turn()
    soon(page.get_by_test_id("table")).to_contain_text("tries to rally")


def test_the_enemy_names_a_counter_and_its_company_moves(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA)
    assert battle.play(lambda side, state: side == "second" and state["view"]["step"] == "name")
    table = battle.sit_down(players, "second")
    card = table.page.get_by_test_id("prompt-card")
    named = card.locator("[data-shot]").first
    soon(named).to_contain_text("Name ")
    soon(named).to_contain_text(" in ")
    target = (named.get_attribute("data-shot") or "").split(">")[1]
    before = table.state()["legal"]["decision"]["id"]
    named.click()
    table.wait_until(lambda: table.asked() != before)
    assert any(event["kind"] == "named" and event["data"]["counter"] == target for event in told(table))


def test_fire_can_be_answered_on_a_phone(players: Players, server: GameServer) -> None:
    battle = Battle(server, GAZALA, BOLD, STEADY)
    assert battle.play(lambda side, state: side == "second" and fires(state, "window"))
    table = battle.sit_down(players, "second", viewport={"width": 390, "height": 844}, has_touch=True)
    card = table.page.get_by_test_id("prompt-card")
    shot, last = card.locator("[data-shot]").first, card.locator('[data-choice="pass segment"]')
    soon(shot).to_be_in_viewport()
    soon(last).to_be_in_viewport()
    box = card.bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= 390
    fire_or_pass(table, table.state())


def test_while_units_must_act_nothing_is_offered_that_is_refused(players: Players, server: GameServer) -> None:
    """While somebody has to come on or to bound, no unit can be told to hold, and Commit says who and why."""
    battle = Battle(server, GAZALA, BOLD, STEADY)

    def owes(side: str, state: Json) -> bool:
        legal = state["legal"]
        several = len(legal.get("units", [])) > 1
        return side == "first" and legal["decision"]["kind"] == "move" and several and not legal.get("choices")

    assert battle.play(owes)
    table = battle.sit_down(players, "first")
    page, before = table.page, table.asked()
    commit = page.get_by_test_id("commit")
    soon(commit).to_have_attribute("aria-disabled", "true")
    soon(page.get_by_test_id("hold-others")).to_have_count(0)
    # What a reader is told of as disabled cannot be clicked by a test without force; a hand can.
    commit.click(force=True)
    soon(page.get_by_test_id("tip")).to_contain_text(re.compile("must come onto the map|by its Bound command"))
    soon(page.get_by_test_id("doubt")).to_have_count(0)
    assert table.asked() == before
    drive(table, server, GAZALA, table.state(), middle(server, GAZALA, "12"))
    table.wait_until(lambda: table.asked() != before)
