// Silhouettes of the classes of units, seen from the side, in a box of 100 × 60 centred on 0, 0.

import type { Shape } from "../lib/face";

type Draw = (context: CanvasRenderingContext2D) => void;

function wheels(context: CanvasRenderingContext2D, xs: number[], y: number, r: number): void {
  for (const x of xs) {
    context.moveTo(x + r, y);
    context.arc(x, y, r, 0, Math.PI * 2);
  }
}

function shape(context: CanvasRenderingContext2D, points: [number, number][]): void {
  points.forEach(([x, y], k) => (k ? context.lineTo(x, y) : context.moveTo(x, y)));
  context.closePath();
}

function tracks(context: CanvasRenderingContext2D): void {
  context.roundRect(-44, 4, 84, 20, 10);
}

const draws: Record<Shape, Draw> = {
  turreted: (c) => {
    tracks(c);
    shape(c, [[-46, 4], [-40, -8], [36, -8], [44, 4]]);
    shape(c, [[-24, -8], [-19, -25], [14, -25], [20, -8]]);
    shape(c, [[14, -21], [52, -21], [52, -15], [14, -15]]);
  },
  turretless: (c) => {
    tracks(c);
    shape(c, [[-46, 4], [-38, -17], [4, -21], [40, 2], [44, 4]]);
    shape(c, [[12, -10], [54, -10], [54, -4], [12, -4]]);
  },
  gun: (c) => {
    wheels(c, [-8], 10, 15);
    shape(c, [[-6, -22], [0, -24], [4, 12], [-2, 14]]);
    shape(c, [[-2, -10], [52, -14], [52, -8], [-2, -3]]);
    shape(c, [[-8, 8], [-46, 22], [-46, 17], [-10, 2]]);
  },
  infantry: (c) => {
    for (const x of [-26, 0, 26]) {
      const y = x === 0 ? -4 : 2;
      c.moveTo(x + 8, y - 17);
      c.arc(x, y - 17, 8, 0, Math.PI * 2);
      shape(c, [[x - 11, y - 6], [x + 11, y - 6], [x + 8, y + 22], [x - 8, y + 22]]);
    }
  },
  carrier: (c) => {
    tracks(c);
    shape(c, [[-44, 4], [-44, -18], [22, -18], [44, 0], [44, 4]]);
  },
  halftrack: (c) => {
    shape(c, [[-44, 6], [-44, -17], [8, -17], [16, -6], [44, -3], [44, 6]]);
    c.roundRect(-44, 8, 50, 16, 8);
    wheels(c, [28], 13, 11);
  },
  truck: (c) => {
    shape(c, [[-44, 6], [-44, -20], [10, -20], [10, 6]]);
    shape(c, [[13, 6], [13, -14], [28, -14], [34, -3], [44, -1], [44, 6]]);
    wheels(c, [-30, -12, 30], 13, 10);
  },
  aircraft: (c) => {
    shape(c, [[-46, -3], [44, -3], [52, 0], [44, 4], [-46, 4]]);
    shape(c, [[-6, 0], [10, 0], [-8, 26], [-18, 26]]);
    shape(c, [[-6, 0], [10, 0], [-8, -26], [-18, -26]]);
    shape(c, [[-46, -14], [-38, -14], [-34, 0], [-38, 14], [-46, 14]]);
  },
  unknown: () => {},
};

/** Fills the silhouette of a class, `width` wide, about a point. */
export function silhouette(context: CanvasRenderingContext2D, kind: Shape, x: number, y: number, width: number): void {
  context.save();
  context.translate(x, y);
  context.scale(width / 100, width / 100);
  context.beginPath();
  draws[kind](context);
  context.fill("nonzero");
  context.restore();
}
