"""Real browsers at a real server: the built client, `hulldown serve`, and a table that can be played from a test."""

from __future__ import annotations

import fcntl
import os
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Iterable
from functools import cache
from pathlib import Path
from typing import Any, cast

import httpx
from playwright.sync_api import Browser, BrowserContext, Error, Locator, Page, expect
from playwright.sync_api import TimeoutError as Timeout

from support.serving import TESTS, free_port

ROOT = Path(__file__).resolve().parent.parent.parent
WEB = ROOT / "web"
STATIC = ROOT / "src" / "hulldown" / "server" / "static"
CHROMIUM = os.environ.get("HULLDOWN_CHROMIUM", "/usr/bin/chromium")
UNUSED = (
    "WebUIOmniboxPopup", "WebUIOmniboxAimPopup", "WebUIOmniboxFullPopup",
    "AvoidUnnecessaryBeforeUnloadCheckSync", "DestroyProfileOnBrowserClose", "HttpsUpgrades",
    "HttpsFirstBalancedModeAutoEnable", "LensOverlay", "MediaRouter", "PaintHolding", "ThirdPartyStoragePartitioning",
    "AvoidCorsURLLoaderRestartOnRedirect", "OptimizationHints", "NetworkTimeServiceQuerying", "AimEnabled",
    "PreconnectToSearch",
)  # fmt: skip
"""Features of Chromium that are off: those that Playwright turns off, because the last list counts, and the popups of
an address bar that nobody sees. For these Chromium loads two pages of its own with each window: over half its cost."""
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking", "--disable-sync", "--no-first-run"]
FLAGS += [f"--disable-features={','.join(UNUSED)}"]
PATHS = (os.environ.get("PYTHONPATH", ""), str(TESTS))
PATIENCE = 120_000
"""Milliseconds a test waits for the page before it gives up; machines under test are busy."""
BRIEF = 3000
"""Milliseconds for a click at something that may go away, by one who then looks again."""
FRAMES = """() => new Promise((done) => {
  const late = setTimeout(done, 10000);
  requestAnimationFrame(() => requestAnimationFrame(() => { clearTimeout(late); done(); }));
})"""
"""Until the page has drawn what was done to it: two frames, however long they take."""
MODEL = """() => new Promise((done) => {
  const told = () => done(window.__hulldown && JSON.parse(JSON.stringify({ ...window.__hulldown, times: [] })));
  const late = setTimeout(told, 10000);
  requestAnimationFrame(() => { clearTimeout(late); told(); });
})"""
"""What is drawn on the map. It is told with each drawing, so that of whatever was done before is waited for."""
BRING = """async (label) => {
  window.__hulldown.show(label);
  const frame = () => new Promise((done) => {
    const late = setTimeout(done, 10000);
    requestAnimationFrame(() => { clearTimeout(late); done(); });
  });
  const place = () => window.__hulldown.at(label);
  const same = (a, b) => a === b || (a && b && a.x === b.x && a.y === b.y);
  let before;
  let here = place();
  for (let k = 0; k < 100 && (k === 0 || !same(before, here)); k++) {
    await frame();
    await frame();
    [before, here] = [here, place()];
  }
  return here;
}"""
"""Brings a hex into view; where it is when nothing moves any more."""

HASTY = """
try {
  const kept = JSON.parse(localStorage.getItem("hulldown.settings") ?? "{}");
  if (!("grace" in kept)) localStorage.setItem("hulldown.settings", JSON.stringify({ ...kept, grace: 0 }));
} catch { /* a page without storage */ }
"""
"""Players under test take nothing back: their orders go out at once, unless a test is about that."""

STEADY = """
const filled = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (data) => (data.length === 32 ? data.fill(7) : filled(data));
"""
"""A browser's shares of a seed, the only random texts of 32 bytes, are always the same. At a server that has one secret
for all matches (`support/steady_server.py`) chance is then fixed; at any other it still is what it was."""

Json = dict[str, Any]


