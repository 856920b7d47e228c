/**
 * Rules between the fields of a health check monitor: each has a meaning only for some URL schemes and
 * expected answers. A field without a meaning must keep its default, so that no expectation is silently
 * unchecked.
 */
import type { BodyCondition } from "../../resource/check/body-condition.ts";
import { healthCheckMonitor } from "../../resource/health-check-monitor.ts";
import { defaultsOf } from "../../resource/field.ts";
import { readStatuses } from "../health/accepted.ts";
import { isSocket, isWeb, schemeOf, type Scheme } from "../health/endpoint.ts";
import { isNumber, isReport, watchesCertificate } from "../health/expectations.ts";
import type { HealthCheckMonitor } from "../model/model.ts";
import type { Fault } from "../model/fault.ts";
import { fault, isHeaderValue, secretNeeded } from "./rules-connection.ts";
import { pemFaults } from "./rules-pem.ts";
import { masked } from "./secrets.ts";
import type { Fields } from "../../resource/references.ts";
import { isObject } from "../../resource/part.ts";

/** Every fault between the fields of a health check monitor. */
export function checkRules(fields: Fields): Fault[] {
  const monitor = { ...standard, ...fields } as unknown as HealthCheckMonitor;
  return [
    ...requestHeaders(monitor.request_headers),
    ...unused(monitor),
    ...certificateDays(monitor),
    ...pemFaults(monitor),
    ...statuses(monitor.accepted_statuses),
    ...monitor.body_json.flatMap((condition, index) => bodyCondition(condition, index)),
  ];
}

/** Conditions on a body have one order of keys, so that reordering them in a manifest is not a change. */
export function tidyCheck({ body_json: list }: Fields): Fields {
  if (!Array.isArray(list)) return {};
  const order = ["pointer", "comparison", "value"];
  const tidied = list.map((item: unknown) =>
    isObject(item)
      ? Object.fromEntries(
          Object.entries(item).toSorted(([a], [b]) => order.indexOf(a) - order.indexOf(b)),
        )
      : item,
  );
  return { body_json: tidied };
}

const standard = defaultsOf(healthCheckMonitor.fields);

/** The condition under which a field has a meaning, and its words. */
const needs: {
  field: keyof HealthCheckMonitor;
  words: string;
  met: (scheme: Scheme, monitor: HealthCheckMonitor) => boolean;
}[] = [
  ...(["expect", "redirects_allowed"] as const).map((field) => ({
    field,
    words: "needs a URL of http or https",
    met: isWeb,
  })),
  {
    field: "request_headers",
    words: "needs a URL of http, https, ws or wss",
    met: (scheme) => isWeb(scheme) || isSocket(scheme),
  },
  ...(["method", "accepted_statuses"] as const).map((field) => ({
    field,
    words: "needs expect: http",
    met: (_: string, monitor: HealthCheckMonitor) => monitor.expect === "http",
  })),
  ...(["request_body", "body_contains", "body_lacks", "body_json"] as const).map((field) => ({
    field,
    words: "needs expect: http, or a URL of ws or wss",
    met: (scheme: Scheme, monitor: HealthCheckMonitor) =>
      monitor.expect === "http" || isSocket(scheme),
  })),
  {
    field: "request_body",
    words: "needs method: POST",
    met: (_, monitor) => monitor.expect !== "http" || monitor.method === "POST",
  },
  ...(["body_contains", "body_lacks", "body_json"] as const).map((field) => ({
    field,
    words: "needs method: GET or POST, because the answer to HEAD has no body",
    met: (_: string, monitor: HealthCheckMonitor) =>
      monitor.expect !== "http" || monitor.method !== "HEAD",
  })),
  ...(["certificate_warning_days", "certificate_failing_days"] as const).map((field) => ({
    field,
    words: "needs a certificate that is watched: tls, wss, or https with watch_certificate",
    met: (scheme: Scheme, monitor: HealthCheckMonitor) =>
      hasCertificate(scheme) && watchesCertificate(monitor, scheme),
  })),
  ...(["tls_ca", "tls_client_cert"] as const).map((field) => ({
    field,
    words: "needs a URL of https, wss or tls",
    met: hasCertificate,
  })),
  { field: "dns_answers", words: "needs a URL of dns", met: (scheme) => scheme === "dns" },
  {
    field: "ip_version",
    words: "cannot be used with a URL of dns",
    met: (scheme) => scheme !== "dns",
  },
  ...(["slow_above_ms", "watch_certificate"] as const).map((field) => ({
    field,
    words: "cannot be used with invert, which asks only whether the check fails",
    met: (_: string, monitor: HealthCheckMonitor) => !monitor.invert || monitor[field] === false,
  })),
];

