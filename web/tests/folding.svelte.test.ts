// @vitest-environment jsdom
import { flushSync, mount, unmount } from "svelte";
import { expect, test } from "vitest";
import { unfolds } from "../src/lib/folding";
import type { Odds } from "../src/lib/types";
import Prospect from "../src/table/odds/Prospect.svelte";
import { face } from "./face";

test("what a reader unfolds stays so until something else is wanted", () => {
  const details = document.createElement("details");
  const fold = unfolds(details, false);
  details.open = true;
  fold.update(false);
  expect(details.open).toBe(true);
  fold.update(true);
  details.open = false;
  fold.update(true);
  expect(details.open).toBe(false);
  fold.update(false);
  fold.update(true);
  expect(details.open).toBe(true);
});

test("new odds do not fold away what makes them", () => {
  const odds = (none: string): Odds => ({ name: "", outcomes: { none }, attacks: [] }) as unknown as Odds;
  const props = $state({ face, odds: odds("1/2"), open: false });
  const target = document.createElement("div");
  const part = mount(Prospect, { target, props });
  flushSync();
  const details = target.querySelector("details")!;
  expect(details.open).toBe(false);
  details.open = true;
  props.odds = odds("1/3");
  flushSync();
  expect(target.textContent).toContain("33");
  expect(target.querySelector("details")).toBe(details);
  expect(details.open).toBe(true);
  void unmount(part);
});
