/**
 * Things that lead to others, and must not lead back: groups that escalate, monitors that depend. Pure, and
 * total: a circle that is stored all the same makes nothing endless.
 */
import type { Fault } from "../model/fault.ts";

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

/** `leads back to where it began: "a" → "b" → "a"`. */
export function circleText(names: readonly string[]): string {
  const way = [...names, ...names.slice(0, 1)];
  return `leads back to where it began: ${way.map((name) => `"${name}"`).join(" → ")}`;
}

/** Something declared, or stored, as it will be. */
export interface Leading {
  /** Its external id, or `id:…`. */
  name: string;
  /** The names of what it leads to. */
  to: readonly string[];
  /** Where it is declared; null: it is stored, and not declared here. */
  place: string | null;
}

/** A fault for each circle, of this field, at the first of its members that is declared. */
export function circles(field: string, all: readonly Leading[]): Fault[] {
  const faults: Fault[] = [];
  let left = all;
  for (;;) {
    const circle = circleOf(left.map(({ name, to }) => ({ id: name, to })));
    if (!circle) return faults;
    const inCircle = new Set(circle);
    left = left.filter(({ name }) => !inCircle.has(name));
    const first = all.find(({ name, place }) => place !== null && inCircle.has(name));
    if (!first) continue;
    const at = circle.indexOf(first.name);
    faults.push({
      field: `${first.place}.${field}`,
      code: "cycle",
      message: circleText([...circle.slice(at), ...circle.slice(0, at)]),
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
