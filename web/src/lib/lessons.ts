// The lessons this browser has begun: where each stands, so that it can be taken up again.

export interface Begun {
  match: string;
  token: string;
  step: number;
}

const KEY = "hulldown.lessons";

function all(): Record<string, Begun> {
  try {
    return (JSON.parse(localStorage.getItem(KEY) ?? "{}") as Record<string, Begun> | null) ?? {};
  } catch {
    return {};
  }
}

export function begun(lesson: string): Begun | null {
  return all()[lesson] ?? null;
}

export function keep(lesson: string, at: Begun): void {
  localStorage.setItem(KEY, JSON.stringify({ ...all(), [lesson]: at }));
}

export function forget(lesson: string): void {
  const rest = all();
  delete rest[lesson];
  localStorage.setItem(KEY, JSON.stringify(rest));
}
