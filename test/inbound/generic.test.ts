import { expect, test } from "vitest";
import { alertOf, contentsOf } from "./samples.ts";

test("an object that nobody knows is one alert that fires", () => {
  expect(contentsOf({ title: "Disk", message: "91 % full", n: 1 })).toEqual({
    ok: true,
    format: "generic",
    receiver: null,
    truncated: 0,
    remarks: ["No known format: read as one alert that fires."],
    alerts: [
      {
        identity: expect.stringMatching(/^text:[0-9a-f]{32}$/),
        status: "firing",
        reported_status: null,
        episode: null,
        ended_at: null,
        expires_at: null,
        event_id: null,
        title: "Disk",
        summary: "91 % full",
        severity: null,
        value: null,
        since: null,
        labels: {},
        links: [],
        test: false,
        assumed: false,
      },
    ],
  });
});

test("its own key comes first, then its title, then its text, then all of it", () => {
  const identity = (body: object) => alertOf(body).identity;
  expect(identity({ dedup_key: "k", title: "a" })).toBe("k");
  expect(identity({ title: "a", text: "x" })).toBe(identity({ title: "a", text: "y", at: 5 }));
  expect(identity({ text: "x", at: 4 })).toBe(identity({ text: "x", at: 5 }));
  expect(identity({ text: "x" })).not.toBe(identity({ text: "y" }));
  expect(identity({ b: 1, a: { d: 2, c: [] } })).toBe(identity({ a: { c: [], d: 2 }, b: 1 }));
  expect(identity({ a: 1 })).toMatch(/^body:/);
  expect(identity({ a: 1 })).not.toBe(identity({ a: 2 }));
});

test("without a text it shows the body", () => {
  expect(alertOf({ b: "x", a: 1, status: "bad" })).toMatchObject({
    title: "Unrecognised alert: a, b, status",
    summary: '{"a":1,"b":"x","status":"bad"}',
    reported_status: "bad",
  });
  expect(alertOf({})).toMatchObject({ title: "An empty alert", summary: "{}" });
  expect(Buffer.byteLength(alertOf({ a: "x".repeat(9_999) }).summary)).toBeLessThanOrEqual(1_000);
});

test("labels, severity and addresses are taken where they have the usual names", () => {
  expect(
    alertOf({
      message: "x",
      status: "firing",
      severity: "page",
      tags: { host: "a" },
      runbook_url: "https://a.example/r",
    }),
  ).toMatchObject({
    reported_status: null,
    severity: "page",
    labels: { host: "a" },
    links: [{ name: "runbook", url: "https://a.example/r" }],
  });
});

test("a health report is one alert however often it comes, and says where it belongs", () => {
  const report = (finishedAt: number) => contentsOf({ checkResults: [], finishedAt });
  expect(report(1).alerts[0]!.identity).toBe(report(2).alerts[0]!.identity);
  expect(report(1).remarks[0]).toMatch(/Health check monitors read it/);
});

test.each([
  ["CRITICAL", ["firing"]],
  ["WARNING", ["firing"]],
  ["ACKNOWLEDGEMENT", ["acknowledged"]],
  ["INFO", []],
  ["RECOVERY", ["resolved"]],
])("a message for Splunk On-Call of the type %s means %j", (message_type, meanings) => {
  const body = { message_type, entity_id: "disk/db1", state_message: "disk of db1" };
  expect(contentsOf(body).alerts.map(({ status }) => status)).toEqual(meanings);
});
