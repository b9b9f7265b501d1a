import { describe, expect, it } from "vitest";
import { drawMarker } from "../src/map/markers";
import { paletteOf } from "../src/map/palette";
import { gameFace } from "../src/lib/face";
import { at, plain } from "./board";
import { told } from "./face";

/** A canvas that remembers what it was told. */
function recorder(): { context: CanvasRenderingContext2D; calls: string[] } {
  const calls: string[] = [];
  const kept: Record<string, unknown> = {};
  const context = new Proxy(kept, {
    get: (_, name) => kept[String(name)] ?? ((...values: unknown[]) => calls.push(`${String(name)} ${values.join(" ")}`)),
    set: (_, name, value) => {
      kept[String(name)] = value;
      calls.push(`${String(name)} = ${String(value)}`);
      return true;
    },
  }) as unknown as CanvasRenderingContext2D;
  return { context, calls };
}

Object.assign(globalThis, { Path2D: class { constructor(readonly d: string) {} toString() { return this.d; } } });

describe("smoke", () => {
  const plane = plain();
  const face = gameFace({ ...told, markers: [{ kind: "S", name: "smoke", style: "smoke" }, { kind: "H", name: "smoke coming", style: "haze" }] });
  it("veils the whole hex, and what is about to come does not", () => {
    for (const theme of ["light", "dark"] as const) {
      const lines = ["S", "H"].map((kind) => {
        const { context, calls } = recorder();
        drawMarker(context, plane, { face, palette: paletteOf(theme), data: new Map() }, { kind, cell: at(plane, "0202") }, 1, 0);
        return calls.filter((call) => call.startsWith("lineTo")).length;
      });
      expect(lines).toEqual([5, 0]);
    }
  });
});

describe("wrecks", () => {
  const plane = plain();
  const face = gameFace({ ...told, markers: [{ kind: "KO", name: "cold", style: "wreck" }, { kind: "BU", name: "hot", style: "burning" }] });
  const drawn = (kind: string, time: number, theme: "light" | "dark") => {
    const { context, calls } = recorder();
    drawMarker(context, plane, { face, palette: paletteOf(theme), data: new Map() }, { kind, cell: at(plane, "0202") }, 1, time);
    return calls.join("\n");
  };

  it("look different, and only what burns smokes", () => {
    for (const theme of ["light", "dark"] as const) {
      expect(drawn("KO", 0, theme)).not.toBe(drawn("BU", 0, theme));
      expect(drawn("KO", 0, theme)).toBe(drawn("KO", 1, theme));
      expect(drawn("BU", 0, theme)).not.toBe(drawn("BU", 1, theme));
    }
  });
});

describe("works in the field", () => {
  const plane = plain();
  const styles = ["flames", "block", "wire", "rubble", "trench", "position", "works", "ditch", "sign"] as const;
  const face = gameFace({ ...told, markers: styles.map((style) => ({ kind: style, name: style, style, sign: style === "sign" ? "⌂2" : "" })) });
  it("look different from each other in both themes", () => {
    for (const theme of ["light", "dark"] as const) {
      const drawn = styles.map((kind) => {
        const { context, calls } = recorder();
        drawMarker(context, plane, { face, palette: paletteOf(theme), data: new Map() }, { kind, cell: at(plane, "0202") }, 1, 0);
        return calls.join("\n");
      });
      expect(new Set(drawn).size).toBe(styles.length);
      expect(drawn.every((one) => one.includes("fill") || one.includes("stroke"))).toBe(true);
      expect(drawn.at(-1)).toContain("fillText ⌂2");
    }
  });
});
