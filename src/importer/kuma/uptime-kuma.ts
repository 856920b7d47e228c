/** Imports monitors of Uptime Kuma from the rows of its database (`kuma.db`), version 1 or 2. Pure. */
import { Collected, type Imported } from "../collected.ts";
import { fitter, type Fit } from "../fit.ts";
import { maintenanceText } from "./maintenance.ts";
import { types, withoutCounterpart } from "./monitors.ts";
import { noteNotification } from "./notifications.ts";
import { addStatusPages, type KumaPages, type Shown } from "./status-pages.ts";
import { pausedRemark } from "../request.ts";
import { entryOf, isOff, isOn, numberOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** The rows of its tables; none of tables that an older version lacks, whose columns may be absent too. */
export interface KumaTables extends KumaPages {
  monitor: readonly Fields[];
  maintenance: readonly Fields[];
  /** The monitors of each maintenance; null: an old version, which does not say so. */
  monitor_maintenance: readonly Fields[] | null;
  notification: readonly Fields[];
  monitor_notification: readonly Fields[];
  /** Names by their number of monitors. */
  tags: readonly string[];
}

/** The rows that are monitors and not folders of them. */
const monitorsOf = ({ monitor }: KumaTables) => monitor.filter(({ type }) => type !== "group");

/** The number of monitors in a database. */
export const kumaEntries = (tables: KumaTables): number => monitorsOf(tables).length;

/** Makes a declaration of the rows. */
export function fromUptimeKuma(tables: KumaTables, project: string): Imported {
  const collected = new Collected();
  const byId = new Map(tables.monitor.map((row) => [row["id"], row]));
  const monitors = monitorsOf(tables);
  const folders = new Map(monitors.map((row) => [row["id"], foldersOf(row, byId)]));
  const groupOf = new Map([...folders].map(([id, above]) => [id, titleOf(above)]));
  const names = new Map<unknown, string>();
  for (const row of monitors) {
    const above = folders.get(row["id"])!;
    const name = addMonitor(collected, row, above);
    if (name !== null) names.set(row["id"], name);
  }
  addStatusPages(collected, tables, shownIn(collected, tables, names));
  for (const row of tables.notification) {
    const of = tables.monitor_notification.filter((one) => one["notification_id"] === row["id"]);
    const used = of.filter((one) => names.has(one["monitor_id"]));
    noteNotification(
      collected,
      row,
      new Set(used.map((one) => groupOf.get(one["monitor_id"]) ?? null)),
    );
  }
  for (const row of tables.maintenance) {
    const of = tables.monitor_maintenance?.filter((one) => one["maintenance_id"] === row["id"]);
    const covered = of?.flatMap((one) => names.get(one["monitor_id"]) ?? []) ?? null;
    // One of no monitor had no effect.
    if (covered?.length !== 0)
      collected.note(plainText(row["title"]) ?? "Maintenance", maintenanceText(row, covered));
  }
  if (tables.tags.length > 0)
    collected.note("Tags", `monitors have none here: ${tables.tags.slice(0, 10).join(", ")}`);
  return collected.imported(project);
}

/** The monitors and folders that a page can show. */
function shownIn(
  collected: Collected,
  tables: KumaTables,
  names: ReadonlyMap<unknown, string>,
): ReadonlyMap<unknown, Shown> {
  const byId = new Map(tables.monitor.map((row) => [row["id"], row]));
  const onPages = new Set(tables.monitor_group.map((one) => one["monitor_id"]));
  return new Map(
    tables.monitor
      .filter(({ id }) => onPages.has(id))
      .flatMap((row) => {
        const title = plainText(row["name"]) ?? "Monitor";
        const name =
          row["type"] === "group"
            ? `ag/${collected.group(titleOf([row, ...foldersOf(row, byId)]))}`
            : names.get(row["id"]);
        return name === undefined ? [] : [[row["id"], { title, name }] as const];
      }),
  );
}

/** The groups around a monitor, from the inside. */
function foldersOf(row: Fields, byId: ReadonlyMap<unknown, Fields>): Fields[] {
  const above: Fields[] = [];
  let folder = byId.get(row["parent"]);
  while (folder && !above.includes(folder)) {
    above.push(folder);
    folder = byId.get(folder["parent"]);
  }
  return above;
}

/** The title of the alert group; null: the monitor is in no group. */
const titleOf = (above: readonly Fields[]): string | null =>
  above.length === 0
    ? null
    : above
        .map((row) => plainText(row["name"]) ?? "Group")
        .toReversed()
        .join(" / ");

/** Adds the counterpart of a monitor in its group; its name, `hc/shop-web`, or null: none. */
function addMonitor(collected: Collected, row: Fields, above: readonly Fields[]): string | null {
  const title = plainText(row["name"]) ?? "Monitor";
  const type = plainText(row["type"]) ?? "";
  const remarks: string[] = [];
  if ([row, ...above].some(({ active }) => isOff(active)))
    remarks.push(pausedRemark("Uptime Kuma"));
  const isPush = type === "push";
  const kind = isPush ? "webhook_monitors" : "health_check_monitors";
  const fit = fitter(kind, remarks);
  const counterpart = isPush
    ? expectation(row, remarks, fit)
    : (entryOf(types, type)?.(row, remarks, fit) ?? unknown(type));
  const isInverted = isOn(row["upside_down"]);
  const why =
    isPush && isInverted
      ? "was upside down: a report that comes cannot be a fault here"
      : counterpart;
  if (typeof why === "string") {
    collected.leaveOut(title, why);
    return null;
  }
  const fields = {
    ...why,
    ...(isInverted && { invert: true }),
    description: plainText(row["description"])?.slice(0, 2000),
  };
  return collected.add(kind, title, titleOf(above), fields, remarks);
}

const unknown = (type: string) =>
  entryOf(withoutCounterpart, type) ??
  `monitors of type ${type} have no counterpart; let the application report it as a sub-check`;

function expectation(row: Fields, remarks: string[], fit: Fit): Fields {
  remarks.push("report to the new webhook URL: …/success");
  const interval = numberOf(row["interval"]) ?? 60;
  const late = (numberOf(row["maxretries"]) ?? 0) * (numberOf(row["retry_interval"]) ?? 0);
  return {
    expect_every_minutes: fit("expect_every_minutes", interval / 60, `interval ${interval} s`),
    grace_minutes: Math.max(1, Math.ceil(late / 60)),
  };
}
