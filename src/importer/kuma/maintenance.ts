/** Names the silence that replaces a maintenance of Uptime Kuma: a manifest cannot hold silences. Pure. */
import { once, recurring, silenceText } from "../silence.ts";
import { numberOf, plainText } from "../values.ts";
import type { Fields } from "../../resource/references.ts";

/** A description, and the command for it; `monitors`: those that it covers, `hc/shop-web`; null: not known. */
export function maintenanceText(row: Fields, monitors: readonly string[] | null): string {
  const [what, when] = schedule(row);
  return silenceText(what, when, { monitors: monitors ?? [] });
}

/** A description, and the options that say when. */
function schedule(row: Fields): [what: string, options: string] {
  const named = plainText(row["timezone"]);
  const zone = named === null || named === "SAME_AS_SERVER" ? null : named;
  const cron = plainText(row["cron"]);
  const strategy = plainText(row["strategy"]);
  if (cron === null || strategy === "single" || strategy === "manual") {
    const [from, until] = [moment(row["start_date"]), moment(row["end_date"])];
    if (strategy === "manual" || from === null || until === null)
      return ["a maintenance that is switched by hand", "--for 2h"];
    return [
      zone === null
        ? "a maintenance once, times of the server of Uptime Kuma"
        : "a maintenance once",
      once(from, until, zone),
    ];
  }
  const days = strategy === "recurring-interval" ? (numberOf(row["interval_day"]) ?? 1) : 1;
  return [
    days > 1
      ? `a maintenance every ${days} days, which a cron expression cannot say (this one is daily)`
      : "a maintenance that comes again",
    recurring(cron, (numberOf(row["duration"]) ?? 0) / 60, zone),
  ];
}

/** `2026-12-01 01:00:00` as an option takes it; null: not a valid time. */
function moment(value: unknown): string | null {
  const parts = /^(\d{4}-\d\d-\d\d)[ T](\d\d:\d\d)/.exec(plainText(value) ?? "");
  return parts ? `${parts[1]}T${parts[2]}` : null;
}
