/** Removes values of variables and files from output. */
import type { Plan } from "../../api/declaration.ts";
import { masked } from "../../core/declare/secrets.ts";

/** Shorter ones are everywhere, and no secrets. */
const shortest = 4;

/** The value with every secret in its texts replaced by `***`. */
export function redact(value: unknown, secrets: readonly string[]): unknown {
  const hidden = secrets
    .filter((secret) => secret.length >= shortest)
    .toSorted((a, b) => b.length - a.length);
  const walk = (part: unknown): unknown => {
    if (typeof part === "string")
      return hidden.reduce((text, secret) => text.replaceAll(secret, masked), part);
    if (Array.isArray(part)) return part.map(walk);
    if (typeof part === "object" && part !== null)
      return Object.fromEntries(Object.entries(part).map(([name, inner]) => [name, walk(inner)]));
    return part;
  };
  return hidden.length === 0 ? value : walk(value);
}

/** A plan fit to be printed: names of resources stay, so that they can be found. */
export function redactPlan(plan: Plan, secrets: readonly string[]): Plan {
  return {
    ...plan,
    changes: plan.changes.map((change) => ({
      ...change,
      fields: redact(change.fields, secrets) as Plan["changes"][number]["fields"],
    })),
  };
}
