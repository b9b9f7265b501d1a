// Whether whoever plays has keys at hand: where fingers play, nobody is told to press one.

/** A screen without a pointer that hovers, or one as narrow as a phone's. */
export const FINGERS = "(hover: none), (max-width: 760px)";

export function byFingers(): boolean {
  return typeof matchMedia === "function" && matchMedia(FINGERS).matches;
}
