// Being told that it is one's turn: notifications of this browser, pushed by the server where it can be.

import { telling as server } from "./api";
import { person } from "./person.svelte";
import type { Stored } from "./personkey";

/** What a browser can do: nothing; notifications while a page is open; notifications at any time. */
export type Reach = "none" | "page" | "push";

/** What the service worker finds the words for (public/sw.js). */
export interface News {
  kind: "turn" | "offer" | "over";
  match: string;
  side: string;
  title: string;
  playing: string;
  opponent: string;
  turn: number;
}

const KEY = "hulldown.told";

function bytes(text: string): Uint8Array<ArrayBuffer> {
  const plain = atob(text.replace(/-/g, "+").replace(/_/g, "/"));
  return Uint8Array.from(plain, (sign) => sign.charCodeAt(0));
}

class Telling {
  /** Whether the player wants to be told in this browser. */
  on = $state(localStorage.getItem(KEY) !== null);
  /** How far it reaches, as far as it was found out. */
  reach = $state<Reach>(localStorage.getItem(KEY) === "push" ? "push" : "page");
  denied = $state(false);

  get possible(): boolean {
    return "Notification" in window && "serviceWorker" in navigator;
  }

  private keep(reach: Reach): void {
    this.reach = reach;
    this.on = reach !== "none";
    person.notePushed(reach === "push");
    if (this.on) localStorage.setItem(KEY, reach);
    else localStorage.removeItem(KEY);
  }

  private checking: Promise<void> = Promise.resolve();

  /**
   * Sees to it that he is told who is known in this browser now, and nobody who was known here before; and that what is said
   * of it is true, also where the browser has taken back its leave.
   */
  check(known: Stored | null): Promise<void> {
    this.checking = this.checking.then(() => this.mend(known)).catch(() => undefined);
    return this.checking;
  }

  private async mend(known: Stored | null): Promise<void> {
    if (!this.on || !this.possible) return;
    if (Notification.permission !== "granted") {
      this.denied = Notification.permission === "denied";
      return this.keep("none");
    }
    // Of another tab's news nothing is lost: whoever was known before has no key here any more.
    if (known?.key !== person.known?.key) return;
    if (known?.person) {
      // An address that was another's until now is this person's from here on (storage/telling.py).
      if (!person.known?.pushed) this.keep((await this.subscribe(await registered())) ? "push" : "page");
    } else if (this.reach === "push") {
      const worker = await navigator.serviceWorker.getRegistration();
      await (await worker?.pushManager?.getSubscription())?.unsubscribe();
      this.keep("page");
    }
  }

  /** Asks the player's leave, and subscribes where server and browser can push. */
  async start(): Promise<void> {
    if (!this.possible) return;
    this.denied = (await Notification.requestPermission()) !== "granted";
    if (this.denied) return this.keep("none");
    const worker = await registered();
    this.keep((await this.subscribe(worker)) ? "push" : "page");
  }

  /** Whether the server pushes to this browser from now on. */
  private async subscribe(worker: ServiceWorkerRegistration): Promise<boolean> {
    if (!worker.pushManager || !person.known?.person) return false;
    try {
      const { on, key } = await server.about();
      if (!on) return false;
      const made = await worker.pushManager.subscribe({ userVisibleOnly: true, applicationServerKey: bytes(key) });
      const { endpoint, keys } = made.toJSON();
      await server.subscribe({ endpoint: endpoint ?? "", p256dh: keys?.["p256dh"] ?? "", auth: keys?.["auth"] ?? "" });
      return true;
    } catch {
      // No push service, or none that this server may send to: the page tells while it is open.
      return false;
    }
  }

  async stop(): Promise<void> {
    this.keep("none");
    const worker = await navigator.serviceWorker?.getRegistration();
    await (await worker?.pushManager?.getSubscription())?.unsubscribe();
    if (person.known?.person) await server.unsubscribe();
  }

  /** Tells of some news while the page is open but not looked at; where the server pushes, it does that. */
  async tell(news: News): Promise<void> {
    if (!this.on || this.reach !== "page" || !this.possible || Notification.permission !== "granted") return;
    if (!document.hidden && document.hasFocus()) return;
    (await registered()).active?.postMessage(news);
  }
}

async function registered(): Promise<ServiceWorkerRegistration> {
  await navigator.serviceWorker.register("/sw.js");
  return navigator.serviceWorker.ready;
}

export const telling = new Telling();

// The service worker asks where a page is, so that nobody is told of the game he looks at.
navigator.serviceWorker?.addEventListener("message", (event: MessageEvent<{ kind?: string }>) => {
  if (event.data?.kind === "where") event.ports[0]?.postMessage(location.hash);
});

let plain = "";
/** The icon of the page: with a dot when something waits for the player. */
export function markIcon(waiting: boolean): void {
  const icon = document.querySelector<HTMLLinkElement>("link[rel=icon]");
  if (!icon) return;
  plain ||= icon.getAttribute("href") ?? "";
  const href = waiting ? "/favicon-turn.svg" : plain;
  if (icon.getAttribute("href") !== href) icon.setAttribute("href", href);
}
