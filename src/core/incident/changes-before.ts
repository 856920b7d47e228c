/** Merges the possible causes of an incident: changes of settings, other incidents, and marks. Pure. */
import type { Mark } from "../history/point.ts";
import { resourceKinds, type AuditEvent, type Incident, type Instant } from "../model/model.ts";

/** How long before an incident something can explain it. */
export const lookBackMs = 6 * 3600_000;

export type ChangeBefore =
  | { kind: "setting"; at: Instant; event: AuditEvent }
  | { kind: "incident"; at: Instant; incident: Incident }
  | { kind: "mark"; at: Instant; mark: Mark };

const settingKinds: ReadonlySet<string> = new Set(resourceKinds);

/**
 * The changes of the hours before an incident, newest first. Changes of settings: those of `concerned`, the ids of its
 * monitor, of its group, and of the dependencies of its monitor.
 */
export function changesBefore(
  incident: Pick<Incident, "id" | "opened_at">,
  facts: { audit: readonly AuditEvent[]; incidents: readonly Incident[]; marks: readonly Mark[] },
  concerned: ReadonlySet<string>,
): ChangeBefore[] {
  const all: ChangeBefore[] = [
    ...facts.audit
      .filter(
        ({ object_kind, object_id }) => settingKinds.has(object_kind) && concerned.has(object_id),
      )
      .map((event) => ({ kind: "setting" as const, at: event.at, event })),
    ...facts.incidents
      .filter(({ id }) => id !== incident.id)
      .map((one) => ({ kind: "incident" as const, at: one.opened_at, incident: one })),
    ...facts.marks.map((mark) => ({ kind: "mark" as const, at: mark.at, mark })),
  ];
  const from = incident.opened_at - lookBackMs;
  return all
    .filter(({ at }) => at >= from && at <= incident.opened_at)
    .toSorted((a, b) => b.at - a.at);
}
