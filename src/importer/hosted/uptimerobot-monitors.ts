/** Converts a monitor of UptimeRobot by its type. Pure. */
import { addJson } from "./assertions.ts";
import { byType, type Maker } from "./by-type.ts";
import type { Fit } from "../fit.ts";
import { headersOf, insecureRemark, requestOf, sentUrl, withUser } from "../request.ts";
import { pairsAt, partAt, textAt, valueAt } from "./terraform.ts";
import { bracketed, isOff, isOn, jsonOf, listOf, numberOf, plainText, textsOf } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** Ports of the services that a monitor of a port can name, by number or name. */
const ports: Record<string, number> = {
  1: 80,
  2: 443,
  3: 21,
  4: 25,
  5: 110,
  6: 143,
  http: 80,
  https: 443,
  ftp: 21,
  smtp: 25,
  pop3: 110,
  imap: 143,
};

const left: Record<string, string> = {
  UDP: "UDP is not spoken",
};

/** The fields of a heartbeat. */
export function expectation(values: Fields, remarks: string[], fit: Fit): Fields {
  remarks.push("report to the new webhook URL: …/success");
  const every = numberOf(values["interval"]) ?? 300;
  const grace = numberOf(valueAt(values, "grace_period")) ?? 0;
  return {
    expect_every_minutes: fit("expect_every_minutes", every / 60, `interval ${every} s`),
    grace_minutes: fit("grace_minutes", grace / 60, `grace_period ${grace} s`),
  };
}

function pace(values: Fields, fit: Fit): Fields {
  const every = numberOf(values["interval"]) ?? 300;
  const timeout = numberOf(values["timeout"]) || 30;
  const slow = numberOf(valueAt(values, "response_time_threshold")) ?? 0;
  return {
    interval_seconds: fit("interval_seconds", every, `interval ${every} s`),
    timeout_seconds: fit("timeout_seconds", timeout, `timeout ${timeout} s`),
    ...(slow > 0 && {
      slow_above_ms: fit("slow_above_ms", slow, `response_time_threshold ${slow} ms`),
    }),
  };
}

const hostOf = (values: Fields) =>
  bracketed((textAt(values, "url") ?? "").replace(/^\w+:\/\//, "").replace(/[/:][^[\]]*$/, ""));

/** The types that have a counterpart; a text: the reason for having none. */
const makers: Record<string, Maker> = {
  HTTP: page,
  KEYWORD(values, remarks, fit) {
    const isAbsence = /^(?:1|exists|alert_exists)$/i.test(textAt(values, "keyword_type") ?? "");
    if (/^(?:1|caseinsensitive)$/i.test(textAt(values, "keyword_case_type") ?? ""))
      remarks.push("its keyword was compared without case, and is compared with it here");
    return {
      ...page(values, remarks, fit),
      [isAbsence ? "body_lacks" : "body_contains"]: textAt(values, "keyword_value"),
    };
  },
  PING: (values) => ({ url: `icmp://${hostOf(values)}` }),
  PORT(values) {
    const at = numberOf(values["port"]) || ports[textAt(values, "sub_type") ?? ""];
    return at ? { url: `tcp://${hostOf(values)}:${at}` } : "names no port";
  },
  DNS(values, remarks) {
    const records = partAt(partAt(values, "config"), "dns_records");
    const named = Object.entries(records).filter(([, list]) => textsOf(list).length > 0);
    const [[type, answers] = ["a", []], ...others] = named;
    if (others.length > 0)
      remarks.push(
        `checked records of ${others.map(([name]) => name.toUpperCase()).join(", ")} too: add a monitor for each`,
      );
    return {
      url: `dns:///${hostOf(values)}?type=${type.toUpperCase()}`,
      dns_answers: textsOf(answers),
    };
  },
  API(values, remarks, fit) {
    const fields = page(values, remarks, fit);
    const assertions = partAt(partAt(values, "config"), "api_assertions");
    const checks = listOf(assertions["checks"]);
    if (plainText(assertions["logic"]) === "OR" && checks.length > 1) {
      remarks.push(
        "its assertions were joined by OR, which is not possible here: they are left out",
      );
      return fields;
    }
    for (const check of checks) {
      const property = plainText(check["property"]) ?? "";
      const comparison = plainText(check["comparison"]) ?? "";
      const target = jsonOf(check["target"]) ?? check["target"];
      if (!addJson(fields, { property, comparison, target }))
        remarks.push(`${property} ${comparison} has no counterpart`);
    }
    return fields;
  },
};

/** The methods of version 2, which are numbers there. */
const methods = ["", "HEAD", "GET", "POST", "PUT", "PATCH", "DELETE", "OPTIONS"];

function page(values: Fields, remarks: string[], fit: Fit): Fields {
  const url = sentUrl(textAt(values, "url") ?? "");
  const auth = textAt(values, "auth_type") ?? textAt(values, "http_auth_type") ?? "";
  const isBasic = !/digest|bearer|^2$/i.test(auth);
  if (!isBasic) remarks.push(`used ${auth} to authenticate, which is not possible here`);
  const ignores =
    isOff(valueAt(values, "check_ssl_errors")) || isOn(valueAt(values, "ignore_ssl_errors"));
  if (ignores && /^https:/i.test(url)) remarks.push(insecureRemark);
  if (isOn(valueAt(values, "domain_expiration_reminder")))
    remarks.push("watched the end of the domain, which is not possible here");
  const method = textAt(values, "http_method_type") ?? textAt(values, "http_method");
  const form = pairsAt(values, "post_value_kv");
  const data = valueAt(values, "post_value_data");
  const body =
    Object.keys(form).length > 0
      ? new URLSearchParams(form as Record<string, string>).toString()
      : typeof data === "object" && data !== null
        ? JSON.stringify(data)
        : data;
  const days = Math.max(
    ...textsOf(valueAt(partAt(values, "config"), "ssl_expiration_period_days")).map(Number),
  );
  return {
    url: isBasic
      ? withUser(url, textAt(values, "http_username"), textAt(values, "http_password"))
      : url,
    expect: "http",
    ...requestOf(methods[Number(method ?? "x")] ?? method, body, remarks),
    request_headers: headersOf(pairsAt(values, "custom_http_headers"), remarks),
    accepted_statuses: acceptedOf(values, remarks),
    ...(isOff(valueAt(values, "follow_redirections")) && { redirects_allowed: 0 }),
    ...(Number.isFinite(days) &&
      /^https:/i.test(url) && {
        certificate_warning_days: fit(
          "certificate_warning_days",
          Math.max(days, 7),
          `${days} days before the end`,
        ),
      }),
  };
}

/** `["2xx", "404"]` as `200-299,404`. A redirect is up, unless it is followed. */
function acceptedOf(values: Fields, remarks: string[]): string | null {
  const codes = textsOf(valueAt(values, "success_http_response_codes"));
  const follows = !isOff(valueAt(values, "follow_redirections"));
  const texts = (codes.length > 0 ? codes : ["2xx", "3xx"]).filter(
    (code) => !follows || code !== "3xx",
  );
  const ranges = texts.map((code) => code.replace(/^([1-5])xx$/i, "$100-$199"));
  const known = ranges.filter((range) => /^[1-5]\d\d(?:-[1-5]\d\d)?$/.test(range));
  if (known.length < ranges.length) remarks.push("accepted statuses that cannot be accepted here");
  return known.length === 0 ? null : known.join(",");
}

/** The fields of a monitor that is checked here; a text: the reason for having none. */
export const monitorFields = byType({ makers, left, noun: "monitors", pace });
