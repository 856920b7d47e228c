/** Resources as tables: the columns of each kind. */
import type { Answered } from "../../client/client.ts";
import { ageText } from "./age.ts";
import { silencedText } from "./silence.ts";
import { statusWords } from "./status.ts";
import { hasCurrentReport } from "./mark.ts";
import type { Style } from "./style.ts";
import { tableText } from "./table.ts";

/** `wide` columns are shown when asked for: they are long, or secret. */
type Columns<T> = [heading: string, cell: (resource: T, now: number) => string, wide?: "wide"][];

const name = {
  heading: "EXTERNAL ID",
  // A resource without an external id is named by its id.
  cell: (resource: { external_id: string | null; id: string }) =>
    resource.external_id ?? resource.id,
};

const columns: { [K in keyof Answered]: Columns<Answered[K]> } = {
  users: [
    [name.heading, name.cell],
    ["EMAIL", ({ email }) => email],
    ["NAME", (user) => user.name ?? "-"],
    ["PROJECT", ({ project }) => project ?? "-"],
    ["ID", ({ id }) => id, "wide"],
  ],
  alert_groups: [
    [name.heading, name.cell],
    ["TITLE", ({ title }) => title],
    ["PRIORITY", ({ priority_level }) => String(priority_level)],
    ["TIMEZONE", ({ timezone }) => timezone],
    ["PROJECT", ({ project }) => project ?? "-"],
    ["SILENCED", ({ silenced }) => silencedText(silenced) || "-"],
    ["WEBHOOK URL", ({ webhook_url }) => webhook_url ?? "hidden", "wide"],
    ["ID", ({ id }) => id, "wide"],
  ],
  health_check_monitors: [
    [name.heading, name.cell],
    ["TITLE", ({ title }) => title],
    ["STATUS", statusWords],
    [
      "CHECKS",
      (monitor) =>
        monitor.checks_total === null || !hasCurrentReport(monitor)
          ? "-"
          : `${monitor.checks_passing}/${monitor.checks_total}`,
    ],
    ["CHECKED", ({ checked_at }, now) => ago(checked_at, now)],
    ["SILENCED", ({ silenced }) => silencedText(silenced) || "-", "wide"],
    ["PROJECT", ({ project }) => project ?? "-", "wide"],
    ["ID", ({ id }) => id, "wide"],
    ["URL", ({ url }) => url],
  ],
  webhook_monitors: [
    [name.heading, name.cell],
    ["TITLE", ({ title }) => title],
    ["STATUS", statusWords],
    [
      "ERRORS",
      ({ errors_in_window, error_rate_threshold, error_rate_window_minutes }) =>
        `${errors_in_window ?? "?"}/${error_rate_threshold} in ${error_rate_window_minutes} min`,
    ],
    ["RECEIVED", ({ last_received_at }, now) => ago(last_received_at, now)],
    ["SILENCED", ({ silenced }) => silencedText(silenced) || "-", "wide"],
    ["PROJECT", ({ project }) => project ?? "-", "wide"],
    ["ID", ({ id }) => id, "wide"],
    ["WEBHOOK URL", ({ webhook_url }) => webhook_url ?? "hidden", "wide"],
  ],
};

/** The resources of one kind as a table; empty for none. */
export function resourcesText<K extends keyof Answered>(
  kind: K,
  resources: readonly Answered[K][],
  now: number,
  style: Style,
  wide = false,
): string {
  const all: Columns<Answered[K]> = columns[kind];
  const own = all.filter(([, , when]) => wide || when !== "wide");
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
