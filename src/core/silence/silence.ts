/**
 * Whether somebody has asked for quiet: for a monitor, a group, alerts with certain labels, or everything.
 *
 * A silence holds back what would be said; monitoring, incidents and their recovery go on. It names what it
 * is about by conditions that must all hold; without any it is about everything. Pure.
 */
import { matches, type Matcher } from "./matcher.ts";
import type { Incident, Instant } from "../model/model.ts";

export interface Silence {
  /** The monitor whose incidents it is about; null: any. */
  monitor_id: string | null;
  alert_group_id: string | null;
  /** One alert of a group, however often it fires: the `key` of its incidents; null: any. */
  key: string | null;
  /** All must fit. With any, it is about alerts of other tools only: monitors have no labels. */
  matchers: readonly Matcher[];
  from: Instant;
  /** Not part of it; null: until it is taken away. */
  until: Instant | null;
  /** Only what had opened by `from`, and until that is resolved: what opens later is heard. */
  until_recovered: boolean;
}

/** What a silence is held against. */
export type Silenceable = Pick<Incident, "source_id" | "alert_group_id" | "key" | "opened_at"> & {
  /** Of an alert of another tool; null: it is none. */
  labels: Readonly<Record<string, string>> | null;
};

/** True when `silence` is about the incident, at whatever time. */
export function concerns(silence: Silence, incident: Silenceable): boolean {
  const { monitor_id, alert_group_id, key, matchers } = silence;
  const { labels } = incident;
  return (
    (monitor_id === null || monitor_id === incident.source_id) &&
    (alert_group_id === null || alert_group_id === incident.alert_group_id) &&
    (key === null || key === incident.key) &&
    (matchers.length === 0 || (labels !== null && matchers.every((one) => matches(one, labels)))) &&
    (!silence.until_recovered || incident.opened_at <= silence.from)
  );
}

/** True when `silence` keeps the incident quiet at `at`. */
export function covers(silence: Silence, incident: Silenceable, at: Instant): boolean {
  return (
    silence.from <= at &&
    (silence.until === null || at < silence.until) &&
    concerns(silence, incident)
  );
}

/**
 * When the first instant without a silence comes: `at` itself when there is none now, null when it does
 * not come by itself. Silences that follow on each other are one.
 */
export function heardAgainAt(
  silences: readonly Silence[],
  incident: Silenceable,
  at: Instant,
): Instant | null {
  const about = silences.filter((silence) => concerns(silence, incident));
  let quiet: Instant = at;
  for (;;) {
    const now = quiet;
    const covering = about.filter(
      ({ from, until }) => from <= now && (until === null || now < until),
    );
    if (covering.length === 0) return quiet;
    for (const { until } of covering) {
      if (until === null) return null;
      quiet = Math.max(quiet, until);
    }
  }
}
