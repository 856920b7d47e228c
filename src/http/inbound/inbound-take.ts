/**
 * Processes an inbound event: reads it and passes it to the store in one transaction. A rejected event is
 * kept with the reason, so that it can be replayed. New events and replays take the same path.
 */
import { hash } from "node:crypto";
import { limits } from "../../api/schema.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import type { Store } from "../../app/store.ts";
import { bodyText, packDelivery } from "../../core/alerts/packed-delivery.ts";
import type { Arrival, Command, Delivered } from "../../core/command/command.ts";
import type { DeliveryAnswer, InboundEvent, Instant } from "../../core/model/model.ts";
import { plural } from "../../core/text/plural.ts";
import { cutText } from "../../core/text/text.ts";
import { alertsOf } from "./inbound-alerts.ts";
import { alertsElsewhere } from "./huge-body.ts";
import { ownReports } from "./inbound-reports.ts";
import { readerOf } from "./inbound-sdk.ts";
import type { ReadReports } from "./read-reports.ts";
import { processed } from "./inbound-answer.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import type { SnsEnvelopes } from "./sns-envelopes.ts";
import { Problem } from "../answer/problem.ts";

/** Kept of a refused delivery that is not kept whole. */
const keptOfRefused = 16 * 1024;

/**
 * Up to this size a delivery that a group refused is kept whole, to be replayed: to store megabytes keeps others waiting
 * for longer than to read them.
 */
const replayable = 1024 * 1024;

export interface Delivery {
  target: Pick<InboundEvent, "org_id"> & {
    kind: "webhook_monitor" | "alert_group";
    id: string;
    mapping: InboundMapping | null;
  };
  /** As it came; in a replay, as it was kept. */
  body: Buffer;
  content_type: string | undefined;
  /** Those that are kept; asked for only when the delivery is. */
  headers: () => Record<string, string>;
  /** Reads the text of a delivery to a monitor; absent: the text decides. */
  read?: ReadReports;
  /** The sender's `Idempotency-Key`; null: none. */
  idempotency_key: string | null;
  /** The sender of the replayed event did not present the secret. */
  unauthenticated: boolean;
  /** The event that is replayed; null: it has just arrived. */
  replay_of: string | null;
  /** Takes envelopes of Amazon SNS; absent: they are only read, as in a replay. */
  envelopes?: SnsEnvelopes;
}

/**
 * Processes an inbound event; resolves when it is on disk. `open` is called first: it answers the text of the body, and can
 * throw a problem. When this throws, the event has been kept, unless it is a replay, whose original is kept already.
 */
export async function take(
  store: Store,
  delivery: Delivery,
  now: Instant,
  open: () => Buffer | Promise<Buffer> = () => delivery.body,
): Promise<DeliveryAnswer> {
  let text = delivery.body;
  try {
    const opened = open();
    text = opened instanceof Buffer ? opened : await opened;
    return delivery.target.kind === "alert_group"
      ? await takeAlerts(store, delivery, text, now)
      : await takeReports(store, delivery, text, now);
  } catch (error) {
    if (error instanceof StoreUnavailable || delivery.replay_of !== null) throw error;
    await keepRefused(store, delivery, text, error, now);
    throw error;
  }
}

async function takeAlerts(
  store: Store,
  delivery: Delivery,
  text: Buffer,
  now: Instant,
): Promise<DeliveryAnswer> {
  const { idempotency_key: key, target, envelopes } = delivery;
  const kept = keptOf(text, delivery);
  const arrival = arrivalOf(delivery, text.length, now);
  // An envelope of SNS is never as large as those that are read elsewhere.
  const read = () =>
    kept === text
      ? alertsOf(text, now, target.mapping, envelopes)
      : alertsElsewhere(text, now, target.mapping);
  if (key !== null) {
    const unpacked = await read();
    const command: Command = {
      kind: "alerted",
      delivered: unpacked,
      arrival: { ...arrival, body: bodyText(kept) },
    };
    return runOnce(store, delivery, key, command, answerTo(unpacked, delivery), now);
  }
  const { packed, answer } = pack(await read(), delivery, arrival, kept);
  // Joins the deliveries to the group that wait for the same commit.
  const input = { subject_id: target.id, deliveries: [packed] };
  if (!(await store.run("deliver", input))) throw gone(target);
  return answer;
}

