"""How long a frame of the map takes in headless Chromium: `python bench/frames.py [--counters N] [--json]`.

Two maps: that of Tank! (61 x 36 hexes) filled up to 60 counters, and the largest of panzer. Each is moved and zoomed
through the real table of a real server, and then the pointer runs over it with a unit's reach shown. `draw` is what the
page itself spends on drawing a frame; `frame` is the time from one frame to the next when nothing holds the browser
back (no vsync), so it includes script, painting and compositing, in software where there is no graphics card.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
import tempfile
from pathlib import Path
from typing import Any

from playwright.sync_api import Page, WebSocketRoute, sync_playwright

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))

from support.browsing import CHROMIUM, FLAGS, GameServer, build_client

UNBOUND = ["--disable-frame-rate-limit", "--disable-gpu-vsync"]
MAPS = (("Tank! map, 61 x 36", "tank/10"), ("largest panzer map", "panzer/6"))
WANT = 8.0
"""Milliseconds: the median that a frame may take."""
STEPS = 120
MOVES = {
    "pan": "h.set({ zoom: 1.2, x: 400 + k * 5, y: 400 + k * 2 })",
    "pan, far away": "h.set({ zoom: 0.8, x: 620 + k * 4, y: 420 + k })",
    "pan, with labels": "h.set({ zoom: 2.2, x: 400 + k * 4, y: 400 + k * 2 })",
    "zoom": "h.set({ zoom: 0.5 + k * 0.02, x: 700, y: 500 })",
}
LOOP = """async ([act, steps]) => {
  // Goes on after everything else of the frame, so that each step is drawn by a frame of its own.
  const after = (done, time) => {
    const channel = new MessageChannel();
    channel.port1.onmessage = () => done(time);
    channel.port2.postMessage(0);
  };
  const next = () => new Promise((done) => requestAnimationFrame((time) => after(done, time)));
  const frames = [];
  let last = await next();
  for (let k = -10; k < steps; k++) {
    // The first few warm up. A frame in which nothing was drawn is the browser's idling, not a frame of the map.
    if (k === 0) window.__hulldown.times.length = 0;
    const drawn = window.__hulldown.times.length;
    act(window.__hulldown, Math.max(0, k));
    const now = await next();
    if (k >= 0 && window.__hulldown.times.length !== drawn) frames.push(now - last);
    last = now;
  }
  return { draw: [...window.__hulldown.times], frame: frames };
}"""
HOVER = """
  const map = document.querySelector("[data-testid=map]");
  const box = map.getBoundingClientRect();
  const [x, y] = [60 + (k * 37) % (box.width - 120), 60 + (k * 23) % (box.height - 120)];
  const at = { clientX: box.left + x, clientY: box.top + y };
  map.dispatchEvent(new PointerEvent("pointermove", { ...at, pointerId: 1, pointerType: "mouse", bubbles: true }));
"""
"""The pointer in another hex at each step: reach, the way there and the hex marked are drawn anew."""

Figures = dict[str, dict[str, float]]


def begun(server: GameServer, scenario: str) -> tuple[str, str]:
    """Match and token of a seat whose units stand on the map and can be ordered: all answers are the idle ones."""
    made = server.http.post("/api/matches", json={"scenario": scenario, "entropy": "frames"}).json()
    base = f"/api/matches/{made['match']}"
    for number in range(200):
        for seat in made["seats"].values():
            headers = {"Authorization": f"Bearer {seat['token']}"}
            state = server.http.get(base, headers=headers).json()
            legal = state["legal"]
            if legal is None:
                continue
            drives = any(option.get("path") for unit in legal.get("units", []) for option in unit["options"])
            if len(state["view"]["pieces"]) > 4 and drives:
                return made["match"], seat["token"]
            order = legal["idle"]
            if legal["decision"]["kind"] == "command":
                order = {"kind": "command", "tasks": [{"unit": u["unit"], "kind": "MOVE"} for u in legal["units"][1:]]}
            body = {"submission": f"frames-{number}-{legal['decision']['id']}", "decision": legal["decision"]["id"]}
            answer = server.http.post(f"{base}/orders", json={**body, "order": order}, headers=headers)
            assert answer.status_code == 200, answer.text
    raise RuntimeError(f"{scenario} does not begin")


def filled(page: Page, counters: int) -> None:
    """Fills the view up with copies of its counters to the number wanted."""

    def pass_on(route: WebSocketRoute) -> None:
        server = route.connect_to_server()

        def message(text: str | bytes) -> None:
            told: dict[str, Any] = json.loads(text)
            pieces = (told.get("view") or {}).get("pieces") or []
            first = len(pieces)
            for number in range(first, counters if first else 0):
                one = pieces[number % first]
                pieces.append({**one, "id": f"X{number}", "cell": one["cell"] + 1 + number % 2})
            route.send(json.dumps(told))

        server.on_message(message)

    page.route_web_socket("**/ws/**", pass_on)


def cut(values: list[float], share: float) -> float:
    ordered = sorted(values)
    return round(ordered[min(len(ordered) - 1, int(len(ordered) * share))], 2) if ordered else 0.0


def measure(server: GameServer, page: Page, scenario: str, counters: int) -> Figures:
    """Median and 95th percentile for each kind of movement."""
    match, token = begun(server, scenario)
    filled(page, counters)
    page.goto(f"{server.url}/#/play/{match}/{token}")
    page.wait_for_function("window.__hulldown?.camera.width > 0")
    page.wait_for_timeout(1500)
    unit = page.locator("[data-testid=checklist] [data-unit]")
    for number in range(unit.count()):
        unit.nth(number).click()
        button = page.locator("[data-testid=taskbar] [data-kind=MV], [data-testid=taskbar] [data-kind=MOVE]")
        if button.count():
            button.first.click()
            break
    page.wait_for_timeout(300)
    found: Figures = {}
    for name, source in {**MOVES, "overlay update": HOVER}.items():
        page.evaluate("window.__hulldown.set({ zoom: 1 })")
        page.wait_for_timeout(300)
        times = page.evaluate(f"({LOOP})([(h, k) => {{ {source} }}, {STEPS}])")
        found[name] = {
            f"{what}_{label}": cut(times[what], share)
            for what in ("draw", "frame")
            for label, share in (("median", 0.5), ("p95", 0.95))
        }
    return found


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--counters", type=int, default=60)
    parser.add_argument("--json", action="store_true")
    args = parser.parse_args()
    build_client()
    found: dict[str, Figures] = {}
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = GameServer(Path(folder))
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=[*FLAGS, *UNBOUND])
        try:
            for _, scenario in MAPS:
                page = browser.new_page(viewport={"width": 1280, "height": 720}, bypass_csp=True)
                found[scenario] = measure(server, page, scenario, args.counters)
                page.close()
        finally:
            browser.close()
            server.stop()
    if args.json:
        json.dump(found, sys.stdout, indent=2)
        print()
        return 0
    print(f"load of the machine: {os.getloadavg()[0]:.1f} on {os.cpu_count()} processors")
    for title, scenario in MAPS:
        print(f"{title} ({scenario}), {args.counters} counters; milliseconds, want a median below {WANT:g}")
        for name, one in found[scenario].items():
            print(f"    {name:18} draw {one['draw_median']:5.2f} (p95 {one['draw_p95']:5.2f})"
                  f"   frame {one['frame_median']:5.2f} (p95 {one['frame_p95']:5.2f})", flush=True)  # fmt: skip
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
