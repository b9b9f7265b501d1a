// @vitest-environment jsdom
import { describe, expect, it } from "vitest";
import { Guard, HOLD } from "../src/table/plot/guard";
import { typing, writing } from "../src/table/plot/keys";

function pressed(html: string, inside: string): KeyboardEvent {
  document.body.innerHTML = html;
  let found: KeyboardEvent | null = null;
  window.addEventListener("keydown", (event) => (found = event), { once: true });
  document.querySelector(inside)?.dispatchEvent(new KeyboardEvent("keydown", { key: "n", bubbles: true }));
  if (!found) throw new Error("no key came");
  return found;
}

describe("the keys of the table", () => {
  it("belong to it while a button or a prompt has the focus", () => {
    expect(typing(pressed("<button>Next</button>", "button"))).toBe(false);
    expect(typing(pressed("<section role='dialog'><button>Pass</button></section>", "button"))).toBe(false);
    expect(typing(pressed("<input type='checkbox'>", "input"))).toBe(false);
  });
  it("do not while somebody writes or a dialog is open", () => {
    expect(typing(pressed("<input type='number'>", "input"))).toBe(true);
    expect(typing(pressed("<dialog open><button>Close</button></dialog>", "button"))).toBe(true);
    expect(writing(pressed("<dialog open><button>Close</button></dialog>", "button"))).toBe(false);
  });
});

describe("a question that has just appeared", () => {
  it("takes no answer by key for a moment", () => {
    let now = 0;
    const guard = new Guard(() => now);
    guard.shows("1.plot");
    expect(guard.open).toBe(false);
    now = HOLD;
    expect(guard.open).toBe(true);
    guard.shows("1.plot");
    expect(guard.open).toBe(true);
    guard.shows("2.plot");
    now += HOLD - 1;
    expect(guard.open).toBe(false);
    now += 1;
    guard.again();
    expect(guard.open).toBe(false);
  });
});