def build_client() -> None:
    """Builds the client if a source is newer than what was built; one process at a time.

    HULLDOWN_PREBUILT=1 takes what is there, where somebody else sees to the build.
    """
    if os.environ.get("HULLDOWN_PREBUILT"):
        return
    lock = Path(tempfile.gettempdir()) / f"hulldown-web-{os.getuid()}.lock"
    with lock.open("w") as held:
        fcntl.flock(held, fcntl.LOCK_EX)
        index = STATIC / "index.html"
        sources = [path for path in (WEB / "src").rglob("*") if path.is_file()]
        sources += [ROOT / "src" / "hulldown" / "draw" / name for name in ("palette.json", "silhouettes.json")]
        sources += [WEB / name for name in ("index.html", "package.json", "package-lock.json", "vite.config.ts")]
        if index.exists() and index.stat().st_mtime >= max(path.stat().st_mtime for path in sources):
            return
        npm = shutil.which("npm")
        assert npm, "the browser tests need Node"
        if not (WEB / "node_modules" / ".package-lock.json").exists():
            subprocess.run([npm, "ci"], cwd=WEB, check=True, capture_output=True)
        subprocess.run([npm, "run", "build"], cwd=WEB, check=True, capture_output=True)


class GameServer:
    """`hulldown serve` as a player starts it, on a database of its own."""

    def __init__(self, folder: Path, program: str = "hulldown.cli.main", flags: Iterable[str] = ()) -> None:
        self.program, self.flags = program, list(flags)
        self.port = free_port()
        self.url = f"http://127.0.0.1:{self.port}"
        self.database = f"sqlite:///{folder / 'games.db'}"
        self.log = folder / "server.log"
        self.process: subprocess.Popen[str] | None = None
        self.http = httpx.Client(base_url=self.url, timeout=300)
        self.start()

    def start(self) -> None:
        command = [sys.executable, "-m", self.program, "serve", "--port", str(self.port), "--limits", "0", "--no-warm"]
        command += ["--answer-pace", "0", "--push-local", "--push-delay", "0", "--database", self.database, "--log"]
        command += self.flags
        env = {**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, PATHS))}
        pipes = {"stdin": subprocess.DEVNULL, "stdout": subprocess.PIPE}
        with self.log.open("a") as log:
            self.process = subprocess.Popen(command, **pipes, stderr=log, text=True, env=env)
        assert self.process.stdout is not None
        line = self.process.stdout.readline()
        assert self.url in line, f"the server said {line!r}: {self.log.read_text()[-2000:]}"

    def kill(self) -> None:
        self._end(signal.SIGKILL)

    def stop(self) -> None:
        self._end(signal.SIGTERM)
        self.http.close()

    def _end(self, with_signal: int) -> None:
        assert self.process is not None
        assert self.process.stdout is not None
        if self.process.poll() is None:
            self.process.send_signal(with_signal)
        self.process.wait(timeout=PATIENCE / 1000)
        self.process.stdout.close()

    def check_log(self, tokens: Iterable[str] = ()) -> None:
        text = self.log.read_text(errors="replace")
        assert "Traceback" not in text, text[text.index("Traceback") :][:3000]
        for token in tokens:
            assert token not in text, "a token is in the log"

    @cache  # noqa: B019 - a server lives as long as the tests that use it
    def board(self, scenario: str) -> Json:
        return cast(Json, self.http.get(f"/api/scenarios/{scenario}/board").json())

    def label(self, scenario: str, cell: int) -> str:
        return cast(str, self._labels(scenario)[cell])

    @cache  # noqa: B019
    def _labels(self, scenario: str) -> dict[int, str]:
        return {entry["cell"]: entry["label"] for entry in self.board(scenario)["cells"]}

    @cache  # noqa: B019
    def _places(self, scenario: str) -> dict[int, tuple[int, int]]:
        return {entry["cell"]: (entry["q"], entry["r"]) for entry in self.board(scenario)["cells"]}

    def distance(self, scenario: str, a: int, b: int) -> int:
        places = self._places(scenario)
        dq, dr = places[a][0] - places[b][0], places[a][1] - places[b][1]
        return max(abs(dq), abs(dr), abs(dq + dr))


