/** Extracts error reports from the requests of SDKs that are made for other services: Sentry's, and OpenTelemetry's. */
import { limits } from "../../api/schema.ts";
import type { ErrorReport } from "../../core/command/command.ts";
import type { DeliveryAnswer, Instant } from "../../core/model/model.ts";
import { cleanText } from "../../core/text/text.ts";
import { isObject, textOf, type Foreign } from "../../inbound/members.ts";
import { decodeOtlp } from "../../inbound/sdk/otlp-protobuf.ts";
import { readOtlp, type Signal } from "../../inbound/sdk/otlp.ts";
import type { SdkReport } from "../../inbound/sdk/report.ts";
import { readEnvelope, type Envelope } from "../../inbound/sdk/sentry-envelope.ts";
import { isError, levelOf, sentryReport } from "../../inbound/sdk/sentry-event.ts";
import { Problem } from "../answer/problem.ts";
import { nextTurn, takenInTurns } from "../turns.ts";
import { parseJson, parseLargeJson } from "../request/bodies.ts";
import { cutMessage, mostReports } from "./inbound-reports.ts";
import type { Reported, ReadReports } from "./read-reports.ts";

/** Bytes of events that a turn may read: some milliseconds. */
const perTurn = 256 * 1024;

/** An envelope of a Sentry SDK. */
export const sentryEnvelope: ReadReports = (text, _type, now) => {
  const envelope = readEnvelope(text);
  if (typeof envelope === "string") throw new Problem("malformed", envelope);
  return sentryReports(envelope, textOf(envelope.header["event_id"]), now);
};

/** A single event of a Sentry SDK, as older ones send it. */
export const sentryEvent: ReadReports = (text, _type, now) =>
  sentryReports({ items: [{ type: "event", payload: text }], mistake: null }, null, now);

/** `given`: the id of the envelope; null: that of its first event counts. */
async function sentryReports(
  { items, mistake }: Pick<Envelope, "items" | "mistake">,
  given: string | null,
  now: Instant,
): Promise<Reported> {
  let id = given;
  const events: Foreign[] = [];
  const dropped = new Map<string, number>();
  const drop = (kind: string) => dropped.set(kind, (dropped.get(kind) ?? 0) + 1);
  let read = 0;
  for (const { type, payload } of items) {
    // Most envelopes have one event, and are read at once.
    if (type === "event" && (read += payload.length) > perTurn) {
      await nextTurn();
      read = 0;
    }
    const event = type === "event" ? eventOf(payload) : null;
    id ??= event && textOf(event["event_id"]);
    if (event && isError(levelOf(event))) events.push(event);
    else drop(event ? quieter(event) : itemKinds.has(type) ? type : "other");
  }
  if (mistake !== null && events.length === 0) throw new Problem("malformed", mistake);
  if (mistake !== null) drop("unreadable rest");
  return {
    reports: events.map((event) => reportOf(sentryReport(event), now)),
    answer: {
      accepted: events.length,
      ...(id !== null && { id: cleanText(id).slice(0, 64) }),
      ...(dropped.size > 0 && { dropped: Object.fromEntries(dropped) }),
    },
  };
}

function eventOf(payload: Buffer): Foreign {
  if (payload.length > limits.inboundBody)
    throw new Problem("too-large", `An event may have ${limits.inboundBody / 1024} KiB.`);
  const event = parseJson(payload.toString("utf8"));
  if (!isObject(event)) throw new Problem("malformed", "The event is not a JSON object.");
  return event;
}

/** Items of envelopes that are counted apart: names of the sender's own would have no end. */
const itemKinds = new Set(
  "transaction span session sessions client_report attachment user_report feedback profile profile_chunk replay_event replay_recording check_in log trace_metric statsd".split(
    " ",
  ),
);
const levels = new Set(["warning", "info", "debug", "log"]);

const quieter = (event: Foreign): string =>
  levels.has(levelOf(event)) ? `event of level ${levelOf(event)}` : "other";

/** True for the content type of protobuf. */
export const isProtobuf = (type: string | undefined): boolean =>
  /^\s*application\/(?:x-)?protobuf\b/i.test(type ?? "");

/** A request of OpenTelemetry's exporters, in JSON or protobuf. */
export const otlp =
  (signal: Signal): ReadReports =>
  async (text, type, now) => {
    const body = isProtobuf(type)
      ? decoded(signal, text)
      : await parseLargeJson(text.toString("utf8"), limits.deliveryValues);
    if (!isObject(body)) throw new Problem("malformed", "The request is not a JSON object.");
    const items = await takenInTurns(readOtlp(signal, body));
    const reports = items.filter((item) => item !== null);
    const dropped = items.length - reports.length;
    const taken = reports.slice(0, mostReports);
    return {
      reports: taken.map((report) => reportOf(report, now)),
      answer: {
        accepted: taken.length,
        ...rejectedOf(signal, reports.length - taken.length, dropped),
      },
    };
  };

/** The rejected items in the sense of OTLP: they would be refused again. Dropped records are not among them. */
function rejectedOf(signal: Signal, over: number, dropped: number): Partial<DeliveryAnswer> {
  const counted = dropped > 0 && { dropped: { [signal]: dropped } };
  if (signal === "metrics")
    return {
      ...counted,
      left_out: dropped,
      detail: "monitord keeps no metrics: send them elsewhere.",
    };
  return {
    ...counted,
    ...(over > 0 && { left_out: over, detail: `A request may have ${mostReports} errors.` }),
  };
}

function decoded(signal: Signal, bytes: Buffer): Foreign {
  try {
    return decodeOtlp(signal, bytes);
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error);
    throw new Problem("malformed", `The body is not the protobuf of OTLP: ${why}.`);
  }
}

const reportOf = ({ message, source, meta }: SdkReport, at: Instant): ErrorReport => ({
  at,
  message: cutMessage(cleanText(message)),
  source,
  meta: Object.keys(meta).length === 0 ? null : JSON.stringify(meta),
});

/**
 * How a stored delivery is read again, whose path is not known any more: by its body. Envelopes have a header in each of
 * their first two lines.
 */
export function readerOf(text: Buffer, plain: ReadReports): ReadReports {
  const head = text.subarray(0, 4_096).toString("latin1");
  if (/^\{[^\n]*\}\n+\{[^\n]*"type"/.test(head)) return sentryEnvelope;
  if (/^\s*\{\s*"resourceLogs"/.test(head)) return otlp("logs");
  if (/^\s*\{\s*"resourceSpans"/.test(head)) return otlp("traces");
  const isEvent =
    /^\s*\{/.test(head) && /"(?:event_id|exception)"/.test(head) && /"platform"/.test(head);
  return isEvent ? sentryEvent : plain;
}
