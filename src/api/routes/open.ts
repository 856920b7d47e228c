/** Routes without a key, whose URL is the secret: webhook URLs, and the buttons of notifications. */
import { answered, answeredInTypes } from "./answers.ts";
import { Accepted } from "../inbound.ts";
import { row, tagged } from "./row.ts";
import { limits, Nullable, Shape, Type } from "../schema.ts";

const delivery = {
  scope: "public",
  quiet: true,
  bodyLimit: limits.deliveryBody,
  summary: "Report errors to a webhook monitor, or alerts of another tool to an alert group",
  description:
    "With a header `Idempotency-Key` of 1 to 255 characters, deliveries with the same key to one URL within 24 h count once, and get the answer to the first that was accepted.",
  answer: answered(202, "They are on disk.", Accepted),
} as const;

/** A path that clients of another service append to the URL that they are given. */
const appended = (service: string, status: 200 | 202) =>
  ({
    scope: "public",
    quiet: true,
    bodyLimit: limits.deliveryBody,
    summary: `Alerts to an alert group, on the path that clients of ${service} append`,
    answer: answered(
      status,
      "They are on disk. It has the members that these clients read.",
      Accepted,
    ),
  }) as const;

/** A request of an exporter of OpenTelemetry. */
const exported = <Signal extends string>(signal: Signal) =>
  ({
    id: `export_${signal}`,
    scope: "public",
    quiet: true,
    bodyLimit: limits.sdkBody,
    summary: `Errors among the ${signal} of an OpenTelemetry exporter, to a webhook monitor`,
    description:
      "OTLP over HTTP, as JSON or protobuf: the endpoint of the exporter is the webhook URL. Records of severity ERROR and above, and spans whose status is an error, are error reports; metrics are dropped.",
    answer: answeredInTypes(
      "application/x-protobuf",
      "They are on disk, as OTLP answers.",
      Exported,
      ExportStatus,
    ),
  }) as const;

const Exported = Shape("Exported", {
  partialSuccess: Type.Optional(
    Shape("PartialSuccess", {
      ...Object.fromEntries(
        ["rejectedLogRecords", "rejectedSpans", "rejectedDataPoints"].map((name) => [
          name,
          Type.Optional(Type.String({ description: "Items that were not taken." })),
        ]),
      ),
      errorMessage: Type.String({ description: "Why they were not." }),
    }),
  ),
});

/** `google.rpc.Status`: https://opentelemetry.io/docs/specs/otlp/#failures */
const ExportStatus = Shape("ExportStatus", {
  code: Type.Integer({ description: "A code of gRPC, for example 3: the request is malformed." }),
  message: Type.String({ description: "What is wrong." }),
});

/** A request of a Sentry SDK. */
const sentry = {
  scope: "public",
  quiet: true,
  bodyLimit: limits.sdkBody,
  summary: "Errors of an application with a Sentry SDK, to a webhook monitor",
  description:
    "The DSN of the SDK is `https://<webhook id without dashes>@<this server>/1`. Events of level error and fatal are error reports; all else is dropped.",
  answer: answered(200, "It is on disk.", Shape("SentryAnswer", { id: Type.String() })),
} as const;

const run = {
  scope: "public",
  quiet: true,
  judged: true,
  bodyLimit: limits.inboundBody,
  summary: "Report the start, the success, the failure or the exit code of a run, or a message",
  query: {
    rid: Type.Optional(
      Type.String({
        pattern: "^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$",
        description: "A UUID that joins start and end of a run.",
      }),
    ),
    status: Type.Optional(
      Type.String({
        description:
          "`down` makes a success a failure, as in the push URLs of Uptime Kuma; any other value changes nothing.",
      }),
    ),
    msg: Type.Optional(
      Type.String({ description: "The output of the run, when it sends no body." }),
    ),
  },
  answer: answered(202, "It is on disk.", Accepted),
} as const;

const Done = Shape("ActionDone", {
  done: Type.String({ description: "What was done, in a sentence." }),
});

const BrowserSubscription = Shape("BrowserSubscription", {
  endpoint: Type.String({ maxLength: 2048 }),
  keys: Shape("BrowserKeys", {
    p256dh: Type.String({ maxLength: 128 }),
    auth: Type.String({ maxLength: 64 }),
  }),
});

/** By their whole paths. */
export const openRoutes = {
  ...tagged("inbound", {
    "POST /api/webhook/:id": { id: "report_errors", ...delivery },
    "PUT /api/webhook/:id": { id: "put_errors", ...delivery },
    "POST /api/webhook/:id/api/v2/alerts": {
      id: "post_alertmanager_alerts",
      ...appended("Alertmanager (v2)", 200),
    },
    "POST /api/webhook/:id/api/v1/alerts": {
      id: "post_older_alertmanager_alerts",
      ...appended("Alertmanager (v1)", 200),
    },
    "POST /api/webhook/:id/v2/enqueue": {
      id: "enqueue_event",
      ...appended("PagerDuty (v2)", 202),
    },
    "POST /api/webhook/:id/generic/2010-04-15/create_event.json": {
      id: "create_event",
      ...appended("PagerDuty (v1)", 200),
    },
    ...row("POST /api/webhook/:id/v1/logs", exported("logs")),
    ...row("POST /api/webhook/:id/v1/traces", exported("traces")),
    ...row("POST /api/webhook/:id/v1/metrics", exported("metrics")),
    "POST /api/:project/envelope": { id: "send_sentry_envelope", ...sentry },
    "POST /api/:project/store": { id: "send_sentry_event", ...sentry },
    "POST /api/webhook/:id/:signal": { id: "report_run", ...run },
    "GET /api/webhook/:id/:signal": { id: "signal_run", ...run },
  }),
  ...tagged("actions", {
    "POST /api/actions/:token": {
      id: "press_button",
      scope: "public",
      summary: "What a button of a notification does",
      bodyLimit: limits.openBody,
      answer: answered(200, "It is done.", Done),
    },
    "POST /api/actions/devices/:id/subscription": {
      id: "renew_subscription",
      scope: "public",
      summary: "The new subscription of a browser that renewed its own, or that it has none",
      description: "The keys of the old one prove that it is the same browser.",
      bodyLimit: limits.openBody,
      body: Shape("SubscriptionRenewal", {
        old: BrowserSubscription,
        subscription: Nullable(BrowserSubscription),
      }),
      answer: answered(200, "It is done.", Done),
    },
  }),
};
