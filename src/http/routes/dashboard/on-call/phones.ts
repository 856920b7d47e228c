/** The pages for adding a user's phone: the code to scan, and the progress. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashKey } from "../../../../core/access/api-key.ts";
import { invitationStatus, serverOf } from "../../../../core/access/invitation.ts";
import { unreachableSite } from "../../../../core/status/site.ts";
import { addPhonePage } from "../../../../dashboard/pages/add-phone.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { Problem } from "../../../answer/problem.ts";
import { invitePhone } from "../../../site/first-run.ts";
import { writeRoute, frameOf, goTo, mustAsk, page, type Site } from "../../../site/site.ts";

type Params = { user_id: string; token: string };

export function addPhonePages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  app.post<{ Params: { user_id: string } }>(
    "/users/:user_id/phones",
    writeRoute("admin", true),
    async (request, reply) => {
      const { user_id } = request.params;
      const token = await invitePhone(site, request, user_id);
      return goTo(site, reply, `/users/${user_id}/phones/${token}`, null);
    },
  );

  app.get<{ Params: Params }>(
    "/users/:user_id/phones/:token",
    page("admin", true),
    async (request, reply) => {
      const { invitation, person, test } = await mine(request);
      return sendPage(
        reply,
        addPhonePage(frameOf(site, request), {
          user_id: invitation.user_id,
          person,
          url: `${site.siteUrl()}/phone/${request.params.token}`,
          path: `/users/${invitation.user_id}/phones/${request.params.token}`,
          status: invitationStatus(invitation, clock.now()),
          verified_at: invitation.verified_at,
          expires_at: invitation.expires_at,
          server: serverOf(invitation, site.phoneServer),
          topic: invitation.target,
          test,
          warning: unreachableSite(site.siteUrl()),
        }),
      );
    },
  );

  app.post<{ Params: Params }>(
    "/users/:user_id/phones/:token/withdraw",
    writeRoute("admin", true),
    async (request, reply) => {
      const { invitation } = await mine(request);
      const { user_id, id } = invitation;
      await mustAsk(site, request, "DELETE", `/users/${user_id}/device_invitations/${id}`);
      return goTo(site, reply, `/users/${user_id}`, "withdrawn");
    },
  );

  /** The invitation, if it is of a person of the organization that the visitor belongs to. */
  async function mine(request: FastifyRequest<{ Params: Params }>) {
    const { user_id, token } = request.params;
    const row = await store.read.invited(hashKey(token));
    if (row?.invitation.org_id !== callerOf(request).org_id || row.invitation.user_id !== user_id)
      throw new Problem("not-found", "Unknown link: it was revoked, or its device was removed.");
    return row;
  }
}
