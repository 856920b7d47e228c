/** The expectations of a monitor, read from its fields. Pure. */
import type { HealthCheckMonitor } from "../model/model.ts";
import { isWeb, schemeOf } from "./endpoint.ts";

/** Whether the end of the certificate is watched. `scheme`: of the URL, unless another one is asked about. */
export function watchesCertificate(
  {
    url,
    expect,
    watch_certificate,
    invert,
  }: Pick<HealthCheckMonitor, "url" | "expect" | "watch_certificate" | "invert">,
  scheme = schemeOf(url),
): boolean {
  // A certificate that ends soon would be a failure, and so make an inverted monitor healthy although its target answers.
  if (invert) return false;
  const byDefault =
    scheme === "tls" || scheme === "wss" || (scheme === "https" && expect === "http");
  return watch_certificate ?? byDefault;
}

/** Whether the answer is a health report, which says itself when it was made and which sub-checks it has. */
export function isReport(
  { url, expect }: Pick<HealthCheckMonitor, "url" | "expect">,
  scheme = schemeOf(url),
): boolean {
  return expect === "health" && isWeb(scheme);
}

/** Whether the status can change between two checks because the report becomes stale. */
export function goesStale(monitor: Pick<HealthCheckMonitor, "url" | "expect" | "invert">): boolean {
  return isReport(monitor) && !monitor.invert;
}

/** A number, or a text that is one, as variables of a manifest have them. */
export function isNumber(value: unknown): value is number | string {
  return (
    typeof value === "number" ||
    (typeof value === "string" && /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value))
  );
}
