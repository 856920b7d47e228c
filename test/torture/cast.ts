/** Who is in a run: groups with their people and phones, and the monitors that report to them. One apply makes them. */
import type { ApplyRequest } from "../../src/api/declaration.ts";
import { createClient, type Client } from "../../src/client/client.ts";
import type { Target } from "./history.ts";

export interface Cast {
  targets: Target[];
  /** The path to post to, by the key of the target. */
  pathOf: Map<string, string>;
  /** The targets that page one group, by group: its alerts, and the monitors that fire. */
  rooms: { alerts: Target; fires: Target[] }[];
  counting: Target[];
}

export interface CastSize {
  /** Groups with phones of their own. */
  groups: number;
  /** Monitors that fire once each. */
  fires: number;
}

/** Monitors that only count. */
const counting = 12;
/** Reports until one fires. */
const threshold = 3;

const indexes = (count: number) => Array.from({ length: count }, (_, i) => i);
const email = (person: string) => `${person}@example.com`;

/** The people of a group: every fourth has two. */
const peopleOf = (group: number) =>
  group % 4 === 3 ? [`phone-${group}`, `phone-${group}-b`] : [`phone-${group}`];

/**
 * What holds pages of a group back until after the run: it is silenced, or it is notified on another day of the week
 * alone. The first two of ten groups.
 */
const isSilenced = (group: number) => group % 10 === 0;
const isOutsideHours = (group: number) => group % 10 === 1;
const isHeld = (group: number) => isSilenced(group) || isOutsideHours(group);

function declaration({ groups, fires }: CastSize, now: Date): ApplyRequest {
  const people = indexes(groups).flatMap(peopleOf);
  const webhook = (external_id: string, group: number, error_rate_threshold: number) => ({
    external_id,
    title: external_id,
    alert_group: `group-${group}`,
    error_rate_threshold,
    error_rate_window_minutes: 60,
  });
  return {
    project: "torture",
    users: people.map((person) => ({ external_id: person, email: email(person) })),
    alert_groups: indexes(groups).map((group) => ({
      external_id: `group-${group}`,
      title: `Group ${group}`,
      members: peopleOf(group).map(email),
      priority_level: 2,
      repeat_minutes: 0,
      ...(isOutsideHours(group) && { contact_days: [(now.getUTCDay() + 3) % 7] }),
    })),
    webhook_monitors: [
      ...indexes(counting).map((i) => webhook(`counts-${i}`, 2, 1_000_000)),
      ...indexes(fires).map((i) => webhook(`fires-${i}`, i % groups, threshold)),
    ],
  };
}

const clientOf = (url: string, apiKey: string): Client =>
  createClient({ url, apiKey, timeout: 300_000 });

/** Makes them by the service at `url`. */
export async function makeCast(url: string, apiKey: string, size: CastSize): Promise<Cast> {
  const client = clientOf(url, apiKey);
  const { changes } = await client.send("POST /apply", { body: declaration(size, new Date()) });
  const ids = new Map(changes.map(({ external_id, id }) => [external_id, id]));
  for (const topic of indexes(size.groups).flatMap(peopleOf))
    await client.send("POST /users/:user_id/devices", {
      user_id: ids.get(topic)!,
      body: { kind: "ntfy", target: topic },
    });
  for (const group of indexes(size.groups).filter(isSilenced))
    await client.send("POST /silences", {
      body: { alert_group_id: ids.get(`group-${group}`)!, reason: "Held back" },
    });
  const pathOf = new Map<string, string>();
  for (const { external_id, webhook_url } of [
    ...(await client.send("GET /webhook_monitors")),
    ...(await client.send("GET /alert_groups")),
  ])
    if (webhook_url !== null) pathOf.set(external_id!, new URL(webhook_url).pathname);

  const target = (key: string, kind: Target["kind"], group: number): Target => ({
    key,
    kind,
    threshold: kind === "counts" ? 1_000_000 : kind === "fires" ? threshold : 1,
    topics: kind === "counts" || isHeld(group) ? [] : peopleOf(group),
  });
  const rooms = indexes(size.groups).map((group) => ({
    alerts: target(`group-${group}`, "alerts", group),
    fires: indexes(size.fires)
      .filter((i) => i % size.groups === group)
      .map((i) => target(`fires-${i}`, "fires", group)),
  }));
  const counters = indexes(counting).map((i) => target(`counts-${i}`, "counts", 2));
  return {
    rooms,
    pathOf,
    counting: counters,
    targets: [...counters, ...rooms.flatMap(({ alerts, fires }) => [alerts, ...fires])],
  };
}

/** What a title is about: a monitor that fired, or the name of an alert. */
export const aboutOf = (title: string): string | null =>
  /\b(?:fires|alert)-\d+\b/.exec(title)?.[0] ?? null;

/** What the service says that it has. */
export function witnessOf(url: string, apiKey: string) {
  const client = clientOf(url, apiKey);
  return {
    /** The reports that count, by target. */
    async counted(): Promise<Record<string, number>> {
      const monitors = await client.send("GET /webhook_monitors");
      return Object.fromEntries(
        monitors.map(({ external_id, errors_in_window }) => [external_id!, errors_in_window]),
      );
    },
    async incidents(): Promise<Record<string, number>> {
      const counts: Record<string, number> = {};
      for (const { title } of await client.send("GET /incidents")) {
        const about = aboutOf(title) ?? title;
        counts[about] = (counts[about] ?? 0) + 1;
      }
      return counts;
    },
    /** Pushes that should have left by an instant. */
    async owed(by: number) {
      const pushes = await client.send("GET /notifications", {
        query: { status: ["queued", "leased", "waiting"] },
      });
      const users = new Map(
        (await client.send("GET /users")).map(({ id, external_id }) => [id, external_id ?? id]),
      );
      return pushes
        .map(({ title, user_id, state, attempts, due_at, last_error }) => ({
          about: aboutOf(title) ?? title,
          topic: users.get(user_id) ?? user_id,
          state,
          attempts,
          due_at: due_at === null ? null : Date.parse(due_at),
          error: last_error,
        }))
        .filter(({ due_at }) => due_at === null || due_at <= by);
    },
  };
}
