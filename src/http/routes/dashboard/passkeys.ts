/** Passkeys in the browser: to sign in with one, and to add one to the own account. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { browserName } from "../../../core/access/invitation.ts";
import { makeChallenge, passkeyHost, type ChallengePurpose } from "../../../core/access/passkey.ts";
import { keptPage, signInPage } from "../../../dashboard/sign-in.ts";
import { Problem, valueOf } from "../../answer/problem.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { carriedForm } from "../../site/kept-form.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { asserted, registered } from "../../site/passkeys.ts";
import { demandProof } from "../../request/proof.ts";
import { isProved } from "../../../core/access/proof.ts";
import { newSession } from "../../request/sessions.ts";
import { Guesses } from "../../request/guesses.ts";
import { providersAlone } from "../../site/access/single-sign-on.ts";
import { signInModel } from "../../site/access/sign-in.ts";
import { formOf, goTo, localPath, mustAsk, page, writeRoute, type Site } from "../../site/site.ts";

/** The algorithms of ES256, EdDSA and RS256, in the order of preference. */
const algorithms = [-7, -8, -257];

/** Refused passkeys of an address in a minute. */
const mostMisses = 10;

type OfUser = { Params: { id: string } };

export function passkeyPages(app: FastifyInstance, site: Site): void {
  const { store, clock, challengeSecret, randomBytes } = site;
  const open = {
    config: { scope: "public" as const },
    schema: { hide: true },
  };
  const guesses = new Guesses(clock, mostMisses);

  const challenge = (purpose: ChallengePurpose) => ({
    challenge: makeChallenge(challengeSecret(), purpose, clock.now(), randomBytes),
    host: passkeyHost(site.siteUrl()),
  });

  app.get("/login/passkey", open, (_request, reply) =>
    reply.header("cache-control", "no-store").send(challenge("sign_in")),
  );

  app.post("/login/passkey", open, async (request, reply) => {
    const form = formOf(request);
    const next = localPath(form.get("next"));
    guesses.refuseOver(request.ip, "refused passkeys");
    const kept = form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null;
    if (site.oidcOnly) throw new Problem("forbidden", providersAlone(site));
    const signed = await asserted(site, "sign_in", form.get("answer") ?? "", (id) =>
      store.read.passkey(id),
    );
    const { session, cookie, csrf } = newSession(site, request, "passkey");
    const redeemed = signed && (await store.run("redeem_passkey", { ...signed, session }));
    if (!redeemed?.ok) {
      guesses.missed(request.ip);
      const text = "This passkey is not known here, or was removed. Sign in in another way.";
      const model = { ...(await signInModel(site, { next })), kept };
      const problem = { field: "passkey" as const, text };
      return sendPage(reply.code(401), signInPage(baseOf(site), { ...model, problem }));
    }
    reply.header("set-cookie", cookie);
    return kept
      ? sendPage(reply, keptPage(baseOf(site), kept, csrf))
      : goTo(site, reply, next, null);
  });

  app.get<OfUser>("/users/:id/passkeys/options", page(), async (request, reply) => {
    const { org_id, name } = ownerOf(request);
    const { id } = request.params;
    if (!isProved(callerOf(request), clock.now()))
      return reply
        .code(403)
        .header("cache-control", "no-store")
        .send({ prove: `${baseOf(site)}/prove?next=/settings/you` });
    const passkeys = await store.read.passkeys(org_id, id);
    return reply.header("cache-control", "no-store").send({
      ...challenge("register"),
      user: { id: Buffer.from(id).toString("base64url"), name },
      algorithms,
      known: passkeys.map(({ credential_id }) => credential_id),
    });
  });

  app.post<OfUser>("/users/:id/passkeys", writeRoute("read"), async (request, reply) => {
    demandProof(ownerOf(request), clock.now());
    const { id } = request.params;
    const passkey = await registered(site, formOf(request).get("answer") ?? "");
    if (!passkey)
      throw new Problem(
        "invalid",
        `The browser made no passkey for ${site.siteUrl()}. Open monitord at that address, and try again.`,
      );
    const name = browserName(request.headers["user-agent"] ?? "");
    valueOf(
      await store.run("add_passkey", {
        actor: actorOf(request),
        user_id: id,
        passkey: { ...passkey, name },
        now: clock.now(),
      }),
      "user",
    );
    return goTo(site, reply, "/settings/you", "added");
  });

  app.post<{ Params: { id: string; passkey: string } }>(
    "/users/:id/passkeys/:passkey/remove",
    writeRoute("read"),
    async (request, reply) => {
      const { id, passkey } = request.params;
      const path = `/users/${encodeURIComponent(id)}/passkeys/${encodeURIComponent(passkey)}`;
      await mustAsk(site, request, "DELETE", path);
      return goTo(site, reply, formOf(request).get("back") ?? "/settings/you", "removed");
    },
  );
}

/** The caller; refused unless the address is of the same user: a passkey is made by its owner alone. */
function ownerOf(request: FastifyRequest<OfUser>) {
  const caller = callerOf(request);
  if (caller.user_id !== request.params.id)
    throw new Problem("forbidden", "Users add passkeys to their own account.");
  return caller;
}
