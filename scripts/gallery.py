"""Pictures of every screen in light and dark, to be looked at: `python scripts/gallery.py [FOLDER] [--only WORD ...]`.

Walks through the built client at a server of its own and writes FOLDER/light/NN-name.png and FOLDER/dark/NN-name.png.
`--only` keeps to the parts with these names: lobby, tank, fight, panzer, after, errors, tablet.
"""

from __future__ import annotations

import argparse
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from typing import Any

import msgspec
from playwright.sync_api import Browser, Page, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from hulldown.core.decisions import Legal
from hulldown.core.orders import Order, Task
from hulldown.core.paths import reach
from hulldown.games import load_game
from support.browsing import CHROMIUM, FLAGS, GameServer, Json, Players, Table, build_client, start_game
from support.drill_bot import to_go
from support.intro_play import INTRO, enemies, enter, options_of, plot_moves
from support.panzer_play import PANZER, TITLE, command, deploy, drive, let_pass, near, pieces
from support.remote import Player

THEMES = ("light", "dark")
TABLET: dict[str, Any] = {"viewport": {"width": 1024, "height": 768}, "has_touch": True, "device_scale_factor": 1}
LIMIT = 400
"""Orders after which a position that was looked for is given up."""


class Gallery:
    """A folder of pictures, numbered in the order in which they are taken."""

    def __init__(self, folder: Path, browser: Browser, server: GameServer) -> None:
        self.folder = folder
        self.players = Players(browser, server)
        self.server = server
        self.taken = 0

    def take(self, page: Page, name: str, full: bool = False) -> None:
        """The screen as it stands, in both themes."""
        self.taken += 1
        for theme in THEMES:
            page.emulate_media(color_scheme=theme)  # type: ignore[arg-type]
            page.wait_for_timeout(250)
            path = self.folder / theme / f"{self.taken:02}-{name}.png"
            path.parent.mkdir(parents=True, exist_ok=True)
            page.screenshot(path=path, full_page=full)
        page.emulate_media(color_scheme="light")
        print(f"{self.taken:02} {name}", flush=True)

    def table(self, **wish: Any) -> Table:
        return self.players.table("/", **wish)


def lobby(gallery: Gallery) -> None:
    table = gallery.table()
    page = table.page
    page.get_by_role("button", name="Play: First Contact").wait_for()
    gallery.take(page, "lobby", full=True)
    page.get_by_role("button", name="Play: First Contact").click()
    page.get_by_role("dialog").wait_for()
    gallery.take(page, "new-game")
    start_game(table, "First Contact", opponent="A friend by link")
    invite = page.get_by_role("dialog").locator("input[readonly]").first
    invite.wait_for()
    gallery.take(page, "invitation")
    link = invite.input_value()
    page.get_by_role("button", name="To the table").click()
    page.get_by_text("begins when every seat is taken").first.wait_for()
    gallery.take(page, "waiting-for-a-guest")
    guest = gallery.table()
    guest.page.goto(link)
    guest.page.get_by_role("button", name="Take the seat").wait_for()
    gallery.take(guest.page, "join")
    guest.page.get_by_role("button", name="Take the seat").click()
    enter(table, gallery.server)
    page.wait_for_timeout(500)
    gallery.take(page, "waiting-for-the-other")
    both = gallery.table()
    start_game(both, "First Contact", opponent="Two at this screen")
    both.page.get_by_role("button", name="I am Alpha").wait_for()
    gallery.take(both.page, "hot-seat-cover")


