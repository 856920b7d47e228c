import { useSetupCode } from "./redeem-setup-code.ts";
import type { Acting } from "../audit.ts";
import { actorOf, signIn } from "./sign-in.ts";
import { saveResource, type SaveInput } from "../declare/save-resource.ts";
import type { Outcome } from "../outcome.ts";
import type { Instant, ResourceKind, User } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { NewSession } from "../../store/reads/access.ts";

/**
 * Uses up a setup code in a browser: the person becomes a user with the role admin, and is signed in. not_found: as of
 * `redeem_setup_code`.
 */
export function* open_account(
  c: Context,
  input: {
    code_hash: string;
    name: string;
    email: string;
    session: NewSession;
    now: Instant;
  },
): Procedure<Outcome<User>> {
  const { code_hash, name, email, session, now } = input;
  const org_id = yield* useSetupCode(c, code_hash, now);
  if (org_id === null) return { ok: false, why: "not_found" };
  const actor = { ...actorOf(session, org_id), name };
  const user = yield* founder(c, { actor, email, now });
  yield* signIn(c, user, { session });
  return { ok: true, value: user };
}

/** The user with that email as an admin: a new one, or the one that a manifest declared before. */
function* founder(c: Context, { actor, email, now }: Acting & { email: string }): Procedure<User> {
  const known = yield* c.of.users.first({ org_id: actor.org_id, email_key: email.toLowerCase() });
  const admin = { role: "admin" as const };
  const wanted: SaveInput<"users"> = {
    actor,
    kind: "users",
    id: known?.id ?? null,
    given: admin,
    complete: known
      ? null
      : {
          ...admin,
          email,
          name: actor.name,
          external_id: null,
          protect: false,
          timezone: null,
          monthly_report: false,
        },
    if_version: null,
    now,
  };
  const saved = yield* saveResource(c, wanted as SaveInput<ResourceKind>);
  if (!saved.ok) throw new Error(`the founder was not saved: ${saved.why}`);
  return saved.value.resource as unknown as User;
}
