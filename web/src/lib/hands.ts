// Whether whoever plays has keys at hand: where fingers play, nobody is told to press one.

/** A screen without a pointer that hovers, or one as narrow as a phone's. */
export const FINGERS = "(hover: none), (max-width: 760px)";

/** A screen as narrow as a phone's, where what stands beside the map lies over it. */
export function narrow(): boolean {
  return typeof matchMedia === "function" && matchMedia("(max-width: 760px)").matches;
}

export function byFingers(): boolean {
  return typeof matchMedia === "function" && matchMedia(FINGERS).matches;
}
