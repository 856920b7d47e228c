/** Sub-checks that monitord makes of its own observations, in the shape of an application's. Pure. */
import type { CheckResult, Measured } from "../model/model.ts";

/** Names of our own sub-checks begin with it; an application's that does is renamed (`health-reading`). */
export const ownPrefix = "monitord.";

/** Our own sub-checks, in the order of a probe, with their names for people. */
export const ownLabels = {
  dns: "DNS",
  connection: "Connection",
  redirects: "Redirects",
  certificate: "Certificate",
  status: "Status",
  answer: "Answer",
  body: "Body",
  response_time: "Response time",
  inverted: "Must fail",
} as const;
export type OwnName = keyof typeof ownLabels;

/** Whether the sub-check of this name is one of ours. */
export const isOwn = (name: string): boolean => name.startsWith(ownPrefix);

/** A sub-check, and the parts of it that change with each check. */
export interface OwnCheck {
  result: CheckResult;
  measured: Measured[string] | null;
}

/** The texts and facts of a sub-check; absent ones are null. */
type Parts = Measured[string];

/** A sub-check: `parts` stay as they are from check to check, `measured` replaces some of them. */
export function ownCheck(
  name: OwnName,
  status: CheckResult["status"],
  parts: Parts,
  measured: Parts | null = null,
): OwnCheck {
  return {
    result: {
      name: ownPrefix + name,
      label: ownLabels[name],
      status,
      reported_status: null,
      notification_message: null,
      short_summary: null,
      meta: null,
      ...parts,
    },
    measured,
  };
}

/** The sub-checks with their measured parts. */
export function withMeasured(
  results: readonly CheckResult[],
  measured: Measured | null,
): CheckResult[] {
  return measured === null
    ? [...results]
    : results.map((result) => ({
        ...result,
        ...(Object.hasOwn(measured, result.name) ? measured[result.name] : {}),
      }));
}

/** `connection refused` → `Connection refused`. */
export const sentence = (text: string): string =>
  text.startsWith("monitord ") ? text : text.slice(0, 1).toUpperCase() + text.slice(1);

/** A text in quotes, at most 100 characters of it. */
export const quoted = (text: string): string =>
  `“${text.length > 100 ? `${text.slice(0, 100).toWellFormed()}…` : text}”`;
