/**
 * Things that lead to others, and must not lead back: groups that escalate, monitors that depend. Pure, and
 * total: a circle that is stored all the same makes nothing endless.
 */
import type { Referral } from "../../resource/references.ts";
import type { Fault } from "../model/fault.ts";
import type { ResourceKind } from "../model/model.ts";

/** Something, and what it leads to. */
export interface Link {
  id: string;
  to: readonly string[];
}

/** The ids of what leads to each other in a circle, in that order; null: there is none. */
export function circleOf(links: readonly Link[]): string[] | null {
  const next = new Map(links.map(({ id, to }) => [id, to]));
  const cleared = new Set<string>();
  for (const { id } of links) {
    /** The way from `id`, each with how many of its own were looked at. */
    const path = [{ id, looked: 0 }];
    const onPath = new Set([id]);
    for (let at = path.at(-1); at && !cleared.has(id); at = path.at(-1)) {
      const to = next.get(at.id)?.[at.looked++];
      if (to === undefined) {
        cleared.add(at.id);
        onPath.delete(at.id);
        path.pop();
      } else if (onPath.has(to)) {
        const from = path.findIndex((one) => one.id === to);
        return path.slice(from).map((one) => one.id);
      } else if (!cleared.has(to)) {
        path.push({ id: to, looked: 0 });
        onPath.add(to);
      }
    }
  }
  return null;
}

/** Something that may refer to others of its kind, as it will be. */
export interface Referring {
  /** What the others refer to it by. */
  key: string;
  /** What people call it. */
  name: string;
  referrals: readonly Referral[];
  /** What stands before the name of the field in a fault; null: it is stored, and not declared here. */
  prefix: string | null;
}

/**
 * A fault for each cycle of references within a kind, at the first of its members that is declared:
 * `has a cycle: "a" → "b" → "a"`.
 */
export function cycles(kind: ResourceKind, all: readonly Referring[]): Fault[] {
  const byKey = new Map(all.map((one) => [one.key, one]));
  const own = ({ referrals }: Referring) => referrals.filter(({ to }) => to === kind);
  const faults: Fault[] = [];
  let left = all;
  for (;;) {
    const circle = circleOf(
      left.map((one) => ({ id: one.key, to: own(one).flatMap(({ targets }) => targets) })),
    );
    if (!circle) return faults;
    const inCircle = new Set(circle);
    left = left.filter(({ key }) => !inCircle.has(key));
    const first = all.find(({ key, prefix }) => prefix !== null && inCircle.has(key));
    if (!first) continue;
    const at = circle.indexOf(first.key);
    const way = [...circle.slice(at), ...circle.slice(0, at), first.key];
    const { at: field } = own(first).find(({ targets }) => targets.includes(way[1]!))!;
    faults.push({
      field: `${first.prefix}${field}`,
      code: "cycle",
      message: `has a cycle: ${way.map((key) => `"${byKey.get(key)!.name}"`).join(" → ")}`,
    });
  }
}

/**
 * Each after all that it needs, and apart from that as given: so written, references lead to what is there
 * and no step makes a circle that the whole does not have.
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
    // A circle is not stored; if it were, it would not be endless.
    const next = new Set(free.length > 0 ? free : left);
    for (const { item } of next) ordered.push(item);
    left = left.filter((one) => !next.has(one));
  }
  return ordered;
}
