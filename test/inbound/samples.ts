/** Bodies that real senders sent, were documented to send, or send by their source; and how to read one. */
import { readFileSync } from "node:fs";
import type { Alert, Read } from "../../src/inbound/alert.ts";
import { readDelivery } from "../../src/inbound/detect.ts";

export interface Sample {
  file: string;
  /** null: it is not JSON. */
  format: string | null;
  /** An identity that ends with a colon is followed by a hash. */
  expect: {
    status: string;
    identity: string;
    test?: boolean;
    event?: string;
  }[];
}

/** Later than every sample. */
export const now = Date.UTC(2026, 10, 21, 3, 0, 0);

const folder = new URL("../fixtures/payloads/", import.meta.url);

export const textOf = (file: string) => readFileSync(new URL(file, folder), "utf8");
export const bodyOf = (file: string): unknown => JSON.parse(textOf(file));
export const samples = JSON.parse(textOf("index.json")) as Sample[];

/** The contents of a body that must be readable, and the name of its format. */
export function contentsOf(body: unknown, at = now): Read {
  const delivery = readDelivery(body, at);
  if (!delivery.ok) throw new Error(`not readable: ${delivery.reason}`);
  return delivery;
}

/** The one alert of a body. */
export function alertOf(body: unknown, at = now): Alert {
  const { alerts } = contentsOf(body, at);
  if (alerts.length !== 1) throw new Error(`${alerts.length} alerts`);
  return alerts[0]!;
}

/** `firing`, `resolved`, `acknowledged`, `test`, `assumed`; `-` when no incident changes. */
export function meaningOf(body: object): string {
  const [alert] = contentsOf(body).alerts;
  if (!alert) return "-";
  return alert.test ? "test" : alert.assumed ? `${alert.status}, assumed` : alert.status;
}

/** An `alerts` body of one item. */
export const one = (item: unknown, around: object = {}) => ({
  ...around,
  alerts: [item],
});

/** What is made of a body, every field of it that says something, as Markdown. */
export function pageOf(name: string, body: unknown): string {
  const { format, receiver, alerts, remarks } = contentsOf(body);
  return [
    `## ${name}`,
    `${format}${receiver ? `, for ${receiver}` : ""}`,
    ...remarks.map((remark) => `> ${remark}`),
    ...alerts.map(({ title, summary, links, status, test, ...fields }) =>
      [
        `### ${test ? "test, " : ""}${status}: ${title}`,
        summary,
        links.map((link) => `- ${link.name}: ${link.url}`).join("\n"),
        Object.entries(fields)
          .filter(([, value]) => value !== null && value !== false)
          .map(([field, value]) => `- _${field}_: ${JSON.stringify(value)}`)
          .join("\n"),
      ]
        .filter((part) => part !== "")
        .join("\n\n"),
    ),
  ].join("\n\n");
}
