// Mouse, pen and touch made into gestures: hover, tap, pan, draw, zoom (wheel and pinch).

import type { Point } from "../lib/hexgeo";

export type Gesture =
  | { kind: "hover"; at: Point }
  | { kind: "leave" }
  | { kind: "tap"; at: Point; shift: boolean }
  | { kind: "pan"; dx: number; dy: number }
  | { kind: "zoom"; factor: number; at: Point }
  | { kind: "draw"; phase: "start" | "move" | "end"; at: Point };

const SLACK = 5;

export class Pointers {
  private active = new Map<number, Point>();
  private begin: Point | null = null;
  private doing: "" | "pan" | "draw" | "pinch" = "";
  private apart = 0;

  constructor(
    private readonly tell: (gesture: Gesture) => void,
    private readonly draws: (at: Point) => boolean,
  ) {}

  private place(event: PointerEvent | WheelEvent): Point {
    const box = (event.currentTarget as HTMLElement).getBoundingClientRect();
    return { x: event.clientX - box.left, y: event.clientY - box.top };
  }

  private foreign(event: Event): boolean {
    return event.target instanceof Element && event.target.closest("button, a, input, select, [data-own-pointer]") !== null;
  }

  down(event: PointerEvent): void {
    if (this.foreign(event)) return;
    const at = this.place(event);
    if (event.button > 1) return;
    (event.currentTarget as HTMLElement).setPointerCapture?.(event.pointerId);
    this.active.set(event.pointerId, at);
    if (this.active.size === 2) {
      this.doing = "pinch";
      this.apart = this.spread();
    } else {
      this.begin = at;
      this.doing = "";
    }
  }

  move(event: PointerEvent): void {
    const at = this.place(event);
    const before = this.active.get(event.pointerId);
    if (!before) {
      if (!this.foreign(event)) this.tell({ kind: "hover", at });
      return;
    }
    if (this.doing === "pinch") {
      const middle = this.middle();
      this.active.set(event.pointerId, at);
      const now = this.middle();
      this.tell({ kind: "pan", dx: now.x - middle.x, dy: now.y - middle.y });
      const spread = this.spread();
      if (this.apart > 0) this.tell({ kind: "zoom", factor: spread / this.apart, at: now });
      this.apart = spread;
      return;
    }
    this.active.set(event.pointerId, at);
    if (!this.doing && this.begin && Math.hypot(at.x - this.begin.x, at.y - this.begin.y) > SLACK) {
      this.doing = event.button !== 1 && event.buttons !== 4 && this.draws(this.begin) ? "draw" : "pan";
      if (this.doing === "draw") this.tell({ kind: "draw", phase: "start", at: this.begin });
      else this.tell({ kind: "pan", dx: at.x - this.begin.x, dy: at.y - this.begin.y });
    } else if (this.doing === "pan") {
      this.tell({ kind: "pan", dx: at.x - before.x, dy: at.y - before.y });
    } else if (this.doing === "draw") {
      this.tell({ kind: "draw", phase: "move", at });
    }
  }

  up(event: PointerEvent): void {
    const at = this.place(event);
    if (!this.active.delete(event.pointerId)) return;
    if (this.doing === "draw") this.tell({ kind: "draw", phase: "end", at });
    else if (!this.doing && event.type === "pointerup" && event.button === 0) this.tell({ kind: "tap", at, shift: event.shiftKey });
    if (!this.active.size) {
      this.doing = "";
      this.begin = null;
    }
  }

  leave(): void {
    if (!this.active.size) this.tell({ kind: "leave" });
  }

  wheel(event: WheelEvent): void {
    if (event.target instanceof Element && event.target.closest("[data-own-pointer]")) return;
    event.preventDefault();
    const lines = event.deltaMode === 1 ? 30 : 1;
    this.tell({ kind: "zoom", factor: Math.exp(-event.deltaY * lines * 0.0016), at: this.place(event) });
  }

  private middle(): Point {
    const [a, b] = [...this.active.values()];
    return { x: ((a?.x ?? 0) + (b?.x ?? 0)) / 2, y: ((a?.y ?? 0) + (b?.y ?? 0)) / 2 };
  }

  private spread(): number {
    const [a, b] = [...this.active.values()];
    return a && b ? Math.hypot(a.x - b.x, a.y - b.y) : 0;
  }
}
