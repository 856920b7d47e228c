import { type Acting, audit } from "../audit.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { deviceFaults, faultsOfOwn, phoneKind } from "../../channel/registry.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { DeviceInvitation } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { personName } from "../../core/text/person.ts";

/** Creates an invitation: a link by which one phone can be added. */
export function* invite_device(
  c: Context,
  {
    actor,
    now,
    misshapen = [],
    own = false,
    ...given
  }: Acting &
    MaybeMisshapen &
    Pick<DeviceInvitation, "user_id" | "hash" | "name" | "target" | "server" | "expires_at"> & {
      /** The person makes it for themselves, without the rights of an admin. */
      own?: boolean;
    },
): Procedure<Outcome<DeviceInvitation>> {
  const { org_id } = actor;
  const { user_id, target, server } = given;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const device = { kind: phoneKind, target, server };
  const faults = allFaults(misshapen, [
    ...deviceFaults(device),
    ...(own ? faultsOfOwn(device, user.email) : []),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const generated = { id: c.newId(now), org_id, inserted_at: now };
  const invitation = yield* c.of.device_invitations.insert({ ...generated, ...given });
  yield* audit(c, { actor, now }, "create", "device_invitations", {
    ...invitation,
    title: personName(user),
  });
  return { ok: true, value: invitation };
}
