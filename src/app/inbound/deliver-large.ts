import { hash } from "node:crypto";
import { runCommand } from "../subject/run-command.ts";
import { alertsIn } from "../../core/alerts/alert-verdict.ts";
import { partSize } from "../../core/alerts/packed-delivery.ts";
import type { Command } from "../../core/command/command.ts";
import { resumedWithin } from "../../core/history/retention.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";

type Alerted = Extract<Command, { kind: "alerted" }>;

/**
 * Decides a large delivery to a group in parts, each in one transaction. When monitord is killed in between, its sender
 * has had no answer and sends the same body again: alerts that are written are not counted twice. null: the group does
 * not exist.
 */
export function* deliverLarge(
  c: Context,
  { subject_id, command, now }: { subject_id: string; command: Alerted; now: Instant },
): Procedure<Subject | null> {
  const { delivered } = command;
  const alerts = alertsIn(delivered, now);
  const key = keyOf(subject_id, command);
  yield* begin(c, key, subject_id, now);
  for (;;) {
    const progress = yield* c.of.unfinished_deliveries.hold({ key });
    // The same body, sent twice at once, shares its parts; the other delivery wrote the last one.
    if (!progress) return yield* runCommand(c, subject_id, asRepeated(command), now);
    const end = progress.done + partSize;
    const subject = yield* runCommand(
      c,
      subject_id,
      {
        ...command,
        delivered: { ...delivered, alerts: alerts.slice(progress.done, end) },
        part: {
          key,
          event_id: progress.event_id,
          done: end < alerts.length ? end : null,
          total: delivered.alerts.length,
          verdicts: progress.verdicts,
        },
      },
      now,
    );
    if (!subject) yield* c.of.unfinished_deliveries.remove({ key });
    if (!subject || end >= alerts.length) return subject;
    yield* cut();
  }
}

/** Goes on where an earlier attempt at the same body ended; one of long ago is another delivery. */
function* begin(c: Context, key: string, subject_id: string, now: Instant): Procedure<void> {
  const fresh = { event_id: c.newId(now), at: now, done: 0, verdicts: [] };
  if (yield* c.of.unfinished_deliveries.insertNew({ key, subject_id, ...fresh })) return;
  const earlier = yield* c.of.unfinished_deliveries.hold({ key });
  if (earlier && earlier.at < now - resumedWithin)
    yield* c.of.unfinished_deliveries.update({ key }, fresh);
}

/** Names a body to a subject. A replay is a delivery of its own. */
function keyOf(subject_id: string, { arrival: { body, replay_of } }: Alerted): string {
  const digest = hash("sha256", body, "base64url");
  return `${subject_id} ${digest} ${replay_of ?? ""}`;
}

/** The delivery without its alerts, which are written. */
function asRepeated(command: Alerted): Alerted {
  const { delivered } = command;
  const remark = "The same body arrived twice at once and is counted once.";
  return { ...command, delivered: { ...delivered, alerts: [], remarks: [remark] } };
}
