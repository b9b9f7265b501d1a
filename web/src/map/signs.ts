// Short texts with a halo as cached pictures: outlines of letters are dear, and every size of letters is a font of its own.

export interface Lettering {
  /** The font without its size. */
  style: string;
  family: string;
  /** In device pixels; a whole number, so that a zoom does not need a new picture at each step. */
  size: number;
  fill: string;
  halo: string;
  /** The halo's width for a size of 1. */
  wide: number;
}

const MOST = 1200;
const signs = new Map<string, HTMLCanvasElement>();

export function sign(text: string, letters: Lettering): HTMLCanvasElement {
  const key = `${letters.style}|${letters.size}|${letters.fill}|${letters.halo}|${text}`;
  const known = signs.get(key);
  if (known) return known;
  if (signs.size > MOST) signs.clear();
  const canvas = document.createElement("canvas");
  const context = canvas.getContext("2d");
  if (context) {
    const font = `${letters.style} ${letters.size}px ${letters.family}`;
    context.font = font;
    canvas.width = Math.ceil(context.measureText(text).width + letters.size * (letters.wide + 0.5));
    canvas.height = Math.ceil(letters.size * 1.8);
    context.font = font;
    context.textAlign = "center";
    context.textBaseline = "middle";
    context.lineJoin = "round";
    context.lineWidth = letters.size * letters.wide;
    context.strokeStyle = letters.halo;
    context.fillStyle = letters.fill;
    context.strokeText(text, canvas.width / 2, canvas.height / 2);
    context.fillText(text, canvas.width / 2, canvas.height / 2);
  }
  signs.set(key, canvas);
  return canvas;
}
