/** Invitation links for phones: created and listed here, opened at `/phone`. */
import type { FastifyInstance } from "fastify";
import {
  DeviceInvitation,
  DeviceInvitationCreate,
  DeviceInvitationCreated,
} from "../../api/device-invitations.ts";
import type { Invited } from "../../store/reads/people.ts";
import { hashKey } from "../../core/access/api-key.ts";
import {
  invitationLifetime,
  invitationStatus,
  makeInvitationToken,
  makeTopic,
  phoneServer,
} from "../../core/access/invitation.ts";
import type { Instant } from "../../core/model/model.ts";
import { unreachableSite } from "../../core/status/site.ts";
import { actorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { soundBody } from "../request/given.ts";
import { timestamp, timestampOr, seesCapabilities, type Viewer } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { failures, json, nothing, one } from "../answer/responses.ts";

const path = "/users/:user_id/device_invitations";

export function deviceInvitationRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, randomBytes, siteUrl } = deps;
  const tags = ["devices"];

  app.post<{
    Params: { user_id: string };
    Body: {
      name?: string | null;
      target?: string | null;
      server?: string | null;
    } | null;
  }>(
    path,
    {
      config: { scope: "admin" },
      attachValidation: true,
      schema: {
        tags,
        operationId: "create_device_invitation",
        summary: "Make a link by which one phone is added, within 30 minutes",
        description:
          "Opened on the phone, it leads through the ntfy app, a topic and a test to a device that has answered. Opening it changes nothing; the first test makes the device, and its answer uses the link up.",
        body: DeviceInvitationCreate,
        response: {
          201: json("The link, shown this once.", DeviceInvitationCreated),
          ...failures,
        },
      },
    },
    async (request, reply) => {
      const { user_id } = request.params;
      const { given, misshapen } = soundBody<NonNullable<typeof request.body>>(request);
      const { name = null, target = null, server = null } = given;
      const token = makeInvitationToken(randomBytes);
      const now = clock.now();
      const invitation = valueOf(
        await store.run("invite_device", {
          actor: actorOf(request),
          user_id,
          hash: hashKey(token),
          name,
          target: target ?? makeTopic(randomBytes),
          server,
          expires_at: now + invitationLifetime,
          misshapen,
          now,
        }),
        "user",
      );
      return reply
        .code(201)
        .header(
          "location",
          `${siteUrl()}/api/v1/users/${user_id}/device_invitations/${invitation.id}`,
        )
        .send({
          ...shown(deps, { invitation, test: null }, callerOf(request), now),
          url: `${siteUrl()}/phone/${token}`,
        });
    },
  );

  app.get<{ Params: { user_id: string; id: string } }>(
    `${path}/:id`,
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "get_device_invitation",
        summary: "Get the status of an invitation link",
        response: one(DeviceInvitation),
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      const invitation = await store.read.invitation(callerOf(request).org_id, user_id, id);
      if (!invitation) throw notFound("device invitation");
      return reply.send(shown(deps, invitation, callerOf(request), clock.now()));
    },
  );

  app.delete<{ Params: { user_id: string; id: string } }>(
    `${path}/:id`,
    {
      config: { scope: "admin" },
      schema: {
        tags,
        operationId: "delete_device_invitation",
        summary: "Withdraw a link to add a phone; a device that it made stays",
        response: nothing,
      },
    },
    async (request, reply) => {
      const { user_id, id } = request.params;
      valueOf(
        await store.run("withdraw_invitation", {
          actor: actorOf(request),
          user_id,
          id,
          now: clock.now(),
        }),
        "device invitation",
      );
      return reply.code(204).send();
    },
  );
}

/** Where the phone subscribes. */
export const serverOf = (
  deps: Pick<Deps, "phoneServer">,
  { server }: Pick<Invited["invitation"], "server">,
) => phoneServer(server ?? deps.phoneServer);

function shown(
  deps: Deps,
  { invitation, test }: Pick<Invited, "invitation" | "test">,
  caller: Viewer,
  now: Instant,
): DeviceInvitation {
  const { id, user_id, name, target, device_id } = invitation;
  return {
    id,
    user_id,
    name,
    ...(seesCapabilities(caller) ? { target, masked: [] } : { target: null, masked: ["target"] }),
    server: serverOf(deps, invitation),
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
