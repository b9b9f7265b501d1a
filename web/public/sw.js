// The service worker: shows what the server pushes while no page of the game is looked at, and leads back to the game.
// It keeps no files and answers no requests.

const WORDS = {
  turn: ["Your turn", (news) => `${news.title}, turn ${news.turn ?? 0}: you play ${news.playing} against ${news.opponent}.`],
  offer: ["An offer for you", (news) => `${news.title}: ${news.opponent} offers something. Look at the table.`],
  over: ["The game is over", (news) => `${news.title} against ${news.opponent} has ended.`],
  begin: ["Your game can begin", (news) => `${news.opponent} has joined ${news.title}. Open it, and it begins.`],
  trial: ["Hulldown", () => "This is how you are told that it is your turn."],
};

const pageOf = (news) => `/#/game/${news.match}/${news.side}`;

const PATIENCE = 1000;
/** Where a page is now, as it tells itself; "" when it does not answer. Its `url` is that of its load: what is behind the # changes unseen. */
function placeOf(page) {
  return new Promise((done) => {
    const { port1, port2 } = new MessageChannel();
    const late = setTimeout(() => done(""), PATIENCE);
    port1.onmessage = (event) => {
      clearTimeout(late);
      done(String(event.data));
    };
    page.postMessage({ kind: "where" }, [port2]);
  });
}

/** The pages that show the game of some news. */
async function pagesAbout(news) {
  if (!news.match) return [];
  const pages = await self.clients.matchAll({ type: "window", includeUncontrolled: true });
  const places = await Promise.all(pages.map(placeOf));
  return pages.filter((page, at) => places[at].includes(`/${news.match}/`));
}

async function show(news) {
  const [title, text] = WORDS[news.kind] ?? [];
  if (!title) return;
  // Who looks at the game sees it there.
  if ((await pagesAbout(news)).some((page) => page.visibilityState === "visible" && page.focused)) return;
  await self.registration.showNotification(title, {
    body: text(news),
    icon: "/favicon.svg",
    tag: `${news.match ?? ""} ${news.side ?? ""}`,
    renotify: true,
    data: news,
  });
}

async function lead(news) {
  const [there] = await pagesAbout(news);
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
