/**
 * Processes an inbound event: reads it and passes it to the store in one transaction. A rejected event is
 * kept with the reason, so that it can be replayed. New events and replays take the same path.
 */
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import type { Store } from "../../app/store.ts";
import type { Arrival } from "../../core/model/command.ts";
import type { InboundEvent, Instant } from "../../core/model/model.ts";
import { cleanText, cutText } from "../../core/text/text.ts";
import { alertsOf } from "./inbound-alerts.ts";
import { reportsOf } from "./inbound-reports.ts";
import { Problem } from "../answer/problem.ts";

/** Kept of a delivery that a monitor refused, or that is too large for anything. */
const keptOfRefused = 16 * 1024;

export interface Delivery {
  target: Pick<InboundEvent, "org_id"> & {
    kind: "webhook_monitor" | "alert_group";
    id: string;
  };
  body: Buffer;
  content_type: string | undefined;
  /** Those that are kept; asked for only when the delivery is. */
  headers: () => Record<string, string>;
  /** The event that is replayed; null: it has just arrived. */
  replay_of: string | null;
}

export interface Taken {
  accepted: number;
  /** Of an alert group's delivery. */
  format?: string;
}

/**
 * Processes an inbound event; resolves when it is on disk. `inspect` is called first and can throw a
 * problem. When this throws, the event has been kept, unless it is a replay, whose original is kept
 * already.
 */
export async function take(
  store: Store,
  delivery: Delivery,
  now: Instant,
  inspect: () => void = () => {},
): Promise<Taken> {
  try {
    inspect();
    return delivery.target.kind === "alert_group"
      ? await takeAlerts(store, delivery, now)
      : await takeReports(store, delivery, now);
  } catch (error) {
    if (error instanceof StoreUnavailable || delivery.replay_of !== null) throw error;
    await keep(store, delivery, error, now);
    throw error;
  }
}

async function takeAlerts(store: Store, delivery: Delivery, now: Instant): Promise<Taken> {
  const { target, body } = delivery;
  const delivered = alertsOf(body, now);
  const done = await store.run("command", {
    subject_id: target.id,
    command: {
      kind: "alerted",
      delivered,
      arrival: arrivalOf(delivery, textOf(body), now),
    },
    now,
  });
  if (!done) throw gone("alert group");
  return { accepted: delivered.alerts.length, format: delivered.format };
}

async function takeReports(
  store: Store,
  { target, body, content_type }: Delivery,
  now: Instant,
): Promise<Taken> {
  const reports = reportsOf(body, content_type, now);
  if (reports.length > 0) {
    const done = await store.run("report", {
      subject_id: target.id,
      reports,
      now,
    });
    if (!done) throw gone("monitor");
  }
  return { accepted: reports.length };
}

const gone = (what: string) => new Problem("not-found", `The ${what} was deleted.`);

async function keep(store: Store, delivery: Delivery, error: unknown, now: Instant): Promise<void> {
  const problem =
    error instanceof Problem
      ? error
      : new Problem("unexpected", "Something went wrong while it was read.");
  const whole = delivery.target.kind === "alert_group" && problem.problem !== "too-large";
  const text = textOf(delivery.body);
  await store.run("command", {
    subject_id: delivery.target.id,
    command: {
      kind: "refused",
      http_status: problem.statusCode,
      reason: problem.message,
      arrival: arrivalOf(delivery, whole ? text : cutText(text, keptOfRefused), now),
    },
    now,
  });
}

/** U+0000 has no place in a database's text. */
const textOf = (body: Buffer) => cleanText(body.toString("utf8"));

function arrivalOf(
  { target, body, content_type, headers, replay_of }: Delivery,
  text: string,
  received_at: Instant,
): Arrival {
  return {
    org_id: target.org_id,
    target_kind: target.kind,
    target_id: target.id,
    received_at,
    headers: headers(),
    content_type: content_type ?? null,
    size: body.length,
    replay_of,
    body: text,
  };
}
