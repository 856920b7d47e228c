/**
 * Joins the two rounds of validation, so that one answer has every fault: schemas find fields of a wrong shape, and
 * rules then judge the fields that are sound. Pure.
 */
import type { Fault } from "../model/fault.ts";

/** The name of the field in which a path begins: `members[2].email` → `members`. */
export const headOf = (path: string): string => /^[^.[]*/.exec(path)![0];

/** The fields without those in which a fault was found. */
export function soundFields<T extends object>(fields: T, misshapen: readonly Fault[]): Partial<T> {
  const heads = new Set(misshapen.map(({ field }) => headOf(field)));
  return Object.fromEntries(
    Object.entries(fields).filter(([name]) => !heads.has(name)),
  ) as Partial<T>;
}

/** Faults of a wrong shape, and those `broken` rules that do not concern the same fields. */
export function allFaults(misshapen: readonly Fault[], broken: readonly Fault[]): Fault[] {
  const isSound = ({ field }: Fault) =>
    !misshapen.some((other) => within(field, other.field) || within(other.field, field));
  return [...misshapen, ...broken.filter(isSound)];
}

/** True when a path is the field, or leads into it. */
function within(path: string, field: string): boolean {
  return path.startsWith(field) && /^([.[]|$)/.test(path.slice(field.length));
}
