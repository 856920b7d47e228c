/** The OpenID Connect providers, as a page for admins. */
import type { FastifyInstance } from "fastify";
import { personName } from "../../../../core/text/person.ts";
import { day } from "../../../../core/text/units.ts";
import {
  singleSignOnPage,
  type ShownProvider,
} from "../../../../dashboard/settings/single-sign-on.ts";
import { callerOf } from "../../../request/auth.ts";
import { sendPage } from "../../../answer/pages.ts";
import { settingsRoute } from "../../../site/settings/tab.ts";
import { callbackUrl, refusalOf } from "../../../site/access/single-sign-on.ts";
import { frameOf, type Site } from "../../../site/site.ts";

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
        for (const { identity } of own)
          for (const group of identity.groups.length === 0 ? [""] : identity.groups)
            members.set(group, (members.get(group) ?? 0) + 1);
        return {
          issuer,
          state: sso!.stateOf(issuer),
          latest: latest
            ? { name: personName(latest.user), at: latest.identity.last_used_at ?? 0 }
            : null,
          members,
          users: new Set(own.map(({ user }) => user.id)).size,
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
}
