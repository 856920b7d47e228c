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

/** Asks for a proof. The key or passkey of another person is refused. */
export async function askProof(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  waiting: Waiting,
): Promise<FastifyReply> {
  const { user_id, org_id, key } = callerOf(request);
  const passkeys =
    user_id === null || key !== null || passkeyHost(site.siteUrl()) === null
      ? []
      : await site.store.read.passkeys(org_id, user_id);
  const identities = user_id === null ? [] : await site.store.read.identities(org_id, user_id);
  const known = (site.singleSignOn()?.issuers ?? []).filter(({ issuer }) =>
    identities.some((one) => one.issuer === issuer),
  );
  const providers = providerButtons(site).filter(({ slug }) =>
    known.some((one) => one.slug === slug),
  );
  const ways = { passkey: passkeys.length > 0, key: key !== null, providers };
  const csrf = request.visitor?.csrf ?? "";
  return sendPage(reply, provePage(baseOf(site), { ...waiting, csrf, ways }));
}

/** The form that was refused for want of a proof is kept; a button without fields as well. */
export const keptForProof = (request: FastifyRequest): Waiting => ({
  kept: keptForm(localPath(request.url), formOf(request)),
  next: localPath(formOf(request).get("back")),
  problem: null,
});
