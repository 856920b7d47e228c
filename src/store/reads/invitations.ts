/** The reads of invitations to add a phone: the invitation, and what became of it. */
import type { DeviceInvitation } from "../../core/model/model.ts";
import type { Context } from "../kit/context.ts";
import { first, type Procedure } from "../kit/procedure.ts";
import type { Invited } from "./port.ts";

export function invitationReads({ of, q }: Context) {
  function* whole(invitation: DeviceInvitation | undefined): Procedure<Invited | null> {
    if (!invitation) return null;
    const { user_id, device_id } = invitation;
    const user = yield* of.users.first({ id: user_id });
    if (!user) return null;
    return {
      invitation,
      person: user.name ?? user.email,
      test: device_id === null ? null : ((yield* first(q.lastTest, { device_id })) ?? null),
    };
  }
  return {
    *invited(hash: string): Procedure<Invited | null> {
      return yield* whole(yield* of.device_invitations.first({ hash }));
    },
    *invitation(org_id: string, user_id: string, id: string): Procedure<Invited | null> {
      return yield* whole(yield* of.device_invitations.first({ id, user_id, org_id }));
    },
  };
}
