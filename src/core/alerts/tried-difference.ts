/** How a delivery reads with another mapping, compared with that of its group. Pure. */
import type { Alert } from "../command/alert.ts";
import { listed } from "../text/listed.ts";
import { plural } from "../text/plural.ts";

/** The alerts of a delivery; a text: why it would be refused. */
export type Reading = readonly Compared[] | string;
type Compared = Pick<Alert, (typeof fields)[number]>;

/** The fields that decide the effect of an alert, and those that people read. */
const fields = ["identity", "status", "title", "severity", "summary"] as const;
const names: Partial<Record<(typeof fields)[number], string>> = { summary: "text" };

/** `would make 2 alerts instead of 1`; null: it would make the same. */
export function differenceOf(before: Reading, after: Reading): string | null {
  if (typeof after === "string")
    return typeof before === "string" ? null : `would be refused: ${after}`;
  if (typeof before === "string")
    return `would make ${plural(after.length, "alert")} instead of being refused`;
  if (before.length !== after.length)
    return `would make ${plural(after.length, "alert")} instead of ${before.length}`;
  const other = fields.filter((field) =>
    after.some((alert, i) => alert[field] !== before[i]![field]),
  );
  if (other.length === 0) return null;
  return `would have another ${listed(other.map((field) => names[field] ?? field))}`;
}