def until(page: Page, script: str, arg: object = None) -> None:
    """Waits until a script gives something true. The page forbids the `eval` in Playwright's `wait_for_function`."""
    end = time.monotonic() + PATIENCE / 1000
    while not page.evaluate(script, arg):
        assert time.monotonic() < end, f"it never came true: {script}"
        page.wait_for_timeout(50)


def drawn(page: Page) -> None:
    """Waits until a page has drawn what was done to it."""
    page.evaluate(FRAMES)


def clicked(locator: Locator) -> bool:
    """Clicks what may go away just now; whether it was still there. Whoever asks looks again at what there is."""
    try:
        locator.click(timeout=BRIEF)
    except Timeout:
        return False
    return True


def opened_by(page: Page, key: str, what: Locator) -> None:
    """Presses a key until something is there: a dialogue that has just closed may still have had the key."""
    end = time.monotonic() + PATIENCE / 1000
    while not what.count():
        assert time.monotonic() < end, f"{key} opens nothing"
        page.keyboard.press(key)
        drawn(page)
    what.wait_for()


class Wire:
    """Everything a page got from the server: bodies of answers and websocket messages, as text."""

    def __init__(self, page: Page) -> None:
        self.texts: list[str] = []
        page.on("response", self._answer)
        page.on("websocket", lambda socket: socket.on("framereceived", self._frame))

    def _answer(self, response: Any) -> None:
        if "/api/" in response.url:
            self.texts.append(response.url)
            self.pending.append(response)

    def _frame(self, payload: str | bytes) -> None:
        self.texts.append(payload if isinstance(payload, str) else payload.decode())

    @property
    def pending(self) -> list[Any]:
        return self.__dict__.setdefault("_pending", [])

    def all(self) -> list[str]:
        """What came so far; bodies are read now, as a page's events must not call back into it."""
        for response in self.pending:
            try:
                self.texts.append(response.text())
            except Error:  # an answer without a body, or of a page that is gone
                continue
        self.pending.clear()
        return self.texts


