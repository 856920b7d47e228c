/**
 * The small forms of overrides and absences: reading their times, and the answer of the API as a message. Their fields have
 * other names than those of the API. Pure.
 */
import { localInstant } from "../../answer/instants.ts";
import { timestamp } from "../../answer/present.ts";
import type { Done, Said } from "../site.ts";

/** The labels of fields by their names in the API. */
const labels: Record<string, string> = {
  user_id: "Who",
  instead_of_user_id: "In place of",
  from: "From",
  until: "Until",
  reason: "Reason",
  at: "The shift",
  with_at: "The other shift",
  with_user_id: "The other person",
  mode: "What",
};

/** `Until must be later than from, and than now.` */
export function rejectionOf({ faults, detail }: Pick<Said, "faults" | "detail">): string {
  if (faults.length === 0) return detail;
  return faults.map(({ field, message }) => `${labels[field] ?? field} ${message}.`).join(" ");
}

/** The message about the overrides that were added, and their ids. */
export function outcomeOf({ body }: Said, done: Done): [done: Done, undo: string[]] {
  const { overrides = [], warnings = [] } = body as {
    overrides?: { id: string }[];
    warnings?: string[];
  };
  return [warnings.length > 0 ? "no_effect" : done, overrides.map(({ id }) => id)];
}

/** An instant with an offset, or the value of a date and time field of a browser, in the zone of its reader. */
export function givenTime(text: string | null, zone: string): string | null {
  if (text === null || text.endsWith("Z")) return text;
  const at = localInstant(text, zone);
  return typeof at === "number" ? timestamp(at) : at;
}
