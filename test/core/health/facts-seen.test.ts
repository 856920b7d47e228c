import { expect, test } from "vitest";
import { factsSeen } from "../../../src/core/health/facts-seen.ts";
import { reportHint } from "../../../src/core/health/report-hint.ts";

const now = Date.parse("2026-11-22T10:00:00Z");
const one = (name: string, meta: unknown = null, status = "ok") => ({
  name: `monitord.${name}`,
  status,
  meta,
});
const lines = (...results: ReturnType<typeof one>[]) =>
  factsSeen(results, now).map(({ label, text }) => `${label}: ${text}`);

test("the facts of a page are address, protocol, certificate and timing", () => {
  expect(
    lines(
      one("connection", { address: "203.0.113.7:443", protocol: "TLSv1.3", kept: true }),
      one("redirects", { to: ["https://www.example.com"] }),
      one("status", { http_status: 200, content_type: "text/html" }),
      one("certificate", {
        subject: "CN=example.com",
        issuer: "CN=R3",
        names: ["example.com", "www.example.com"],
        valid_to: "2026-12-12T12:00:00.000Z",
        chain: [{ subject: "CN=R3" }, { subject: "CN=Root" }],
      }),
      one("response_time", { dns_ms: null, connect_ms: 0, first_byte_ms: 80, total_ms: 81 }),
    ),
  ).toEqual([
    "Address: 203.0.113.7:443 (kept connection)",
    "Protocol: TLSv1.3",
    "Redirected to: https://www.example.com",
    "Content type: text/html",
    "Certificate of: CN=example.com",
    "Names: example.com, www.example.com",
    "Issued by: CN=R3",
    "Sent with it: CN=R3 → CN=Root",
    "Certificate ends: 2026-12-12 12:00 UTC (in 20 days)",
    "Timing: connect 0 ms, first byte 80 ms, in all 81 ms",
  ]);
});

test("a certificate that has ended says how long ago, and DNS its records", () => {
  expect(
    lines(
      one("connection", { address: "203.0.113.7:443", kept: false }),
      one("certificate", { valid_to: "2026-11-21T09:00:00.000Z", names: [] }),
      one("dns", { type: "MX", answers: ["10 mail.example.com"] }),
    ),
  ).toEqual([
    "Address: 203.0.113.7:443",
    "Certificate ends: 2026-11-21 09:00 UTC (1 day ago)",
    "MX records: 10 mail.example.com",
  ]);
  expect(lines(one("dns", { answers: ["x"] }), one("connection", { address: "" }))).toEqual([
    "DNS records: x",
  ]);
});

test("sub-checks of an application have no facts of ours", () => {
  expect(factsSeen([{ name: "connection", meta: { address: "x" } }], now)).toEqual([]);
});

test.each([
  ["PHP/8.3", "/php.php is an example in PHP."],
  ["Next.js", "/next.ts is an example in Next.js."],
  ["Kestrel ASP.NET", "/aspnet.cs is an example in ASP.NET."],
  ["gunicorn", "/python.py is an example in Python."],
  ["Express", "/node.mjs is an example in Node."],
  ["nginx", " has examples."],
])("a healthy page of %s gets an example in its language", (software, end) => {
  expect(reportHint([one("connection"), one("status", { software })])).toBe(
    `Instead of up or down, it can report sub-checks: examples/health-endpoint${end}`,
  );
});

test("there is no hint without a page, on a failing one, and beside sub-checks of its own", () => {
  expect(reportHint([one("status")])).toMatch(/has examples\.$/);
  expect(reportHint([])).toBeNull();
  expect(reportHint([one("connection")])).toBeNull();
  expect(reportHint([one("status"), one("body", null, "failed")])).toBeNull();
  expect(reportHint([one("status"), { name: "database", status: "ok", meta: {} }])).toBeNull();
});