/**
 * Whether a field has a meaning beside the others, for forms, which show it only then. A URL that cannot be read
 * yet counts as https.
 */
export function hasMeaning(field: string, fields: Fields): boolean {
  const monitor = { ...standard, ...fields } as unknown as HealthCheckMonitor;
  const scheme = schemeOf(monitor.url) ?? "https";
  if (field === "watch_certificate") return hasCertificate(scheme) && !monitor.invert;
  if (field === "staleness_threshold_minutes") return isReport(monitor, scheme);
  return needs.filter((need) => need.field === field).every(({ met }) => met(scheme, monitor));
}

function hasCertificate(scheme: Scheme): boolean {
  return scheme === "https" || scheme === "wss" || scheme === "tls";
}

function unused(monitor: HealthCheckMonitor): Fault[] {
  const scheme = schemeOf(monitor.url);
  // The rule of the URL names its fault.
  if (scheme === null) return [];
  const faults = needs
    .filter(({ field }) => JSON.stringify(monitor[field]) !== JSON.stringify(standard[field]))
    .filter(({ met }) => !met(scheme, monitor))
    .map(({ field, words }) => fault(field, "unused", words));
  // URLs without a certificate do not watch one by default, so that only `true` contradicts the URL.
  return monitor.watch_certificate === true && !hasCertificate(scheme)
    ? [...faults, fault("watch_certificate", "unused", "needs a URL of https, wss or tls")]
    : faults;
}

function certificateDays(monitor: HealthCheckMonitor): Fault[] {
  return monitor.certificate_failing_days <= monitor.certificate_warning_days
    ? []
    : [
        fault(
          "certificate_failing_days",
          "range",
          "must be at most certificate_warning_days: the warning comes first",
        ),
      ];
}

function statuses(text: string): Fault[] {
  return readStatuses(text) === null
    ? [
        fault(
          "accepted_statuses",
          "format",
          "must be HTTP statuses and ranges of them, for example 200-299,401",
        ),
      ]
    : [];
}

const numeric = new Set<BodyCondition["comparison"]>(["above", "below", "at_least", "at_most"]);

function bodyCondition({ comparison, value }: BodyCondition, index: number): Fault[] {
  const wrong = (code: string, message: string) => [
    fault(`body_json[${index}].value`, code, message),
  ];
  if (comparison === "exists")
    return value === undefined ? [] : wrong("unused", "must be left out with exists");
  if (value === undefined) return wrong("required", `is required with ${comparison}`);
  if (numeric.has(comparison) && !isNumber(value))
    return wrong("type", `must be a number with ${comparison}`);
  return [];
}

/** The connection sets these itself; sending others would break it. */
const reserved = new Set([
  "connection",
  "content-length",
  "expect",
  "host",
  "keep-alive",
  "proxy-authorization",
  "proxy-connection",
  "sec-websocket-accept",
  "sec-websocket-extensions",
  "sec-websocket-key",
  "sec-websocket-version",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
]);

function requestHeaders(headers: Record<string, string>): Fault[] {
  return Object.entries(headers).flatMap(([name, value]) => {
    const field = `request_headers.${name}`;
    // `__proto__` is a token too, and the one name that is not safe to be a key.
    if (!/^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$/.test(name) || name === "__proto__")
      return [fault(field, "format", "is not a valid header name (letters, digits and -)")];
    if (reserved.has(name.toLowerCase()))
      return [fault(field, "reserved", "is set by the connection itself; leave it out")];
    if (value === masked) return [fault(field, "secret_needed", secretNeeded)];
    if (!isHeaderValue(value))
      return [fault(field, "format", "must be printable ASCII without line breaks")];
    return [];
  });
}
