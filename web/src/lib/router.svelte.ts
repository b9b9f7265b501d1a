// Where we are, from the fragment of the address: tokens stay in the fragment, which no browser sends anywhere.

export type Place =
  | { name: "lobby"; open?: { scenario: string; query: string } }
  | { name: "play"; match: string; token: string }
  | { name: "join"; match: string; invite: string }
  | { name: "watch"; match: string; token: string }
  | { name: "replay"; match: string; token: string }
  | { name: "game"; match: string; side: string }
  | { name: "restore"; code: string }
  | { name: "tutorial"; lesson: string };

function read(): Place {
  const [path = "", query = ""] = location.hash.replace(/^#\/?/, "").split("?");
  const [name, match, secret] = path.split("/");
  if (match && secret) {
    if (name === "play" || name === "watch" || name === "replay") return { name, match, token: secret };
    if (name === "new") return { name: "lobby", open: { scenario: `${match}/${secret}`, query } };
    if (name === "game") return { name, match, side: secret };
    if (name === "join") return { name, match, invite: secret };
  }
  if (name === "restore" && match) return { name, code: match };
  return name === "tutorial" ? { name, lesson: match && secret ? `${match}/${secret}` : "" } : { name: "lobby" };
}

class Router {
  place = $state.raw<Place>(read());

  constructor() {
    window.addEventListener("hashchange", () => {
      this.place = read();
    });
  }

  go(hash: string): void {
    location.hash = hash;
  }
}

export const router = new Router();
