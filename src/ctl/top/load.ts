/**
 * Loads the data of the dashboard. Up to 500 monitors are loaded in full each time. With more, all are
 * loaded now and then, and only the failing ones in between: failures are always fresh, and thousands of
 * healthy monitors cost nothing.
 */
import type { MonitorKind } from "../../core/model/model.ts";
import type { ScheduleNow } from "../../api/on-call/schedules.ts";
import type { MonitorPast } from "../../api/history.ts";
import { ApiProblem, type Client } from "../../client/client.ts";
import { healthStatuses, isHealthy, webhookStatuses } from "../../core/model/status.ts";
import { worstFirst, type Monitor } from "../output/status.ts";
import { pastsOf } from "../tasks/pasts.ts";
import { unresolved } from "../tasks/unresolved.ts";
import type { Data, Opened, Ref } from "./state.ts";
import { personName } from "../../core/text/person.ts";

export interface Loader {
  /**
   * Loads what the screen shows, and the details of one row. `seen`: ids of the monitors on the screen; absent: those
   * that come first. Rejects with the errors of the client. Must not be called while an earlier call is pending.
   */
  load(wanted: Ref | null, seen?: readonly string[]): Promise<Data>;
}

/** Up to this number, all monitors are loaded each time. */
const few = 500;
/** Larger lists are loaded whole this often, ms. */
const sweepEvery = 20_000;
/** Up to this number, monitors that recovered are loaded one by one; for more, a full load is cheaper. */
const oneByOne = 20;
/** How long the past of a monitor is shown before it is loaded again, ms. */
const pastsKept = 30_000;
/** How long the people on call are shown before they are loaded again, ms. */
const onCallKept = 15_000;
/** Monitors whose past the first frame shows. */
const firstSeen = 60;
const isNotWell = (status: Monitor["status"]) => !isHealthy(status);

export function createLoader(client: Client, now: () => number): Loader {
  let swept = Number.NEGATIVE_INFINITY;
  let monitors: Monitor[] = [];
  let groups = new Map<string, string>();
  let people = new Map<string, string>();
  let onCall: readonly ScheduleNow[] = [];
  let onCallAt = Number.NEGATIVE_INFINITY;

  const pasts = new Map<string, MonitorPast>();
  const askedAt = new Map<string, number>();

  /** The pasts of all monitors are large: only those on the screen are loaded, and seldom. */
  async function look(seen: readonly string[], at: number): Promise<void> {
    const due = seen.filter((id) => at - (askedAt.get(id) ?? -Infinity) >= pastsKept);
    if (due.length === 0) return;
    for (const [id, past] of await pastsOf(client, due)) pasts.set(id, past);
    for (const id of due) askedAt.set(id, at);
  }

  async function loadOnCall(at: number): Promise<void> {
    if (at - onCallAt < onCallKept) return;
    onCall = (await orNull(client.send("GET /on_call"))) ?? [];
    onCallAt = at;
  }

  async function sweep(at: number): Promise<void> {
    const [health, webhooks, allGroups, users] = await Promise.all([
      client.send("GET /health_check_monitors"),
      client.send("GET /webhook_monitors"),
      client.send("GET /alert_groups"),
      client.send("GET /users"),
    ]);
    monitors = worstFirst([...health, ...webhooks]);
    groups = new Map(allGroups.map(({ id, title }) => [id, title]));
    people = new Map(users.map((user) => [user.id, personName(user)]));
    swept = at;
  }

  /** Loads the failing monitors again, and those that were failing before. */
  async function refresh(at: number): Promise<void> {
    const [health, webhooks] = await Promise.all([
      client.send("GET /health_check_monitors", {
        query: { status: healthStatuses.filter(isNotWell) },
      }),
      client.send("GET /webhook_monitors", {
        query: { status: webhookStatuses.filter(isNotWell) },
      }),
    ]);
    const fresh = new Map([...health, ...webhooks].map((one) => [one.id, one as Monitor]));
    const mended = monitors.filter((one) => !isHealthy(one.status) && !fresh.has(one.id));
    const known = new Set(monitors.map(({ id }) => id));
    const isNew = [...fresh.keys()].some((id) => !known.has(id));
    if (mended.length > oneByOne || isNew) return sweep(at);
    const looked = await Promise.all(mended.map(get));
    const gone = new Set<string>();
    for (const [i, one] of looked.entries())
      if (one) fresh.set(one.id, one);
      else gone.add(mended[i]!.id);
    monitors = worstFirst(
      monitors.filter(({ id }) => !gone.has(id)).map((one) => fresh.get(one.id) ?? one),
    );
  }

  /** null: it is gone. */
  function get(monitor: Monitor): Promise<Monitor | null> {
    return orNull(
      client.send(`GET /${kindOf(monitor)}/:id`, { id: monitor.id }) as Promise<Monitor>,
    );
  }

  async function open(ref: Ref | null): Promise<Opened | null> {
    if (!ref) return null;
    if (ref.kind === "incident") {
      const incident = await orNull(client.send("GET /incidents/:id", { id: ref.id }));
      return { ref, incident, monitor: null, history: [] };
    }
    const listed = monitors.find(({ id }) => id === ref.id);
    if (!listed) return { ref, incident: null, monitor: null, history: [] };
    const [monitor, history] = await Promise.all([
      get(listed),
      orNull(client.send(`GET /${kindOf(listed)}/:id/history`, { id: ref.id })),
    ]);
    // Listed as it is here, so that both places say the same.
    if (monitor) monitors = monitors.map((one) => (one.id === ref.id ? monitor : one));
    return {
      ref,
      incident: null,
      monitor,
      history: (history ?? []).slice(-50),
    };
  }

  return {
    async load(wanted, seen) {
      const at = now();
      const incidents = unresolved(client);
      const lists = monitors.length <= few || at - swept >= sweepEvery ? sweep(at) : refresh(at);
      await Promise.all([incidents, lists, loadOnCall(at)]);
      await look(seen ?? monitors.slice(0, firstSeen).map(({ id }) => id), at);
      return {
        at,
        incidents: await incidents,
        monitors,
        pasts,
        groups,
        people,
        onCall,
        opened: await open(wanted),
      };
    },
  };
}

export function kindOf(monitor: Monitor): MonitorKind {
  return "webhook_id" in monitor ? "webhook_monitors" : "health_check_monitors";
}

async function orNull<T>(answer: Promise<T>): Promise<T | null> {
  try {
    return await answer;
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return null;
    throw error;
  }
}
