/** The expectations of a monitor, read from its fields. Pure. */
import type { HealthCheckMonitor } from "../model/model.ts";
import { isWeb, schemeOf } from "./endpoint.ts";

/** Whether the end of the certificate is watched. `scheme`: of the URL, unless another one is asked about. */
export function watchesCertificate(
  {
    url,
    expect,
    watch_certificate,
  }: Pick<HealthCheckMonitor, "url" | "expect" | "watch_certificate">,
  scheme = schemeOf(url),
): boolean {
  return watch_certificate ?? (scheme === "tls" || (scheme === "https" && expect === "http"));
}

/** Whether the answer is a health report, which says itself when it was made and which sub-checks it has. */
export function isReport(
  { url, expect }: Pick<HealthCheckMonitor, "url" | "expect">,
  scheme = schemeOf(url),
): boolean {
  return expect === "health" && isWeb(scheme);
}

/** A number, or a text that is one, as variables of a manifest have them. */
export function isNumber(value: unknown): value is number | string {
  return (
    typeof value === "number" ||
    (typeof value === "string" && /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value))
  );
}
