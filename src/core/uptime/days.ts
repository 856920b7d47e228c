/** The calendar days of a period, and the part of each that a monitor was down, degraded or not observed. Pure. */
import { dayLength, zoneOf } from "../hours/zone.ts";
import type { Range } from "../history/point.ts";
import { isCounted, type Outage } from "./outages.ts";
import type { Piece } from "./pieces.ts";
import { addTime, noTimes, type Times } from "./uptime.ts";

/** A calendar day of a zone, cut to the period. */
export interface PeriodDay extends Range {
  /** `2026-10-25` */
  date: string;
}

/** A day of a monitor with anything but uptime. */
export interface MonitorDay extends Times {
  date: string;
  /** Outages with time outside of maintenance on this day. */
  outages: number;
}

export const dateOf = (day: number): string => new Date(day * dayLength).toISOString().slice(0, 10);

export function daysIn({ from, to }: Range, timezone: string): PeriodDay[] {
  const zone = zoneOf(timezone);
  const days: PeriodDay[] = [];
  for (let at = from, day = zone.day(from); at < to; day++) {
    const end = Math.min(zone.reached((day + 1) * dayLength), to);
    // A zone that crossed the date line has left a day out.
    if (end > at) days.push({ date: dateOf(day), from: at, to: end });
    at = end;
  }
  return days;
}

/** The days of a monitor that were not wholly up, in order. */
export function monitorDays(
  pieces: readonly Piece[],
  outages: readonly Outage[],
  days: readonly PeriodDay[],
): MonitorDay[] {
  const shown: MonitorDay[] = [];
  let first = 0;
  for (const { date, from, to } of days) {
    const times = { ...noTimes };
    while (pieces[first] && pieces[first]!.to <= from) first++;
    for (let i = first; pieces[i] && pieces[i]!.from < to; i++) {
      const piece = pieces[i]!;
      addTime(times, piece, Math.min(piece.to, to) - Math.max(piece.from, from));
    }
    if (times.up_ms === to - from && times.degraded_ms === 0) continue;
    const here = outages.filter((one) => isCounted(one) && one.from < to && one.to > from);
    shown.push({ date, ...times, outages: times.down_ms > 0 ? here.length : 0 });
  }
  return shown;
}
