/** Rules between the fields that say when a report is expected. */
import type { Fault } from "../model/fault.ts";
import { cronFault } from "../silence/maintenance.ts";
import { fault } from "./rules-connection.ts";

export function expectation(fields: Record<string, unknown>): Fault[] {
  const { expect_every_minutes, expect_cron, expect_timezone } = fields;
  const faults: Fault[] = [];
  if (typeof expect_cron === "string") {
    const wrong = cronFault(expect_cron, String(expect_timezone));
    if (wrong !== null) faults.push(fault("expect_cron", "format", wrong));
    if (typeof expect_every_minutes === "number")
      faults.push(
        fault("expect_cron", "not_allowed", "cannot be combined with expect_every_minutes"),
      );
  }
  return faults;
}
