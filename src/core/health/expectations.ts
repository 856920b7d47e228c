/** What a monitor expects of an answer, read from its fields. Pure. */
import type { HealthCheckMonitor } from "../model/model.ts";
import { schemeOf } from "./target.ts";

/** HTTP statuses from `from` to `to`, both included. */
export interface StatusRange {
  from: number;
  to: number;
}

/** Reads `200-299,301`. */
export function readStatuses(text: string): StatusRange[] {
  return text.split(",").map((part) => {
    const [from, to = from] = part.split("-").map(Number) as [number, number?];
    return { from, to };
  });
}

/** Whether `accepted_statuses` has the status. The prober asks it too, because an accepted redirect is not followed. */
export function isAccepted(
  { accepted_statuses }: Pick<HealthCheckMonitor, "accepted_statuses">,
  http_status: number,
): boolean {
  return readStatuses(accepted_statuses).some(
    ({ from, to }) => from <= http_status && http_status <= to,
  );
}

/** Whether the end of the certificate is watched. */
export function watchesCertificate({
  url,
  expect,
  watch_certificate,
}: Pick<HealthCheckMonitor, "url" | "expect" | "watch_certificate">): boolean {
  const scheme = schemeOf(url);
  return watch_certificate ?? (scheme === "tls" || (scheme === "https" && expect === "http"));
}

/** Whether the answer is a health report, which says itself when it was made and which sub-checks it has. */
export function isReport({ url, expect }: Pick<HealthCheckMonitor, "url" | "expect">): boolean {
  const scheme = schemeOf(url);
  return expect === "health" && (scheme === "http" || scheme === "https");
}

/** A number, or a text that is one, as variables of a manifest have them. */
export function isNumber(value: unknown): value is number | string {
  return (
    typeof value === "number" ||
    (typeof value === "string" && /^\s*-?\d+(?:\.\d+)?(?:e[+-]?\d+)?\s*$/i.test(value))
  );
}
