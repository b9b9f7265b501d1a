// Mouse, pen and touch made into gestures: hover, tap, pan, draw, box (with Shift, or where several are to be selected), zoom (wheel and pinch).

import type { Point } from "../lib/hexgeo";

export type Gesture =
  | { kind: "hover"; at: Point }
  | { kind: "leave" }
  | { kind: "tap"; at: Point; shift: boolean; pick: boolean; touch: boolean }
  | { kind: "box"; phase: "move" | "end"; from: Point; at: Point }
  | { kind: "pan"; dx: number; dy: number }
  | { kind: "zoom"; factor: number; at: Point }
  | { kind: "draw"; phase: "start" | "move" | "end"; at: Point };

/** How far a pointer may slip and still tap; a finger is less steady. */
const SLACK = 5;
const TOUCH_SLACK = 12;

export class Pointers {
  private active = new Map<number, Point>();
  private begin: Point | null = null;
  private doing: "" | "pan" | "draw" | "pinch" | "box" = "";
  private apart = 0;

  constructor(
    private readonly tell: (gesture: Gesture) => void,
    private readonly draws: (at: Point) => boolean,
    /** Whether a drag draws a box and a tap adds, as with Shift: for those who have none. */
    private readonly gathers: () => boolean = () => false,
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
    if (!this.doing && this.begin && Math.hypot(at.x - this.begin.x, at.y - this.begin.y) > (event.pointerType === "touch" ? TOUCH_SLACK : SLACK)) {
      const first = event.button !== 1 && event.buttons !== 4;
      this.doing = first && (event.shiftKey || this.gathers()) ? "box" : first && this.draws(this.begin) ? "draw" : "pan";
      if (this.doing === "box") this.tell({ kind: "box", phase: "move", from: this.begin, at });
      else if (this.doing === "draw") this.tell({ kind: "draw", phase: "start", at: this.begin });
      else this.tell({ kind: "pan", dx: at.x - this.begin.x, dy: at.y - this.begin.y });
    } else if (this.doing === "pan") {
      this.tell({ kind: "pan", dx: at.x - before.x, dy: at.y - before.y });
    } else if (this.doing === "draw") {
      this.tell({ kind: "draw", phase: "move", at });
    } else if (this.doing === "box" && this.begin) {
      this.tell({ kind: "box", phase: "move", from: this.begin, at });
    }
  }

  up(event: PointerEvent): void {
    const at = this.place(event);
    if (!this.active.delete(event.pointerId)) return;
    if (this.doing === "draw") this.tell({ kind: "draw", phase: "end", at });
    else if (this.doing === "box" && this.begin) this.tell({ kind: "box", phase: "end", from: this.begin, at });
    else if (!this.doing && event.type === "pointerup" && event.button === 0) {
      const adds = this.gathers();
      this.tell({ kind: "tap", at, shift: event.shiftKey || adds, pick: event.ctrlKey || event.metaKey || event.altKey, touch: event.pointerType === "touch" && !adds });
    }
    if (!this.active.size) {
      this.doing = "";
      this.begin = null;
    }
  }

  /** A finger that is lifted leaves what it pointed at to be read. */
  leave(event: PointerEvent): void {
    if (!this.active.size && event.pointerType !== "touch") this.tell({ kind: "leave" });
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
