import { expect, test } from "vitest";
import { readProbe } from "../../../src/core/health/probe-reading.ts";
import type { Fetched } from "../../../src/core/health/prober.ts";
import { proposalFor } from "../../../src/core/health/proposal.ts";
import { answered, failedProbe, healthMonitor, night, seen } from "../../support/builders.ts";

const proposed = (fetched: Fetched, with_: object = {}) => {
  const monitor = healthMonitor(with_);
  return proposalFor(monitor, fetched, readProbe(monitor, fetched, night));
};

test.each<[string, Fetched]>([
  ["answers 200 with HTML", answered(200, "Welcome", { content_type: "text/html" })],
  ["answers 404 with HTML", answered(404, "<!DOCTYPE html><p>", { content_type: null })],
  ["answers 200 with JSON that is not a health report", answered(200, '{"status":"UP"}')],
  ["answers 204 without a body", answered(204)],
  ["answers 200 with text", answered(200, "pong", { content_type: "text/plain" })],
  ["answers 200 with text", answered(200, "pong")],
  ["answers 200 with image/png", answered(200, "PNG", { content_type: "image/png" })],
  [
    "answers with HTML",
    {
      kind: "failure",
      during: "answer",
      reason: "answer over 1 MiB",
      seen: seen({ content_type: "text/html" }),
    },
  ],
])("a URL that %s can be watched as a page", (because, fetched) => {
  expect(proposed(fetched)).toEqual({ expect: "http", because });
});

test("nothing is proposed for a report, a URL that does not answer, or another kind of check", () => {
  const report = JSON.stringify({ finishedAt: night / 1000, checkResults: [] });
  const late = seen({ content_type: "text/html" });
  const timeout = { kind: "failure", during: "answer", reason: "late", late: true } as const;
  expect(proposed(answered(200, report))).toBe(null);
  expect(proposed(failedProbe("connection refused"))).toBe(null);
  expect(proposed({ ...timeout, seen: late })).toBe(null);
  expect(proposed({ ...timeout, late: undefined, seen: seen() } as never)).toBe(null);
  expect(proposed({ kind: "connected", seen: seen() })).toBe(null);
  expect(proposed(answered(200, "Welcome"), { expect: "http" })).toBe(null);
});
