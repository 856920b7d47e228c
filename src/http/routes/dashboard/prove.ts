/** A fresh proof of a signed-in visitor: by a passkey, or by the key that the session began with. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { hashKey } from "../../../core/access/api-key.ts";
import { makeChallenge, passkeyHost } from "../../../core/access/passkey.ts";
import { keptPage } from "../../../dashboard/sign-in.ts";
import type { Verbs } from "../../../app/store.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { Guesses } from "../../request/guesses.ts";
import { Problem } from "../../answer/problem.ts";
import { carriedForm } from "../../site/kept-form.ts";
import { asserted } from "../../site/passkeys.ts";
import { askProof } from "../../site/settings/prove.ts";
import { formOf, goTo, localPath, page, writeRoute, type Site } from "../../site/site.ts";

/** Wrong answers of an address in a minute. */
const mostMisses = 10;

export function provePages(app: FastifyInstance, site: Site): void {
  const { store, clock, challengeSecret, randomBytes } = site;
  const guesses = new Guesses(clock, mostMisses);

  const waitingIn = (form: URLSearchParams) => ({
    next: localPath(form.get("next")),
    kept: form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null,
  });

  app.get<{ Querystring: { next?: string } }>("/prove", page(), (request, reply) =>
    askProof(site, request, reply, {
      next: localPath(request.query.next),
      kept: null,
      problem: null,
    }),
  );

  app.get("/prove/passkey", page(), (_request, reply) =>
    reply.header("cache-control", "no-store").send({
      challenge: makeChallenge(challengeSecret(), "prove", clock.now(), randomBytes),
      host: passkeyHost(site.siteUrl()),
    }),
  );

  app.post("/prove/passkey", writeRoute("read"), async (request, reply) => {
    const answer = formOf(request).get("answer") ?? "";
    const passkey = await asserted(site, "prove", answer, (id) => store.read.passkey(id));
    return proved(request, reply, passkey && { method: "passkey", passkey });
  });

  app.post("/prove/key", writeRoute("read"), async (request, reply) => {
    const { key } = callerOf(request);
    const typed = (formOf(request).get("key") ?? "").trim();
    const right = key !== null && hashKey(typed) === key.hash;
    return proved(request, reply, right ? { method: "key", passkey: null } : null);
  });

  async function proved(
    request: FastifyRequest,
    reply: FastifyReply,
    proof: Pick<Parameters<Verbs["prove_session"]>[0], "method" | "passkey"> | null,
  ): Promise<FastifyReply> {
    const { visitor } = request;
    if (!visitor) throw new Error("a proof without a session");
    if (guesses.isOver(request.ip))
      throw new Problem("too-many-requests", "Too many wrong answers. Wait a minute.");
    const outcome =
      proof &&
      (await store.run("prove_session", {
        hash: visitor.hash,
        actor: actorOf(request),
        ...proof,
        now: clock.now(),
      }));
    const waiting = waitingIn(formOf(request));
    if (!outcome?.ok) {
      guesses.missed(request.ip);
      const problem = "This does not prove that it is you. Try again.";
      return askProof(site, request, reply.code(403), { ...waiting, problem });
    }
    return waiting.kept
      ? sendPage(reply, keptPage(baseOf(site), waiting.kept, visitor.csrf))
      : goTo(site, reply, waiting.next, null);
  }
}
