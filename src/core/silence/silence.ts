/**
 * Decides whether a silence covers an incident: of a monitor, a group, alerts with certain labels, or
 * everything. A silence holds notifications; monitoring, incidents and their recovery go on. Its
 * conditions must all match; a silence without conditions matches everything. Pure.
 */
import { matches, type Matcher } from "./matcher.ts";
import type { Incident, Instant } from "../model/model.ts";

export interface Silence {
  /** The monitor whose incidents it is about; null: any. */
  monitor_id: string | null;
  alert_group_id: string | null;
  /** Monitors and groups whose incidents it is about; empty: any. */
  source_ids: readonly string[];
  /** One alert of a group, however often it fires: the `key` of its incidents; null: any. */
  key: string | null;
  /** All must fit. With any, it is about alerts of other tools only: monitors have no labels. */
  matchers: readonly Matcher[];
  from: Instant;
  /** Exclusive; null: until it is ended. */
  until: Instant | null;
  /** Covers only incidents opened by `from`, until they resolve; later ones are sent. */
  until_recovered: boolean;
}

/** The fields of an incident that a silence matches. */
export type Silenceable = Pick<Incident, "source_id" | "alert_group_id" | "key" | "opened_at"> & {
  /** Labels of another tool's alert; null: not such an alert. */
  labels: Readonly<Record<string, string>> | null;
};

/** True when `silence` matches the incident, at any time. */
export function concerns(silence: Silence, incident: Silenceable): boolean {
  const { monitor_id, alert_group_id, source_ids, key, matchers } = silence;
  const { labels } = incident;
  return (
    (monitor_id === null || monitor_id === incident.source_id) &&
    (alert_group_id === null || alert_group_id === incident.alert_group_id) &&
    (source_ids.length === 0 || source_ids.includes(incident.source_id)) &&
    (key === null || key === incident.key) &&
    (matchers.length === 0 || (labels !== null && matchers.every((one) => matches(one, labels)))) &&
    (!silence.until_recovered || incident.opened_at <= silence.from)
  );
}

/** True when `silence` covers the incident at `at`. */
export function covers(silence: Silence, incident: Silenceable, at: Instant): boolean {
  return (
    silence.from <= at &&
    (silence.until === null || at < silence.until) &&
    concerns(silence, incident)
  );
}

/**
 * The first instant without a silence: `at` itself when none is active, null when only a person can
 * end it. Consecutive silences count as one.
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
