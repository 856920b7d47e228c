import { invitationStatus } from "../../core/access/invitation.ts";
import type { DeviceInvitation } from "../../core/model/model.ts";
import type { Context } from "../../store/kit/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Held, so that nobody else does something with the same link meanwhile. */
export function* openInvitation(
  c: Context,
  hash: string,
  now: number,
): Procedure<DeviceInvitation | null> {
  const invitation = yield* c.of.device_invitations.hold({ hash });
  return invitation && invitationStatus(invitation, now) === "open" ? invitation : null;
}
