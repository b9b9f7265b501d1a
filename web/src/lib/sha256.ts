// SHA-256 of a text. The browser's own is only there on secure pages, and a server in the living room is none.

function firstPrimes(count: number): number[] {
  const found: number[] = [];
  for (let number = 2; found.length < count; number++) {
    if (found.every((prime) => number % prime)) found.push(number);
  }
  return found;
}

/** The first 32 bits of the fractional part of a number. */
const fraction = (value: number) => ((value - Math.floor(value)) * 2 ** 32) | 0;
const PRIMES = firstPrimes(64);
const ROUND = PRIMES.map((prime) => fraction(Math.cbrt(prime)));
const START = PRIMES.slice(0, 8).map((prime) => fraction(Math.sqrt(prime)));
const turned = (word: number, bits: number) => (word >>> bits) | (word << (32 - bits));

function padded(text: string): DataView {
  const bytes = new TextEncoder().encode(text);
  const all = new Uint8Array(Math.ceil((bytes.length + 9) / 64) * 64);
  all.set(bytes);
  all[bytes.length] = 0x80;
  const view = new DataView(all.buffer);
  view.setUint32(all.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(all.length - 4, (bytes.length * 8) >>> 0);
  return view;
}

function schedule(view: DataView, at: number): number[] {
  const words = Array.from({ length: 16 }, (_, index) => view.getInt32(at + 4 * index));
  for (let index = 16; index < 64; index++) {
    const [early, late] = [words[index - 15] as number, words[index - 2] as number];
    const low = turned(early, 7) ^ turned(early, 18) ^ (early >>> 3);
    const high = turned(late, 17) ^ turned(late, 19) ^ (late >>> 10);
    words.push(((words[index - 16] as number) + low + (words[index - 7] as number) + high) | 0);
  }
  return words;
}

/** The SHA-256 hash of a text in UTF-8, in hex. */
export function sha256(text: string): string {
  const view = padded(text);
  let hash = START;
  for (let at = 0; at < view.byteLength; at += 64) {
    const words = schedule(view, at);
    let [a, b, c, d, e, f, g, h] = hash as [number, number, number, number, number, number, number, number];
    for (let index = 0; index < 64; index++) {
      const high = turned(e, 6) ^ turned(e, 11) ^ turned(e, 25);
      const first = (h + high + ((e & f) ^ (~e & g)) + (ROUND[index] as number) + (words[index] as number)) | 0;
      const low = turned(a, 2) ^ turned(a, 13) ^ turned(a, 22);
      const second = (low + ((a & b) ^ (a & c) ^ (b & c))) | 0;
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + first) | 0, c, b, a, (first + second) | 0];
    }
    hash = [a, b, c, d, e, f, g, h].map((word, index) => (word + (hash[index] as number)) | 0);
  }
  return hash.map((word) => (word >>> 0).toString(16).padStart(8, "0")).join("");
}
