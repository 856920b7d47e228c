import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import { deviceFaults, phoneKind } from "../../channel/registry.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { DeviceInvitation, Instant } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";
import { personName } from "../../core/text/person.ts";

/** Creates an invitation: a link by which one phone can be added. */
export function* invite_device(
  c: Context,
  input: Acting & {
    user_id: string;
    /** Hash of the link's token. */
    hash: string;
    name: string | null;
    target: string;
    server: string | null;
    expires_at: Instant;
    /** Faults of fields of a wrong shape, which were left out. Any fault refuses the invitation. */
    misshapen?: readonly Fault[];
  },
): Procedure<Outcome<DeviceInvitation>> {
  const { actor, user_id, hash, name, target, server, expires_at, misshapen = [], now } = input;
  const { org_id } = actor;
  const user = yield* c.of.users.first({ id: user_id, org_id });
  if (!user) return { ok: false, why: "not_found" };
  const faults = allFaults(misshapen, deviceFaults({ kind: phoneKind, target, server }));
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const invitation: DeviceInvitation = {
    id: c.newId(now),
    org_id,
    user_id,
    hash,
    name,
    target,
    server,
    device_id: null,
    tests: 0,
    verified_at: null,
    expires_at,
    inserted_at: now,
  };
  yield* c.of.device_invitations.insert(invitation);
  yield* audit(c, { actor, now }, "create", "device_invitations", {
    ...invitation,
    title: personName(user),
  });
  return { ok: true, value: invitation };
}
