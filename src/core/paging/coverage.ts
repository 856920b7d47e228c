/**
 * Calculates the gaps of coverage: the hours of a week that lie outside the contact hours of every member
 * with a working device. Pure.
 */
import { closesAt, nextOpening, type ContactRules } from "../hours/contact-hours.ts";
import type { Instant } from "../model/model.ts";
import { zoneOf } from "../hours/zone.ts";
import { weekdays } from "../text/days.ts";
import { day } from "../text/units.ts";

const week = 7 * day;

export interface Gap {
  from: Instant;
  until: Instant;
}

/** The gaps of the week that begins at the first open instant after `at`; empty without rules. */
export function gapsOf(rules: readonly ContactRules[], at: Instant): Gap[] {
  if (rules.length === 0) return [];
  const opening = (from: Instant) => Math.min(...rules.map((one) => nextOpening(one, from)));
  const start = opening(at);
  const gaps: Gap[] = [];
  for (let now = start; now < start + week;) {
    const closed = closing(rules, now);
    if (closed === null || closed >= start + week) break;
    now = opening(closed);
    gaps.push({ from: closed, until: now });
  }
  return gaps;
}

/** The first instant after `now` at which all are closed; null: none. */
function closing(rules: readonly ContactRules[], now: Instant): Instant | null {
  // Hours that take turns leave no gap for ever.
  for (let until = now; until < now + 2 * week;) {
    let latest = until;
    for (const one of rules) {
      const closes = closesAt(one, until);
      if (closes === null) return null;
      latest = Math.max(latest, closes);
    }
    if (latest === until) return until;
    until = latest;
  }
  return null;
}

/** `Mon, Tue 18:00–08:00 and Fri 18:00 to Mon 08:00`, in local time; at most `most` kinds of gap. */
export function spokenGaps(gaps: readonly Gap[], timezone: string, most = 4): string {
  const zone = zoneOf(timezone);
  const moment = (at: Instant) => {
    const local = new Date(zone.local(at));
    return {
      day: weekdays[local.getUTCDay()]!,
      time: local.toISOString().slice(11, 16),
      number: zone.day(at),
    };
  };
  const kinds = new Map<string, string[]>();
  const long: string[] = [];
  for (const { from, until } of gaps) {
    const begins = moment(from);
    const ends = moment(until);
    if (ends.number - begins.number > 1) {
      long.push(`${begins.day} ${begins.time} to ${ends.day} ${ends.time}`);
      continue;
    }
    const hours = `${begins.time}–${ends.time}`;
    kinds.set(hours, [...(kinds.get(hours) ?? []), begins.day]);
  }
  const all = [
    ...[...kinds].map(([hours, on]) =>
      on.length === 7 ? `every day ${hours}` : `${on.join(", ")} ${hours}`,
    ),
    ...long,
  ];
  const shown = all.slice(0, most).join("; ");
  return all.length > most ? `${shown}; and ${all.length - most} more` : shown;
}