class Table:
    """A page with a table on it, and the hands of a player."""

    def __init__(self, server: GameServer, page: Page) -> None:
        self.server = server
        self.page = page
        self._known: dict[str, tuple[int, int]] = {}

    @property
    def token(self) -> str:
        found = re.search(r"#/(?:play|watch|replay)/([^/]+)/([^/]+)", self.page.url)
        if found:
            return found[2]
        return self._lesson()["token"]

    @property
    def match(self) -> str:
        found = re.search(r"#/(?:play|watch|replay)/([^/]+)/", self.page.url)
        if found:
            return found[1]
        return self._lesson()["match"]

    def _lesson(self) -> dict[str, str]:
        """What the browser keeps of the lesson on the page."""
        found = re.search(r"#/tutorial/(.+)$", self.page.url)
        assert found, self.page.url
        kept = cast(Json, self.page.evaluate("JSON.parse(localStorage.getItem('hulldown.lessons') ?? '{}')"))
        return cast(dict[str, str], kept[found[1]])

    def state(self, token: str = "") -> Json:
        headers = {"Authorization": f"Bearer {token or self.token}"}
        answer = self.server.http.get(f"/api/matches/{self.match}", headers=headers)
        assert answer.status_code == 200, answer.text
        return cast(Json, answer.json())

    def look(self) -> Json:
        """The state without the events of the looks before: who looks again and again does not need a long log."""
        token = self.token
        events, epoch = self._known.get(token, (0, 0))
        headers = {"Authorization": f"Bearer {token}"}
        given = {"events": str(events), "epoch": str(epoch)}
        answer = self.server.http.get(f"/api/matches/{self.match}", params=given, headers=headers)
        assert answer.status_code == 200, answer.text
        state = cast(Json, answer.json())
        self._known[token] = (state["count"], state["epoch"])
        return state

    def asked(self) -> str:
        """The question that the server asks this seat now, "" for none."""
        legal = self.look()["legal"]
        return cast(str, legal["decision"]["id"]) if legal else ""

    def model(self) -> Json:
        """What is drawn on the map, as the map itself tells."""
        return cast(Json, self.page.evaluate(MODEL))

    def drawn(self) -> None:
        """Waits until the page has drawn what was done to it."""
        drawn(self.page)

    def bring(self, label: str) -> dict[str, float]:
        """Brings a hex into view; where it is on the screen."""
        at = self.page.evaluate(BRING, label)
        assert at, f"there is no hex {label}"
        return cast(dict[str, float], at)

    def click_hex(self, label: str) -> None:
        """Brings a hex into view and clicks it."""
        at = self.bring(label)
        self.page.mouse.click(at["x"], at["y"])
        self.drawn()

    def drag(self, labels: Iterable[str]) -> None:
        """Draws a path by hand from hex to hex; they must be near each other."""
        first, *rest = labels
        at = self.bring(first)
        self.page.mouse.move(at["x"], at["y"])
        self.page.mouse.down()
        for label in rest:
            at = self.page.evaluate("label => window.__hulldown.at(label)", label)
            self.page.mouse.move(at["x"], at["y"], steps=4)
        self.page.mouse.up()
        self.drawn()

    def point_at(self, label: str) -> None:
        at = self.bring(label)
        self.page.mouse.move(at["x"] - 3, at["y"])
        self.page.mouse.move(at["x"], at["y"])

    def select(self, unit: str) -> None:
        self.page.locator(f'[data-testid=checklist] [data-unit="{unit}"]').click()

    def choose(self, kind: str) -> bool:
        """Chooses a task of the selected unit; whether it has it."""
        button = self.page.locator(f'[data-testid=taskbar] [data-kind="{kind}"]')
        if not button.count():
            self.drawn()
            if not button.count():
                return False
        button.click()
        return True

    def chip(self, unit: str) -> str:
        found = [piece["chip"] for piece in self.model()["pieces"] if piece["id"] == unit]
        return cast(str, found[0]) if found else ""

    def reach(self) -> list[int]:
        """The cells lit as reachable."""
        lit = [overlay["cells"] for overlay in self.model()["overlays"] if overlay["kind"] == "reach"]
        return [one["cell"] for cells in lit for one in cells]

    def wait_turn(self, playback: Callable[[], None] | None = None) -> Json:
        """Skips or watches what is shown until this seat owes a decision or the game is over; the state then."""
        self.page.get_by_test_id("prompt").wait_for()
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if self.page.get_by_test_id("playback").count():
                if playback is not None:
                    playback()
                    playback = None
                self.page.keyboard.press("Escape")
            elif self.page.get_by_test_id("summary").count():
                clicked(self.page.get_by_test_id("summary").get_by_role("button"))
            else:
                state = self.look()
                if state["status"] == "over":
                    if self.page.get_by_test_id("end").count():
                        return self.state()
                elif state["legal"] is not None:
                    asked = state["legal"]["decision"]["id"]
                    shown = self.page.get_by_test_id("prompt").get_attribute("data-decision")
                    playing = self.page.get_by_test_id("playback").count() + self.page.get_by_test_id("summary").count()
                    if asked == shown and not playing:
                        whole = self.state()
                        if whole["number"] == state["number"]:
                            return whole
            self.page.wait_for_timeout(60)
        seats = {side: sorted(seat) for side, seat in self.state()["seats"].items()}
        shown = self.page.get_by_test_id("prompt").inner_text()
        raise AssertionError(f"no turn came: {shown!r}, {self.page.url}, {seats}")

    def commit(self, empty: bool = False) -> None:
        """Sends the order; one that leaves units without orders has to be confirmed.

        `empty`: there may be no order at all. A button that does nothing is pressed again: news may have come with it.
        """
        before = self.asked()
        # Looked for together with whether they can be pressed: a button may go away between two questions.
        button = self.page.locator("[data-testid=commit]:enabled")
        sure = self.page.locator("[data-testid=commit-so]:enabled")
        self.page.get_by_test_id("commit").click()
        pressed, end = time.monotonic(), time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if self.asked() != before:
                return
            if sure.count():
                clicked(sure)
            elif time.monotonic() > pressed + (0.3 if empty else 5) and button.count():
                # Not the next question, if that has come in the meantime.
                if self.page.get_by_test_id("prompt").get_attribute("data-decision") == before:
                    clicked(button)
                pressed, empty = time.monotonic(), False
            self.page.wait_for_timeout(50)
        raise AssertionError(f"the order was not taken: {self.page.get_by_test_id('table').inner_text()[:2000]}")

    def answer(self, choice: str) -> None:
        """Answers a question by its button."""
        before = self.asked()
        self.page.locator(f':is([data-testid=prompt-card], [data-testid=taskbar]) [data-choice="{choice}"]').click()
        self.wait_until(lambda: self.asked() != before)

    def wait_until(self, what: Callable[[], bool]) -> None:
        end = time.monotonic() + PATIENCE / 1000
        while time.monotonic() < end:
            if what():
                return
            self.page.wait_for_timeout(50)
        raise AssertionError("it did not happen in time")

    def pass_by(self, state: Json) -> None:
        """Answers whatever is asked in the shortest way: nobody does anything."""
        legal = state["legal"]
        if legal.get("choices"):
            self.answer(legal["choices"][0])
        elif legal.get("units"):
            self.commit(empty=True)
        else:
            before = legal["decision"]["id"]
            self.page.keyboard.press("Enter")
            # Whoever looks at the table next must not take the question for one that is still open.
            self.wait_until(lambda: self.asked() != before)


