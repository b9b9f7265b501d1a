// Fair play in plain words.

import { sideName } from "../lib/texts";
import type { Point } from "../lib/inspection";

const marks: Record<string, string> = {
  known: "This game was continued from a finished one: its dice were known before.",
  fixed: "The server runs with a fixed secret for tests: others may have known the dice.",
  scripted: "The dice were written down beforehand.",
};

export const fair = {
  title: "Fair play",
  button: "Fair play",
  question: "Were the dice fair?",
  how: "The dice come from secret numbers put together: the server's, and one share of each side.",
  looking: "Looking at the record…",
  verdict: {
    good: "Yes, as far as this browser can see: nobody could choose the dice, and no order was changed afterwards.",
    open: "Nothing speaks against it, but not everything is proved.",
    bad: "No: the record does not fit what this browser kept. Keep both files.",
  },
  point: (point: Point): string => {
    switch (point.kind) {
      case "dice":
        return marks[point.mark] ?? "The dice of this game are no fair ones.";
      case "secret":
        return point.good
          ? "The server used the secret that it had sealed before anybody showed a share."
          : "The server did not use the secret that it had sealed.";
      case "committed":
        return point.good
          ? `${sideName(point.side)} used the share that it had sealed before anybody showed one.`
          : `${sideName(point.side)} did not use the share that it had sealed.`;
      case "bot":
        return `${sideName(point.side)} is a bot: its share follows from the server's sealed secret.`;
      case "server":
        return `${sideName(point.side)} left its share to the server, so it has no proof of its own.`;
      case "told":
        return `${sideName(point.side)} sealed no share: whoever came later could choose.`;
      case "own":
        return point.good ? "Your own share is in the dice." : "Your own share is not the one in the record.";
      case "strangers":
        return "The record names somebody as part of the dice who is no side of the game, or leaves a side out.";
      case "opening":
        return "This browser did not keep what all had sealed before anybody showed a share.";
      case "undo":
        return point.good
          ? `${sideName(point.side)} took back its own orders: this browser asked for that.`
          : `${sideName(point.side)} took back orders. Only that player's own receipts can show that nobody else did it.`;
      case "end":
        return "The record goes on after the last receipt of this browser.";
      case "receipts":
        return `All ${point.count ?? 0} receipts this browser kept are in the record.`;
      case "rewritten":
        return "A receipt of this browser is missing in the record: the game was rewritten.";
      case "none":
        return "This browser has no receipts of this game, so it cannot tell whether the record was changed.";
    }
  },
  sure: "To be sure, keep both files and let a copy of Hulldown of your own check every roll and signature:",
  command: (record: string, receipts: string) => `hulldown verify ${record}${receipts ? ` --receipts ${receipts}` : ""}`,
  record: "Save the record",
  receipts: "Save my receipts",
  failed: "The record cannot be read now.",
};
