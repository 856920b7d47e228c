/** Tries a body at a group: its alerts and their effects, without writing them. */
import type { TryBody } from "../../api/try-body.ts";
import type { Store } from "../../app/store.ts";
import { alertsIn, verdictOn } from "../../core/alerts/alert-verdict.ts";
import { effectOf } from "../../core/alerts/effect.ts";
import { differenceOf, type Reading } from "../../core/alerts/tried-difference.ts";
import type { TriedBody, TriedDelivery } from "../../core/alerts/tried.ts";
import type { Delivered } from "../../core/command/command.ts";
import { mappingFaults } from "../../core/declare/rules.ts";
import { pingFormat } from "../../core/model/event.ts";
import type { AlertGroup, Instant } from "../../core/model/model.ts";
import { priorityOf } from "../../core/paging/priority.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import { invalid, notFound, Problem } from "../answer/problem.ts";
import { nextTurn } from "../turns.ts";
import { alertsOf } from "./inbound-alerts.ts";

/** Earlier deliveries that are tried, and the bytes of them that are read. */
const mostRecent = 20;
const mostRead = 2 * 1024 * 1024;

/** The result of a body that a group would refuse. */
const refused = (reason: string): TriedBody => ({
  format: null,
  reason,
  alerts: [],
  left_out: 0,
  remarks: [],
  recent: [],
});

/** Throws a problem without a body, and for a mapping with mistakes. */
export async function tryBody(
  store: Store,
  group: AlertGroup,
  { body, delivery_id, mapping = group.inbound_mapping, recent = false }: TryBody,
  now: Instant,
): Promise<TriedBody> {
  if ((body === undefined) === (delivery_id === undefined))
    throw invalid([
      { field: "body", code: "required", message: "is required, or delivery_id in its place" },
    ]);
  const faults = mappingFaults("mapping", mapping);
  if (faults.length > 0) throw invalid(faults);
  const text = body ?? (await bodyOf(store, group, delivery_id!));
  const tried = await readAs(alertsOf(Buffer.from(text), now, mapping));
  return {
    ...(typeof tried === "string" ? refused(tried) : await effectsOf(store, group, tried, now)),
    recent: recent ? await triedRecent(store, group, mapping, now) : [],
  };
}

/** The alerts of a body; a text: why it would be refused. */
async function readAs(reading: Promise<Delivered>): Promise<Delivered | string> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof Problem) return error.message;
    throw error;
  }
}

/** The last deliveries to the group as a mapping reads them, compared with that of the group. */
async function triedRecent(
  store: Store,
  group: AlertGroup,
  mapping: InboundMapping | null,
  now: Instant,
): Promise<TriedDelivery[]> {
  const { org_id, id: target_id } = group;
  const tried: TriedDelivery[] = [];
  let read = 0;
  const page = { org_id, target_id, after: null, limit: mostRecent };
  for (const { id, format, size } of await store.read.recent_deliveries(page)) {
    if (format === pingFormat || (read += size) > mostRead) continue;
    const event = await store.read.inbound_event(org_id, id);
    const body = Buffer.from(event?.body ?? "");
    if (body.length < size) continue;
    const by = async (used: InboundMapping | null): Promise<Reading> => {
      const delivered = await readAs(alertsOf(body, now, used));
      return typeof delivered === "string" ? delivered : delivered.alerts;
    };
    const difference = differenceOf(await by(group.inbound_mapping), await by(mapping));
    tried.push({ delivery_id: id, difference });
    await nextTurn();
  }
  return tried;
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
): Promise<Omit<TriedBody, "recent">> {
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
