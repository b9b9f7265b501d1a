// Choices that are written from fields, as a face tells of them: a plan for some turns, with one or more parts. Pure.

import type { GameFace } from "./face";
import { taskFace } from "./face";
import type { Task } from "./types";
import type { ChoiceForm, FormField, PatternFace } from "./wire";

export type Values = Record<string, string>;
/** What a choice says: the fields of its head, and those of each part. */
export interface Filled {
  head: Values;
  parts: Values[];
}

const LETTERS = "ABCDEF";

/** Whether a field is written, beside the others. */
export function applies(field: FormField, values: Values): boolean {
  const [key = "", value] = (field.when ?? "").split(" ");
  return !field.when || values[key] === value;
}

/** A value to begin with. */
function first(field: FormField): string {
  if (field.kind === "number") return "1";
  return field.kind === "direction" ? "A" : (field.choices?.[0]?.key ?? "");
}

function completed(fields: FormField[] | undefined, values: Values): Values {
  const found: Values = {};
  for (const field of fields ?? []) if (applies(field, { ...values, ...found })) found[field.key] = values[field.key] || first(field);
  return found;
}

export const emptyPart = (form: ChoiceForm): Values => completed(form.parts, {});

function wordsOf(fields: FormField[] | undefined, values: Values): string {
  const told = completed(fields, values);
  return (fields ?? []).filter((field) => field.key in told).flatMap((field) => [field.lead ?? "", told[field.key] ?? ""]).filter(Boolean).join(" ");
}

/** The choice as the rules read it. */
export function written(form: ChoiceForm, filled: Filled): string {
  const parts = filled.parts.map((part) => wordsOf(form.parts, part)).filter(Boolean);
  return [wordsOf(form.head, filled.head), parts.join(", ")].filter(Boolean).join(" ");
}

/** Takes the words of some fields off the front of a list; null where they are not there. */
function taken(fields: FormField[] | undefined, words: string[]): Values | null {
  const found: Values = {};
  for (const field of fields ?? []) {
    if (!applies(field, found)) continue;
    if (field.lead && words.shift() !== field.lead) return null;
    const word = words.shift();
    if (word === undefined || !fits(field, word)) return null;
    found[field.key] = word;
  }
  return found;
}

function fits(field: FormField, word: string): boolean {
  if (field.kind === "number") return /^\d+$/.test(word);
  return field.kind === "direction" ? LETTERS.includes(word) : Boolean(field.choices?.some((one) => one.key === word));
}

/** What a choice says; null where it is not of this form. */
export function read(form: ChoiceForm, choice: string): Filled | null {
  const [begin = "", ...rest] = choice.split(",");
  const words = begin.split(/\s+/).filter(Boolean);
  const head = taken(form.head, words);
  if (!head) return null;
  const parts: Values[] = [];
  for (const chunk of form.parts?.length ? [words, ...rest.map((part) => part.split(/\s+/).filter(Boolean))] : []) {
    const part = taken(form.parts, chunk);
    if (!part || chunk.length) return null;
    parts.push(part);
  }
  return { head, parts };
}

/** What a choice says, or a beginning where it says nothing that can be read. */
export const readOr = (form: ChoiceForm, choice: string | undefined): Filled =>
  (choice && read(form, choice)) || { head: completed(form.head, {}), parts: form.parts?.length ? [emptyPart(form)] : [] };

export interface Span {
  from: number;
  /** The last turn of it. */
  to: number;
  what: string;
}

/** The turns of each part; none where the form has no turns. */
export function spans(form: ChoiceForm, filled: Filled): Span[] {
  if (!form.first || !form.lasts) return [];
  let turn = Number(filled.head[form.first]) || 1;
  return filled.parts.map((part) => {
    const from = turn;
    turn += Number(part[form.lasts as string]) || 0;
    return { from, to: turn - 1, what: named(form, part) };
  });
}

/** A part in words, without how long it takes. */
export function named(form: ChoiceForm, part: Values): string {
  return (form.parts ?? []).filter((field) => field.key in part && field.key !== form.lasts)
    .map((field) => field.choices?.find((one) => one.key === part[field.key])?.name ?? part[field.key]).join(" ");
}

/** A whole choice in words. */
export function told(form: ChoiceForm, choice: string | undefined): string {
  const filled = choice ? read(form, choice) : null;
  if (!filled) return choice ?? "";
  const turns = spans(form, filled);
  return turns.length ? turns.map((one) => `${one.from === one.to ? one.from : `${one.from}–${one.to}`} ${one.what}`).join(", ") : filled.parts.map((part) => named(form, part)).join(", ");
}

/** The pattern in which the first part comes down, and its direction. */
export function fallOf(face: GameFace, form: ChoiceForm, choice: string | undefined): { pattern: PatternFace; facing: number } | null {
  const part = readOr(form, choice).parts[0];
  for (const field of part ? (form.parts ?? []) : []) {
    const key = field.choices?.find((one) => one.key === part?.[field.key])?.pattern;
    const pattern = key ? face.patterns[key] : undefined;
    const way = (form.parts ?? []).find((one) => one.kind === "direction");
    if (pattern) return { pattern, facing: Math.max(0, LETTERS.indexOf(part?.[way?.key ?? ""] ?? "A")) };
  }
  return null;
}

/** The kinds of tasks that are planned by forms, of those that can be given. */
export const formOf = (face: GameFace, kind: string | null | undefined): ChoiceForm | null => (kind && taskFace(face, kind).form) || null;

/** The tasks of a unit, with their keys, in the order of their first turn. */
export function rowsOf(face: GameFace, tasks: Record<string, Task>, unit: string): [string, Task][] {
  const turn = (task: Task) => {
    const form = formOf(face, task.kind);
    return form ? (spans(form, readOr(form, task.choice))[0]?.from ?? Infinity) : Infinity;
  };
  return Object.entries(tasks).filter(([, task]) => task.unit === unit).sort(([, a], [, b]) => turn(a) - turn(b));
}

/** What a time line shows at a turn: a part of a task, or a turn that must be left free after it. */
export function atTurn(face: GameFace, rows: [string, Task][], turn: number): { key: string; what: string; rests: boolean }[] {
  return rows.flatMap(([key, task]) => {
    const form = formOf(face, task.kind);
    const all = form ? spans(form, readOr(form, task.choice)) : [];
    const found = all.filter((one) => one.from <= turn && turn <= one.to).map((one) => ({ key, what: one.what, rests: false }));
    const end = all.at(-1)?.to ?? Infinity;
    return end < turn && turn <= end + (form?.rests ?? 0) ? [{ key, what: "", rests: true }] : found;
  });
}
