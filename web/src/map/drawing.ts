// Draws overlays: reach, paths, lanes, lines of sight, marks. World units; `zoom` keeps lines and texts readable.

import { CORNERS, DIRECTIONS, HEIGHT, SIDE_CORNERS, hexPath, type Plane, type Point } from "../lib/hexgeo";
import { pointsText } from "../lib/points";
import type { Cell } from "../lib/types";
import { drawLink, drawWedge } from "./arcs";
import { drawGhost, drawShares } from "./forecast";
import { clearTop, nameLines, type Box } from "./names";
import type { Overlay, Tone } from "./overlays";
import type { Palette } from "./palette";
import { outlines, smoothPath } from "./regions";
import { sign } from "./signs";

const regions = new WeakMap<Cell[], Path2D>();

type Of<K extends Overlay["kind"]> = Extract<Overlay, { kind: K }>;

export class Brush {
  /** Where names stand already: those of places, and of areas drawn before. */
  private names: Box[];

  constructor(
    readonly context: CanvasRenderingContext2D,
    readonly plane: Plane,
    readonly palette: Palette,
    readonly zoom: number,
    names: Box[] = [],
  ) {
    this.names = [...names];
  }

  /** A length that is never less than so many pixels on the screen. */
  least(world: number, pixels: number): number {
    return Math.max(world, pixels / this.zoom);
  }

  tone(name: string): string {
    return this.palette.tones[name] ?? this.palette.select;
  }

  draw(overlay: Overlay): void {
    this.context.save();
    this.context.lineJoin = "round";
    this.context.lineCap = "round";
    switch (overlay.kind) {
      case "reach": this.reach(overlay); break;
      case "path": this.path(overlay); break;
      case "cells": this.cells(overlay); break;
      case "area": this.area(overlay); break;
      case "shade": this.shade(overlay); break;
      case "lane": this.lane(overlay); break;
      case "ring": this.ring(overlay); break;
      case "los": this.los(overlay); break;
      case "hex": this.hex(overlay); break;
      case "ghost": drawGhost(this, overlay); break;
      case "shares": drawShares(this, overlay); break;
      case "link": drawLink(this, overlay); break;
      case "wedge": drawWedge(this, overlay); break;
      case "limit": this.limit(overlay); break;
      case "text": this.floating(overlay); break;
      case "shot": this.shot(overlay); break;
      case "burst": this.burst(overlay); break;
    }
    this.context.restore();
  }

  hexes(cells: Iterable<Cell>, scale = 1): void {
    this.context.beginPath();
    for (const cell of cells) if (this.plane.has(cell)) hexPath(this.context, this.plane.centre(cell), scale);
  }

  private reach({ cells, faint }: Of<"reach">): void {
    const { context, palette } = this;
    context.fillStyle = palette.reach;
    context.globalAlpha = faint ? 0.5 : 1;
    this.hexes(cells.filter((one) => !one.shut).map((one) => one.cell), 0.95);
    context.fill();
    if (faint) return;
    context.strokeStyle = this.tone("plan");
    context.globalAlpha = 0.45;
    context.lineWidth = this.least(0.8, 0.8);
    context.stroke();
    context.globalAlpha = 1;
    if (this.zoom < 0.55) return;
    const scale = context.getTransform().a;
    const size = Math.round(this.least(7, 9) * scale);
    const letters = { style: "600", family: "system-ui, sans-serif", size, fill: palette.reachText, halo: palette.halo, wide: 0.23 };
    for (const one of cells) {
      const at = this.plane.centre(one.cell);
      const picture = sign(pointsText(one.cost), letters);
      const [width, height] = [picture.width / scale, picture.height / scale];
      context.drawImage(picture, at.x - width / 2, at.y + HEIGHT * 0.34 - height / 2, width, height);
    }
  }

