/**
 * The rows of the list: unresolved incidents, unacknowledged ones first, then the monitors, worst first.
 */
import type { Incident } from "../../api/incidents.ts";
import { silencedMark } from "../output/silence.ts";
import type { Monitor } from "../output/status.ts";
import { arranged, needsPast, sorts } from "./arrange.ts";
import type { Arrangement, Data, Ref, Row, Sort, State } from "./state.ts";

/** The rows of the list, with their headings. */
export function rowsOf(data: Data, filter: string, arrangement: Arrangement): Row[] {
  const matches = matcher(filter);
  const group = (id: string) => data.groups.get(id) ?? "";
  const incidents = data.incidents.filter((incident) =>
    matches(
      `#${incident.number} ${incident.title} ${incident.summary} ${incident.status}${silencedMark(incident)} ${incident.acknowledged_by ?? ""} ${group(incident.alert_group_id)}`,
    ),
  );
  const monitors = data.monitors.filter((monitor) =>
    matches(
      `${monitor.title} ${monitor.external_id ?? ""} ${monitor.paused_at ? "paused" : monitor.status} ${monitor.flapping_since ? "flapping" : ""}${silencedMark(monitor)} ${monitor.status_reason ?? ""} ${group(monitor.alert_group_id)}`,
    ),
  );
  return [
    { kind: "heading", text: incidentsHeading(incidents, data, filter) },
    ...incidents.map((incident): Row => ({
      kind: "incident",
      id: incident.id,
      incident,
    })),
    { kind: "heading", text: monitorsHeading(monitors, data, filter, arrangement.sort) },
    ...(data.monitors.length === 0
      ? [
          {
            kind: "empty",
            text: "Declare some: monitorctl apply -f monitors.yaml",
          } as const,
        ]
      : arranged(monitors, arrangement, data)),
  ];
}

function incidentsHeading(shown: readonly Incident[], { incidents }: Data, filter: string): string {
  if (incidents.length === 0) return "No unresolved incidents";
  const open = shown.filter(({ status }) => status === "open").length;
  const taken = shown.length - open;
  const parts = [
    ...(open > 0 || taken === 0 ? [`${open} unacknowledged`] : []),
    ...(taken > 0 ? [`${taken} acknowledged`] : []),
  ];
  return `Incidents: ${parts.join(", ")}${ofAll(shown, incidents, filter)}`;
}

function monitorsHeading(
  shown: readonly Monitor[],
  { monitors }: Data,
  filter: string,
  sort: Sort,
): string {
  return monitors.length === 0
    ? "No monitors"
    : `Monitors: ${shown.length}, ${sorts[sort]}${ofAll(shown, monitors, filter)}`;
}

function ofAll(shown: readonly unknown[], all: readonly unknown[], filter: string) {
  return filter.trim() === "" ? "" : ` (${shown.length} of ${all.length} match the filter)`;
}

/** All words have to be there, those after a `!` must not be; letters of either case. */
function matcher(filter: string): (text: string) => boolean {
  const words = filter
    .toLowerCase()
    .split(/\s+/)
    .filter((word) => word !== "" && word !== "!");
  if (words.length === 0) return () => true;
  return (text) => {
    const lower = text.toLowerCase();
    return words.every((word) =>
      word.startsWith("!") ? !lower.includes(word.slice(1)) : lower.includes(word),
    );
  };
}

/** Ids of the monitors whose past is shown: those on the screen; all, where they are in an order by their past. */
export function monitorsSeen({ rows, top, size, arrangement, data }: State): string[] {
  if (needsPast[arrangement.sort]) return data.monitors.map(({ id }) => id);
  return rows
    .slice(top, top + size.rows)
    .flatMap((row) => (row.kind === "monitor" ? [row.id] : []));
}

export function refOf(row: Row | undefined): Ref | null {
  return row?.kind === "incident" || row?.kind === "monitor" || row?.kind === "group"
    ? { kind: row.kind, id: row.id }
    : null;
}

export function isAt(row: Row | undefined, ref: Ref): boolean {
  return row?.kind === ref.kind && row.id === ref.id;
}

/** The target of the keys: the incident and the monitor of the open details, or of the selected row. */
export function focusOf(state: State): {
  incident: Incident | null;
  monitor: Monitor | null;
} {
  const ref = state.details?.ref ?? state.cursor;
  if (!ref || ref.kind === "group") return { incident: null, monitor: null };
  const { incidents, monitors, opened } = state.data;
  const loaded = opened && isSame(opened.ref, ref) ? opened : null;
  if (ref.kind === "incident") {
    const incident = incidents.find(({ id }) => id === ref.id) ?? loaded?.incident ?? null;
    const monitor = monitors.find(({ id }) => id === incident?.source_id);
    return { incident, monitor: monitor ?? null };
  }
  return {
    incident: incidents.find(({ source_id }) => source_id === ref.id) ?? null,
    monitor: monitors.find(({ id }) => id === ref.id) ?? null,
  };
}

export function isSame(a: Ref, b: Ref): boolean {
  return a.kind === b.kind && a.id === b.id;
}
