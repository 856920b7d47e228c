/**
 * How incidents of a period were answered: how soon they were acknowledged and resolved, which sources made most of the
 * pages, and the people that were paged at night. Pure.
 */
import { openHours } from "../hours/contact-hours.ts";
import { dayLength, zoneOf } from "../hours/zone.ts";
import type { Incident, Instant } from "../model/model.ts";
import { longestOf, medianOf } from "../history/median.ts";
import { nights, type SentPage } from "../on-call/report.ts";
import { hour } from "../text/units.ts";
import { dateOf, type PeriodDay } from "./days.ts";

/** An incident that opened in the period. */
export interface AnsweredIncident extends Pick<
  Incident,
  | "id"
  | "number"
  | "title"
  | "source"
  | "source_id"
  | "priority_level"
  | "opened_at"
  | "resolved_at"
> {
  /** Its first acknowledgement; null: none. */
  acknowledged_at: Instant | null;
}

/** Durations in figures, ms; null: none was measured. */
export interface Spread {
  count: number;
  mean_ms: number | null;
  median_ms: number | null;
  longest_ms: number | null;
}

export interface IncidentFigures {
  incidents: number;
  /** Those of priority 1. */
  urgent: number;
  /** Resolved without an acknowledgement. */
  unacknowledged: number;
  /** From the opening to the first acknowledgement. */
  acknowledged: Spread;
  /** The same of priority 1. */
  urgent_acknowledged: Spread;
  /** From the opening to the end. */
  resolved: Spread;
}

/** Pages and reminders that a push server accepted; those to several phones of a person are one. */
export interface PageFigures {
  pages: number;
  reminders: number;
  /** Between 22:00 and 07:00 in the zone of each person. */
  night_pages: number;
}

/** A source with its incidents and pages. */
export interface NoisySource {
  source: Incident["source"];
  source_id: string;
  title: string;
  incidents: number;
  unacknowledged: number;
  pages: number;
  reminders: number;
}

/** The pages of a night, which belongs to the day on which it ends. */
export interface Night {
  date: string;
  pages: number;
  first: Instant;
  last: Instant;
}

export interface PagedPerson extends PageFigures {
  user_id: string;
  name: string;
  timezone: string;
  nights: Night[];
}

export interface IncidentDay {
  date: string;
  incidents: number;
  urgent: number;
}

export function spreadOf(values: readonly number[]): Spread {
  const count = values.length;
  const sum = values.reduce((total, value) => total + value, 0);
  return {
    count,
    mean_ms: count === 0 ? null : Math.round(sum / count),
    median_ms: medianOf(values),
    longest_ms: longestOf(values),
  };
}

const isUrgent = ({ priority_level }: AnsweredIncident) => priority_level === 1;
const endedUnacknowledged = ({ acknowledged_at, resolved_at }: AnsweredIncident) =>
  acknowledged_at === null && resolved_at !== null;

export function incidentFigures(incidents: readonly AnsweredIncident[]): IncidentFigures {
  const after = (at: "acknowledged_at" | "resolved_at", of = incidents) =>
    spreadOf(of.flatMap((one) => (one[at] === null ? [] : Math.max(0, one[at] - one.opened_at))));
  return {
    incidents: incidents.length,
    urgent: incidents.filter(isUrgent).length,
    unacknowledged: incidents.filter(endedUnacknowledged).length,
    acknowledged: after("acknowledged_at"),
    urgent_acknowledged: after("acknowledged_at", incidents.filter(isUrgent)),
    resolved: after("resolved_at"),
  };
}

/** The days of the period with incidents that opened then. */
export function incidentDays(
  incidents: readonly AnsweredIncident[],
  days: readonly PeriodDay[],
): IncidentDay[] {
  const ordered = incidents.toSorted((a, b) => a.opened_at - b.opened_at);
  let next = 0;
  return days.flatMap(({ date, from, to }) => {
    while (next < ordered.length && ordered[next]!.opened_at < from) next++;
    const first = next;
    while (next < ordered.length && ordered[next]!.opened_at < to) next++;
    const here = ordered.slice(first, next);
    const urgent = here.filter(isUrgent).length;
    return here.length === 0 ? [] : [{ date, incidents: here.length, urgent }];
  });
}

/**
 * The sources of incidents, those with the most pages first. Each title of a group's alerts is a source of its own.
 * `titles`: of monitors, by id; an incident of a deleted one lends its own.
 */
export function noisiest(
  incidents: readonly AnsweredIncident[],
  pages: readonly SentPage[],
  titles: ReadonlyMap<string, string>,
): NoisySource[] {
  const rows = new Map<string, NoisySource>();
  const ofIncident = new Map<string, NoisySource>();
  for (const incident of incidents) {
    const { id, source, source_id } = incident;
    const title = (source === "alert_group" ? null : titles.get(source_id)) ?? incident.title;
    const key = source === "alert_group" ? `${source_id} ${title}` : source_id;
    const row = rows.get(key) ?? {
      source,
      source_id,
      title,
      incidents: 0,
      unacknowledged: 0,
      pages: 0,
      reminders: 0,
    };
    rows.set(key, row);
    row.incidents += 1;
    row.unacknowledged += Number(endedUnacknowledged(incident));
    ofIncident.set(id, row);
  }
  for (const { incident_id, reminder } of pages) {
    const row = ofIncident.get(incident_id);
    if (!row) continue;
    row.pages += 1;
    row.reminders += Number(reminder);
  }
  return [...rows.values()].sort(
    (a, b) =>
      b.pages - a.pages || b.incidents - a.incidents || a.title.localeCompare(b.title, "en"),
  );
}

const lateEvening = 22 * hour;

/** Says on which date the night of an instant ends; null: it is not at night. */
export function nightsOf(timezone: string): (at: Instant) => string | null {
  const hours = openHours(nights(timezone));
  const zone = zoneOf(timezone);
  return (at) => {
    if (!hours(at).isOpen) return null;
    const local = zone.local(at);
    const day = Math.floor(local / dayLength);
    return dateOf(local - day * dayLength >= lateEvening ? day + 1 : day);
  };
}

/** The people that were paged, those with the most pages at night first. */
export function pagedPeople(
  pages: readonly SentPage[],
  personOf: (user_id: string) => { name: string; timezone: string },
): PagedPerson[] {
  return [...Map.groupBy(pages, ({ user_id }) => user_id)]
    .map(([user_id, own]): PagedPerson => {
      const { name, timezone } = personOf(user_id);
      const nightOf = nightsOf(timezone);
      const inOrder = own.toSorted((a, b) => a.at - b.at);
      const times = [...Map.groupBy(inOrder, ({ at }) => nightOf(at))].flatMap(
        ([date, all]): Night[] =>
          date === null
            ? []
            : [{ date, pages: all.length, first: all[0]!.at, last: all.at(-1)!.at }],
      );
      return {
        user_id,
        name,
        timezone,
        pages: own.length,
        reminders: own.filter(({ reminder }) => reminder).length,
        night_pages: times.reduce((sum, night) => sum + night.pages, 0),
        nights: times,
      };
    })
    .sort(
      (a, b) =>
        b.night_pages - a.night_pages || b.pages - a.pages || a.name.localeCompare(b.name, "en"),
    );
}

/** The pages of all people together. */
export const pageFigures = (people: readonly PageFigures[]): PageFigures => ({
  pages: people.reduce((sum, one) => sum + one.pages, 0),
  reminders: people.reduce((sum, one) => sum + one.reminders, 0),
  night_pages: people.reduce((sum, one) => sum + one.night_pages, 0),
});