  private path({ start, cells, costs, tone, exit, faded }: Of<"path">): void {
    const { context, plane } = this;
    const points = [...(start !== null && start >= 0 ? [start] : []), ...cells].map((cell) => plane.centre(cell));
    if (!points.length) return;
    const last = points[points.length - 1] as Point;
    if (exit) points.push(this.beyond(cells[cells.length - 1] ?? start ?? -1));
    const colour = this.tone(tone);
    const wide = this.least(2.2, 2);
    context.globalAlpha = faded ? 0.55 : 1;
    const line = () => {
      context.beginPath();
      points.forEach((p, k) => (k ? context.lineTo(p.x, p.y) : context.moveTo(p.x, p.y)));
      context.stroke();
    };
    context.strokeStyle = this.palette.halo;
    context.lineWidth = wide * 2.1;
    line();
    context.strokeStyle = colour;
    context.lineWidth = wide;
    if (tone === "reverse") context.setLineDash([wide * 2.5, wide * 1.8]);
    line();
    context.setLineDash([]);
    const end = points[points.length - 1] as Point;
    const before = points[points.length - 2];
    if (before) this.arrow(before, end, colour, this.least(7, 7));
    else {
      context.fillStyle = colour;
      context.beginPath();
      context.arc(last.x, last.y, wide * 1.6, 0, Math.PI * 2);
      context.fill();
    }
    if (!costs || this.zoom < 0.55) return;
    cells.forEach((cell, k) => {
      const cost = costs[k];
      if (cost === undefined || cells[k - 1] === cell) return;
      this.badge(plane.centre(cell), pointsText(cost), colour);
      // A cell named again is a wait: for how long stands above it.
      let last = k;
      while (cells[last + 1] === cell) last++;
      const later = costs[last];
      if (last > k && later !== undefined) this.waits(plane.centre(cell), pointsText(later - cost), colour);
    });
  }

  /** The point over the edge of the map next to a cell. */
  private beyond(cell: Cell): Point {
    const at = this.plane.centre(cell);
    for (let d = 0; d < 6; d++) {
      if (this.plane.neighbour(cell, d) !== null) continue;
      const way = DIRECTIONS[d] as Point;
      return { x: at.x + way.x * HEIGHT * 0.8, y: at.y + way.y * HEIGHT * 0.8 };
    }
    return at;
  }

  private badge(at: Point, text: string, colour: string): void {
    const { context } = this;
    const size = this.least(6.5, 9);
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const y = at.y + HEIGHT * 0.33;
    context.fillStyle = colour;
    context.beginPath();
    context.arc(at.x, y, size * 0.75, 0, Math.PI * 2);
    context.fill();
    context.fillStyle = this.palette.dark ? "#10120b" : "#ffffff";
    context.fillText(text, at.x, y + size * 0.06);
  }

  /** How long a unit waits in a hex on its way: an hourglass of two triangles, and the points. */
  private waits(at: Point, text: string, colour: string): void {
    const { context } = this;
    const size = this.least(7, 10);
    const y = at.y - HEIGHT * 0.33;
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = "left";
    context.textBaseline = "middle";
    const wide = context.measureText(text).width + size * 1.5;
    const x = at.x - wide / 2;
    context.fillStyle = this.palette.dark ? "#10120b" : "#ffffff";
    context.strokeStyle = colour;
    context.lineWidth = this.least(1.2, 1.2);
    context.beginPath();
    context.roundRect(x, y - size * 0.75, wide, size * 1.5, size * 0.4);
    context.fill();
    context.stroke();
    context.fillStyle = colour;
    context.beginPath();
    const [left, right] = [x + size * 0.3, x + size * 0.95];
    context.moveTo(left, y - size * 0.45);
    context.lineTo(right, y - size * 0.45);
    context.lineTo(left, y + size * 0.45);
    context.lineTo(right, y + size * 0.45);
    context.closePath();
    context.fill();
    context.fillText(text, x + size * 1.15, y + size * 0.06);
  }

