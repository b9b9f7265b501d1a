// What lies on the map and is no unit: wrecks, smoke, positions, mines, ditches, impacts, flags.

import { markerName } from "../lib/face";
import { HEIGHT, hexPath, type Plane, type Point } from "../lib/hexgeo";
import type { Cell, Marker } from "../lib/types";
import { coloursOf, counterSize, type Look } from "./counters";
import type { Palette } from "./palette";
import { drawSilhouette, silhouetteOf } from "./silhouettes";
import { flame, WORKS } from "./works";

/** What lies on the map and is no unit. `time` (seconds) makes smoke drift; it stays 0 when motion is unwanted. */
export function drawMarker(
  context: CanvasRenderingContext2D, plane: Plane, look: Look, marker: Marker, zoom: number, time: number,
): void {
  const at = plane.centre(marker.cell);
  const { palette } = look;
  const style = look.face.markers[marker.kind]?.style ?? "flag";
  const size = counterSize(zoom);
  if (style === "wreck" || style === "burning") {
    drawWreck(context, palette, at, size, style === "burning");
    if (style === "burning") smoke(context, palette, at, marker.cell, time, size);
  } else if (style === "smoke") {
    screen(context, palette, at);
    smoke(context, palette, at, marker.cell, time, size * 1.4);
  } else if (style === "haze") {
    haze(context, palette, at, size);
  } else if (style === "impact") {
    impact(context, palette, at, size, true);
  } else if (style === "scatter") {
    impact(context, palette, at, size, false);
  } else if (style === "mines") {
    mines(context, palette, at, size, coloursOf(look, marker.side ?? "").deep);
  } else if (style === "ditch") {
    ditch(context, palette, at);
  } else if (style === "sign") {
    plate(context, palette, { x: at.x - HEIGHT * 0.44, y: at.y }, look.face.markers[marker.kind]?.sign ?? "");
  } else if (style in WORKS) {
    WORKS[style]?.({ context, palette, at, size, light: marker.side ? coloursOf(look, marker.side).paper : palette.bermLight });
  } else if (style === "works") {
    context.strokeStyle = palette.berm;
    context.lineWidth = 3.4;
    context.beginPath();
    context.arc(at.x, at.y, HEIGHT * 0.42, Math.PI * 0.85, Math.PI * 2.15);
    context.stroke();
    context.strokeStyle = marker.side ? coloursOf(look, marker.side).paper : palette.bermLight;
    context.lineWidth = 1.4;
    context.setLineDash([3, 2]);
    context.stroke();
    context.setLineDash([]);
  } else {
    // Its hex is framed: a counter may stand on the flag itself.
    if (marker.kind in look.face.markers) frame(context, at, coloursOf(look, marker.side ?? "").deep);
    context.fillStyle = coloursOf(look, marker.side ?? "").paper;
    context.strokeStyle = palette.dark ? "#fffdf4" : "#1d1d18";
    context.lineWidth = 1;
    context.beginPath();
    context.moveTo(at.x - 9, at.y + 12);
    context.lineTo(at.x - 9, at.y - 12);
    context.lineTo(at.x + 7, at.y - 7);
    context.lineTo(at.x - 9, at.y - 2);
    context.stroke();
    context.fill();
    // A flag speaks for itself; things the face does not know are named where the letters can be read.
    if (zoom > 1.4 && !(marker.kind in look.face.markers)) {
      context.fillStyle = palette.label;
      context.font = "600 6.5px system-ui, sans-serif";
      context.textAlign = "center";
      context.fillText(markerName(look.face, marker.kind), at.x, at.y + 17);
    }
  }
}

/** A few letters in the corner of a hex, beside the counter. */
function plate(context: CanvasRenderingContext2D, palette: Palette, at: Point, text: string): void {
  context.font = "700 6.5px system-ui, sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillStyle = palette.dark ? "#10120b" : "#fffdf4";
  context.globalAlpha = 0.85;
  context.beginPath();
  context.roundRect(at.x - 6.5, at.y - 5, 13, 10, 2.5);
  context.fill();
  context.globalAlpha = 1;
  context.fillStyle = palette.dark ? "#fffdf4" : "#1d1d18";
  context.fillText(text, at.x, at.y + 0.5, 12);
}

function frame(context: CanvasRenderingContext2D, at: Point, colour: string): void {
  context.strokeStyle = colour;
  context.lineWidth = 3;
  context.setLineDash([6, 3]);
  context.beginPath();
  hexPath(context, at, 0.92);
  context.stroke();
  context.setLineDash([]);
}

/** A hulk: cold ones are grey and crossed out, burning ones are charred and in flames. */
function drawWreck(context: CanvasRenderingContext2D, palette: Palette, at: Point, size: number, burning: boolean): void {
  context.fillStyle = burning ? (palette.dark ? "#0b0c08" : "#241f1a") : palette.dark ? "#8d8f86" : "#6d6f68";
  const edge = burning ? "#6b3a1e" : palette.dark ? "#2a2c25" : "#d8d8d0";
  drawSilhouette(context, silhouetteOf({ shape: "turreted" }), at.x, at.y + size * 0.06, size * 0.86, null, edge);
  if (burning) {
    for (const [dx, high, colour] of [[-0.2, 0.34, "#d9480f"], [0.02, 0.46, "#e8590c"], [0.2, 0.3, "#d9480f"], [0.02, 0.24, "#ffd43b"]] as const) {
      flame(context, { x: at.x + dx * size, y: at.y + size * 0.04 }, high * size, size * 0.1, colour);
    }
    return;
  }
  context.lineCap = "round";
  for (const [width, colour] of [[0.13, palette.dark ? "#10120b" : "#fffdf4"], [0.07, palette.dark ? "#fffdf4" : "#1d1d18"]] as const) {
    context.lineWidth = size * width;
    context.strokeStyle = colour;
    context.beginPath();
    for (const way of [1, -1]) {
      context.moveTo(at.x - way * size * 0.26, at.y - size * 0.2);
      context.lineTo(at.x + way * size * 0.26, at.y + size * 0.32);
    }
    context.stroke();
  }
  context.lineCap = "butt";
}

