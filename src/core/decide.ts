/**
 * The only place where what happens meets state: snapshot and command in, changes out.
 *
 * Pure and synchronous, so that a store may run it inside a transaction, and again when the transaction
 * is repeated. It reads nothing but its arguments; the reasons it gives end in the timeline, the log and
 * the push.
 */
import type { Change, Snapshot } from "./change.ts";
import type { Command } from "./command.ts";
import { decideHealth } from "./decide-health.ts";
import { decideWebhook } from "./decide-webhook.ts";
import { acknowledge, resolve, unacknowledge } from "./incident.ts";
import type { Instant } from "./model.ts";

/** What `command` changes, as of `now`; nothing when it has no effect. */
export function decide(
  snapshot: Snapshot,
  command: Command,
  now: Instant,
): Change[] {
  switch (command.kind) {
    case "acknowledged":
      return acknowledge(snapshot, command.by, now);
    case "unacknowledged":
      return unacknowledge(snapshot, command.by);
    case "noted":
      return [
        {
          kind: "timeline",
          entry: "note",
          text: command.text,
          actor: command.by,
        },
      ];
    case "resolved":
      return resolve(
        snapshot,
        {
          title: `${snapshot.monitor.title}: resolved by ${command.by}`,
          reason: command.reason ?? `Resolved by ${command.by}.`,
          actor: command.by,
        },
        now,
      );
    case "deleted":
      return resolve(
        snapshot,
        {
          title: `${snapshot.monitor.title}: monitor deleted`,
          reason: `The monitor was deleted by ${command.by}.`,
          actor: command.by,
        },
        now,
      );
    default:
      return snapshot.kind === "health_check_monitor"
        ? decideHealth(snapshot, command, now)
        : decideWebhook(snapshot, command, now);
  }
}

/** The commands that mean different things to different kinds of monitor. */
export type MonitorCommand = Exclude<
  Command,
  {
    kind: "acknowledged" | "unacknowledged" | "noted" | "resolved" | "deleted";
  }
>;
