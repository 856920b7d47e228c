/**
 * Reads status changes of monitors and timelines of incidents as one list of events. The service stores
 * both with their monitor or incident, so they are read from there. A poll costs two lists, and details
 * only of those that can have new entries since the last poll.
 */
import type { Incident } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";
import { instantText } from "../input/duration.ts";
import { jsonLine } from "../call/structured.ts";
import { monitorKinds, nameOf, type FoundResource, type MonitorKind } from "../input/find-one.ts";

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

/** More monitors than this are not asked one by one for their history. */
const mostMonitors = 100;
/** Maximum number of unresolved incidents whose timelines are read in every poll. */
const mostLive = 20;

interface Readable {
  id: string;
  status: string;
  status_reason: string | null;
  paused_at: string | null;
}

/**
 * Reads events of `target`, or of everything, at or after `since`, oldest first. Each call returns only
 * events that no earlier call returned.
 */
export function eventReader(
  client: Client,
  target: FoundResource<MonitorKind> | null,
  since: number,
  onTooMany: (monitors: number) => void,
): () => Promise<Event[]> {
  /** The objects read, with their state at that time. */
  const looked = new Map<string, string>();
  const answered = new Set<string>();
  let warned = false;

  const changed = (id: string, value: unknown) => {
    const now = JSON.stringify(value);
    const before = looked.get(id);
    looked.set(id, now);
    return before !== now;
  };

  const again = async ({ kind, resource }: FoundResource<MonitorKind>) => ({
    kind,
    resource: await client.send(`GET /${kind}/:id`, { id: resource.id }),
  });

  async function everyMonitor() {
    const lists = await Promise.all(
      monitorKinds.map(async (kind) =>
        (await client.send(`GET /${kind}`)).map((resource) => ({ kind, resource })),
      ),
    );
    return lists.flat();
  }

  async function ofMonitors(): Promise<Event[]> {
    const monitors = target ? [await again(target)] : await everyMonitor();
    const news = monitors.filter(({ resource }) => {
      const { id, status, status_reason, paused_at }: Readable = resource;
      return changed(id, [status, status_reason, paused_at]);
    });
    if (news.length > mostMonitors) {
      if (!warned) onTooMany(news.length);
      warned = true;
      return [];
    }
    const histories = await Promise.all(
      news.map(async ({ kind, resource }) => {
        const entries = await client.send(`GET /${kind}/:id/history`, { id: resource.id });
        return entries.map((entry) => ({
          at: entry.at,
          subject: nameOf(kind, resource),
          event: entry.status,
          text: entry.reason ?? "",
          actor: null,
        }));
      }),
    );
    return histories.flat();
  }

  async function ofIncidents(): Promise<Event[]> {
    const query = target ? { source_id: target.resource.id } : {};
    const [recent, unresolved] = await Promise.all([
      client.send("GET /incidents", { query: { ...query, since: instantText(since) } }),
      client.send("GET /incidents", { query: { ...query, unresolved: true } }),
    ]);
    const live = unresolved.toSorted((a, b) => b.number - a.number);
    const unique = new Map<string, Incident>();
    for (const incident of [...recent, ...live]) unique.set(incident.id, incident);
    const always = new Set(live.slice(0, mostLive).map(({ id }) => id));
    const news = [...unique.values()].filter(
      (incident) => changed(incident.id, incident) || always.has(incident.id),
    );
    const timelines = await Promise.all(
      news.map(async ({ id }) => {
        const { number, timeline } = await client.send("GET /incidents/:id", { id });
        return timeline.map(({ at, kind, text, actor }) => ({
          at,
          subject: `incident/${number}`,
          event: kind,
          text,
          actor,
        }));
      }),
    );
    return timelines.flat();
  }

  return async () => {
    const events = await Promise.all([ofMonitors(), ofIncidents()]);
    return events
      .flat()
      .filter((event) => {
        const print = jsonLine(event);
        // The API has whole seconds: events within the first one count.
        const old = Date.parse(event.at) < since - 1000;
        if (old || answered.has(print)) return false;
        answered.add(print);
        return true;
      })
      .toSorted((a, b) => a.at.localeCompare(b.at));
  };
}
