import { type Acting, audit } from "../audit.ts";
import { conflict, type Outcome } from "../outcome.ts";
import { standingOf } from "../../core/access/device-authorization.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/**
 * Writes the answer of a person to a program that asks to sign in. The first answer stands. not_found: the code is
 * unknown or has expired, or the person can no longer sign in.
 */
export function* answer_device_authorization(
  c: Context,
  {
    actor,
    user_id,
    user_hash,
    answer,
    now,
  }: Acting & { user_id: string; user_hash: string; answer: "approved" | "denied" },
): Procedure<Outcome<null>> {
  const request = yield* c.of.device_authorizations.hold({ user_hash });
  const user = yield* c.of.users.first({ id: user_id, org_id: actor.org_id });
  if (!request || !user || user.role === null) return { ok: false, why: "not_found" };
  const standing = standingOf(request, now);
  if (standing === "expired") return { ok: false, why: "not_found" };
  if (standing !== "pending") return conflict("This code was answered already.");
  const { org_id } = actor;
  yield* c.of.device_authorizations.update({ hash: request.hash }, { org_id, user_id, answer });
  const object = { id: request.hash.slice(0, 16), title: `${request.program} on ${request.host}` };
  const program = { org_id, name: object.title, request_id: null };
  // The program began it from its own address, in no organization yet.
  const begun = { actor: { ...program, client_address: request.client_address }, now };
  yield* audit(c, begun, "begin", "device_authorizations", object);
  const verb = answer === "approved" ? "approve" : "deny";
  yield* audit(c, { actor, now }, verb, "device_authorizations", object);
  return { ok: true, value: null };
}
