/**
 * Reads status changes of monitors and timelines of incidents as one list of events. A poll costs two requests,
 * side by side, with any number of monitors and incidents.
 */
import type { Client } from "../../client/client.ts";
import { instantText } from "../input/duration.ts";
import { nameOf } from "../input/find-one.ts";
import { jsonLine } from "../call/structured.ts";
import { minute } from "../../core/text/units.ts";

export interface Event {
  at: string;
  /** As one types it: `hc/shop`, `incident/12`. */
  subject: string;
  /** The new status, or the kind of timeline entry. */
  event: string;
  text: string;
  /** null: the service itself. */
  actor: string | null;
}

/** The events to read: all of them, or those of one monitor, one incident, a group or a project. */
export interface EventFilter {
  monitor_id?: string;
  /** Id or number. */
  incident_id?: string;
  alert_group_id?: string;
  project?: string;
}

/** Later polls read so far back: an entry appears with its commit, after the instant that it carries. */
const overlap = minute;

/**
 * Reads events at or after `since` (0: all), oldest first. Each call returns only events that no earlier call returned.
 */
export function eventReader(
  client: Client,
  { monitor_id, incident_id, ...about }: EventFilter,
  since: number,
): () => Promise<Event[]> {
  let from = since;
  /** Those of the last poll that a later one can read again. */
  let answered = new Set<string>();

  const sinceIn = () => (from === 0 ? {} : { since: instantText(from) });

  async function ofMonitors(): Promise<Event[]> {
    if (incident_id !== undefined) return [];
    const changes = await client.send("GET /monitors/changes", {
      query: { ...about, ...(monitor_id && { monitor_id }), ...sinceIn() },
    });
    return changes.map(({ kind, monitor_id: id, external_id, at, status, reason }) => ({
      at,
      subject: nameOf(kind, { id, external_id }),
      event: status,
      text: reason ?? "",
      actor: null,
    }));
  }

  async function ofIncidents(): Promise<Event[]> {
    const entries = await client.send("GET /incidents/timeline", {
      query: {
        ...about,
        ...(monitor_id && { source_id: monitor_id }),
        ...(incident_id && { incident_id }),
        ...sinceIn(),
      },
    });
    return entries.map(({ number, at, kind, text, actor }) => ({
      at,
      subject: `incident/${number}`,
      event: kind,
      text,
      actor,
    }));
  }

  return async () => {
    const lists = await Promise.all([ofMonitors(), ofIncidents()]);
    const events = lists.flat().toSorted((a, b) => a.at.localeCompare(b.at));
    const read = new Set(events.map((event) => jsonLine(event)));
    const fresh = events.filter((event) => !answered.has(jsonLine(event)));
    answered = read;
    const last = events.at(-1);
    if (last) from = Math.max(from, Date.parse(last.at) - overlap);
    return fresh;
  };
}
