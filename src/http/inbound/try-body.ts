/** Tries a body at a group: its alerts and their effects, without writing them. */
import type { TryBody } from "../../api/try-body.ts";
import type { Store } from "../../app/store.ts";
import { alertsIn, verdictOn } from "../../core/alerts/alert-verdict.ts";
import { effectOf } from "../../core/alerts/effect.ts";
import type { TriedBody } from "../../core/alerts/tried.ts";
import type { Delivered } from "../../core/command/command.ts";
import { mappingFaults } from "../../core/declare/rules.ts";
import type { AlertGroup, Instant } from "../../core/model/model.ts";
import { priorityOf } from "../../core/paging/priority.ts";
import { invalid, notFound, Problem } from "../answer/problem.ts";
import { alertsOf } from "./inbound-alerts.ts";

/** The result of a body that a group would refuse. */
const refused = (reason: string): TriedBody => ({
  format: null,
  reason,
  alerts: [],
  left_out: 0,
  remarks: [],
});

/** Throws a problem without a body, and for a mapping with mistakes. */
export async function tryBody(
  store: Store,
  group: AlertGroup,
  { body, delivery_id, mapping = group.inbound_mapping }: TryBody,
  now: Instant,
): Promise<TriedBody> {
  if ((body === undefined) === (delivery_id === undefined))
    throw invalid([
      { field: "body", code: "required", message: "is required, or delivery_id in its place" },
    ]);
  const faults = mappingFaults("mapping", mapping);
  if (faults.length > 0) throw invalid(faults);
  const text = body ?? (await bodyOf(store, group, delivery_id!));
  try {
    return await effectsOf(store, group, await alertsOf(Buffer.from(text), now, mapping), now);
  } catch (error) {
    if (error instanceof Problem) return refused(error.message);
    throw error;
  }
}

async function bodyOf(store: Store, group: AlertGroup, delivery_id: string): Promise<string> {
  const event = await store.read.inbound_event(group.org_id, delivery_id);
  if (event?.target_id !== group.id) throw notFound("delivery");
  return event.body;
}

async function effectsOf(
  store: Store,
  group: AlertGroup,
  delivered: Delivered,
  now: Instant,
): Promise<TriedBody> {
  const { format, remarks, left_out = 0 } = delivered;
  const alerts = alertsIn({ ...delivered, left_out: 0 }, now);
  const keys = alerts.map(({ identity }) => identity);
  const open = await store.read.open_incidents_by_key(group.id, keys);
  return {
    format,
    reason: null,
    left_out,
    remarks,
    alerts: alerts.map((alert) => {
      const incident = open.get(alert.identity) ?? null;
      const { identity, status, title, summary: text, severity, labels, links } = alert;
      return {
        effect: effectOf(verdictOn(alert, incident), incident?.number ?? null),
        incident_number: incident?.number ?? null,
        title,
        text,
        status,
        identity,
        severity,
        priority_level: priorityOf(group, severity),
        labels,
        links,
      };
    }),
  };
}