function smoke(context: CanvasRenderingContext2D, palette: Palette, at: Point, cell: Cell, time: number, size: number): void {
  for (let k = 0; k < 4; k++) {
    const phase = (time * 0.22 + k * 0.25 + (cell % 7) * 0.13) % 1;
    context.globalAlpha = (palette.dark ? 0.4 : 0.34) * (1 - phase);
    context.fillStyle = palette.dark ? "#b9b9ae" : "#4b4a44";
    context.beginPath();
    context.arc(at.x + phase * size * 0.34, at.y - size * (0.1 + phase * 0.62), size * (0.1 + phase * 0.17), 0, Math.PI * 2);
    context.fill();
  }
  context.globalAlpha = 1;
}

/** A screen of smoke: nobody sees through this hex, so all of it is veiled. */
function screen(context: CanvasRenderingContext2D, palette: Palette, at: Point): void {
  context.fillStyle = context.strokeStyle = palette.dark ? "#c4c4ba" : "#77766e";
  context.beginPath();
  hexPath(context, at, 0.97);
  context.globalAlpha = palette.dark ? 0.34 : 0.4;
  context.fill();
  context.globalAlpha = 0.7;
  context.lineWidth = 1.2;
  context.stroke();
  context.globalAlpha = 1;
}

/** Smoke that is about to be gone: a thin veil, its edge broken. */
function haze(context: CanvasRenderingContext2D, palette: Palette, at: Point, size: number): void {
  context.strokeStyle = context.fillStyle = palette.dark ? "#b9b9ae" : "#6b6a62";
  context.lineWidth = size * 0.05;
  for (const [dx, dy, r] of [[-0.2, 0.05, 0.2], [0.08, -0.12, 0.26], [0.26, 0.12, 0.17]] as const) {
    context.beginPath();
    context.arc(at.x + dx * size, at.y + dy * size, r * size, 0, Math.PI * 2);
    context.globalAlpha = 0.14;
    context.fill();
    context.globalAlpha = 0.6;
    context.setLineDash([size * 0.08, size * 0.1]);
    context.stroke();
  }
  context.setLineDash([]);
  context.globalAlpha = 1;
}

/** Where shells or bombs have come down: a star of splinters, hollow where they lie scattered. */
function impact(context: CanvasRenderingContext2D, palette: Palette, at: Point, size: number, whole: boolean): void {
  const [fire, ground] = [palette.tones["fire"] ?? "#b91c1c", palette.dark ? "#10120b" : "#fffdf4"];
  context.fillStyle = whole ? fire : ground;
  context.strokeStyle = whole ? ground : fire;
  context.lineWidth = size * (whole ? 0.05 : 0.07);
  context.beginPath();
  for (let k = 0; k < 18; k++) {
    const angle = (Math.PI / 9) * k;
    const reach = size * (k % 2 ? 0.2 : 0.44);
    const [x, y] = [at.x + Math.cos(angle) * reach, at.y + Math.sin(angle) * reach];
    if (k) context.lineTo(x, y);
    else context.moveTo(x, y);
  }
  context.closePath();
  context.fill();
  context.stroke();
}

/** Mines: three discs with their fuses, edged with the colour of who laid them. */
function mines(context: CanvasRenderingContext2D, palette: Palette, at: Point, size: number, colour: string): void {
  for (const [dx, dy] of [[-0.24, 0.12], [0.24, 0.12], [0, -0.2]] as const) {
    const [x, y] = [at.x + dx * size, at.y + dy * size];
    context.fillStyle = palette.dark ? "#0f110b" : "#2b2a24";
    context.strokeStyle = colour;
    context.lineWidth = size * 0.06;
    context.beginPath();
    context.arc(x, y, size * 0.14, 0, Math.PI * 2);
    context.fill();
    context.stroke();
    context.fillStyle = palette.dark ? "#ffd43b" : "#ffe27a";
    context.beginPath();
    context.arc(x, y, size * 0.045, 0, Math.PI * 2);
    context.fill();
  }
}

/** A ditch right across the hex: a dark trough between two banks. */
function ditch(context: CanvasRenderingContext2D, palette: Palette, at: Point): void {
  const wide = HEIGHT * 0.42;
  for (const [width, colour] of [[9, palette.berm], [5, palette.dark ? "#0b0c08" : "#3b3226"]] as const) {
    context.strokeStyle = colour;
    context.lineWidth = width;
    context.lineCap = "round";
    context.beginPath();
    context.moveTo(at.x - wide, at.y + 3);
    context.quadraticCurveTo(at.x, at.y - 5, at.x + wide, at.y + 3);
    context.stroke();
  }
  context.lineCap = "butt";
}
