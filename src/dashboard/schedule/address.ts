/** Addresses of the states of a schedule's page. Pure. */
import type { Frame } from "../layout.ts";
import type { ScheduleModel } from "./model.ts";

interface State {
  /** Another first day, counted from 1970-01-01; absent: as it is, null: this week. */
  day?: number | null;
  shift?: string | null;
  byDay?: boolean;
}

/** `2026-11-16`. */
const dateOf = (day: number): string => new Date(day * 86_400_000).toISOString().slice(0, 10);

/** The same page in another state; its popover is closed unless it is named. */
export function scheduleAddress(
  { base }: Pick<Frame, "base">,
  { schedule, view }: Pick<ScheduleModel, "schedule" | "view">,
  { day, shift, byDay }: State = {},
): string {
  const from = day === undefined ? view.day : day;
  const query = new URLSearchParams({
    ...(from === null ? {} : { from: dateOf(from) }),
    ...((byDay ?? view.byDay) ? { view: "days" } : {}),
    ...(shift ? { shift } : {}),
  });
  const text = query.toString();
  return `${base}/schedules/${schedule.id}${text === "" ? "" : `?${text}`}`;
}
