/** Fields before and after as the audit log keeps them: short, and of an apply each equal change once. Pure. */
import type { FieldChange } from "../declare/plan-terms.ts";
import type { AuditChange } from "../model/event.ts";
import { plural } from "../text/plural.ts";

/** Characters of a value that are kept whole. */
const whole = 160;
/** Characters of a long one that are kept around its first difference. */
const around = 80;
/** Changes that an event keeps at most. */
const mostChanges = 60;

/** The changes of an event; those beyond the limit are one last entry. */
export function keptChanges(changes: readonly AuditChange[]): AuditChange[] {
  const left = changes.length - mostChanges;
  const kept = changes.slice(0, mostChanges).map(short);
  if (left <= 0) return kept;
  return [...kept, { field: "", from: null, to: `and ${plural(left, "more change")}` }];
}

function short({ from, to, ...rest }: AuditChange): AuditChange {
  const [before, after] = [textOf(from), textOf(to)];
  if (Math.max(before.length, after.length) <= whole) return { ...rest, from, to };
  let at = 0;
  while (at < before.length && before[at] === after[at]) at++;
  let end = 0;
  const shorter = Math.min(before.length, after.length) - at;
  while (end < shorter && before.at(-1 - end) === after.at(-1 - end)) end++;
  const differ = Math.max(before.length, after.length) - at - end;
  const cut = (value: unknown, text: string) =>
    value === null
      ? null
      : `${excerpt(text, at)} (${plural(text.length, "character")}, ${differ} differ)`;
  return { ...rest, from: cut(from, before), to: cut(to, after) };
}

/** Begins a little before the first difference. */
function excerpt(text: string, at: number): string {
  const start = Math.max(0, Math.min(at, text.length - around / 2) - around / 4);
  const part = text.slice(start, start + around);
  return `${start > 0 ? "…" : ""}${part}${start + around < text.length ? "…" : ""}`;
}

const textOf = (value: unknown): string =>
  value === null ? "" : typeof value === "string" ? value : JSON.stringify(value);

/** A resource that an apply changed. */
export interface AppliedChange {
  kind: string;
  title: string | null;
  changes: readonly FieldChange[];
}

/** The changes of an apply: those of most resources first, equal ones as one with their number. */
export function foldedChanges(applied: readonly AppliedChange[]): AuditChange[] {
  const folded = new Map<string, AuditChange & { times: number }>();
  for (const { kind, title, changes } of applied)
    for (const { field, from, to } of changes) {
      const key = JSON.stringify([kind, field, from, to]);
      const known = folded.get(key);
      if (known) folded.set(key, { ...known, title: null, times: known.times + 1 });
      else folded.set(key, { kind, title, field, from, to, times: 1 });
    }
  return [...folded.values()].toSorted((a, b) => b.times - a.times);
}
