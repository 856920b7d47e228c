/** Bodies that other programs post. */
import { readFileSync, globSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { limits } from "../../../src/api/schema.ts";
import { Problem } from "../../../src/http/answer/problem.ts";
import { alertsOf } from "../../../src/http/inbound/inbound-alerts.ts";
import { ownReports } from "../../../src/http/inbound/inbound-reports.ts";
import {
  otlp,
  readerOf,
  sentryEnvelope,
  sentryEvent,
} from "../../../src/http/inbound/inbound-sdk.ts";
import { unpackedText } from "../../../src/http/inbound/inbound-text.ts";
import { eventLimits, type Alert } from "../../../src/inbound/alert.ts";
import { readDelivery } from "../../../src/inbound/detect.ts";
import { readMapped } from "../../../src/inbound/mapping/read-mapped.ts";
import { signals } from "../../../src/inbound/sdk/otlp.ts";
import { compile } from "../../../src/core/query/compile.ts";
import { cleanText } from "../../../src/core/text/text.ts";
import { now } from "../../inbound/samples.ts";
import { toolBodies } from "../../inbound/tools/bodies.ts";
import { bytesOf, holds, isClean, textOfBytes, type Target } from "../target.ts";

const folder = fileURLToPath(new URL("../../fixtures/payloads/", import.meta.url));
const payloads = globSync("*.{json,txt}", { cwd: folder })
  .filter((name) => name !== "index.json")
  .toSorted()
  .map((name) => readFileSync(folder + name, "utf8"));
const bodies = [
  ...payloads,
  ...toolBodies.flatMap(({ firing, resolved, test }) =>
    [firing, resolved, test].flatMap((body) => (body === null ? [] : [JSON.stringify(body)])),
  ),
];
const words = [
  "firing",
  "resolved",
  '"alerts":',
  '"status":',
  '"labels":{',
  '"startsAt":"2026-01-01T00:00:00Z"',
];

const size = (text: string | null) => Buffer.byteLength(text ?? "");

/** An event can be stored and shown, however odd its body was. */
function fits(alert: Alert): void {
  holds(
    alert.identity !== "" && size(alert.identity) <= eventLimits.identityBytes,
    "an identity has its length",
  );
  holds(
    alert.title !== "" && size(alert.title) <= eventLimits.titleBytes,
    "a title has its length",
  );
  holds(size(alert.summary) <= eventLimits.summaryBytes, "a summary has its length");
  holds(Object.keys(alert.labels).length <= eventLimits.labels, "labels have their number");
  holds(alert.links.length <= eventLimits.links, "links have their number");
  holds(
    alert.links.every(({ url }) => /^https?:/.test(url)),
    "links are of the web",
  );
  holds(size(alert.value) <= eventLimits.wordBytes, "a value has its length");
  holds(size(alert.severity) <= eventLimits.wordBytes, "a severity has its length");
  for (const at of [alert.episode, alert.ended_at, alert.since])
    holds(at === null || Number.isInteger(at), "an instant is a whole number");
  holds(alert.since === null || alert.since <= now, "it began before now");
  holds(isClean(alert), "an alert is clean text");
}

/** As a route does: the values that a JSON body has, with clean text. */
function parsed(text: string): unknown {
  try {
    return clean(JSON.parse(text) as unknown);
  } catch {
    return undefined;
  }
}

function clean(value: unknown): unknown {
  if (typeof value === "string") return cleanText(value);
  if (Array.isArray(value)) return value.map(clean);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(
    Object.entries(value).map(([name, one]) => [cleanText(name), clean(one)]),
  );
}

const isProblem = (error: unknown): string => {
  if (error instanceof Problem) return `refused: ${error.message}`;
  throw error;
};

/** Reports can be stored. */
function storable({ reports }: { reports: readonly unknown[] }): string {
  holds(isClean(reports), "reports are clean text");
  holds(reports.length <= 10_000, "reports have their number");
  return `${Math.min(2, reports.length)} reports`;
}

/** A part before the first line of `--`, and the rest. */
const split = (text: string): [head: string, body: string] => {
  const at = text.indexOf("\n--\n");
  return at < 0 ? [text, ""] : [text.slice(0, at), text.slice(at + 4)];
};

const envelope = [
  '{"event_id":"9ec79c33ec9942ab8353589fcb2e04dc","dsn":"https://e@example.com/1"}',
  '{"type":"event","length":71}',
  '{"message":"x","level":"error","exception":{"values":[{"type":"Error"}]}}',
  '{"type":"session"}',
  '{"started":"2026-01-01T00:00:00Z"}',
  "",
].join("\n");
const otlpLogs = JSON.stringify({
  resourceLogs: [
    {
      resource: { attributes: [{ key: "service.name", value: { stringValue: "shop" } }] },
      scopeLogs: [
        {
          scope: { name: "x" },
          logRecords: [
            {
              timeUnixNano: "1544712660300000000",
              severityNumber: 17,
              severityText: "ERROR",
              body: { stringValue: "boom" },
              attributes: [
                { key: "exception.type", value: { stringValue: "Error" } },
                {
                  key: "exception.stacktrace",
                  value: {
                    stringValue: "Error: boom\n    at f (file:///app/x.js:1:2)\n  at g (y.js:3:4)",
                  },
                },
                {
                  key: "a",
                  value: {
                    arrayValue: { values: [{ intValue: "1" }, { kvlistValue: { values: [] } }] },
                  },
                },
              ],
            },
          ],
        },
      ],
    },
  ],
});
const otlpTraces = JSON.stringify({
  resourceSpans: [
    {
      scopeSpans: [
        {
          spans: [
            {
              name: "GET",
              status: { code: 2, message: "no" },
              events: [{ name: "exception", attributes: [] }],
            },
          ],
        },
      ],
    },
  ],
});
const type = 'multipart/form-data; boundary="b"';

export const inbound: readonly Target[] = [
  {
    name: "alerts of any tool",
    most: limits.inboundBody,
    seeds: bodies,
    words,
    run(text) {
      const body = parsed(text);
      if (body === undefined) return "no JSON";
      const delivery = readDelivery(body, now);
      if (!delivery.ok) {
        holds(isClean(delivery.reason), "a reason is clean text");
        return delivery.reason;
      }
      delivery.alerts.forEach(fits);
      holds(delivery.alerts.length <= eventLimits.alerts, "alerts have their number");
      holds(isClean(delivery.remarks), "remarks are clean text");
      const again = readDelivery(body, now);
      holds(
        JSON.stringify(delivery) === JSON.stringify(again),
        "the same body is read in the same way",
      );
      return delivery.format;
    },
  },
  {
    name: "a body of alerts",
    most: limits.deliveryBody,
    seeds: [
      ...bodies.slice(0, 20),
      ...bodies.slice(0, 3).map((body) => `payload=${encodeURIComponent(body)}`),
      '{"a":NaN}',
      "{}\n{}",
    ],
    words: [...words, "NaN", "-Infinity", "payload=", "&", "\n{}"],
    run: (text) =>
      alertsOf(Buffer.from(text), now, null).then((delivered) => {
        delivered.alerts.forEach(fits);
        return delivered.format;
      }, isProblem),
  },
  {
    name: "a mapping",
    most: 70_000,
    seeds: [
      'state == \'ALARM\'\n--\n{"state":"ALARM","a":[{"b":1}]}',
      '[$.sensor.site, id]\n--\n{"sensor":{"site":"x"},"id":[1,2]}',
      'a[?b > `1`].{x: c, y: length(d)} | [0]\n--\n{"a":[{"b":2,"c":"x","d":[1]}]}',
      'sort_by(a, &b)[*].c || join(\',\', keys(@))\n--\n{"a":[{"b":2,"c":"x"},{"b":1}]}',
      'a[1:-1:2]\n--\n{"a":[1,2,3,4]}',
      "to_number('1e3')\n--\n{}",
      '"quoted name".*\n--\n{"quoted name":{"x":1}}',
    ],
    words: [
      "[*]",
      "[?",
      "]",
      "[]",
      "&&",
      "||",
      "!",
      "length(",
      "to_string(",
      "@",
      "$",
      "`",
      "'",
      "| ",
      "::-1",
      "max_by(",
      "not_null(",
      "contains(",
    ],
    run(text) {
      const [query, body] = split(text);
      if (query === "" || query.length > 1_000) return "no query";
      const compiled = compile(query);
      if (typeof compiled === "string") return compiled;
      const value = parsed(body) ?? null;
      const mapping = {
        alerts: query,
        title: query,
        key: query,
        status: query,
        text: query,
        links: query,
        severity: query,
      };
      for (const one of [{ title: query, key: query }, mapping]) {
        const contents = readMapped(value, one);
        if (typeof contents === "string") continue;
        try {
          for (const alert of contents.alerts) fits(alert);
        } catch (error) {
          if ((error as Error).constructor.name !== "QueryFault") throw error;
        }
      }
      return "read";
    },
  },
  {
    name: "error reports",
    most: limits.reportBody,
    seeds: [
      '{"message":"boom","error_type":"E","occurred_at":"2026-01-01T00:00:00Z","context":{"a":1}}',
      '[{"message":"a"},{"message":"b"}]',
      '{"message":"a"}\n{"message":"b"}',
      "message=boom&error_type=E",
    ],
    words: ['"message":', '"context":', '"occurred_at":'],
    async run(text) {
      const body = Buffer.from(text);
      try {
        return storable(await readerOf(body, ownReports)(body, undefined, now));
      } catch (error) {
        return isProblem(error);
      }
    },
  },
  {
    name: "Sentry",
    most: limits.inboundBody,
    seeds: [
      textOfBytes(Buffer.from(envelope)),
      ...bodies
        .filter((body) => body.includes("event_id"))
        .map((body) => textOfBytes(Buffer.from(body))),
    ],
    words: [
      '{"type":"event"}\n',
      '"length":',
      "\n",
      '"exception":{"values":',
      '"stacktrace":{"frames":[',
    ],
    async run(text) {
      const ways: string[] = [];
      for (const read of [sentryEnvelope, sentryEvent])
        try {
          ways.push(storable(await read(bytesOf(text), undefined, now)));
        } catch (error) {
          ways.push(isProblem(error));
        }
      return ways.join(" ");
    },
  },
  {
    name: "OpenTelemetry",
    most: limits.inboundBody,
    seeds: [
      otlpLogs,
      otlpTraces,
      '{"resourceMetrics":[]}',
      "\n\x0c\n\x04\n\x02\n\x00\x12\x04\n\x02\x08\x01",
      "\n\x1e\x12\x1c\x12\x1a2\x06\n\x04boom:\x10\n\x01a\x12\x0b\n\tsomething",
    ],
    words: [
      "\x0a\x02",
      "\x12\x04",
      "\x1a\x00",
      "\xff\xff\xff\xff\x0f",
      "\x09",
      '"attributes":[',
      '"kvlistValue":',
      '"timeUnixNano":',
    ],
    async run(text) {
      const ways: string[] = [];
      for (const signal of signals)
        for (const kind of ["application/json", "application/x-protobuf"])
          try {
            ways.push(storable(await otlp(signal)(bytesOf(text), kind, now)));
          } catch (error) {
            ways.push(isProblem(error).slice(0, 60));
          }
      return ways.join(" ");
    },
  },
  {
    name: "the text of a body",
    most: limits.inboundBody,
    seeds: [
      "--\n{}",
      "gzip\n--\n\x1f\x8b\x08\x00\x00\x00\x00\x00\x00\x03\xab\xae\x05\x00C\xbf\xa6\xa3\x02\x00\x00\x00",
      "deflate, br|text/plain; charset=utf-16\n--\n\x00{\x00}",
      `|${type}\n--\n--b\r\nContent-Disposition: form-data; name="a"\r\n\r\n{"a":1}\r\n--b--\r\n`,
      '|text/plain; charset="iso-8859-1"\n--\n{"a":"\xe9"}',
      "zstd|application/json\n--\n\x28\xb5\x2f\xfd\x24\x02\x11\x00\x00{}",
    ],
    words: [
      "gzip",
      "br",
      "deflate",
      "zstd",
      "identity",
      ",",
      "; charset=",
      "utf-7",
      "utf-16le",
      type,
      "--b\r\n",
      "\xff\xfe",
      "\xef\xbb\xbf",
    ],
    async run(text) {
      const [head, body] = split(text);
      // A header is bytes without control characters.
      const [coding, kind] = head.replaceAll(/[^\t\x20-\x7e\x80-\xff]/g, "").split("|");
      const most = 2 * limits.inboundBody;
      try {
        const whole = await unpackedText(bytesOf(body), { coding, type: kind }, most, () => {});
        holds(whole.length <= most + 1, "a text has its length");
        return `read ${whole.length === 0}`;
      } catch (error) {
        return isProblem(error);
      }
    },
  },
];