def tank(gallery: Gallery) -> None:
    table = gallery.table()
    page, server = table.page, gallery.server
    start_game(table, "First Contact")
    state = table.wait_turn()
    cells = sorted(state["legal"]["units"][0]["options"][0]["cells"])
    table.click_hex(server.label(INTRO, cells[len(cells) // 2]))
    gallery.take(page, "tank-entry")
    table.commit()
    state = table.wait_turn()
    plot_moves(table, server, state)
    gallery.take(page, "tank-plotting")
    page.get_by_test_id("legend-button").click()
    gallery.take(page, "tank-legend")
    page.get_by_test_id("legend-button").click()
    for name, opener in (("settings", "Settings"), ("help", "Help")):
        page.get_by_role("button", name=opener).click()
        page.get_by_role("dialog").wait_for()
        gallery.take(page, name)
        page.keyboard.press("Escape")
    page.locator("[data-testid=prompt] button, [data-testid=prompt] a").first.click()
    page.wait_for_timeout(400)
    gallery.take(page, "rule")
    page.keyboard.press("Escape")


def fight(gallery: Gallery) -> None:
    """Two keen bots bring the tanks together; then somebody looks at the odds and along a line of sight."""
    server = gallery.server
    wish = {"scenario": INTRO, "seats": {"alpha": "human", "bravo": "human"}, "entropy": "gallery"}
    made: Json = server.http.post("/api/matches", json=wish).json()
    seats = {side: Player(server, made["match"], seat["token"], side) for side, seat in made["seats"].items()}  # type: ignore[arg-type]
    for _ in range(LIMIT):
        side = next(name for name, seat in seats.items() if seat.state()["legal"])
        state = seats[side].state()
        if side == "alpha" and options_of(state, "DF"):
            break
        seats[side].give(approach(state) if side == "alpha" else seats[side].order(state))
    table = gallery.table()
    page = table.page
    page.goto(f"{server.url}/#/play/{made['match']}/{made['seats']['alpha']['token']}")
    state = table.wait_turn()
    unit, option = options_of(state, "DF")[0]
    table.select(unit)
    table.choose("DF")
    table.point_at(server.label(INTRO, option["cells"][0]))
    page.get_by_test_id("odds").wait_for()
    page.wait_for_timeout(900)
    gallery.take(page, "tank-odds")
    page.keyboard.press("l")
    page.wait_for_timeout(400)
    table.point_at(server.label(INTRO, option["cells"][0]))
    page.wait_for_timeout(400)
    gallery.take(page, "tank-line-of-sight")
    page.keyboard.press("l")
    table.click_hex(server.label(INTRO, option["cells"][0]))
    page.mouse.move(5, 5)
    gallery.take(page, "tank-fire-plotted")
    page.get_by_test_id("commit").click()
    seats["bravo"].play_one()
    page.get_by_test_id("playback").wait_for()
    page.keyboard.press("Space")
    for _ in range(3):
        page.keyboard.press("ArrowRight")
    gallery.take(page, "tank-film")
    page.keyboard.press("Escape")
    if page.get_by_test_id("summary").count():
        gallery.take(page, "tank-summary")


def approach(state: Json) -> Order:
    """Everybody by the cheapest way towards the enemy, or the middle of the map."""
    legal, game = msgspec.convert(state["legal"], Legal, strict=False), load_game("tank")
    board, kind = game.board(INTRO), legal.decision.kind
    if legal.choices:
        return Order(kind, choice=legal.choices[0], decision=legal.decision.id)
    if kind == "enter":
        cells = sorted(legal.units[0].options[0].cells)
        return Order(kind, (Task(legal.units[0].unit, "COL", (cells[len(cells) // 2],)),), decision=legal.decision.id)
    goals = enemies(state) or [board.cells[len(board.cells) // 2]]
    tasks = []
    for unit, option in options_of(state, "MV"):
        domain = option["path"]
        via = tuple(domain.get("via", ()))
        start = via[-1] if via else domain["start"]
        table = game.cost_tables(INTRO)[domain["table"]]
        left, reached = to_go(board, table, goals), reach(board, table, start, domain["allowance"])
        way = [min(reached, key=lambda cell: left[cell])]
        while way[-1] != start:
            way.append(reached[way[-1]].before)
        if len(way) > 1:
            tasks.append(Task(unit, "MV", (*via, *reversed(way[:-1]))))
    return Order(kind, tuple(tasks[:1]), decision=legal.decision.id)


def panzer(gallery: Gallery) -> None:
    table = gallery.table()
    page, server = table.page, gallery.server
    start_game(table, TITLE, side="German")
    state = table.wait_turn()
    for unit in state["legal"]["units"][:1]:
        table.select(unit["unit"])
        table.click_hex(server.label(PANZER, sorted(unit["options"][0]["cells"])[8]))
    gallery.take(page, "panzer-deployment")
    page.keyboard.press("Delete")
    deploy(table, server)
    seen: set[str] = set()

    def once(name: str, act: Callable[[], None] = lambda: None) -> None:
        if name not in seen:
            seen.add(name)
            act()
            gallery.take(page, name)

    while (state := table.wait_turn())["status"] != "over":
        kind = state["legal"]["decision"]["kind"]
        if kind == "command":
            waits = near(state) and state["view"]["turn"] % 2 == 1
            if waits:
                once("panzer-commands", lambda: look_at_commands(table))
                once("panzer-odds", lambda state=state: look_at_odds(table, state))  # type: ignore[misc]
                if "panzer-line-of-sight" not in seen:
                    look_along(table, state)
                    once("panzer-line-of-sight")
                    page.keyboard.press("l")
            command(table, dict.fromkeys(sorted(pieces(state, True)), "OW" if waits else "MOVE"))
        elif kind == "move" and "panzer-overwatch" not in seen:
            if "panzer-move" not in seen:
                table.select(state["legal"]["units"][0]["unit"])
                table.choose("MOVE")
                table.wait_until(lambda: bool(table.reach()))
                table.click_hex(server.label(PANZER, table.reach()[len(table.reach()) // 2]))
                once("panzer-move")
            drive(table, server, state)
        elif kind == "overwatch" and state["legal"].get("units"):
            page.wait_for_timeout(600)
            once("panzer-overwatch")
            let_pass(table, state)
        else:
            let_pass(table, state)
    gallery.take(page, "panzer-end")


def look_at_commands(table: Table) -> None:
    unit = next(iter(sorted(pieces(table.state(), True))))
    table.select(unit)
    table.choose("OW")
    form = table.page.get_by_test_id("preset")
    form.locator("[name=odds]").fill("40")
    form.locator("[name=odds]").press("Enter")
    form.locator("[name=aspect]").select_option("rear")


def look_at_odds(table: Table, state: Json) -> None:
    own, enemies = pieces(state, True), pieces(state, False)
    table.select(sorted(own)[0])
    goal = min(enemies.values(), key=lambda cell: table.server.distance(PANZER, cell, own[sorted(own)[0]]))
    table.point_at(table.server.label(PANZER, goal))
    table.page.wait_for_timeout(1500)


def look_along(table: Table, state: Json) -> None:
    table.page.keyboard.press("l")
    table.page.wait_for_timeout(500)
    look_at_odds(table, state)


def after(gallery: Gallery) -> None:
    """The replay room, with a game in which shots were fired."""
    server = gallery.server
    wish = {"scenario": INTRO, "seats": {"alpha": "human", "bravo": "human"}, "entropy": "gallery"}
    made: Json = server.http.post("/api/matches", json=wish).json()
    seats = {side: Player(server, made["match"], seat["token"], side) for side, seat in made["seats"].items()}  # type: ignore[arg-type]
    while True:
        states = {side: seat.state() for side, seat in seats.items()}
        if states["alpha"]["status"] == "over":
            break
        side, state = next((side, state) for side, state in states.items() if state["legal"])
        meets = side == "alpha" and not options_of(state, "DF")
        seats[side].give(approach(state) if meets else seats[side].order(state))
    page = gallery.table().page
    page.goto(f"{server.url}/#/play/{made['match']}/{made['seats']['alpha']['token']}")
    page.get_by_test_id("end").wait_for()
    gallery.take(page, "end")
    page.goto(f"{server.url}/#/replay/{made['match']}/{made['seats']['alpha']['token']}")
    slider = page.get_by_role("slider", name="Turn")
    slider.wait_for()
    slider.fill("12")
    page.wait_for_timeout(400)
    gallery.take(page, "replay")
    page.get_by_role("button", name="Play from here").click()
    page.get_by_role("button", name="Pause").click()
    gallery.take(page, "replay-film")
    page.get_by_role("button", name="Stop").click()
    page.get_by_role("tab", name="Figures").click()
    page.get_by_role("tabpanel").wait_for()
    gallery.take(page, "replay-figures")
    page.get_by_role("button", name="Play on from here").click()
    page.get_by_role("dialog").wait_for()
    gallery.take(page, "fork")
    page.goto(f"{server.url}/")
    page.get_by_role("button", name="Play: First Contact").wait_for()
    gallery.take(page, "lobby-with-games")


def errors(gallery: Gallery) -> None:
    server = gallery.server
    page = gallery.table().page
    page.goto(f"{server.url}/#/join/aaaaaaaaaaaaaaaa/AAAAAAAAAAAAAAAAAAAAAA")
    page.get_by_role("alert").wait_for()
    gallery.take(page, "bad-invitation")
    for what in ("play", "watch", "replay"):
        page.goto(f"{server.url}/#/{what}/aaaaaaaaaaaaaaaa/AAAAAAAAAAAAAAAAAAAAAA")
        page.wait_for_timeout(1200)
        gallery.take(page, f"bad-link-to-{what}")
    table = gallery.table()
    start_game(table, "First Contact")
    enter(table, server)
    table.wait_turn()
    server.kill()
    table.page.get_by_role("alert").wait_for()
    gallery.take(table.page, "server-gone")
    lost = gallery.players.page()
    server.start()
    lost.goto(server.url)
    lost.get_by_role("button", name="Play: First Contact").wait_for()
    lost.route("**/api/**", lambda route: route.abort())
    lost.reload()
    lost.wait_for_timeout(800)
    gallery.take(lost, "lobby-without-server")


def tablet(gallery: Gallery) -> None:
    table = gallery.table(**TABLET)
    page, server = table.page, gallery.server
    page.get_by_role("button", name="Play: First Contact").wait_for()
    gallery.take(page, "tablet-lobby")
    page.get_by_role("button", name="Learn it in five minutes").click()
    page.get_by_role("link", name="Start the lesson").first.wait_for()
    gallery.take(page, "lessons-tablet")
    page.get_by_role("link", name="Start the lesson").first.click()
    lesson = page.get_by_test_id("lesson")
    page.get_by_test_id("map").wait_for()
    gallery.take(page, "lesson-tablet-welcome")
    lesson.get_by_role("button", name="Next").click()
    gallery.take(page, "lesson-tablet-moving")
    lesson.get_by_role("button", name="Fold the lesson away").click()
    gallery.take(page, "lesson-tablet-folded")
    wide = gallery.table()
    wide.page.goto(f"{server.url}/#/tutorial/panzer/basics")
    wide.page.get_by_test_id("lesson").wait_for()
    wide.page.get_by_test_id("map").wait_for()
    gallery.take(wide.page, "lesson")


PARTS: dict[str, Callable[[Gallery], None]] = {
    "lobby": lobby, "tank": tank, "fight": fight, "panzer": panzer, "after": after, "tablet": tablet, "errors": errors,
}  # fmt: skip


class KeptServer(GameServer):
    """A server that notes the tokens players have, as they expect of one."""

    def __init__(self, folder: Path) -> None:
        self.tokens: set[str] = set()
        super().__init__(folder, "support.drill_server")


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("folder", nargs="?", type=Path, default=Path("/tmp/gallery"))
    parser.add_argument("--only", nargs="*", choices=list(PARTS), default=list(PARTS))
    args = parser.parse_args()
    build_client()
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = KeptServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=FLAGS)
        try:
            for name in args.only:
                gallery = Gallery(args.folder, browser, server)
                gallery.taken = 20 * list(PARTS).index(name)
                PARTS[name](gallery)
                gallery.players.close()
        finally:
            browser.close()
            server.stop()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
