/** The fields of a monitor that its checks follow: the prober, the reading of its answer, and when the next one is due. */
import type { HealthCheckMonitor } from "../model/model.ts";

export const checkedFields = [
  "id",
  "version",
  "url",
  "request_headers",
  "request_body",
  "method",
  "redirects_allowed",
  "ip_version",
  "tls_ca",
  "tls_client_cert",
  "timeout_seconds",
  "interval_seconds",
  "staleness_threshold_minutes",
  "expect",
  "accepted_statuses",
  "body_contains",
  "body_lacks",
  "body_json",
  "slow_above_ms",
  "watch_certificate",
  "certificate_warning_days",
  "certificate_failing_days",
  "dns_answers",
  "invert",
] as const satisfies readonly (keyof HealthCheckMonitor)[];

export type Checked = Pick<HealthCheckMonitor, (typeof checkedFields)[number]>;
