/**
 * Finds cycles of references: groups that escalate to each other, monitors that depend on each other. Pure.
 * Every function ends, even if a cycle is stored.
 */
import { referencesOf, type Referral } from "../../resource/references.ts";
import { descriptionOf } from "../../resource/resources.ts";
import { mostFaults, type Fault } from "../model/fault.ts";
import type { ResourceKind } from "../model/model.ts";

/** A resource and the ids that it refers to. */
export interface Link {
  id: string;
  to: readonly string[];
}

/**
 * The ids of each cycle, in the order of their references, in one pass. The first of the cycles that share a resource is
 * found: the others are without its members.
 */
export function* cyclesIn(links: readonly Link[]): Generator<string[], undefined> {
  const next = new Map(links.map(({ id, to }) => [id, to]));
  const cleared = new Set<string>();
  for (const { id } of links) {
    /** The path from `id`; each member with the number of its references that were followed. */
    const path = [{ id, followed: 0 }];
    const onPath = new Set([id]);
    for (let at = path.at(-1); at && !cleared.has(id); at = path.at(-1)) {
      const to = next.get(at.id)?.[at.followed++];
      if (to === undefined) {
        cleared.add(at.id);
        onPath.delete(at.id);
        path.pop();
      } else if (onPath.has(to)) {
        const cycle = path.splice(path.findIndex((one) => one.id === to)).map((one) => one.id);
        for (const one of cycle) {
          cleared.add(one);
          onPath.delete(one);
        }
        yield cycle;
      } else if (!cleared.has(to)) {
        path.push({ id: to, followed: 0 });
        onPath.add(to);
      }
    }
  }
}

/** A resource that may refer to others of its kind, as a change would leave it. */
export interface Referring {
  /** The key by which others refer to it. */
  key: string;
  /** Its name in messages. */
  name: string;
  referrals: readonly Referral[];
  /** The prefix of its fields in a fault; null: it is stored and not declared here. */
  prefix: string | null;
}

/**
 * Lists a fault for each cycle of references within a kind, at its first declared member:
 * `has a cycle: "a" → "b" → "a"`. As many as an answer names, and one more.
 */
export function cycleFaults(kind: ResourceKind, all: readonly Referring[]): Fault[] {
  const byKey = new Map(all.map((one) => [one.key, one]));
  const own = ({ referrals }: Referring) => referrals.filter(({ to }) => to === kind);
  const faults: Fault[] = [];
  const rank = new Map(all.map(({ key }, index) => [key, index]));
  const links = all.map((one) => ({
    id: one.key,
    to: own(one).flatMap(({ targets }) => targets),
  }));
  for (const cycle of cyclesIn(links)) {
    const [first] = cycle
      .map((key) => byKey.get(key)!)
      .filter(({ prefix }) => prefix !== null)
      .toSorted((a, b) => rank.get(a.key)! - rank.get(b.key)!);
    if (!first) continue;
    const at = cycle.indexOf(first.key);
    const path = [...cycle.slice(at), ...cycle.slice(0, at), first.key];
    const next = path[1]!;
    const { at: field, many, targets } = own(first).find((one) => one.targets.includes(next))!;
    faults.push({
      field: `${first.prefix}${field}${many ? `[${targets.indexOf(next)}]` : ""}`,
      code: "cycle",
      message: `has a cycle: ${shortened(path.map((key) => `"${byKey.get(key)!.name}"`)).join(" → ")}`,
    });
    if (faults.length > mostFaults) break;
  }
  return faults.length > 0 ? faults : depthFaults(kind, all);
}

/** A fault for each chain of references, without cycles, that is longer than the reference may be followed. */
function depthFaults(kind: ResourceKind, all: readonly Referring[]): Fault[] {
  const limited = referencesOf(kind).find(({ to, deepest }) => to === kind && deepest);
  if (!limited) return [];
  const deepest = limited.deepest!;
  const byKey = new Map(all.map((one) => [one.key, one]));
  const faults = new Map<string, Fault>();
  for (const one of all) {
    const path: Referring[] = [];
    for (let at: Referring | undefined = one; at && path.length <= deepest + 1;) {
      path.push(at);
      const [next]: readonly string[] = at.referrals.find(
        (referral) => referral.at === limited.field,
      )!.targets;
      at = next === undefined ? undefined : byKey.get(next);
    }
    const declared = path.find(({ prefix }) => prefix !== null);
    if (path.length <= deepest + 1 || !declared) continue;
    const field = `${declared.prefix}${limited.field}`;
    const names = shortened(path.map(({ name }) => `"${name}"`)).join(" → ");
    const message = `leads on through more than ${deepest} ${descriptionOf(kind).noun}s: ${names}`;
    faults.set(field, { field, code: "too_deep", message });
    if (faults.size > mostFaults) break;
  }
  return [...faults.values()];
}

/** The names of a path, without those in the middle of a long one. */
const shortened = (names: readonly string[]): string[] =>
  names.length > 12 ? [...names.slice(0, 10), "…", names.at(-1)!] : [...names];

/**
 * Sorts `items` so that each comes after all that it needs, and otherwise keeps their order. Written in this
 * order, every reference leads to an existing resource, and no step makes a cycle that the result lacks.
 */
export function afterNeeds<T>(
  items: readonly T[],
  of: (item: T) => { name: string; needs: readonly unknown[] },
): T[] {
  const ordered: T[] = [];
  let left = items.map((item) => ({ item, ...of(item) }));
  while (left.length > 0) {
    const names = new Set<unknown>(left.map(({ name }) => name));
    const free = left.filter(({ needs }) => !needs.some((n) => names.has(n)));
    // Cycles are refused before; this branch ends the loop if one is stored all the same.
    const next = new Set(free.length > 0 ? free : left);
    for (const { item } of next) ordered.push(item);
    left = left.filter((one) => !next.has(one));
  }
  return ordered;
}
