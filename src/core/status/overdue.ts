/** Work that is overdue in two looks in a row, and its sentence. Pure. */
import { plural } from "../text/plural.ts";

/** Ids by kind. */
type Found<Kind extends string> = Record<Kind, string[]>;

/** The ids that both looks found. */
export function stillOverdue<Kind extends string>(
  before: Found<Kind>,
  now: Found<Kind>,
): Found<Kind> {
  const both = (Object.keys(now) as Kind[]).map((kind) => {
    const known = new Set(before[kind]);
    return [kind, now[kind].filter((id) => known.has(id))] as const;
  });
  return Object.fromEntries(both) as Found<Kind>;
}

const words = {
  deadlines: "deadline",
  pages: "reminder or escalation",
  handoffs: "handoff",
  lanes: "push server",
  unpaged: "page",
} as const;

/** The sentence about work that was late; null: none was. */
export function overdueText(found: Found<keyof typeof words>): string | null {
  const parts = (Object.keys(words) as (keyof typeof words)[]).flatMap((kind) => {
    const count = found[kind].length;
    if (count === 0) return [];
    const what =
      kind === "pages" && count > 1
        ? `${count} reminders or escalations`
        : plural(count, words[kind]);
    return [kind === "lanes" ? `pushes to ${what}` : what];
  });
  return parts.length === 0
    ? null
    : `Minutes overdue, and done now: ${parts.join(", ")}. A loop of monitord is stuck; restart it, and report its log.`;
}