  private arrow(from: Point, to: Point, colour: string, size: number): void {
    const { context } = this;
    const angle = Math.atan2(to.y - from.y, to.x - from.x);
    context.fillStyle = colour;
    context.beginPath();
    context.moveTo(to.x + Math.cos(angle) * size * 0.7, to.y + Math.sin(angle) * size * 0.7);
    for (const side of [2.5, -2.5]) context.lineTo(to.x + Math.cos(angle + side) * size, to.y + Math.sin(angle + side) * size);
    context.closePath();
    context.fill();
  }

  /** The limit of a set of cells, and nothing else of it. */
  private limit({ cells, tone, broken }: Of<"limit">): void {
    const { context } = this;
    context.strokeStyle = this.tone(tone);
    context.globalAlpha = 0.9;
    context.lineWidth = this.least(2, 1.8);
    if (broken) context.setLineDash([this.least(6, 5), this.least(5, 4)]);
    context.stroke(this.region(cells));
    context.setLineDash([]);
  }

  private cells({ cells, tone, outline, hatch }: Of<"cells">): void {
    const { context } = this;
    if (hatch) return this.hatched(cells, tone, hatch);
    const colour = this.tone(tone === "refused" ? "bad" : tone);
    if (cells.length > 60) {
      const shape = this.region(cells);
      context.fillStyle = colour;
      context.globalAlpha = 0.14;
      context.fill(shape, "evenodd");
      context.strokeStyle = colour;
      context.globalAlpha = 0.85;
      context.lineWidth = this.least(1.4, 1.5);
      context.stroke(shape);
      return;
    }
    this.hexes(cells, 0.94);
    if (!outline) {
      context.globalAlpha = 0.22;
      context.fillStyle = colour;
      context.fill();
    }
    context.globalAlpha = 0.95;
    context.strokeStyle = colour;
    context.lineWidth = this.least(1.8, 1.6);
    if (tone === "refused") this.crossed(cells);
    context.stroke();
    context.setLineDash([]);
  }

  /** Cells filled with dots, stripes or crossed stripes, with one limit around all. */
  private hatched(cells: Cell[], tone: Tone, hatch: "stripes" | "dots" | "cross"): void {
    const { context, plane } = this;
    const step = HEIGHT / 5;
    context.save();
    context.strokeStyle = context.fillStyle = this.tone(tone);
    context.globalAlpha = 0.9;
    context.lineWidth = this.least(1.6, 1.5);
    context.stroke(this.region(cells));
    this.hexes(cells);
    context.globalAlpha = 0.14;
    context.fill();
    context.clip();
    context.globalAlpha = 0.6;
    context.lineWidth = this.least(1, 1.2);
    context.beginPath();
    for (const cell of cells) {
      const at = plane.centre(cell);
      for (let x = -4; x <= 4; x++) {
        if (hatch === "dots") {
          for (let y = -3; y <= 3; y++) {
            const dot = { x: at.x + (x + (y % 2 ? 0.5 : 0)) * step, y: at.y + y * step };
            context.moveTo(dot.x + step * 0.2, dot.y);
            context.arc(dot.x, dot.y, step * 0.2, 0, 2 * Math.PI);
          }
        }
        for (const slope of { dots: [], stripes: [1], cross: [1, -1] }[hatch]) {
          context.moveTo(at.x + x * step - slope * HEIGHT * 0.5, at.y + HEIGHT * 0.5);
          context.lineTo(at.x + x * step + slope * HEIGHT * 0.5, at.y - HEIGHT * 0.5);
        }
      }
    }
    if (hatch === "dots") context.fill();
    else context.stroke();
    context.restore();
  }

  /** Marks cells as not to be had: a broken outline and a bar across each. */
  private crossed(cells: Cell[]): void {
    const { context, plane } = this;
    context.setLineDash([this.least(5, 4), this.least(4, 3)]);
    for (const cell of cells) {
      const at = plane.centre(cell);
      context.moveTo(at.x - HEIGHT * 0.36, at.y + HEIGHT * 0.22);
      context.lineTo(at.x + HEIGHT * 0.36, at.y - HEIGHT * 0.22);
    }
  }

