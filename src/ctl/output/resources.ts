/** Resources as tables: the columns of each kind. */
import type { Answered } from "../../client/client.ts";
import { ageText } from "./age.ts";
import type { Style } from "./style.ts";
import { tableText } from "./table.ts";

type Columns<T> = [
  heading: string,
  cell: (resource: T, now: number) => string,
][];

const columns: { [K in keyof Answered]: Columns<Answered[K]> } = {
  users: [
    ["EXTERNAL ID", ({ external_id }) => external_id ?? "-"],
    ["EMAIL", ({ email }) => email],
    ["NAME", ({ name }) => name ?? "-"],
    ["PROJECT", ({ project }) => project ?? "-"],
    ["ID", ({ id }) => id],
  ],
  alert_groups: [
    ["EXTERNAL ID", ({ external_id }) => external_id ?? "-"],
    ["TITLE", ({ title }) => title],
    ["PRIORITY", ({ priority_level }) => String(priority_level)],
    ["TIMEZONE", ({ timezone }) => timezone],
    ["PROJECT", ({ project }) => project ?? "-"],
    ["ID", ({ id }) => id],
  ],
  health_check_monitors: [
    ["EXTERNAL ID", ({ external_id }) => external_id ?? "-"],
    ["TITLE", ({ title }) => title],
    ["STATUS", ({ status }) => status],
    [
      "CHECKS",
      ({ checks_passing, checks_total }) =>
        checks_total === null ? "-" : `${checks_passing}/${checks_total}`,
    ],
    ["CHECKED", ({ checked_at }, now) => ago(checked_at, now)],
    ["URL", ({ url }) => url],
    ["ID", ({ id }) => id],
  ],
  webhook_monitors: [
    ["EXTERNAL ID", ({ external_id }) => external_id ?? "-"],
    ["TITLE", ({ title }) => title],
    ["STATUS", ({ status }) => status],
    [
      "ERRORS",
      ({ errors_in_window, error_rate_threshold, error_rate_window_minutes }) =>
        `${errors_in_window ?? "?"}/${error_rate_threshold} in ${error_rate_window_minutes} min`,
    ],
    ["RECEIVED", ({ last_received_at }, now) => ago(last_received_at, now)],
    ["WEBHOOK URL", ({ webhook_url }) => webhook_url],
    ["ID", ({ id }) => id],
  ],
};

/** The resources of one kind as a table; nothing for none. */
export function resourcesText<K extends keyof Answered>(
  kind: K,
  resources: readonly Answered[K][],
  now: number,
  style: Style,
): string {
  const own: Columns<Answered[K]> = columns[kind];
  return tableText(
    own.map(([heading]) => heading),
    // A server that lacks a field leaves its cell empty.
    resources.map((r) => own.map(([, cell]) => cell(r, now) ?? "-")),
    style,
  );
}

function ago(instant: string | null, now: number): string {
  return instant ? `${ageText(instant, now)} ago` : "never";
}
