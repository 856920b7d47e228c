/** The page behind a link to sign in. Opening it changes no data: link previews open it too. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { hashKey } from "../../../core/access/api-key.ts";
import { looksLikeInvitation } from "../../../core/access/invitation.ts";
import { signInLinkStatus } from "../../../core/access/sign-in-link.ts";
import { closedJoinPage, joinPage } from "../../../dashboard/pages/join.ts";
import { invitedPage } from "../../../dashboard/settings/provider-pages.ts";
import { baseOf, sendPage, unlisted } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { Guesses } from "../../request/guesses.ts";
import { newSession } from "../../request/sessions.ts";
import { providerButtons, providersAlone } from "../../site/access/single-sign-on.ts";
import { goTo, type Site } from "../../site/site.ts";
import { personName } from "../../../core/text/person.ts";

/** Unknown links of an address in a minute: a token has 131 bits, so this only bounds the work. */
const mostMisses = 60;

type Asking = FastifyRequest<{ Params: { token: string } }>;

export function joinPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const open = {
    config: { scope: "public" as const, quiet: true },
    schema: { hide: true },
  };

  const guesses = new Guesses(clock, mostMisses);

  /** The link of a token. A known one is never refused for the misses of others at its address. */
  async function found({ params: { token }, ip }: Asking) {
    const hash = hashKey(token);
    if (!guesses.mayLookUp(ip, hash))
      throw new Problem("too-many-requests", "Too many unknown links from this address.");
    const link = looksLikeInvitation(token) ? await store.read.sign_in_link(hash) : null;
    if (link) guesses.found(hash);
    else guesses.missed(ip);
    if (!link) return { status: "unknown" as const };
    const { user } = link;
    const status = signInLinkStatus(link.link, clock.now());
    return status === "open"
      ? user.role === null
        ? { status: "unknown" as const }
        : { status, user, role: user.role, works: !site.oidcOnly || link.link.recovery }
      : { status };
  }

  const closed = (status: "unknown" | "used" | "expired") => ({
    code: status === "unknown" ? 404 : 410,
    page: closedJoinPage(baseOf(site), status),
  });

  app.get<{ Params: { token: string } }>("/join/:token", open, async (request, reply) => {
    reply.headers(unlisted);
    const link = await found(request);
    if (link.status !== "open") {
      const { code, page } = closed(link.status);
      return sendPage(reply.code(code), page);
    }
    const organizations = await store.read.organizations();
    const organization =
      organizations.find(({ id }) => id === link.user.org_id)?.name ?? "monitord";
    const person = personName(link.user);
    if (!link.works) {
      const invited = { person, organization, providers: providerButtons(site) };
      return sendPage(reply, invitedPage(baseOf(site), invited));
    }
    return sendPage(
      reply,
      joinPage(baseOf(site), {
        token: request.params.token,
        person,
        organization,
        role: link.role,
      }),
    );
  });

  app.post<{ Params: { token: string } }>(
    "/join/:token",
    { ...open, config: { scope: "public" } },
    async (request, reply) => {
      reply.headers(unlisted);
      const link = await found(request);
      if (link.status === "open" && !link.works)
        throw new Problem("forbidden", providersAlone(site));
      const { session, cookie } = newSession(site, request, "link");
      const outcome = await store.run("redeem_sign_in_link", {
        hash: hashKey(request.params.token),
        session,
      });
      if (outcome.ok) return goTo(site, reply.header("set-cookie", cookie), "/", null);
      const { status } = await found(request);
      const { code, page } = closed(status === "open" ? "unknown" : status);
      return sendPage(reply.code(code), page);
    },
  );
}
