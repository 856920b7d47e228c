import { expect, test } from "vitest";
import { hasMeaning } from "../../../src/core/declare/rules-check.ts";
import { healthCheckMonitor } from "../../../src/resource/health-check-monitor.ts";

/** Fields of the request and its answer, as far as they have a meaning. */
const shown = (fields: Record<string, unknown>) =>
  Object.entries(healthCheckMonitor.fields)
    .filter(
      ([name, field]) =>
        ("section" in field && field.section === "answer") ||
        name === "expect" ||
        name === "staleness_threshold_minutes",
    )
    .map(([name]) => name)
    .filter((name) => hasMeaning(name, fields));

const days = ["certificate_warning_days", "certificate_failing_days"];
const tls = ["tls_ca", "tls_client_cert"];
const body = ["body_contains", "body_lacks", "body_json"];

test.each<[string, Record<string, unknown>, string[]]>([
  [
    "a URL that is not typed yet",
    {},
    [
      "expect",
      "staleness_threshold_minutes",
      "ip_version",
      "request_headers",
      "redirects_allowed",
      "slow_above_ms",
      "watch_certificate",
      ...tls,
      "invert",
    ],
  ],
  [
    "a health report over http",
    { url: "http://a.example/health" },
    [
      "expect",
      "staleness_threshold_minutes",
      "ip_version",
      "request_headers",
      "redirects_allowed",
      "slow_above_ms",
      "invert",
    ],
  ],
  [
    "a page",
    { url: "https://a.example/", expect: "http" },
    [
      "expect",
      "ip_version",
      "request_headers",
      "method",
      "redirects_allowed",
      "accepted_statuses",
      ...body,
      "slow_above_ms",
      "watch_certificate",
      ...days,
      ...tls,
      "invert",
    ],
  ],
  [
    "a POST",
    { url: "http://a.example/", expect: "http", method: "POST" },
    [
      "expect",
      "ip_version",
      "request_headers",
      "method",
      "request_body",
      "redirects_allowed",
      "accepted_statuses",
      ...body,
      "slow_above_ms",
      "invert",
    ],
  ],
  [
    "a HEAD whose certificate is not watched",
    { url: "https://a.example/", expect: "http", method: "HEAD", watch_certificate: false },
    [
      "expect",
      "ip_version",
      "request_headers",
      "method",
      "redirects_allowed",
      "accepted_statuses",
      "slow_above_ms",
      "watch_certificate",
      ...tls,
      "invert",
    ],
  ],
  ["a port", { url: "tcp://a.example:1" }, ["ip_version", "slow_above_ms", "invert"]],
  [
    "a certificate",
    { url: "tls://a.example:1" },
    ["ip_version", "slow_above_ms", "watch_certificate", ...days, ...tls, "invert"],
  ],
  ["a name", { url: "dns:///a.example" }, ["slow_above_ms", "dns_answers", "invert"]],
  ["a ping", { url: "icmp://a.example" }, ["ip_version", "slow_above_ms", "invert"]],
  [
    "a WebSocket",
    { url: "wss://a.example/" },
    [
      "ip_version",
      "request_headers",
      "request_body",
      ...body,
      "slow_above_ms",
      "watch_certificate",
      ...days,
      ...tls,
      "invert",
    ],
  ],
  [
    "a page that must fail",
    { url: "https://a.example/", expect: "http", invert: true },
    [
      "expect",
      "ip_version",
      "request_headers",
      "method",
      "redirects_allowed",
      "accepted_statuses",
      ...body,
      ...tls,
      "invert",
    ],
  ],
])("the fields of %s", (_, fields, expected) => {
  expect(shown(fields)).toEqual(expected);
});
