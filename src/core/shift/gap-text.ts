/** The push about gaps of a schedule. Pure. */
import type { Instant } from "../model/model.ts";
import type { Interval } from "../hours/interval.ts";
import { gapText } from "../on-call/coverage-text.ts";
import { pushLifetime } from "../paging/notification.ts";
import { plural } from "../text/plural.ts";
import type { DueGap } from "./gap-push.ts";
import type { AboutSchedule, ShiftPush } from "./shift-push.ts";
import { dayAndTime, untilText } from "./shift-text.ts";

/** Gaps, at least one, in their order. */
export function gapPush(
  { id, title, timezone }: AboutSchedule,
  gaps: readonly DueGap[],
  now: Instant,
): ShiftPush {
  const texts = gaps.map((gap) => {
    const often = gap.times > 1 ? `, ${gap.times} times in 7 days` : "";
    return `${gapWords(gap, timezone, now)}${often}`;
  });
  const more = texts.length > 1 ? `, and ${plural(texts.length - 1, "other gap")}` : "";
  return {
    transition: "schedule_gap",
    schedule_id: id,
    key: `schedule_gap/${id}/${now}`,
    title: `${title} has nobody ${texts[0]}${more}`,
    message: [
      ...(more === "" ? [] : texts.map((text) => `- ${text}`)),
      "To fill it, take this time on the On call page, or with monitorctl oncall take.",
    ].join("\n"),
    expires_at: now + pushLifetime,
  };
}

function gapWords({ from, until }: Interval, timezone: string, now: Instant): string {
  const zone = timezone === "UTC" ? " UTC" : ` (${timezone})`;
  const end = until === Infinity ? "" : `${untilText(timezone, until)}${zone}`;
  if (from <= now) return `now${end === "" ? "" : `,${end}`}`;
  return until === Infinity
    ? `from ${dayAndTime(timezone, from)}${zone} on`
    : gapText({ from, until }, timezone, now);
}
