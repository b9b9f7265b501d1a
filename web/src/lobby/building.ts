// What a person chooses in the builder of a scenario, and the link that carries it. Pure.

import type { BuilderField, Choice, Scalar } from "../lib/types";

export type Chosen = Record<string, Scalar>;

export interface FieldGroup {
  group: string;
  fields: BuilderField[];
  /** Whether the game asks for it after what the sides bring. */
  after: boolean;
}

/** The headings of the fields that belong to no side, each with its fields, in the order of the game. */
export function grouped(fields: BuilderField[]): FieldGroup[] {
  const found: FieldGroup[] = [];
  let sided = fields.length;
  fields.forEach((field, at) => (sided = field.side ? at : sided));
  for (const [at, field] of fields.entries()) {
    if (field.side || field.idle) continue;
    const group = field.group ?? "";
    const last = found.find((one) => one.group === group);
    if (last) last.fields.push(field);
    else found.push({ group, fields: [field], after: at > sided });
  }
  return found;
}

export const fieldsOf = (fields: BuilderField[], side: string) => fields.filter((field) => field.side === side && !field.idle);
export const legalOnes = (field: BuilderField) => field.choices.filter((choice) => choice.legal !== false);
export const barredOnes = (field: BuilderField) => field.choices.filter((choice) => choice.legal === false);
export const chosenOne = (field: BuilderField): Choice | undefined => field.choices.find((choice) => choice.value === field.value);
/** Whether a number or name is ours and not the book's. */
export const doubtful = (provenance: string | undefined) => provenance !== undefined && provenance !== "" && provenance !== "rulebook";

/** Whether a field is a yes or no, to be shown as a box to tick. */
export function isSwitch(field: BuilderField): boolean {
  const values = field.choices.map((choice) => choice.value);
  return values.length === 2 && values.includes("yes") && values.includes("no");
}

/** What is chosen after one more choice: what is usual anyway need not be said. */
export function withChoice(chosen: Chosen, field: BuilderField, value: Scalar): Chosen {
  const rest = { ...chosen };
  delete rest[field.name];
  return value === field.usual ? rest : { ...rest, [field.name]: value };
}

/** What is left of the choices when the game has looked at them: what it did not take is gone. */
export function taken(chosen: Chosen, fields: BuilderField[]): Chosen {
  const known = new Map(fields.map((field) => [field.name, field]));
  return Object.fromEntries(
    Object.entries(chosen).flatMap(([name, value]) => {
      const field = known.get(name);
      if (!field) return [[name, value]];
      return field.note || field.value === field.usual ? [] : [[name, field.value]];
    }),
  );
}

/** The part of an address after the sign # that opens a scenario with these choices. */
export function linkTo(scenario: string, chosen: Chosen): string {
  const query = new URLSearchParams(Object.entries(chosen).sort().map(([name, value]) => [name, String(value)])).toString();
  return `/new/${scenario}${query ? `?${query}` : ""}`;
}

/** The choices that an address carries. Numbers and words are told apart by how the option is written. */
export function fromLink(query: string, kinds: Record<string, Scalar>): Chosen {
  const found: Chosen = {};
  for (const [name, value] of new URLSearchParams(query)) {
    const like = kinds[name];
    if (like === undefined) continue;
    if (typeof like === "number") {
      if (/^-?\d{1,6}$/.test(value)) found[name] = Number(value);
    } else if (typeof like === "boolean") found[name] = value === "true";
    else found[name] = value.slice(0, 80);
  }
  return found;
}
