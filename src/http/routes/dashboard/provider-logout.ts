/** The call of an OpenID Connect provider when a person signs out there. */
import type { FastifyInstance } from "fastify";
import { clockTolerance } from "../../../core/access/provider-sign-in.ts";
import { hashOf } from "../../request/sessions.ts";
import { organizationOf } from "../../site/access/single-sign-on.ts";
import { formOf, type Site } from "../../site/site.ts";

/** Per minute and address: a provider may end many sessions at once. */
const limit = { max: 600, timeWindow: 60_000 };

/** How long a logout token is remembered, ms: it is refused when it is older. */
const logoutKept = 4 * clockTolerance * 1000;

export function providerLogoutRoute(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const open = { config: { scope: "public" as const, rateLimit: limit }, schema: { hide: true } };

  // OpenID Connect Back-Channel Logout 1.0, sections 2.5 to 2.8.
  app.post("/oidc/backchannel-logout", open, async (request, reply) => {
    reply.header("cache-control", "no-store");
    const sso = site.singleSignOn();
    const token = formOf(request).get("logout_token") ?? "";
    const refusal = (reason: string) => {
      request.log.warn(
        { reason, request_id: request.id },
        `logout of a provider refused: ${reason}`,
      );
      return reply.code(400).send({ error: "invalid_request", error_description: reason });
    };
    if (!sso) return refusal("no provider is configured");
    const out = await sso.loggedOut(token);
    if (!out.ok) return refusal(out.reason);
    const issuer = sso.issuers.find((one) => one.issuer === out.issuer)!;
    const organization = await organizationOf(site, issuer);
    const now = clock.now();
    const ended =
      organization &&
      (await store.run("end_provider_sessions", {
        org_id: organization.id,
        provider: issuer.name,
        issuer: out.issuer,
        sub: out.sub,
        sid: out.sid,
        hash: hashOf(`${out.issuer} ${out.jti}`),
        expires_at: now + logoutKept,
        client_address: request.ip,
        now,
      }));
    return ended === null ? refusal("the logout token was used before") : reply.code(200).send();
  });
}
