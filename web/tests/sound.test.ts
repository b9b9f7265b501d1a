import { describe, expect, it } from "vitest";
import { RECIPES, play, soundOf } from "../src/sound/battle";
import type { Verb } from "../src/lib/types";

describe("battle sounds", () => {
  it("has one for what is loud and none for what is read out", () => {
    expect(soundOf("shot")).toBe("gun");
    expect(soundOf("kill")).toBe("wreck");
    expect(soundOf("hurt")).toBe("hit");
    expect(soundOf("move")).toBe("engine");
    for (const verb of ["note", "tell", "aim", "turn"] satisfies Verb[]) expect(soundOf(verb)).toBeNull();
  });

  it("stays quiet and short, and every tone can be ramped", () => {
    for (const recipe of Object.values(RECIPES)) {
      expect(recipe.volume).toBeLessThanOrEqual(0.25);
      expect(recipe.seconds).toBeLessThanOrEqual(1.2);
      for (const [from, to] of [recipe.tone, recipe.noise]) expect(from === 0 || (from > 0 && to > 0)).toBe(true);
    }
  });

  it("makes every sound of nodes that end, and is silent where there is no sound", () => {
    const ended: number[] = [];
    const param = () => ({ setValueAtTime: () => {}, exponentialRampToValueAtTime: () => {} });
    const node = () => ({ connect: (next: unknown) => next, frequency: param(), gain: param(), start: () => {}, stop: (at: number) => ended.push(at), type: "", buffer: null, loop: false });
    class Context {
      currentTime = 5;
      sampleRate = 100;
      destination = {};
      createOscillator = node;
      createGain = node;
      createBiquadFilter = node;
      createBufferSource = node;
      createBuffer = () => ({ getChannelData: () => new Float32Array(100) });
    }
    expect(() => play("gun")).not.toThrow();
    (globalThis as Record<string, unknown>)["AudioContext"] = Context;
    play("gun");
    play("alarm");
    expect(ended).toEqual([5.45, 5.45, 5.3]);
    delete (globalThis as Record<string, unknown>)["AudioContext"];
  });
});
