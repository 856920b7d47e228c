/** Rules between the fields that say when a report is expected. */
import type { Fault } from "../model/fault.ts";
import { defaultsOf } from "../../resource/field.ts";
import { webhookMonitor } from "../../resource/webhook-monitor.ts";
import { cronFault } from "../silence/maintenance.ts";
import { fault } from "./rules-connection.ts";

const standard = defaultsOf(webhookMonitor.fields);

/** Fields without a meaning as long as no report is expected. */
const meaningless = ["expect_from", "grace_minutes"] as const;

export function expectation(fields: Record<string, unknown>): Fault[] {
  const { expect_every_minutes, expect_cron, expect_timezone } = fields;
  const faults: Fault[] = [];
  const expects = typeof expect_cron === "string" || typeof expect_every_minutes === "number";
  // A field without a meaning must keep its default, so that no expectation is silently unchecked.
  for (const name of expects ? [] : meaningless)
    if (fields[name] !== undefined && fields[name] !== standard[name])
      faults.push(fault(name, "unused", "needs expect_every_minutes or expect_cron"));
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
