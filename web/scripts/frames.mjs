// Frame times of the map in headless Chromium: node scripts/frames.mjs ADDRESS MATCH TOKEN [COUNTERS]
// Prints one JSON line for each kind of movement: median and 95th percentile of drawing (ms) and of the frame interval.
import { chromium } from "playwright-core";

const [address, match, token, counters = "60"] = process.argv.slice(2);
if (!token) throw new Error("node scripts/frames.mjs ADDRESS MATCH TOKEN [COUNTERS]");
const browser = await chromium.launch({ executablePath: process.env.CHROMIUM ?? "/usr/bin/chromium", args: ["--no-sandbox"] });
const page = await browser.newPage({ viewport: { width: 1280, height: 720 } });
// The view is filled up with copies of its counters to the number wanted.
await page.routeWebSocket(/\/ws\//, (socket) => {
  const server = socket.connectToServer();
  server.onMessage((text) => {
    const message = JSON.parse(String(text));
    const pieces = message.view?.pieces;
    for (let k = 0; pieces?.length && pieces.length < Number(counters); k++) {
      const one = pieces[k];
      pieces.push({ ...one, id: `X${k}`, cell: one.cell + 1 + (k % 2) });
    }
    socket.send(JSON.stringify(message));
  });
});
await page.goto(`${address}/#/play/${match}/${token}`);
await page.waitForFunction(() => window.__hulldown?.camera.width > 0);
await page.waitForTimeout(1500);
await page.locator("[data-unit]").first().click({ timeout: 2000 }).catch(() => {});
await page.keyboard.press("m");
const moves = {
  "pan, near": "h.set({ zoom: 1.2, x: 400 + k * 5, y: 400 + k * 2 })",
  "pan, far": "h.set({ zoom: 0.5, x: 700 + (k % 20) * 8, y: 500 + k })",
  "pan, labels": "h.set({ zoom: 2.2, x: 400 + k * 4, y: 400 + k * 2 })",
  zoom: "h.set({ zoom: 0.5 + k * 0.02, x: 700, y: 500 })",
};
const half = (list, share = 0.5) => [...list].sort((a, b) => a - b)[Math.floor(list.length * share)] ?? 0;
const tell = (name, draw, interval) =>
  console.log(JSON.stringify({
    name, draw_median: +half(draw).toFixed(2), draw_p95: +half(draw, 0.95).toFixed(2), interval_median: +half(interval).toFixed(2),
  }));
for (const [name, body] of Object.entries(moves)) {
  const found = await page.evaluate(async (source) => {
    const next = () => new Promise((done) => requestAnimationFrame(done));
    const act = new Function("h", "k", source);
    const intervals = [];
    window.__hulldown.times.length = 0;
    let last = await next();
    for (let k = 0; k < 120; k++) {
      act(window.__hulldown, k);
      const now = await next();
      intervals.push(now - last);
      last = now;
    }
    return { draw: [...window.__hulldown.times], intervals };
  }, body);
  tell(name, found.draw, found.intervals);
}
await page.evaluate(() => window.__hulldown.set({ zoom: 1 }));
await page.evaluate(() => (window.__hulldown.times.length = 0));
for (let k = 0; k < 80; k++) {
  await page.mouse.move(250 + k * 6, 200 + k * 4);
  await page.waitForTimeout(20);
}
tell("overlay, hover", await page.evaluate(() => [...window.__hulldown.times]), []);
await browser.close();