class Players:
    """Opens browsers of different people: each has storage of its own."""

    def __init__(self, browser: Browser, server: GameServer) -> None:
        self.browser = browser
        self.server = server
        self.contexts: list[BrowserContext] = []
        self.errors: list[str] = []

    def page(self, **wish: Any) -> Page:
        context = self.browser.new_context(**{"viewport": {"width": 1280, "height": 720}, **wish})
        context.set_default_timeout(PATIENCE)
        self.contexts.append(context)
        context.add_init_script(HASTY)
        context.add_init_script(STEADY)
        page = context.new_page()
        page.on("pageerror", lambda error: self.errors.append(str(error)))
        return page

    def table(self, path: str = "/", **wish: Any) -> Table:
        page = self.page(**wish)
        page.goto(self.server.url + path)
        return Table(self.server, page)

    def close(self) -> None:
        for context in self.contexts:
            context.close()


def choose_bot(group: Locator, bot: str) -> None:
    """Picks a bot in a dialog or a part of it, also one of those that are folded away."""
    one = f'input[type="radio"][value="{bot}"]'
    radio = group.locator(one)
    radio.wait_for(state="attached")
    folded = group.locator("details:not([open])").filter(has=group.page.locator(one))
    # The dialog still grows when it opens: a click may miss the line that it was meant for.
    while folded.count():
        folded.get_by_text("More bots").click()
        group.page.wait_for_timeout(50)
    radio.check()


def start_game(table: Table, title: str, opponent: str = "", side: str = "", bot: str = "random") -> None:
    """From the lobby to the table; against the bot if no other opponent is named."""
    page, lobby = table.page, table.server.url + "/"
    if page.url != lobby or page.get_by_role("dialog").count():  # or else all scenarios would be drawn twice
        page.goto(lobby)
    page.get_by_role("button", name=f"Play: {title}").click()
    dialog = page.get_by_role("dialog")
    if side:
        dialog.get_by_role("radio", name=side).check()
    if opponent:
        dialog.get_by_label(opponent).check()
    else:
        choose_bot(dialog, bot)
    dialog.get_by_role("button", name="Start").click()


def soon(locator: Any) -> Any:
    """Playwright's expectation with the patience of these tests."""
    expect.set_options(timeout=PATIENCE)
    return expect(locator)
