/**
 * A delivery in the form in which it waits for its commit and crosses threads: its alerts as text without the names of
 * their fields, its body as the bytes that came. As objects it would take twice as long to cross, and as strings the
 * bodies that wait would fill the heap. Pure.
 */
import type { Arrival, Delivered, Delivery } from "../command/command.ts";
import type { Instant } from "../model/model.ts";
import { cleanText } from "../text/text.ts";
import type { Alert } from "../command/alert.ts";

export interface PackedDelivery {
  /** Its arrival, as of which it is decided. */
  at: Instant;
  /** How many alerts it has. */
  alerts: number;
  /** All but its time and its body, as JSON. */
  text: string;
  body: Uint8Array;
}

/** A delivery without its body. */
export interface Unpacked {
  delivered: Delivered;
  arrival: Omit<Arrival, "body">;
}

type Packed = [
  alerts: ReturnType<typeof listOf>[],
  delivered: Omit<Delivered, "alerts">,
  arrival: Omit<Arrival, "body" | "received_at">,
];

export function packDelivery({ delivered, arrival }: Unpacked, body: Uint8Array): PackedDelivery {
  const { alerts, ...read } = delivered;
  const { received_at, ...came } = arrival;
  const packed: Packed = [alerts.map(listOf), read, came];
  return { at: received_at, alerts: alerts.length, text: JSON.stringify(packed), body };
}

export function unpackDelivery({ at, text, body }: PackedDelivery): Delivery {
  const [alerts, read, came] = JSON.parse(text) as Packed;
  return {
    delivered: { ...read, alerts: alerts.map(alertOf) },
    arrival: { ...came, received_at: at, body: bodyText(body) },
  };
}

const utf8 = new TextDecoder("utf-8", { ignoreBOM: true });

/** The text of a body, valid UTF-8 or not. U+0000 has no place in a database's text. */
export const bodyText = (body: Uint8Array): string => cleanText(utf8.decode(body));

const listOf = (alert: Alert) =>
  [
    alert.identity,
    alert.status,
    alert.reported_status,
    alert.episode,
    alert.ended_at,
    alert.event_id,
    alert.title,
    alert.summary,
    alert.severity,
    alert.value,
    alert.since,
    alert.labels,
    alert.links,
    alert.test,
    alert.assumed,
    alert.expires_at,
  ] as const;

const alertOf = (list: ReturnType<typeof listOf>): Alert => ({
  identity: list[0],
  status: list[1],
  reported_status: list[2],
  episode: list[3],
  ended_at: list[4],
  event_id: list[5],
  title: list[6],
  summary: list[7],
  severity: list[8],
  value: list[9],
  since: list[10],
  labels: list[11],
  links: list[12],
  test: list[13],
  assumed: list[14],
  expires_at: list[15],
});

/** Alerts that are decided between two cuts: some ten statements each. */
export const partSize = 10;

/** Whether a delivery is decided in parts. */
export const isLarge = ({ alerts }: Pick<PackedDelivery, "alerts">) => alerts > partSize;
