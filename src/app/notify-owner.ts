import { accountNotification } from "../core/paging/people-notification.ts";
import type { Instant } from "../core/model/model.ts";
import type { Context } from "../store/queries/context.ts";
import type { Procedure } from "../store/kit/procedure.ts";
import { writePushes } from "../store/records/outbox.ts";

/**
 * Notifies a person, on all of their enabled devices and without a sound, of a change of their rights or their ways to sign
 * in: a stolen session is noticed. No effect without a person.
 */
export function* notifyOwner(
  c: Context,
  user_id: string | null | undefined,
  now: Instant,
  text: { title: string; message: string },
): Procedure<void> {
  if (!user_id) return;
  const devices = (yield* c.of.devices.find({ user_id })).filter(({ enabled }) => enabled);
  const [first] = devices;
  if (!first) return;
  const key = c.newId(now);
  const pushes = devices.map((device) => accountNotification(device, key, text, now));
  yield* writePushes(c, first.org_id, pushes, now);
}

/** Who made a change, at the end of a sentence: `by Ada from 203.0.113.9`. */
export const byActor = ({ name, client_address }: { name: string; client_address?: string }) =>
  `by ${name}${client_address === undefined ? "" : ` from ${client_address}`}`;
