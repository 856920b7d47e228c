import { audit, type Actor } from "../audit.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import { rows, type Procedure } from "../../store/kit/procedure.ts";

/**
 * Records a refused sign-in. A wrong code belongs to no organization: the oldest one has the row, since its admins run the
 * service. `key`: the expired or revoked key that was tried.
 */
export function* audit_refused_sign_in(
  c: Context,
  input: {
    key: { id: string; org_id: string; name: string } | null;
    client_address: string;
    agent: string;
    now: Instant;
  },
): Procedure<null> {
  const { key, client_address, agent, now } = input;
  const org_id = key?.org_id ?? (yield* rows(c.q.organizations))[0]?.id;
  if (org_id === undefined) return null;
  const actor: Actor = { org_id, name: "a visitor", request_id: null, client_address, agent };
  const object = key ?? { id: client_address, title: client_address };
  yield* audit(c, { actor, now }, "refuse_sign_in", key ? "api_keys" : "addresses", object);
  return null;
}
