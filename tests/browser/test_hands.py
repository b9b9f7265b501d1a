"""What hands do at the table besides clicking: take back, repeat, drag, pinch, leave the map, write a preset."""

from __future__ import annotations

import pytest

from support.browsing import GameServer, Json, Players, Table, soon, start_game
from support.intro_play import INTRO, commit_legal, enter, plot_moves, plot_opportunity
from support.panzer_play import PANZER, TITLE, deploy, let_pass


def friends(players: Players, title: str) -> tuple[Table, Table]:
    """Two people at one table, each with a browser."""
    host = players.table("/")
    start_game(host, title, opponent="A friend by link")
    invite = host.page.get_by_role("dialog").locator("input[readonly]").first
    invite.wait_for()
    link = invite.input_value()
    host.page.get_by_role("button", name="To the table").click()
    guest = players.table("/")
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").click()
    guest.page.wait_for_url("**/#/play/**")
    return host, guest


def test_take_back_gives_the_draft_again(players: Players, server: GameServer) -> None:
    host, guest = friends(players, "First Contact")
    page = host.page
    state = host.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    label = server.label(INTRO, cells[len(cells) // 2])
    host.click_hex(label)
    host.commit()
    soon(page.get_by_test_id("prompt")).to_contain_text("Waiting for Bravo")
    page.get_by_role("button", name="Take back").click()
    soon(page.get_by_test_id("checklist")).to_contain_text(label)
    assert host.state()["legal"]["decision"]["kind"] == "enter"
    assert page.get_by_test_id("playback").count() == 0, "taking back shows no film"
    other = server.label(INTRO, cells[len(cells) // 3])
    host.click_hex(other)
    soon(page.get_by_test_id("checklist")).to_contain_text(other)
    host.commit()
    enter(guest, server)
    # In the first plot nobody has been seen yet: the same with both sides on the map.
    state = host.wait_turn()
    assert plot_moves(host, server, state)
    drawn = page.get_by_test_id("checklist").inner_text()
    commit_legal(host)
    page.get_by_role("button", name="Take back").click()
    soon(page.get_by_test_id("checklist").locator(".chip")).to_have_count(drawn.count("Move"))
    guest.wait_turn()
    guest.commit(empty=True)
    host.commit()
    host.wait_until(lambda: not host.state()["undo"])
    soon(page.get_by_role("button", name="Take back")).to_have_count(0)


def next_plot(table: Table) -> Json:
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "plot":
        table.pass_by(state)
    return state


def test_fire_is_repeated_by_a_button(players: Players, server: GameServer) -> None:
    table = players.table("/")
    start_game(table, "First Contact")
    enter(table, server)
    assert plot_moves(table, server, next_plot(table))
    table.commit()
    unit = plot_opportunity(table, server, next_plot(table))
    assert unit
    row = table.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')
    given = row.inner_text()
    table.commit()
    next_plot(table)
    soon(row).to_contain_text("no order")
    table.page.get_by_role("button", name="Repeat fire").click()
    soon(row).to_have_text(given.replace("\n", " "), use_inner_text=True)


def test_a_path_is_drawn_by_dragging(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    start_game(table, "First Contact")
    enter(table, server)
    state = next_plot(table)
    unit = state["legal"]["units"][0]
    path = next(option["path"] for option in unit["options"] if option["kind"] == "MV")
    table.select(unit["unit"])
    assert table.choose("MV")
    start = server.label(INTRO, path["via"][-1])
    page.evaluate("label => window.__hulldown.show(label)", start)
    table.wait_until(lambda: bool(table.reach()))
    board = {entry["label"]: entry["cell"] for entry in server.board(INTRO)["cells"]}
    lit = set(table.reach())
    # Straight down the map from the entry, as far as it is lit.
    labels = [start]
    while board.get(below := f"{labels[-1][:2]}{int(labels[-1][2:]) + 1:02}") in lit:
        labels.append(below)
    assert len(labels) >= 3
    table.drawn()
    points = [page.evaluate("label => window.__hulldown.at(label)", label) for label in labels]
    page.mouse.move(points[0]["x"], points[0]["y"])
    page.mouse.down()
    for point in points[1:]:
        page.mouse.move(point["x"], point["y"], steps=6)
    page.mouse.up()
    soon(page.get_by_test_id("checklist")).to_contain_text(labels[-1])
    before = page.evaluate("window.__hulldown.camera")
    # From anywhere else a drag moves the map.
    page.mouse.move(points[0]["x"] + 200, points[0]["y"] + 200)
    page.mouse.down()
    page.mouse.move(points[0]["x"] + 120, points[0]["y"] + 120, steps=4)
    page.mouse.up()
    table.wait_until(lambda: page.evaluate("window.__hulldown.camera.x") > before["x"])
    assert labels[-1] in page.get_by_test_id("checklist").inner_text()


def test_two_fingers_zoom_the_map(players: Players, server: GameServer) -> None:
    table = players.table("/", viewport={"width": 1024, "height": 768}, has_touch=True)
    page = table.page
    start_game(table, "First Contact")
    table.wait_turn()
    touch = page.context.new_cdp_session(page)

    def fingers(kind: str, apart: float) -> None:
        spots = [{"x": 350 + sign * apart, "y": 380, "id": number} for number, sign in enumerate((-1, 1))]
        given = {"type": kind, "touchPoints": [] if kind == "touchEnd" else spots}
        touch.send("Input.dispatchTouchEvent", given)

    def pinch(*widths: float) -> float:
        fingers("touchStart", widths[0])
        for width in widths[1:]:
            fingers("touchMove", width)
        fingers("touchEnd", 0)
        table.drawn()
        return float(page.evaluate("window.__hulldown.camera.zoom"))

    before = float(page.evaluate("window.__hulldown.camera.zoom"))
    near = pinch(40, 60, 90, 120)
    assert near == pytest.approx(before * 3, rel=0.05)
    assert pinch(120, 90, 80) == pytest.approx(near * 80 / 120, rel=0.05)
    # A tap shows what an order there would be, the second one gives it.
    state = table.state()
    label = server.label(INTRO, sorted(state["legal"]["units"][0]["options"][0]["cells"])[20])
    at = table.bring(label)
    page.touchscreen.tap(at["x"], at["y"])
    soon(page.get_by_test_id("tap-bar")).to_contain_text(label)
    assert label not in page.get_by_test_id("checklist").inner_text()
    page.touchscreen.tap(at["x"], at["y"])
    soon(page.get_by_test_id("checklist")).to_contain_text(label)


def test_a_preset_is_made_of_conditions(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    start_game(table, TITLE, side="German")
    deploy(table, server)
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "command":
        let_pass(table, state)
    table.select("G1")
    assert table.choose("OW")
    form = page.get_by_test_id("preset")
    soon(form).to_contain_text("you are asked")
    form.locator("[name=odds]").fill("40")
    form.locator("[name=odds]").press("Enter")
    form.locator("[name=range]").fill("12")
    form.locator("[name=range]").press("Enter")
    form.locator("[name=aspect]").select_option("rear")
    form.locator("[name=type]").select_option("tank")
    form.locator("[name=join]").check()
    row = page.locator('[data-testid=checklist] [data-unit="G1"]')
    soon(row).to_contain_text("odds 40 range 12 aspect rear type tank join", ignore_case=True)
    # How the side reacts is no unit: it stands apart, and is not counted.
    soon(page.locator('[data-testid=whole-side] [data-unit="reactions"]')).to_contain_text("By presets")
    soon(page.get_by_test_id("checklist").get_by_role("heading").first).to_contain_text("1 of 3 units have orders")
    table.commit()
    headers = {"Authorization": f"Bearer {table.token}"}
    given = server.http.get(f"/api/matches/{table.match}/orders", headers=headers).json()["orders"][-1]["order"]
    tasks = {task["unit"]: task for task in given["tasks"]}
    assert tasks["G1"]["choice"] == "odds 40 range 12 aspect rear type tank join"
    assert (tasks["reactions"]["kind"], tasks["reactions"]["choice"]) == ("PRESET", "show")


def test_a_vehicle_leaves_the_map(players: Players, server: GameServer) -> None:
    table = players.table("/")
    page = table.page
    start_game(table, TITLE, side="Soviet")
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "deploy":
        let_pass(table, state)
    for unit, label in (("S1", "3312"), ("S2", "3109"), ("S3", "3014")):
        table.select(unit)
        table.click_hex(label)
        page.keyboard.press("b")
        soon(page.locator(f'[data-testid=checklist] [data-unit="{unit}"]')).to_contain_text(
            f"{label} facing north-east"
        )
    table.commit()
    while (state := table.wait_turn())["legal"]["decision"]["kind"] != "move":
        if state["legal"]["decision"]["kind"] == "command":
            table.select("S1")
            assert table.choose("MOVE")
            table.commit()
        else:
            let_pass(table, state)
    table.select("S1")
    assert table.choose("MOVE")
    table.wait_until(lambda: bool(table.reach()))
    button = page.get_by_test_id("taskbar").get_by_role("button", name="Leave the map")
    assert button.count() == 0, "not from the middle of the map"
    edge = [label for cell in table.reach() if (label := server.label(PANZER, cell)).startswith("36")]
    assert edge
    for label in edge:
        table.click_hex(label)
        if button.count():
            break
    page.keyboard.press("x")
    soon(page.locator('[data-testid=checklist] [data-unit="S1"]')).to_contain_text("Leave the map")
    table.commit()
    table.wait_until(lambda: all(piece["id"] != "S1" for piece in table.state()["view"]["pieces"]))
    assert table.state()["view"]["facts"]["soviet exited"] == 1
