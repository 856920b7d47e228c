/** Health check monitors: a URL whose JSON report becomes one status. */
import { defaultsTo, required, resource, Type } from "./field.ts";
import { Title, Url } from "./schema.ts";
import { alertGroupId, everyMonitor, everyResource } from "./shared.ts";

export const healthCheckMonitor = resource({
  noun: "health check monitor",
  title: "HealthCheckMonitor",
  about: "A URL whose JSON report becomes one status.",
  fields: {
    title: required(Title("Name of the monitor."), {
      label: "Title",
      help: "",
      basic: true,
      original: true,
      looksAgain: false,
    }),
    url: required(
      Url(
        "Absolute http(s) URL of the health check endpoint. `user:password@` in it becomes Basic auth and is shown as `***`.",
        "https://shop.example.com/health",
      ),
      { label: "URL", basic: true, original: true, meaning: "url", secret: "userinfo" },
    ),
    alert_group_id: alertGroupId,
    staleness_threshold_minutes: defaultsTo(
      10,
      Type.Integer({
        minimum: 1,
        maximum: 525_600,
        description: "Alert if the reported finishedAt is older than this.",
      }),
      { label: "Stale after (min)", original: true },
    ),
    interval_seconds: defaultsTo(
      60,
      Type.Integer({
        minimum: 5,
        maximum: 86_400,
        description: "How often the URL is fetched.",
      }),
      { label: "Check every (s)", help: "", basic: true },
    ),
    timeout_seconds: defaultsTo(
      10,
      Type.Integer({ minimum: 1, maximum: 60, description: "Total time of one fetch." }),
      { label: "Timeout (s)" },
    ),
    request_headers: defaultsTo(
      {},
      Type.Record(
        Type.String({ pattern: "^[A-Za-z0-9!#$%&'*+.^_`|~-]{1,128}$" }),
        Type.String({ maxLength: 4096 }),
        {
          title: "RequestHeaders",
          description:
            "Headers sent with every fetch. Values are secrets: they are answered as `***`, and `***` sent back keeps what is stored. They belong to the origin of the URL: for another one they are given again.",
        },
      ),
      { label: "Request headers", secret: "values" },
    ),
    fetch_retries: defaultsTo(
      1,
      Type.Integer({
        minimum: 0,
        maximum: 5,
        description: "How many more times a failed fetch is tried, 5 s apart, before it counts.",
      }),
      { label: "Fetch retries" },
    ),
    confirmations: defaultsTo(
      1,
      Type.Integer({
        minimum: 1,
        maximum: 10,
        description:
          "Consecutive failed checks (down or stale, after retries) before an incident opens. The status changes at the first; until the failure is confirmed the next check comes after 30 s at most.",
      }),
      { label: "Failed checks before an incident" },
    ),
    ...everyMonitor,
    ...everyResource,
  },
});
