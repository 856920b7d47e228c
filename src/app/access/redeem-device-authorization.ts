import { create_key } from "./create-key.ts";
import {
  isTooSoon,
  personKeyIdle,
  pollInterval,
  standingOf,
  type PollError,
} from "../../core/access/device-authorization.ts";
import { scopesOfRole } from "../../core/access/scope.ts";
import type { ApiKey, Instant } from "../../core/model/model.ts";
import { personName } from "../../core/text/person.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Why no key is made. */
type Refused = { ok: false; why: PollError };

/** Exchanges an approved code for a key of its person, once. */
export function* redeem_device_authorization(
  c: Context,
  {
    hash,
    key_hash,
    prefix,
    client_address,
    now,
  }: { hash: string; key_hash: string; prefix: string; client_address: string; now: Instant },
): Procedure<{ ok: true; value: ApiKey } | Refused> {
  const request = yield* c.of.device_authorizations.hold({ hash });
  if (!request) return refused("expired_token");
  const standing = standingOf(request, now);
  if (["pending", "approved"].includes(standing) && isTooSoon(request, now)) {
    const pause = request.pause + pollInterval;
    yield* c.of.device_authorizations.update({ hash }, { polled_at: now, pause });
    return refused("slow_down");
  }
  if (standing === "pending") {
    yield* c.of.device_authorizations.update({ hash }, { polled_at: now });
    return refused("authorization_pending");
  }
  if (standing === "denied") return refused("access_denied");
  if (standing !== "approved") return refused("expired_token");
  const user = yield* c.of.users.first({ id: request.user_id ?? "" });
  if (!user || user.role === null) return refused("access_denied");
  yield* c.of.device_authorizations.update({ hash }, { used_at: now });
  const { id: user_id, org_id, role } = user;
  const actor = { org_id, name: personName(user), request_id: null, client_address, user_id };
  const key = yield* create_key(c, {
    actor,
    name: `${request.program} on ${request.host}`,
    hash: key_hash,
    prefix,
    scopes: scopesOfRole(role),
    user_id,
    expires_at: now + personKeyIdle,
    now,
  });
  return { ok: true, value: key };
}

const refused = (why: Refused["why"]): Refused => ({ ok: false, why });
