/** Invitation links for phones: created and listed here, opened at `/phone`. */
import type { DeviceInvitation } from "../../api/device-invitations.ts";
import type { deviceInvitations } from "../../api/routes/people.ts";
import type { Caller } from "../../store/reads/access.ts";
import type { Invited } from "../../store/reads/people.ts";
import { hashKey } from "../../core/access/api-key.ts";
import {
  invitationLifetime,
  invitationStatus,
  makeInvitationToken,
  makeTopic,
  serverOf,
} from "../../core/access/invitation.ts";
import { allows } from "../../core/access/scope.ts";
import type { Instant } from "../../core/model/model.ts";
import { unreachableSite } from "../../core/status/site.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { timestamp, timestampOr, seesDevicesOf } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";

export function deviceInvitationRoutes(deps: Deps): Handlers<keyof typeof deviceInvitations> {
  const { store, randomBytes } = deps;
  return {
    "POST /users/:user_id/device_invitations": async (asked) => {
      const { params, body, misshapen, caller, actor, now, siteUrl } = asked;
      const { user_id } = params;
      const { name = null, target = null, server = null } = body;
      const token = makeInvitationToken(randomBytes);
      const invitation = valueOf(
        await store.run("invite_device", {
          actor,
          user_id,
          hash: hashKey(token),
          name,
          target: target ?? makeTopic(randomBytes),
          server,
          expires_at: now + invitationLifetime,
          misshapen,
          own: !allows(caller, "admin"),
          now,
        }),
        "user",
      );
      const location = `${siteUrl}/api/v1/users/${user_id}/device_invitations/${invitation.id}`;
      asked.reply.header("location", location);
      return {
        ...shown(deps, { invitation, test: null }, caller, now),
        url: `${siteUrl}/phone/${token}`,
      };
    },

    "GET /users/:user_id/device_invitations/:id": async ({ params, caller, now }) => {
      const { user_id, id } = params;
      const invitation = await store.read.invitation(caller.org_id, user_id, id);
      if (!invitation) throw notFound("device invitation");
      return shown(deps, invitation, caller, now);
    },

    "DELETE /users/:user_id/device_invitations/:id": async ({ params, actor, now }) => {
      const withdrawn = await store.run("withdraw_invitation", { actor, ...params, now });
      valueOf(withdrawn, "device invitation");
    },
  };
}

function shown(
  deps: Deps,
  { invitation, test }: Pick<Invited, "invitation" | "test">,
  caller: Caller,
  now: Instant,
): DeviceInvitation {
  const { id, user_id, name, target, device_id } = invitation;
  return {
    id,
    user_id,
    name,
    ...(seesDevicesOf(user_id, caller)
      ? { target, masked: [] }
      : { target: null, masked: ["target"] }),
    server: serverOf(invitation, deps.phoneServer),
    status: invitationStatus(invitation, now),
    expires_at: timestamp(invitation.expires_at),
    verified_at: timestampOr(invitation.verified_at),
    device_id,
    test: test && {
      state: test.state,
      sent_at: timestamp(test.inserted_at),
      taken_at: timestampOr(test.delivered_at),
      attempts: test.attempts,
      last_error: test.last_error,
    },
    warning: unreachableSite(deps.siteUrl()),
    inserted_at: timestamp(invitation.inserted_at),
  };
}
