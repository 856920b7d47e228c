import { deliverLarge } from "./deliver-large.ts";
import { runCommand } from "../subject/run-command.ts";
import { partSize } from "../../core/alerts/packed-delivery.ts";
import type { Command } from "../../core/command/command.ts";
import { idempotencyKept } from "../../core/history/retention.ts";
import type { DeliveryAnswer, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Runs the command of a delivery unless the subject had one with the same `key` in the last 24 h. Returns
 * `answer`, or that of the first delivery with the key; null: the subject does not exist.
 *
 * The key is inserted with the last part of a large delivery. With any other it is inserted first: of two
 * deliveries at once, PostgreSQL lets the second wait for the first.
 */
export function* deliver_once(
  c: Context,
  input: {
    subject_id: string;
    key: string;
    command: Command;
    answer: DeliveryAnswer;
    now: Instant;
  },
): Procedure<DeliveryAnswer | null> {
  const { subject_id, command, answer, now } = input;
  const key = `${subject_id} ${input.key}`;
  if (command.kind === "alerted" && command.delivered.alerts.length > partSize)
    return yield* deliverLargeOnce(c, key, { subject_id, command, answer, now });
  const isNew = yield* c.of.idempotency_keys.insertNew({ key, at: now, answer });
  if (!isNew) {
    const earlier = yield* c.of.idempotency_keys.hold({ key });
    if (earlier && earlier.at > now - idempotencyKept) return answerIn(earlier);
    yield* c.of.idempotency_keys.update({ key }, { at: now, answer });
  }
  if (yield* runCommand(c, subject_id, command, now)) return answer;
  yield* c.of.idempotency_keys.remove({ key });
  return null;
}

/** The keys of a subject are those of deliveries. */
const answerIn = ({ answer }: { answer: unknown }) => answer as DeliveryAnswer;

/** The same for a large delivery. Those with one body share their parts, so its key is written at the end. */
function* deliverLargeOnce(
  c: Context,
  key: string,
  input: {
    subject_id: string;
    command: Extract<Command, { kind: "alerted" }>;
    answer: DeliveryAnswer;
    now: Instant;
  },
): Procedure<DeliveryAnswer | null> {
  const { answer, now } = input;
  const earlier = yield* c.of.idempotency_keys.first({ key });
  if (earlier && earlier.at > now - idempotencyKept) return answerIn(earlier);
  if (!(yield* deliverLarge(c, input))) return null;
  if (!(yield* c.of.idempotency_keys.insertNew({ key, at: now, answer })))
    yield* c.of.idempotency_keys.update({ key }, { at: now, answer });
  return answer;
}
