import { profileFaults, type OwnFields } from "../../core/declare/own-profile.ts";
import type { ResourceKind, User } from "../../core/model/model.ts";
import { declaredFields } from "../../store/queries/declared-fields.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import type { Acting } from "../audit.ts";
import { saveResource, type SaveInput } from "../declare/save-resource.ts";
import type { Outcome } from "../outcome.ts";

/** Changes the fields that people change of themselves. not_found: no such user. */
export function* save_profile(
  c: Context,
  { actor, user_id, given, now }: Acting & { user_id: string; given: OwnFields },
): Procedure<Outcome<User>> {
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const others = (yield* c.of.users.find({ org_id })).filter(({ id }) => id !== user_id);
  const misshapen = profileFaults(user, given, yield* declaredFields(c, user), others);
  const wanted: SaveInput<"users"> = {
    actor,
    kind: "users",
    id: user_id,
    given,
    complete: null,
    if_version: null,
    misshapen,
    now,
  };
  const saved = yield* saveResource(c, wanted as SaveInput<ResourceKind>);
  return saved.ok ? { ok: true, value: saved.value.resource as unknown as User } : saved;
}
