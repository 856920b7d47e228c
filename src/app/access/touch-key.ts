import { personKeyIdle } from "../../core/access/device-authorization.ts";
import type { ApiKey, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Records when and from where a key was used. The caller writes this at most once a minute. The key of a person expires
 * when it was not used for long, so each use moves its end.
 */
export function* touch_key(
  c: Context,
  {
    key: { id, user_id },
    client_address,
    now,
  }: { key: Pick<ApiKey, "id" | "user_id">; client_address: string; now: Instant },
): Procedure<null> {
  yield* c.of.api_keys.update(
    { id },
    {
      last_used_at: now,
      last_used_address: client_address,
      ...(user_id !== null && { expires_at: now + personKeyIdle }),
    },
  );
  return null;
}
