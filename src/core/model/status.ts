/**
 * Describes each status in one row: its condition, its rank in lists (worst first) and its glyph. All code
 * that asks whether a status is failing, its order or its look reads this table, the SQL order included.
 * A new status is one row and the rule that decides it. Pure.
 */

/**
 * failing: opens an incident. degraded: works, with a warning. pending: no result yet. healthy: no
 * fault.
 */
export type Condition = "failing" | "degraded" | "pending" | "healthy";

/** The color of a state; never without a glyph or a word that says the same. */
export type Tone = "bad" | "warn" | "idle" | "good";

/** The look of a state on the dashboard: a class of the stylesheet, and the icon of the same name. */
export type Look = "ok" | "warn" | "down" | "stale" | "unknown";

/** The state of a monitor on a public status page. */
export type PublicState = "operational" | "degraded" | "down" | "maintenance" | "unknown";

interface StatusRow {
  condition: Condition;
  /** Lists begin with the lowest. Each status has its own, so that they are counted in one order too. */
  rank: number;
  glyph: string;
  look: Look;
}

/** Statuses of a health check monitor. */
const healthRows = {
  pending: { condition: "pending", rank: 6, glyph: "…", look: "unknown" },
  up: { condition: "healthy", rank: 9, glyph: "✓", look: "ok" },
  down: { condition: "failing", rank: 0, glyph: "✗", look: "down" },
  degraded: { condition: "degraded", rank: 5, glyph: "!", look: "warn" },
  stale: { condition: "failing", rank: 3, glyph: "◔", look: "stale" },
} satisfies Record<string, StatusRow>;

/** Statuses of a webhook monitor. */
const webhookRows = {
  quiet: { condition: "healthy", rank: 10, glyph: "✓", look: "ok" },
  firing: { condition: "failing", rank: 1, glyph: "✗", look: "down" },
  missing: { condition: "failing", rank: 2, glyph: "◔", look: "stale" },
  waiting: { condition: "pending", rank: 7, glyph: "…", look: "unknown" },
  resolved: { condition: "healthy", rank: 8, glyph: "✓", look: "ok" },
} satisfies Record<string, StatusRow>;

/** Statuses of an alert group: whether the last posts to its webhook URL were accepted. */
const inboundRows = {
  ok: { condition: "healthy", rank: 11, glyph: "✓", look: "ok" },
  failing: { condition: "failing", rank: 4, glyph: "✗", look: "down" },
} satisfies Record<string, StatusRow>;

export type HealthStatus = keyof typeof healthRows;
export type WebhookStatus = keyof typeof webhookRows;
export type InboundStatus = keyof typeof inboundRows;

/** The statuses of a subject, over all kinds. */
export type Status = HealthStatus | WebhookStatus | InboundStatus;

export const statuses: Record<Status, StatusRow> = {
  ...healthRows,
  ...webhookRows,
  ...inboundRows,
};

export const healthStatuses = Object.keys(healthRows) as HealthStatus[];
export const webhookStatuses = Object.keys(webhookRows) as WebhookStatus[];
export const inboundStatuses = Object.keys(inboundRows) as InboundStatus[];

/** The status that a new subject begins with, by its kind. */
export const initialStatus = {
  health_check_monitor: "pending",
  webhook_monitor: "quiet",
  alert_group: "ok",
} as const satisfies Record<string, Status>;

/** The look of a condition, and its word on the public status page. */
const conditions: Record<Condition, { tone: Tone; public: PublicState }> = {
  failing: { tone: "bad", public: "down" },
  degraded: { tone: "warn", public: "degraded" },
  pending: { tone: "idle", public: "unknown" },
  healthy: { tone: "good", public: "operational" },
};

/** For a client that is older than its server: a status that it does not know is neither failing nor healthy. */
const unknown: StatusRow = { condition: "pending", rank: 6, glyph: "?", look: "unknown" };

const rowOf = (status: Status): StatusRow => statuses[status] ?? unknown;

export const conditionOf = (status: Status): Condition => rowOf(status).condition;
export const isFailing = (status: Status): boolean => conditionOf(status) === "failing";
export const isHealthy = (status: Status): boolean => conditionOf(status) === "healthy";
export const toneOf = (status: Status): Tone => conditions[conditionOf(status)].tone;
export const lookOf = (status: Status): Look => rowOf(status).look;
export const publicStateOf = (status: Status): PublicState =>
  conditions[conditionOf(status)].public;

/** A monitor, as far as lists sort and mark it. */
export interface Standing {
  status: Status;
  paused: boolean;
  flapping: boolean;
}

/** Paused monitors come last. */
export const pausedRank = 100;

/** Its place in a list, worst first: a monitor that flaps is never better than a degraded one. */
export function rankOf({ status, paused, flapping }: Standing): number {
  if (paused) return pausedRank;
  const { rank } = rowOf(status);
  return flapping ? Math.min(rank, statuses.degraded.rank) : rank;
}

/** Its tone as a whole: idle while paused, and no better than a warning while it flaps. */
export function standingTone({ status, paused, flapping }: Standing): Tone {
  if (paused) return "idle";
  return flapping && !isFailing(status) ? "warn" : toneOf(status);
}

/** The statuses of monitors, worst first. */
export const monitorStatuses: readonly Status[] = [...healthStatuses, ...webhookStatuses].toSorted(
  (a, b) => statuses[a].rank - statuses[b].rank,
);