/** A function of its own, so that the alerts do not outlive it in the one that waits. */
function pack(
  delivered: Delivered,
  delivery: Delivery,
  arrival: Omit<Arrival, "body">,
  kept: Buffer,
) {
  return {
    packed: packDelivery({ delivered, arrival }, kept),
    answer: answerTo(delivered, delivery),
  };
}

/** The stored part of a text: of a huge one, which came packed, its beginning and a hash. */
function keptOf(text: Buffer, { body }: Delivery): Buffer {
  if (text.length <= limits.deliveryBody) return text;
  const mark = `… (cut; sha256 as sent: ${hash("sha256", body)})`;
  return Buffer.concat([text.subarray(0, keptOfRefused), Buffer.from(mark)]);
}

function answerTo(
  { alerts, format, left_out = 0 }: Delivered,
  { unauthenticated }: Delivery,
): DeliveryAnswer {
  const accepted = alerts.length;
  const key = format === "pagerduty" ? alerts[0]?.identity : undefined;
  const known = {
    accepted,
    format,
    ...(key !== undefined && processed(key)),
    ...(unauthenticated && { unauthenticated }),
  };
  if (left_out === 0) return known;
  return {
    ...known,
    alerts: accepted + left_out,
    read: accepted,
    left_out,
    detail: `${plural(left_out, "alert was", "alerts were")} left out. Send at most ${accepted} in one body: group them at the sender, and send the rest again.`,
  };
}

async function takeReports(
  store: Store,
  delivery: Delivery,
  text: Buffer,
  now: Instant,
): Promise<DeliveryAnswer> {
  const { target, content_type, idempotency_key } = delivery;
  const read = delivery.read ?? readerOf(text, ownReports);
  const reading = read(text, content_type, now);
  const { reports, answer } = reading instanceof Promise ? await reading : reading;
  if (reports.length === 0) return answer;
  if (idempotency_key !== null)
    return runOnce(store, delivery, idempotency_key, { kind: "reported", reports }, answer, now);
  // Joins the reports of the monitor that wait for the same commit.
  const outcome = await store.run("report", { subject_id: target.id, reports, now });
  if (!outcome) throw gone(target);
  return answer;
}

/** Runs the command, only once for all deliveries with one key; returns the answer to the first of them. */
async function runOnce(
  store: Store,
  { target }: Delivery,
  key: string,
  command: Command,
  answer: DeliveryAnswer,
  now: Instant,
): Promise<DeliveryAnswer> {
  const input = { subject_id: target.id, key, command, answer, now };
  const stored = await store.run("deliver_once", input);
  if (!stored) throw gone(target);
  return stored;
}

const gone = ({ kind }: Delivery["target"]) =>
  new Problem(
    "not-found",
    `The ${kind === "alert_group" ? "alert group" : "monitor"} was deleted.`,
  );

/** Keeps a delivery that is refused, with the reason. `body`: the text of it, if it could be unpacked. */
export async function keepRefused(
  store: Store,
  delivery: Delivery,
  body: Buffer,
  error: unknown,
  now: Instant,
  also: { of_run?: true } = {},
): Promise<void> {
  const problem =
    error instanceof Problem
      ? error
      : new Problem("unexpected", "Internal error while reading it.");
  const isWhole = delivery.target.kind === "alert_group" && body.length <= replayable;
  // No character of UTF-8 has more than four bytes.
  const text = bodyText(isWhole ? body : body.subarray(0, 4 * keptOfRefused));
  await store.run("command", {
    subject_id: delivery.target.id,
    command: {
      kind: "refused",
      ...also,
      http_status: problem.statusCode,
      reason: problem.message,
      arrival: {
        ...arrivalOf(
          { ...delivery, unauthenticated: problem.problem === "unauthorized" },
          body.length,
          now,
        ),
        body: isWhole ? text : cutText(text, keptOfRefused),
      },
    },
    now,
  });
}

function arrivalOf(
  { target, content_type, headers, unauthenticated, replay_of }: Delivery,
  size: number,
  received_at: Instant,
): Omit<Arrival, "body"> {
  return {
    org_id: target.org_id,
    target_kind: target.kind,
    target_id: target.id,
    received_at,
    headers: headers(),
    content_type: content_type ?? null,
    size,
    ring: unauthenticated ? "unauthenticated" : "accepted",
    replay_of,
  };
}
