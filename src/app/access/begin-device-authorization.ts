import { pollInterval } from "../../core/access/device-authorization.ts";
import type { DeviceAuthorization, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Stores that a program asks to sign in as a person. No organization is known yet, so the answer of the person writes it
 * to the audit log.
 */
export function* begin_device_authorization(
  c: Context,
  {
    now,
    ...begun
  }: Pick<
    DeviceAuthorization,
    "hash" | "user_hash" | "host" | "program" | "client_address" | "expires_at"
  > & { now: Instant },
): Procedure<null> {
  yield* c.of.device_authorizations.insert({
    ...begun,
    pause: pollInterval,
    inserted_at: now,
  });
  return null;
}
