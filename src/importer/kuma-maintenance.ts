/** Names the silence that replaces a maintenance of Uptime Kuma: a manifest cannot hold silences. Pure. */
import { numberOf, plainText } from "./values.ts";
import type { Fields } from "../resource/references.ts";

/** A description, and the command for it; `monitors`: those that it covers, `hc/shop-web`; null: not known. */
export function maintenanceText(row: Fields, monitors: readonly string[] | null): string {
  const [first, ...others] = monitors ?? [];
  const target = first === undefined ? "--group GROUP" : `--monitor ${first}`;
  const more = others.length === 0 ? "" : `; the same for ${others.join(", ")}`;
  const [what, when] = schedule(row);
  return `${what}: monitorctl silence add ${target} ${when} --reason maintenance${more}`;
}

/** A description, and the options that say when. */
function schedule(row: Fields): [what: string, options: string] {
  const named = plainText(row["timezone"]);
  const zone = named === null || named === "SAME_AS_SERVER" ? "ZONE" : named;
  const cron = plainText(row["cron"]);
  const strategy = plainText(row["strategy"]);
  if (cron === null || strategy === "single" || strategy === "manual") {
    const [from, until] = [moment(row["start_date"]), moment(row["end_date"])];
    if (strategy === "manual" || from === null || until === null)
      return ["a maintenance that is switched by hand", "--for 2h"];
    return [
      `a maintenance once, times of ${zone === "ZONE" ? "the server of Uptime Kuma" : zone}`,
      `--from ${from} --until ${until}`,
    ];
  }
  const minutes = Math.max(1, Math.round((numberOf(row["duration"]) ?? 0) / 60));
  const days = strategy === "recurring-interval" ? (numberOf(row["interval_day"]) ?? 1) : 1;
  return [
    days > 1
      ? `a maintenance every ${days} days, which a cron expression cannot say (this one is daily)`
      : "a maintenance that comes again",
    `--cron "${cron}" --duration ${minutes}m --timezone ${zone}`,
  ];
}

/** `2026-12-01 01:00:00` as an option takes it; null: not a valid time. */
function moment(value: unknown): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/.exec(plainText(value) ?? "");
  return parts ? `${parts[1]}T${parts[2]}` : null;
}
