/** The push about changed shifts of a person. Pure. */
import type { Instant } from "../model/model.ts";
import type { Interval } from "../hours/interval.ts";
import { pushLifetime } from "../paging/notification.ts";
import { namesText } from "../text/person.ts";
import { hasNoEnd } from "./changes.ts";
import type { AboutSchedule, ShiftPush } from "./shift-push.ts";
import { spanText, timesIn } from "./shift-text.ts";

/** The changes of a person's shifts in a schedule. */
export interface ScheduleChange {
  schedule: AboutSchedule;
  added: readonly Interval[];
  removed: readonly Interval[];
  by: readonly string[];
  /** When they were found. */
  at: Instant;
}

const mostNames = 3;
const mostTimes = 4;
const mostSchedules = 10;

/** For a person whose shifts changed, in at least one schedule. */
export function changesPush(
  user_id: string,
  changes: readonly ScheduleChange[],
  now: Instant,
): ShiftPush {
  const by = [...new Set(changes.flatMap((one) => one.by))];
  const author = by.length === 0 ? "" : ` (by ${namesText(by, mostNames)})`;
  const [first] = changes;
  const alone = changes.length === 1;
  const { title, timezone, id } = first!.schedule;
  const lines = changes
    .slice(0, mostSchedules)
    .map((one) => `${one.schedule.title}: ${changeText(one)} (${one.schedule.timezone})`);
  const more = changes.length - lines.length;
  return {
    transition: "shifts_changed",
    schedule_id: alone ? id : null,
    key: `shifts_changed/${user_id}/${first!.at}`,
    title: alone
      ? `Your shifts changed: ${changeText(first!)}${author}`
      : `Your shifts changed in ${changes.length} schedules${author}`,
    message: alone
      ? `${title}. ${timesIn(timezone)}`
      : [...lines, ...(more > 0 ? [`… and ${more} more.`] : [])].join("\n"),
    expires_at: now + pushLifetime,
  };
}

/** `+ 21–28 Dec, − 28 Dec–4 Jan` */
function changeText({ schedule, added, removed, at }: ScheduleChange): string {
  const times = [
    ...added.map((time) => ({ time, sign: "+" })),
    ...removed.map((time) => ({ time, sign: "−" })),
  ]
    .toSorted((a, b) => a.time.from - b.time.from)
    .map(({ time, sign }) => `${sign} ${spanText(schedule.timezone, time, hasNoEnd(time, at))}`);
  const more = times.length - mostTimes;
  return `${times.slice(0, mostTimes).join(", ")}${more > 0 ? `, and ${more} more` : ""}`;
}
