import { invitationStatus } from "../../core/access/invitation.ts";
import type { DeviceInvitation } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Loads and locks an invitation, so that concurrent requests with the same link wait. */
export function* openInvitation(
  c: Context,
  hash: string,
  now: number,
): Procedure<DeviceInvitation | null> {
  const invitation = yield* c.of.device_invitations.hold({ hash });
  return invitation && invitationStatus(invitation, now) === "open" ? invitation : null;
}
