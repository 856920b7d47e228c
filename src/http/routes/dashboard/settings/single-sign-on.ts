/** The OpenID Connect providers, as a page for admins. */
import type { FastifyInstance } from "fastify";
import { personName } from "../../../../core/text/person.ts";
import { day } from "../../../../core/text/units.ts";
import {
  singleSignOnPage,
  type ShownProvider,
} from "../../../../dashboard/settings/single-sign-on.ts";
import { actorOf, callerOf } from "../../../request/auth.ts";
import { valueOf } from "../../../answer/problem.ts";
import { sendPage } from "../../../answer/pages.ts";
import { settingsForm, settingsRoute } from "../../../site/settings/tab.ts";
import { callbackUrl, refusalOf } from "../../../site/access/single-sign-on.ts";
import { frameOf, goTo, type Site } from "../../../site/site.ts";

/** Refusals of this time are shown, ms. */
const refusedFor = 7 * day;

export function singleSignOnPages(app: FastifyInstance, site: Site): void {
  app.get<{ Querystring: { refused?: string; by?: string } }>(
    "/settings/sso",
    settingsRoute("sso"),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const sso = site.singleSignOn();
      const use = await site.store.read.single_sign_on(org_id, site.clock.now() - refusedFor);
      const providers = (sso?.issuers ?? []).map((issuer): ShownProvider => {
        const own = use.identities.filter(({ identity }) => identity.issuer === issuer.issuer);
        const latest = own.toSorted(
          (a, b) => (b.identity.last_used_at ?? 0) - (a.identity.last_used_at ?? 0),
        )[0];
        const members = new Map<string, number>();
        for (const { identity, user } of own)
          for (const group of user.role === null
            ? []
            : identity.groups.length === 0
              ? [""]
              : identity.groups)
            members.set(group, (members.get(group) ?? 0) + 1);
        return {
          issuer,
          state: sso!.stateOf(issuer),
          latest: latest
            ? { name: personName(latest.user), at: latest.identity.last_used_at ?? 0 }
            : null,
          members,
          people: own.map(({ identity, user }) => ({
            identity_id: identity.id,
            user_id: user.id,
            name: personName(user),
            email: identity.email,
          })),
          users: new Set(own.flatMap(({ user }) => (user.role === null ? [] : user.id))).size,
          refused: use.refused.filter(({ provider }) => provider === issuer.name),
        };
      });
      const { refused, by } = request.query;
      return sendPage(
        reply,
        singleSignOnPage(frameOf(site, request), {
          ...use,
          providers,
          callback: callbackUrl(site),
          providersOnly: site.oidcOnly,
          problem: await refusalOf(site, refused, by),
        }),
      );
    },
  );

  app.post<{ Params: { user: string; id: string } }>(
    "/settings/sso/users/:user/identities/:id/remove",
    settingsForm("sso"),
    async (request, reply) => {
      const { user: user_id, id } = request.params;
      const input = { actor: actorOf(request), user_id, id, now: site.clock.now() };
      valueOf(await site.store.run("remove_identity", input), "user");
      return goTo(site, reply, "/settings/sso", "removed");
    },
  );
}
