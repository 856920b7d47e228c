/** The data of the page that asks for a fresh proof, and a form that needs one. */
import type { FastifyReply, FastifyRequest } from "fastify";
import { passkeyHost } from "../../../core/access/passkey.ts";
import { provePage, type ProveModel } from "../../../dashboard/prove.ts";
import { callerOf } from "../../request/auth.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { providerButtons } from "../access/single-sign-on.ts";
import { keptForm } from "../kept-form.ts";
import { formOf, localPath, type Site } from "../site.ts";

/** What is kept over the proof. */
type Waiting = Pick<ProveModel, "kept" | "next" | "problem">;

/** The ways by which the visitor proves to be there. A mail is the last one: for people without another. */
export async function waysOf(site: Site, request: FastifyRequest): Promise<ProveModel["ways"]> {
  const { user_id, org_id, key } = callerOf(request);
  const { store, clock } = site;
  const passkeys =
    user_id === null || key !== null || passkeyHost(site.siteUrl()) === null
      ? []
      : await store.read.passkeys(org_id, user_id);
  const identities = user_id === null ? [] : await store.read.identities(org_id, user_id);
  const known = (site.singleSignOn()?.issuers ?? []).filter(({ issuer }) =>
    identities.some((one) => one.issuer === issuer),
  );
  const providers = providerButtons(site).filter(({ slug }) =>
    known.some((one) => one.slug === slug),
  );
  const others = passkeys.length > 0 || key !== null || providers.length > 0;
  const user =
    others || user_id === null || site.oidcOnly || !site.post()
      ? null
      : await store.read.resource("users", org_id, user_id, clock.now());
  return {
    passkey: passkeys.length > 0,
    key: key !== null,
    providers,
    mail: user?.email ?? null,
  };
}

/** Asks for a proof. The key or passkey of another person is refused. `sent`: a code is on its way. */
export async function askProof(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  waiting: Waiting,
  sent = false,
): Promise<FastifyReply> {
  const ways = await waysOf(site, request);
  const csrf = request.visitor?.csrf ?? "";
  return sendPage(reply, provePage(baseOf(site), { ...waiting, csrf, ways, sent }));
}

/** The form that was refused for want of a proof is kept; a button without fields as well. */
export const keptForProof = (request: FastifyRequest): Waiting => ({
  kept: keptForm(localPath(request.url), formOf(request)),
  next: localPath(formOf(request).get("back")),
  problem: null,
});
