/** Health check monitors: a URL whose JSON report, or whose answer of any kind, becomes one status. */
import { declaredKind, defaultsTo, optional, required, Type } from "./field.ts";
import { BodyCondition } from "./check/body-condition.ts";
import { certificateFields } from "./check/certificate-fields.ts";
import { EndpointUrl, Title } from "./schema.ts";
import { requestFields } from "./check/request-fields.ts";
import {
  alertGroupId,
  everyMonitor,
  everyResource,
  monitorConsequences,
  monitorSections,
} from "./shared.ts";

/** The kind of answer: a health report, or any answer over HTTP. */
export const expectations = ["health", "http"] as const;
export type Expectation = (typeof expectations)[number];

/** The section of forms for the request and the expectations of its answer. */
const section = "answer";

/** The longest text that is looked for in a body. */
const longestSearched = 1000;

export const healthCheckMonitor = declaredKind({
  noun: "health check monitor",
  title: "HealthCheckMonitor",
  about: "A URL whose JSON report, or whose answer of any kind, becomes one status.",
  kind: {
    short: "hc",
    code: "monitor",
    page: { path: "/monitors", title: "Monitors" },
    scope: "write",
    consequences: monitorConsequences,
    ends: "its checks stop, and its incident is resolved",
    columns: [
      "title",
      "status",
      "checks_passing",
      "checked_at",
      { wide: "silenced" },
      { wide: "project" },
      { wide: "id" },
      "url",
    ],
    subject: "health_check_monitor",
    isMonitor: true,
  },
  sections: {
    what: {
      title: "What to watch",
      about: "A URL that answers with a health report, or any web page or server.",
    },
    answer: { title: "Request and expected answer", about: "", folded: true },
    when: {
      title: "When to open an incident",
      about: "One slow answer should not wake anyone.",
    },
    ...monitorSections,
  },
  fields: {
    title: required(Title("Name of the monitor."), {
      label: "Name",
      help: "",
      section: "what",
      original: true,
      looksAgain: false,
    }),
    url: required(
      EndpointUrl(
        "Absolute http(s) URL of the health check endpoint. `user:password@` in it becomes Basic auth and is shown as `***`. Or `ws://` and `wss://` for WebSocket, `tcp://host:port`, `tls://host:port`, `icmp://host` for a ping, or `dns://resolver/name?type=A`, with an optional port; `dns:///name?type=MX` asks the resolver of the system.",
        [
          "https://shop.example.com/health",
          "wss://shop.example.com/live",
          "tcp://db.example.com:5432",
          "tls://mail.example.com:465",
          "icmp://router.example.com",
          "dns://192.0.2.53/shop.example.com?type=A",
        ],
      ),
      {
        label: "URL",
        help: "https://…, http://…, wss://…, ws://…, tcp://host:port, tls://host:port, icmp://host or dns://resolver/name?type=A.",
        section: "what",
        original: true,
        meaning: "endpoint",
        secret: "userinfo",
      },
    ),
    expect: defaultsTo(
      "health",
      Type.Enum([...expectations], {
        title: "Expectation",
        description:
          "What the URL answers. `health`: a JSON report of sub-checks. `http`: any answer; sub-checks are made of its status, body, certificate and response time. Other schemes than http and https keep the default.",
      }),
      {
        label: "Answer",
        help: "A health report names each part of an application. For any other answer, its status, body and time are checked.",
        options: { health: "A health report (JSON)", http: "Any answer over HTTP" },
        section: "what",
      },
    ),
    alert_group_id: alertGroupId,
    staleness_threshold_minutes: defaultsTo(
      10,
      Type.Integer({
        minimum: 1,
        maximum: 525_600,
        description:
          "Alert if the reported finishedAt is older than this. Only for health reports.",
      }),
      {
        label: "Stale after",
        help: "A report whose checks ran longer ago than this is stale.",
        unit: "min",
        section: "when",
        original: true,
      },
    ),
    interval_seconds: defaultsTo(
      60,
      Type.Integer({
        minimum: 5,
        maximum: 86_400,
        description: "How often the URL is fetched.",
      }),
      { label: "Check every", unit: "s", help: "", section: "what" },
    ),
    timeout_seconds: defaultsTo(
      10,
      Type.Integer({ minimum: 1, maximum: 60, description: "Total time of one fetch." }),
      { label: "Timeout", unit: "s", help: "", section: "what" },
    ),
    ...requestFields,
    accepted_statuses: defaultsTo(
      "200-299",
      Type.String({
        minLength: 1,
        maxLength: 255,
        description:
          "HTTP statuses of a healthy answer: numbers and ranges. A redirect with one of them is the answer and is not followed.",
        examples: ["200-299,301,401"],
      }),
      {
        label: "Accepted statuses",
        help: "Numbers and ranges, for example 200-299,401. An accepted redirect is not followed.",
        section,
      },
    ),
    body_contains: optional(
      Type.String({
        minLength: 1,
        maxLength: longestSearched,
        description:
          "Text that the body must have, upper and lower case as given. Over WebSocket the body is the first message of the server.",
        examples: ["Welcome"],
      }),
      { label: "Body contains", section },
    ),
    body_lacks: optional(
      Type.String({
        minLength: 1,
        maxLength: longestSearched,
        description: "Text that the body must not have, upper and lower case as given.",
        examples: ["Fatal error"],
      }),
      { label: "Body lacks", section },
    ),
    body_json: defaultsTo(
      [],
      Type.Array(BodyCondition, {
        maxItems: 20,
        description: "Conditions on values of a JSON body. Each must hold.",
        examples: [[{ pointer: "/queue/length", comparison: "below", value: 100 }]],
      }),
      {
        label: "Conditions on a JSON body",
        help: 'One per line: JSON pointer, comparison, value. For example /status equals "ok", or /queue/length below 100.',
        section,
      },
    ),
    slow_above_ms: optional(
      Type.Integer({
        minimum: 1,
        maximum: 60_000,
        description:
          "An answer that takes longer is a warning. With `expect: health` it adds the sub-check `monitord.response_time`.",
      }),
      {
        label: "Slow above",
        unit: "ms",
        help: "An answer that takes longer is a warning.",
        section,
      },
    ),
    ...certificateFields,
    dns_answers: defaultsTo(
      [],
      Type.Array(Type.String({ minLength: 1, maxLength: longestSearched }), {
        maxItems: 20,
        description:
          "Values that must be among the answers of a `dns` URL. Default: any answer is healthy.",
        examples: [["203.0.113.7"]],
      }),
      {
        label: "Expected DNS answers",
        help: "One per line. Each must be among the answers; without any, every answer is fine.",
        section,
      },
    ),
    invert: defaultsTo(
      false,
      Type.Boolean({
        description:
          "Whether the check must fail: the monitor is `up` while it fails and `down` while it succeeds. A check that could not be made (address refused, resolver dead) is still `down`.",
      }),
      {
        label: "Must fail",
        help: "Up while the check fails, down while it succeeds: for a port that must be closed.",
        section,
      },
    ),
    fetch_retries: defaultsTo(
      1,
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description: "How many more times a failed fetch is tried, 5 s apart, before it counts.",
      }),
      { label: "Fetch retries", unit: "times", section: "when" },
    ),
    confirmations: defaultsTo(
      1,
      Type.Integer({
        minimum: 1,
        maximum: 10,
        description:
          "Consecutive failed checks (down or stale, after retries) before an incident opens. The status changes at the first; until the failure is confirmed the next check comes after 30 s at most.",
      }),
      {
        label: "Open after",
        help: "The status changes at the first failure. Until it is confirmed, the next check comes after 30 s at most.",
        unit: "failures in a row",
        section: "when",
      },
    ),
    ...everyMonitor,
    ...everyResource,
  },
});
