// What this browser keeps of its person: read by the calls to the server, written by person.svelte.ts.

export const KEY = "hulldown.person";

export interface Stored {
  key: string;
  /** The recovery code, so that Settings can show it again. */
  code: string;
  name: string;
  /** The public id, "" until the server has answered. */
  person: string;
  /** Whether the recovery code has been shown once. */
  shown?: boolean;
  /** Whether the server pushes notifications to this browser by this key. */
  pushed?: boolean;
}

export function stored(): Stored | null {
  try {
    const found = JSON.parse(localStorage.getItem(KEY) ?? "null") as Stored | null;
    return found && typeof found.key === "string" ? found : null;
  } catch {
    return null;
  }
}
