/** The parts that queries are made of. A list that is another value, and a member that an object lacks, are null. Pure. */
import type { Query } from "./run.ts";
import { isObject } from "../../resource/part.ts";
import { holds, member, namesIn, numberIn, same } from "./values.ts";

const compared: Readonly<Record<string, (a: number, b: number) => boolean>> = {
  "<": (a, b) => a < b,
  "<=": (a, b) => a <= b,
  ">": (a, b) => a > b,
  ">=": (a, b) => a >= b,
};

export const current: Query = (value) => value;

export const field =
  (name: string): Query =>
  (value, run) => {
    run.spend(1);
    return member(value, name);
  };

/** `evenNull`: a pipe goes on with null, a `.` does not. */
export const andThen =
  (left: Query, right: Query, evenNull = false): Query =>
  (value, run) => {
    const one = left(value, run);
    return one === null && !evenNull ? null : right(one, run);
  };

export const at =
  (left: Query, index: number): Query =>
  (value, run) => {
    const list = left(value, run);
    return Array.isArray(list) ? ((list.at(index) as unknown) ?? null) : null;
  };

/** The results of `each` for the items for which the condition holds, without nulls; null for another value than a list. */
export const project =
  (left: Query, each: Query, condition?: Query): Query =>
  (value, run) => {
    const list = left(value, run);
    if (!Array.isArray(list)) return null;
    const results: unknown[] = [];
    for (const item of list as unknown[]) {
      run.spend(1);
      if (condition && !holds(condition(item, run))) continue;
      const result = each(item, run);
      if (result !== null) results.push(result);
    }
    return results;
  };

export const valuesOf =
  (left: Query): Query =>
  (value, run) => {
    const one = left(value, run);
    return isObject(one) ? namesIn(one, run).map((name) => one[name]) : null;
  };

/** Lists within the list become its items. */
export const flattened =
  (left: Query): Query =>
  (value, run) => {
    const list = left(value, run);
    if (!Array.isArray(list)) return null;
    const all: unknown[] = [];
    for (const item of list as unknown[]) {
      const items = Array.isArray(item) ? (item as unknown[]) : [item];
      run.spend(1 + items.length);
      for (const one of items) all.push(one);
    }
    return all;
  };

export function sliced(
  left: Query,
  [from = null, to = null, step = null]: (number | null)[],
): Query {
  const by = step ?? 1;
  return (value, run) => {
    const list = left(value, run);
    if (!Array.isArray(list)) return null;
    const { length } = list;
    const within = (place: number) => {
      const counted = place < 0 ? place + length : place;
      return by > 0
        ? Math.min(Math.max(counted, 0), length)
        : Math.min(Math.max(counted, -1), length - 1);
    };
    const first = from === null ? (by > 0 ? 0 : length - 1) : within(from);
    const end = to === null ? (by > 0 ? length : -1) : within(to);
    const items: unknown[] = [];
    for (let i = first; by > 0 ? i < end : i > end; i += by) {
      run.spend(1);
      items.push(list[i]);
    }
    return items;
  };
}

export function comparison(left: Query, sign: string, right: Query): Query {
  const order = compared[sign];
  if (order)
    return (value, run) => {
      const [a, b] = [numberIn(left(value, run)), numberIn(right(value, run))];
      return a === null || b === null ? null : order(a, b);
    };
  return (value, run) => same(left(value, run), right(value, run), run) === (sign === "==");
}
