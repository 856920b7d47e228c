/** Writes the command for a silence, because a manifest cannot hold one. Pure. */
import { zoneOf } from "../core/hours/zone.ts";
import { cronDays } from "../core/text/days.ts";

/** When a silence applies, as options of `silence add`. */
export type When = string;

/** A window that comes again at a local time, on all days or on some. */
export function recurring(cron: string, minutes: number, timezone: string | null): When {
  return `--cron "${cron}" --duration ${Math.max(1, Math.round(minutes))}m --timezone ${timezone ?? "ZONE"}`;
}

/**
 * A window from one local time to another, `2026-12-01T01:00`. Those of a known time zone become instants: the machine where
 * the command is typed can be in another one.
 */
export function once(from: string, until: string, timezone: string | null): When {
  const instant = (time: string) => {
    const shown = Date.parse(`${time}Z`);
    if (timezone === null || Number.isNaN(shown)) return time;
    return `${new Date(zoneOf(timezone).reached(shown)).toISOString().slice(0, 16)}Z`;
  };
  return `--from ${instant(from)} --until ${instant(until)}`;
}

/** The commands for these monitors, `hc/shop-web`; or for all alerts of these groups. */
export function silenceText(
  what: string,
  when: When,
  { monitors = [], groups = [] }: { monitors?: readonly string[]; groups?: readonly string[] },
): string {
  const [first, ...others] = [
    ...monitors.map((name) => `--monitor ${name}`),
    ...groups.map((name) => `--group ${name}`),
  ];
  const more = others.length === 0 ? "" : `; the same for ${others.join(", ")}`;
  return `${what}: monitorctl silence add ${first ?? "--group GROUP"} ${when} --reason maintenance${more}`;
}

/** The cron expression of a local time, `01:30`, on these days of the week; none: on all. null: they cannot be read. */
export function cronAt(time: string, days: readonly string[]): string | null {
  const [, hour, minute] = /^(\d{1,2}):(\d\d)/.exec(time.trim()) ?? [];
  const names = days.map((day) => cronDays.find((one) => day.toUpperCase().startsWith(one)));
  if (hour === undefined || names.includes(undefined)) return null;
  return `${Number(minute)} ${Number(hour)} * * ${names.length === 0 ? "*" : names.join(",")}`;
}
