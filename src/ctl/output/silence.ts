/** Silences as people read them. */
import type { Silence, Silenced } from "../../api/silences.ts";
import { plural } from "../../core/text/plural.ts";
import { oneLine } from "./text.ts";

/** The whole of one, in a sentence without its end. */
export function silenceText(silence: Silence, names: ReadonlyMap<string, string>): string {
  const { status, reason } = silence;
  const state = { active: "silenced", scheduled: "scheduled", ended: "ended" }[status];
  return `${state}: ${whatText(silence, names)}, ${whenText(silence)} (${oneLine(reason)})`;
}

/** With more monitors and groups than this, only their number is shown. */
const shownSources = 3;

/** The target of a silence; `names` translates ids into names. */
export function whatText(
  { monitor_id, alert_group_id, source_ids, key, matchers }: Silence,
  names: ReadonlyMap<string, string>,
): string {
  const named = (what: string, id: string | null) =>
    id === null ? [] : [names.get(id) ?? `${what} ${id}`];
  const parts = [
    ...named("monitor", monitor_id),
    ...named("alert group", alert_group_id),
    ...(source_ids.length > shownSources
      ? [plural(source_ids.length, "monitor or group", "monitors and groups")]
      : source_ids.flatMap((id) => named("monitor", id))),
    ...(key === null ? [] : [`alert ${oneLine(key)}`]),
    ...matchers.map(oneLine),
  ];
  return parts.length === 0 ? "everything" : parts.join(" ");
}

/** When it is so. */
export function whenText(silence: Silence): string {
  const { status, from, until, cron, duration_minutes, timezone, begins_at } = silence;
  const end = until === null ? [] : [`until ${until}`];
  const next = begins_at ? [`next ${begins_at}`] : [];
  if (cron !== null)
    return [`${duration_minutes} min at each "${cron}" (${timezone})`, ...next, ...end].join(", ");
  return [
    ...(status === "scheduled" ? [`from ${from}`] : []),
    ...end,
    ...(silence.until_recovered ? ["until it has recovered"] : []),
    ...(until === null && !silence.until_recovered ? ["until somebody ends it"] : []),
  ].join(", ");
}

/** `silenced by Ada until 04:00: deploy`; empty without one, and for a server that does not say. */
export function silencedText(
  silenced: Silenced | undefined,
  at: (instant: string) => string = (instant) => instant,
): string {
  if (!silenced) return "";
  const { until, by, why, maintenance } = silenced;
  const who = maintenance ? "maintenance" : `silenced by ${oneLine(by)}`;
  return `${who}${until === null ? "" : ` until ${at(until)}`}: ${oneLine(why)}`;
}

/** `, silenced` after a status; empty without a silence. */
export const silencedMark = ({ silenced }: { silenced?: Silenced }): string =>
  silenced ? `, ${silenced.maintenance ? "maintenance" : "silenced"}` : "";