  private area({ zone, cells, colour, name, at }: Of<"area">): void {
    const { context, plane } = this;
    const ink = this.palette.sides[colour]?.line ?? this.palette.select;
    const shape = this.region(cells);
    context.fillStyle = context.strokeStyle = ink;
    context.globalAlpha = zone === "objective" ? 0.22 : zone === "setup" ? 0.08 : 0.2;
    context.fill(shape, "evenodd");
    context.globalAlpha = 0.95;
    context.lineWidth = this.least(zone === "objective" ? 2.4 : 1.6, zone === "objective" ? 2.2 : 1.6);
    const dash = this.least(5, 5);
    context.setLineDash({ objective: [], setup: [dash * 1.6, dash], entry: [], reinforcement: [dash * 0.2, dash * 0.8], exit: [dash * 2, dash * 0.7, dash * 0.2, dash * 0.7] }[zone]);
    context.stroke(shape);
    context.setLineDash([]);
    const lines = nameLines(plane, name, this.zoom);
    if (this.zoom < 0.12 || !lines.length) return;
    const scale = context.getTransform().a;
    const size = Math.round(this.least(8, 12) * scale);
    const letters = { style: "700", family: "system-ui, sans-serif", size, fill: ink, halo: this.palette.halo, wide: 0.34 };
    const pictures = lines.map((line) => sign(line, letters));
    const centre = plane.centre(at);
    const width = Math.max(...pictures.map((picture) => picture.width)) / scale;
    const line = (pictures[0]!.height / scale) * 0.8;
    const height = line * pictures.length + line * 0.25;
    // A name stays on the map, so that it can be read at its edge too.
    const x = Math.min(Math.max(centre.x - width / 2, 0), Math.max(0, plane.width - width));
    // Far out the names are large for the map: one that would stand on another moves up or down.
    const y = clearTop(this.names, x, width, centre.y - HEIGHT * 0.1 - height / 2, height, line);
    this.names.push([x, x + width, y, y + height - line * 0.25]);
    context.globalAlpha = 1;
    pictures.forEach((picture, k) => context.drawImage(picture, x + (width - picture.width / scale) / 2, y + k * line, picture.width / scale, picture.height / scale));
  }

  /** The outline of many cells as one shape, worked out once for a list. */
  private region(cells: Cell[]): Path2D {
    let shape = regions.get(cells);
    if (!shape) {
      shape = smoothPath(outlines(this.plane, new Set(cells)));
      regions.set(cells, shape);
    }
    return shape;
  }

  private shade({ seen }: Of<"shade">): void {
    const { context, plane } = this;
    const lit = new Set(seen);
    context.fillStyle = this.palette.shade;
    this.hexes(plane.board.cells.filter((one) => !lit.has(one.cell)).map((one) => one.cell), 1.01);
    context.fill();
  }

