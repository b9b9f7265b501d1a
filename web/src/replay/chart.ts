// The sums behind a chart, apart from its drawing.

export interface Range {
  bottom: number;
  top: number;
  lines: number[];
}

/** A range with round numbers that holds all values, at least from 0 to 1. */
export function niceRange(values: number[], balanced = false): Range {
  const most = Math.max(1, ...values.map((value) => (balanced ? Math.abs(value) : value)));
  const step = [1, 2, 5, 10, 20, 50, 100].find((size) => most / size <= 3) ?? Math.ceil(most / 3);
  const top = Math.ceil(most / step) * step;
  const bottom = balanced ? -top : 0;
  const lines: number[] = [];
  for (let value = bottom; value <= top; value += step) lines.push(value);
  return { bottom, top, lines };
}

/** The path of a line; stepped, it goes level and then up. */
export function chartPath(values: number[], x: (index: number) => number, y: (value: number) => number, stepped = false): string {
  let path = "";
  for (const [index, value] of values.entries()) {
    const at = `${x(index).toFixed(1)} ${y(value).toFixed(1)}`;
    if (index === 0) path = `M${at}`;
    else path += stepped ? `H${x(index).toFixed(1)}V${y(value).toFixed(1)}` : `L${at}`;
  }
  return path;
}
