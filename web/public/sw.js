// The service worker: shows what the server pushes while no page of the game is looked at, and leads back to the game.
// It keeps no files and answers no requests.

const WORDS = {
  turn: ["Your turn", (news) => `${news.title}, turn ${news.turn ?? 0}: you play ${news.playing} against ${news.opponent}.`],
  offer: ["An offer for you", (news) => `${news.title}: ${news.opponent} offers something. Look at the table.`],
  over: ["The game is over", (news) => `${news.title} against ${news.opponent} has ended.`],
  trial: ["Hulldown", () => "This is how you are told that it is your turn."],
};

const pageOf = (news) => `/#/game/${news.match}/${news.side}`;
const isAbout = (client, news) => Boolean(news.match) && new URL(client.url).hash.includes(`/${news.match}/`);

async function show(news) {
  const [title, text] = WORDS[news.kind] ?? [];
  if (!title) return;
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  // Who looks at the game sees it there.
  if (pages.some((page) => isAbout(page, news) && page.visibilityState === "visible" && page.focused)) return;
  await self.registration.showNotification(title, {
    body: text(news),
    icon: "/favicon.svg",
    tag: `${news.match ?? ""} ${news.side ?? ""}`,
    renotify: true,
    data: news,
  });
}

async function lead(news) {
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const there = pages.find((page) => isAbout(page, news));
  if (there) return there.focus();
  return self.clients.openWindow(news.match ? pageOf(news) : "/");
}

self.addEventListener("install", () => self.skipWaiting());
self.addEventListener("activate", (event) => event.waitUntil(self.clients.claim()));
self.addEventListener("push", (event) => {
  let news;
  try {
    news = event.data?.json();
  } catch {
    news = undefined;
  }
  if (news) event.waitUntil(show(news));
});
self.addEventListener("message", (event) => event.waitUntil(show(event.data)));
self.addEventListener("notificationclick", (event) => {
  event.notification.close();
  event.waitUntil(lead(event.notification.data ?? {}));
});
