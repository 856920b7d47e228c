import { runCommand } from "../subject/run-command.ts";
import type { Command } from "../../core/model/command.ts";
import { idempotencyKept } from "../../core/model/retention.ts";
import type { DeliveryAnswer, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Runs the command of a delivery unless the subject had one with the same `key` in the last 24 h. Returns
 * `answer`, or that of the first delivery with the key; null: the subject does not exist.
 *
 * The key is inserted first: of two deliveries at once, PostgreSQL lets the second wait for the first.
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
  const isNew = yield* c.of.idempotency_keys.insertNew({ key, at: now, answer });
  if (!isNew) {
    const earlier = yield* c.of.idempotency_keys.hold({ key });
    if (earlier && earlier.at > now - idempotencyKept) return earlier.answer;
    yield* c.of.idempotency_keys.update({ key }, { at: now, answer });
  }
  if (yield* runCommand(c, { subject_id, command, now })) return answer;
  yield* c.of.idempotency_keys.remove({ key });
  return null;
}
