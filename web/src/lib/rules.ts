// Which cases of the catalogue a citation means. Pure.

import type { RuleCase } from "./types";

/** The case itself and its parts (an event may cite 8.71 where the catalogue has 8.71a and 8.71b), or those of the case above it. */
export function casesOf(all: RuleCase[], rule: string): RuleCase[] {
  for (let name = rule.toLowerCase(); name; name = above(name)) {
    const found = all.filter((entry) => {
      const id = entry.id.toLowerCase();
      return id === name || (id.startsWith(name) && /^[-a-z]/.test(id.slice(name.length)));
    });
    if (found.length) return found;
  }
  return [];
}

/** The number without its last part: 4.1-a-1, 4.1-a, 4.1, 4. */
function above(name: string): string {
  const cut = name.replace(/(?:[-.][a-z0-9]+|[a-z]+|\d)$/, "");
  return cut === name ? "" : cut;
}
