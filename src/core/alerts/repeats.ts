/**
 * Decisions about deliveries that only repeat known alerts, as most of a tool that sends its firing alerts again and
 * again: they count the alerts and keep their last words. A store may write several of one group as one. Pure.
 */
import type { Change } from "../command/change.ts";
import type { Incident, Subject } from "../model/model.ts";

/** The changes of repeated deliveries of one group. */
export interface Repeats {
  subject: Partial<Subject>;
  /** By the incident's key. */
  incidents: Map<string, { incident: Incident; set: Partial<Incident> }>;
  deliveries: Extract<Change, { kind: "delivery" }>[];
}

/** Columns of an incident that a repeated alert sets. */
const repeating: ReadonlySet<string> = new Set<keyof Incident>([
  "occurrences",
  "summary",
  "details",
  "resolve_at",
  "episode",
]);

export const noRepeats = (): Repeats => ({ subject: {}, incidents: new Map(), deliveries: [] });

/** The changes of one delivery as repeats; null: it does more. */
export function repeatsOf(changes: readonly Change[]): Repeats | null {
  const repeats = noRepeats();
  let about: Extract<Change, { kind: "about" }> | null = null;
  for (const change of changes)
    switch (change.kind) {
      case "subject":
        if (Object.keys(change.set).some((name) => name !== "last_received_at")) return null;
        repeats.subject = change.set;
        break;
      case "about":
        about = change;
        break;
      case "incident": {
        if (!about?.incident || Object.keys(change.set).some((name) => !repeating.has(name)))
          return null;
        const { key, incident } = about;
        repeats.incidents.set(key, { incident, set: change.set });
        break;
      }
      case "delivery":
        repeats.deliveries.push(change);
        break;
      default:
        return null;
    }
  return repeats;
}

/** Adds those of a later delivery. */
export function addRepeats(earlier: Repeats, later: Repeats): void {
  Object.assign(earlier.subject, later.subject);
  for (const [key, { incident, set }] of later.incidents) {
    const before = earlier.incidents.get(key);
    if (before) Object.assign(before.set, set);
    else earlier.incidents.set(key, { incident, set: { ...set } });
  }
  earlier.deliveries.push(...later.deliveries);
}

/** The changes that write them. */
export function changesOf({ subject, incidents, deliveries }: Repeats): Change[] {
  if (deliveries.length === 0) return [];
  const changes: Change[] = [{ kind: "subject", set: subject }];
  for (const [key, { incident, set }] of incidents)
    changes.push({ kind: "about", key, incident }, { kind: "incident", set });
  changes.push(...deliveries);
  return changes;
}
