/** Converts a check of Checkly by its type. Pure. */
import { assertionsOf, page, textOf } from "./checkly-pages.ts";
import { byType, type Maker } from "./by-type.ts";
import type { Fit } from "../fit.ts";
import { partAt, textAt, valueAt } from "./terraform.ts";
import { bracketed, entryOf, isOn, numberOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** Why types have no counterpart. */
const left: Record<string, string> = {
  BROWSER: "scripts of a browser are not run; let a job run them and report",
  MULTI_STEP: "scripts of several steps are not run; let a job run them and report",
  PLAYWRIGHT: "scripts of a browser are not run; let a job run them and report",
  TRACEROUTE: "routes are not traced",
};

/** The checks that have a counterpart; a text: the reason for having none. */
const makers: Record<string, Maker> = {
  API: page,
  URL: page,
  TCP(values, remarks) {
    if (isOn(valueAt(values, "should_fail"))) return "passes whether it connects or not";
    const request = partAt(values, "request");
    if (textAt(request, "data") !== null)
      remarks.push("sent data and read the answer: here only the connection is checked");
    return { url: `tcp://${hostOf(request)}:${textAt(request, "port") ?? ""}` };
  },
  ICMP(values, remarks) {
    const request = partAt(values, "request");
    for (const assertion of assertionsOf(request))
      remarks.push(`${textOf(assertion)} has no counterpart`);
    return { url: `icmp://${hostOf(request)}` };
  },
  GRPC(values, remarks) {
    const request = partAt(values, "request");
    remarks.push("only the connection is checked here, not the call of gRPC");
    return { url: `tcp://${hostOf(request)}:${textAt(request, "port") ?? ""}` };
  },
  SSL(values, _, fit) {
    const request = partAt(values, "request");
    const days = numberOf(valueAt(request, "alert_days_before_expiry")) ?? 20;
    return {
      url: `tls://${hostOf(request)}:${textAt(request, "port") ?? "443"}`,
      certificate_failing_days: fit(
        "certificate_failing_days",
        days,
        `${days} days before the end`,
      ),
      certificate_warning_days: Math.max(days, 21),
    };
  },
  DNS(values, remarks) {
    const request = partAt(values, "request");
    const server = textAt(request, "name_server") ?? "";
    const port = textAt(request, "port");
    const answers = assertionsOf(request).flatMap(({ source, comparison, target }) => {
      const text = plainText(target);
      if (source === "TEXT_ANSWER" && comparison === "EQUALS" && text !== null) return [text];
      if (source !== "RESPONSE_CODE" || comparison !== "EQUALS" || text !== "NOERROR")
        remarks.push(`${textOf({ source, comparison, target })} has no counterpart`);
      return [];
    });
    return {
      url: `dns://${bracketed(server)}${server === "" || port === null ? "" : `:${port}`}/${textAt(request, "query") ?? ""}?type=${textAt(request, "record_type") ?? "A"}`,
      dns_answers: answers,
    };
  },
};

const hostOf = (request: Fields) =>
  bracketed(textAt(request, "hostname") ?? textAt(request, "url") ?? "");

/** How often and how patiently it is checked. */
function pace(values: Fields, fit: Fit): Fields {
  const minutes = numberOf(values["frequency"]) ?? 10;
  const every = minutes > 0 ? minutes * 60 : (numberOf(valueAt(values, "frequency_offset")) ?? 30);
  const slowest = numberOf(valueAt(values, "max_response_time"));
  const degraded = numberOf(valueAt(values, "degraded_response_time"));
  const retries = numberOf(valueAt(partAt(values, "retry_strategy"), "max_retries")) ?? 0;
  return {
    interval_seconds: fit("interval_seconds", every, `frequency ${every} s`),
    ...(slowest !== null &&
      slowest > 0 && {
        timeout_seconds: fit("timeout_seconds", slowest / 1000, `max_response_time ${slowest} ms`),
      }),
    ...(degraded !== null &&
      degraded > 0 && {
        slow_above_ms: fit("slow_above_ms", degraded, `degraded_response_time ${degraded} ms`),
      }),
    fetch_retries: fit("fetch_retries", retries, `${retries} retries`),
    confirmations: fit("confirmations", confirmations(values, every), "its alert settings"),
  };
}

/** The failures in a row before an alert; global settings are not part of a check. */
function confirmations(values: Fields, every: number): number {
  if (isOn(valueAt(values, "use_global_alert_settings"))) return 1;
  const settings = partAt(values, "alert_settings");
  if (textAt(settings, "escalation_type") === "TIME_BASED") {
    const minutes = numberOf(
      valueAt(partAt(settings, "time_based_escalation"), "minutes_failing_threshold"),
    );
    return 1 + Math.ceil(((minutes ?? 5) * 60) / Math.min(30, every));
  }
  const runs = valueAt(partAt(settings, "run_based_escalation"), "failed_run_threshold");
  return numberOf(runs) ?? 1;
}

const units: Record<string, number> = { seconds: 1 / 60, minutes: 1, hours: 60, days: 1440 };

/** The fields of a heartbeat. */
export function expectation(values: Fields, remarks: string[], fit: Fit): Fields {
  remarks.push("report to the new webhook URL: …/success");
  const heartbeat = partAt(values, "heartbeat");
  const minutes = (name: string) => {
    const unit = textAt(heartbeat, `${name}_unit`) ?? "minutes";
    const value = numberOf(heartbeat[name]) ?? 0;
    return { value: value * (entryOf(units, unit) ?? 1), was: `${name} ${value} ${unit}` };
  };
  const [period, grace] = [minutes("period"), minutes("grace")];
  return {
    expect_every_minutes: fit("expect_every_minutes", period.value, period.was),
    grace_minutes: fit("grace_minutes", grace.value, grace.was),
  };
}

/** The fields of a check that is made here; a text: the reason for having none. */
export const checkFields = byType({ makers, left, noun: "checks", pace });
