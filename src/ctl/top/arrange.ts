/** Sorts and groups the monitors of the list. Pure. */
import type { MonitorPast } from "../../api/history.ts";
import { isHealthy } from "../../core/model/status.ts";
import type { Monitor } from "../output/status.ts";
import type { Arrangement, Data, Row, Sort } from "./state.ts";

/** The orders, in the order in which the key goes through them. */
export const sorts: Record<Sort, string> = {
  worst: "worst first",
  slowest: "slowest first",
  uptime: "least uptime first",
  title: "by title",
};

export const asLoaded: Arrangement = { sort: "worst", grouped: false, turned: new Set() };

const byTitle = (a: Monitor, b: Monitor) => a.title.localeCompare(b.title);

/** Orders that need the past of all monitors. */
export const needsPast: Record<Sort, boolean> = {
  worst: false,
  slowest: true,
  uptime: true,
  title: false,
};

/** The order of two monitors; null: the order in which they are loaded. */
function orderOf(sort: Sort, { pasts }: Data): ((a: Monitor, b: Monitor) => number) | null {
  const by = (measure: (past: MonitorPast | undefined) => number) => (a: Monitor, b: Monitor) =>
    measure(pasts.get(a.id)) - measure(pasts.get(b.id)) || byTitle(a, b);
  switch (sort) {
    case "worst":
      return null;
    case "slowest":
      return by((past) => -(past?.p50_ms ?? -1));
    case "uptime":
      return by((past) => past?.uptime ?? 2);
    case "title":
      return byTitle;
  }
}

/** The rows of monitors, in groups if they are grouped. */
export function arranged(
  monitors: readonly Monitor[],
  { sort, grouped, turned }: Arrangement,
  data: Data,
): Row[] {
  const order = orderOf(sort, data);
  const sorted = order ? monitors.toSorted(order) : monitors;
  const rowOf = (monitor: Monitor): Row => ({ kind: "monitor", id: monitor.id, monitor });
  if (!grouped) return sorted.map(rowOf);
  return [...Map.groupBy(sorted, ({ alert_group_id }) => alert_group_id)].flatMap(
    ([id, members]): Row[] => {
      const isFolded = members.every(isWell) !== turned.has(id);
      const title = data.groups.get(id) ?? "";
      return [
        { kind: "group", id, title, isFolded, monitors: members },
        ...(isFolded ? [] : members.map(rowOf)),
      ];
    },
  );
}

const isWell = ({ status, paused_at }: Monitor) => paused_at !== null || isHealthy(status);