  private lane({ from, to, cells, tone, faded }: Of<"lane">): void {
    const { context, plane } = this;
    const a = plane.centre(from);
    const b = plane.centre(to);
    const colour = this.tone(tone);
    const length = Math.hypot(b.x - a.x, b.y - a.y) || 1;
    const nx = -(b.y - a.y) / length;
    const ny = (b.x - a.x) / length;
    const half = this.least(tone === "opportunity" ? 4 : 1.4, tone === "opportunity" ? 3 : 1.2);
    context.globalAlpha = faded ? 0.5 : 1;
    if (cells?.length) {
      context.save();
      context.globalAlpha *= 0.15;
      context.fillStyle = colour;
      this.hexes(cells.filter((cell) => cell !== from), 0.96);
      context.fill();
      context.restore();
    }
    context.fillStyle = colour;
    context.strokeStyle = colour;
    context.save();
    context.globalAlpha *= tone === "opportunity" ? 0.45 : 0.8;
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x + nx * half, b.y + ny * half);
    context.lineTo(b.x - nx * half, b.y - ny * half);
    context.closePath();
    context.fill();
    context.restore();
    context.lineWidth = this.least(1, 1.1);
    if (tone === "opportunity") context.setLineDash([this.least(5, 5), this.least(3, 3)]);
    context.beginPath();
    context.moveTo(a.x, a.y);
    context.lineTo(b.x, b.y);
    context.stroke();
    context.setLineDash([]);
    this.crosshair(b, colour, this.least(6.5, 6));
  }

  private crosshair(at: Point, colour: string, r: number): void {
    const { context } = this;
    context.strokeStyle = colour;
    context.lineWidth = this.least(1.5, 1.5);
    context.beginPath();
    context.arc(at.x, at.y, r, 0, Math.PI * 2);
    for (const [x, y] of [[1, 0], [-1, 0], [0, 1], [0, -1]] as [number, number][]) {
      context.moveTo(at.x + x * r * 0.5, at.y + y * r * 0.5);
      context.lineTo(at.x + x * r * 1.5, at.y + y * r * 1.5);
    }
    context.stroke();
  }

  private ring({ cell, tone, faded }: Of<"ring">): void {
    const { context, plane } = this;
    context.globalAlpha = faded ? 0.5 : 1;
    context.fillStyle = this.tone(tone);
    context.strokeStyle = this.tone(tone);
    const around = [0, 1, 2, 3, 4, 5].map((d) => plane.neighbour(cell, d)).filter((c): c is Cell => c !== null);
    this.hexes(around, 0.94);
    context.save();
    context.globalAlpha *= 0.16;
    context.fill();
    context.restore();
    context.lineWidth = this.least(1, 1);
    context.setLineDash([this.least(5, 5), this.least(3, 3)]);
    context.stroke();
  }

  private los(line: Of<"los">): void {
    const { context, plane } = this;
    const a = plane.centre(line.from);
    const b = plane.centre(line.to);
    const good = this.tone("good");
    const bad = this.tone("bad");
    let stop = b;
    if (!line.clear) {
      const side = line.blockSide ?? null;
      if (side) {
        const p = plane.centre(side[0]);
        const q = plane.centre(side[1]);
        stop = nearestOn(a, b, { x: (p.x + q.x) / 2, y: (p.y + q.y) / 2 });
        this.sideLine(side, bad);
      } else if (line.blockCell != null && plane.has(line.blockCell)) {
        stop = nearestOn(a, b, plane.centre(line.blockCell));
        context.strokeStyle = bad;
        context.lineWidth = this.least(2.6, 2.6);
        this.hexes([line.blockCell], 0.95);
        context.stroke();
      }
    }
    context.lineWidth = this.least(2.4, 2.4);
    const stroke = (p: Point, q: Point, colour: string, dash: number[]) => {
      for (const [c, w] of [[this.palette.halo, 2], [colour, 1]] as [string, number][]) {
        context.strokeStyle = c;
        context.lineWidth = this.least(2, 2) * w;
        context.setLineDash(w === 1 ? dash : []);
        context.beginPath();
        context.moveTo(p.x, p.y);
        context.lineTo(q.x, q.y);
        context.stroke();
      }
      context.setLineDash([]);
    };
    stroke(a, stop, good, []);
    if (!line.clear) stroke(stop, b, bad, [this.least(4, 5), this.least(3, 4)]);
  }

  /** The hexside between two neighbouring cells. */
  private sideLine([p, q]: [Cell, Cell], colour: string): void {
    const { context, plane } = this;
    const direction = plane.directionTo(p, q);
    if (direction < 0) return;
    const at = plane.centre(p);
    const [u, v] = SIDE_CORNERS[direction] as [number, number];
    context.strokeStyle = colour;
    context.lineWidth = this.least(4, 4);
    context.beginPath();
    context.moveTo(at.x + (CORNERS[u] as Point).x, at.y + (CORNERS[u] as Point).y);
    context.lineTo(at.x + (CORNERS[v] as Point).x, at.y + (CORNERS[v] as Point).y);
    context.stroke();
  }

  private hex({ cell, tone }: Of<"hex">): void {
    const { context } = this;
    context.strokeStyle = tone === "cursor" || tone === "select" ? this.palette.halo : this.tone(tone);
    const wide = tone === "hover" ? this.least(1.2, 1.4) : this.least(2.4, 2.6);
    if (tone === "cursor" || tone === "select") {
      context.lineWidth = wide * 2;
      this.hexes([cell], 0.97);
      context.stroke();
      context.strokeStyle = this.tone(tone);
    }
    context.lineWidth = wide;
    if (tone === "cursor") context.setLineDash([this.least(6, 6), this.least(4, 4)]);
    this.hexes([cell], 0.97);
    context.stroke();
  }

  private floating({ cell, text, tone, rise }: Of<"text">): void {
    if (!text) return;
    const { context } = this;
    const at = this.plane.centre(cell);
    const size = this.least(10, 13);
    context.font = `700 ${size}px system-ui, sans-serif`;
    context.textAlign = "center";
    context.textBaseline = "middle";
    const y = at.y - HEIGHT * 0.6 - (rise ?? 0) * HEIGHT;
    context.globalAlpha = 1 - Math.max(0, (rise ?? 0) - 0.75) * 3.6;
    // On a plate of its own: letters in the colour of a tone alone are lost on fields, hills and counters.
    const width = context.measureText(text).width;
    context.fillStyle = this.palette.halo;
    context.beginPath();
    context.roundRect(at.x - width / 2 - size * 0.4, y - size * 0.72, width + size * 0.8, size * 1.44, size * 0.4);
    context.fill();
    context.fillStyle = this.tone(tone);
    context.fillText(text, at.x, y);
  }

  private shot({ from, to, progress, tone }: Of<"shot">): void {
    const { context, plane } = this;
    const a = plane.centre(from);
    const b = plane.centre(to);
    const head = Math.min(1, progress);
    const tail = Math.max(0, head - 0.35);
    const on = (t: number): Point => ({ x: a.x + (b.x - a.x) * t, y: a.y + (b.y - a.y) * t });
    const [p, q] = [on(tail), on(head)];
    for (const [colour, width] of [[this.palette.halo, 5], [this.tone(tone ?? "fire"), 2.6]] as [string, number][]) {
      context.strokeStyle = colour;
      context.lineWidth = this.least(width, width * 0.8);
      context.beginPath();
      context.moveTo(p.x, p.y);
      context.lineTo(q.x, q.y);
      context.stroke();
    }
  }

  private burst({ cell, progress, tone }: Of<"burst">): void {
    const { context, plane } = this;
    const at = plane.centre(cell);
    const r = this.least(17, 11) * (0.3 + progress * 0.9);
    context.globalAlpha = Math.max(0, 1 - progress);
    context.fillStyle = this.tone(tone ?? "opportunity");
    context.strokeStyle = this.tone(tone ?? "fire");
    context.lineWidth = this.least(2, 2);
    context.beginPath();
    for (let k = 0; k < 16; k++) {
      const angle = (Math.PI / 8) * k;
      const reach = k % 2 ? r * 0.55 : r;
      const x = at.x + Math.cos(angle) * reach;
      const y = at.y + Math.sin(angle) * reach;
      if (k) context.lineTo(x, y);
      else context.moveTo(x, y);
    }
    context.closePath();
    context.fill();
    context.stroke();
  }
}

/** The point of the segment a–b that lies nearest to p. */
export function nearestOn(a: Point, b: Point, p: Point): Point {
  const dx = b.x - a.x;
  const dy = b.y - a.y;
  const all = dx * dx + dy * dy;
  const t = all ? Math.min(1, Math.max(0, ((p.x - a.x) * dx + (p.y - a.y) * dy) / all)) : 0;
  return { x: a.x + dx * t, y: a.y + dy * t };
}
