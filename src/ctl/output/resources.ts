/** Resources as tables: the columns that their kind names. */
import type { ResourceKind } from "../../core/model/model.ts";
import type { Answered } from "../../client/client.ts";
import { factsOf } from "../../resource/resources.ts";
import { ageText } from "./age.ts";
import { silencedText } from "./silence.ts";
import { statusWords } from "./status.ts";
import { hasCurrentReport } from "./mark.ts";
import type { Style } from "./style.ts";
import { tableText, uncutStyle } from "./table.ts";

type Health = Answered["health_check_monitors"];
type Webhook = Answered["webhook_monitors"];
type Cell = (resource: Answered[ResourceKind], now: number) => string;

/** The columns that are more than the name of a field and its value. */
const columns: Record<
  string,
  { heading?: string; cell?: (resource: never, now: number) => string }
> = {
  // A resource without an external id is named by its id.
  external_id: { cell: ({ external_id, id }: Health) => external_id ?? id },
  priority_level: { heading: "PRIORITY" },
  status: { cell: statusWords },
  silenced: { cell: ({ silenced }: Health) => silencedText(silenced) || "-" },
  webhook_url: { cell: ({ webhook_url }: Webhook) => webhook_url ?? "hidden" },
  checks_passing: {
    heading: "CHECKS",
    cell: (monitor: Health) =>
      monitor.checks_total == null || !hasCurrentReport(monitor)
        ? "-"
        : `${monitor.checks_passing}/${monitor.checks_total}`,
  },
  checked_at: {
    heading: "CHECKED",
    cell: ({ checked_at }: Health, now) => ago(checked_at, now),
  },
  errors_in_window: {
    heading: "ERRORS",
    cell: ({ errors_in_window, error_rate_threshold, error_rate_window_minutes }: Webhook) =>
      `${errors_in_window ?? "?"}/${error_rate_threshold} in ${error_rate_window_minutes} min`,
  },
  last_received_at: {
    heading: "RECEIVED",
    cell: ({ last_received_at }: Webhook, now) => ago(last_received_at, now),
  },
};

/** A column by its field; a server that lacks the field leaves its cell empty. */
function columnOf(field: string): { heading: string; cell: Cell } {
  const plain: Cell = (resource) => {
    const value = (resource as Record<string, unknown>)[field] ?? "-";
    return typeof value === "string" ? value : JSON.stringify(value);
  };
  const { heading = field.replaceAll("_", " ").toUpperCase(), cell } = columns[field] ?? {};
  return { heading, cell: (cell as Cell | undefined) ?? plain };
}

/** The resources of one kind as a table; empty for none. */
export function resourcesText<K extends ResourceKind>(
  kind: K,
  resources: readonly Answered[K][],
  now: number,
  style: Style,
  wide = false,
): string {
  const own = ["external_id", ...factsOf(kind).columns]
    .flatMap((column) => (typeof column === "string" ? column : wide ? column.wide : []))
    .map(columnOf);
  return tableText(
    own.map(({ heading }) => heading),
    resources.map((one) => own.map(({ cell }) => cell(one, now) ?? "-")),
    wide ? uncutStyle(style) : style,
    spare.map((field) => columnOf(field).heading),
  );
}

/** Fields that are left out where room is short. */
const spare = ["url", "webhook_url", "handoff_cron", "project", "timezone"];

function ago(instant: string | null, now: number): string {
  return instant ? `${ageText(instant, now)} ago` : "never";
}
