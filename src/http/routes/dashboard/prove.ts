/** A fresh proof of a signed-in visitor: by a passkey, the key that the session began with, or the code of a mail. */
import { createHmac } from "node:crypto";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { agentOf } from "../../../core/access/agent.ts";
import { makeProofCode, proofLetter } from "../../../core/access/letter.ts";
import { hashKey } from "../../../core/access/api-key.ts";
import { makeChallenge, passkeyHost } from "../../../core/access/passkey.ts";
import { keptPage } from "../../../dashboard/sign-in.ts";
import type { Verbs } from "../../../app/store.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { actorOf, callerOf } from "../../request/auth.ts";
import { expiredCookie, type Visitor } from "../../request/sessions.ts";
import { Guesses } from "../../request/guesses.ts";
import { Problem } from "../../answer/problem.ts";
import { carriedForm } from "../../site/kept-form.ts";
import { asserted } from "../../site/passkeys.ts";
import { refusalOf } from "../../site/access/single-sign-on.ts";
import { askProof, waysOf } from "../../site/settings/prove.ts";
import { formOf, goTo, localPath, page, writeRoute, type Site } from "../../site/site.ts";

/** Wrong answers of an address in a minute. */
const mostMisses = 10;

const refusedCodes = {
  wrong: "This code is wrong. After 5 wrong codes you are signed out.",
  expired: "This code has expired, or was used. Send another one.",
};

const noMail = () => new Problem("forbidden", "You have another way to prove that it is you.");

/** Mails and codes of an address in a minute. */
const limited = {
  ...writeRoute("read"),
  config: { scope: "read" as const, rateLimit: { max: 20, timeWindow: 60_000 } },
};

export function provePages(app: FastifyInstance, site: Site): void {
  const { store, clock, challengeSecret, randomBytes } = site;
  const guesses = new Guesses(clock, mostMisses);

  const waitingIn = (form: URLSearchParams) => ({
    next: localPath(form.get("next")),
    kept: form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null,
  });

  app.get<{ Querystring: { next?: string; refused?: string; by?: string } }>(
    "/prove",
    page(),
    async (request, reply) => {
      const { next, refused, by } = request.query;
      const problem = await refusalOf(site, refused, by);
      return askProof(site, request, reply, { next: localPath(next), kept: null, problem });
    },
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

  app.post("/prove/mail", limited, async (request, reply) => {
    const waiting = { ...waitingIn(formOf(request)), problem: null };
    const { visitor } = request;
    const { mail } = await waysOf(site, request);
    const post = site.post();
    if (!visitor || mail === null || !post) throw noMail();
    const code = makeProofCode(randomBytes);
    const { hash, caller } = visitor;
    const stored = await store.run("send_proof_code", {
      actor: actorOf(request),
      hash,
      code_hash: sealOf(hash, code),
      now: clock.now(),
    });
    if (!stored.ok) {
      const problem = stored.why === "conflict" ? stored.message : "Your session has ended.";
      return askProof(site, request, reply.code(409), { ...waiting, problem }, true);
    }
    const place = `${agentOf(request.headers["user-agent"] ?? "")}, ${request.ip}`;
    const problem = await post(proofLetter({ email: mail }, code, place));
    request.log.info({ user_id: caller.user_id, problem }, "code sent by mail");
    return problem === null
      ? askProof(site, request, reply, waiting, true)
      : askProof(site, request, reply.code(502), {
          ...waiting,
          problem: `The mail was not accepted: ${problem}.`,
        });
  });

  app.post("/prove/code", limited, async (request, reply) => {
    const waiting = waitingIn(formOf(request));
    const { visitor } = request;
    const { mail } = await waysOf(site, request);
    if (!visitor || mail === null) throw noMail();
    const typed = (formOf(request).get("code") ?? "").replaceAll(/\D/g, "");
    const outcome = await store.run("prove_by_code", {
      actor: actorOf(request),
      hash: visitor.hash,
      code_hash: sealOf(visitor.hash, typed),
      now: clock.now(),
    });
    if (outcome === "proved") return goOn(reply, waiting, visitor);
    if (outcome === "ended")
      return goTo(site, reply.header("set-cookie", expiredCookie(site.siteUrl())), "/login", null);
    return askProof(
      site,
      request,
      reply.code(403),
      { ...waiting, problem: refusedCodes[outcome] },
      outcome === "wrong",
    );
  });

  /** The hash of a code, which only its session and this installation can make: a code is short. */
  const sealOf = (session: string, code: string) =>
    createHmac("sha256", challengeSecret()).update(`proof ${session} ${code}`).digest("hex");

  /** Leads to the form that waited for the proof, or to the page. */
  const goOn = (
    reply: FastifyReply,
    { kept, next }: ReturnType<typeof waitingIn>,
    { csrf }: Visitor,
  ): FastifyReply =>
    kept ? sendPage(reply, keptPage(baseOf(site), kept, csrf)) : goTo(site, reply, next, null);

  async function proved(
    request: FastifyRequest,
    reply: FastifyReply,
    proof: Pick<Parameters<Verbs["prove_session"]>[0], "method" | "passkey"> | null,
  ): Promise<FastifyReply> {
    const { visitor } = request;
    if (!visitor) throw new Error("a proof without a session");
    guesses.refuseOver(request.ip, "wrong answers");
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
    return goOn(reply, waiting, visitor);
  }
}
