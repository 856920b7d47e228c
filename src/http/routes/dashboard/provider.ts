/** The way to an OpenID Connect provider and back. */
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { Actor } from "../../../app/audit.ts";
import type { Identified, Issuer } from "../../../core/access/issuer.ts";
import { refusalReasons, type SignInRefusal } from "../../../core/access/provider-sign-in.ts";
import type { ProviderErrand, ProviderSignIn } from "../../../core/model/model.ts";
import type { KeptForm } from "../../../dashboard/kept-form.ts";
import { triedPage } from "../../../dashboard/settings/provider-pages.ts";
import { keptPage } from "../../../dashboard/sign-in.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { callerOf } from "../../request/auth.ts";
import { demandProof } from "../../request/proof.ts";
import { hashOf, newSession, visitorOf, type Visitor } from "../../request/sessions.ts";
import { carriedForm } from "../../site/kept-form.ts";
import {
  browserOf,
  callbackUrl,
  leaveFor,
  organizationOf,
  refusalSentence,
  refuse,
} from "../../site/access/single-sign-on.ts";
import { formOf, goTo, localPath, writeRoute, type Site } from "../../site/site.ts";

/** Per minute and address: a whole office may share one. */
const limit = { max: 120, timeWindow: 60_000 };

type OfProvider = { Params: { slug: string }; Querystring: { next?: string } };

export function providerRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const open = {
    config: { scope: "public" as const, rateLimit: limit },
    schema: { hide: true },
  };

  function providerOf(slug: string) {
    const sso = site.singleSignOn();
    const issuer = sso?.issuers.find((one) => one.slug === slug);
    if (!sso || !issuer) throw new Problem("not-found", "No such provider. Sign in another way.");
    return { sso, issuer };
  }

  /** Records a refusal, and shows it. `reason`: without secrets. */
  async function refused(
    request: FastifyRequest,
    reply: FastifyReply,
    of: {
      why: SignInRefusal;
      reason: string;
      issuer: Issuer;
      errand: ProviderErrand;
      who?: string | null;
    },
  ): Promise<FastifyReply> {
    const { why, issuer, errand, who = null } = of;
    const reason = who === null ? of.reason : `${who}: ${of.reason}`;
    request.log.warn(
      { provider: issuer.name, reason, request_id: request.id },
      `sign-in with ${issuer.name} refused: ${reason}`,
    );
    const organization = await organizationOf(site, issuer);
    if (organization)
      await store.run("refuse_sign_in", {
        actor: visitorActor(request, organization.id, issuer.name),
        provider: issuer.name,
        reason,
        now: clock.now(),
      });
    return refuse(site, reply, { why, issuer, errand });
  }

  async function leave(
    request: FastifyRequest<OfProvider>,
    reply: FastifyReply,
    errand: ProviderErrand,
    visitor: Visitor | null,
    form: KeptForm | null,
    next = "/settings/sso",
  ): Promise<FastifyReply> {
    const { sso, issuer } = providerOf(request.params.slug);
    const left = await leaveFor(site, request, reply, { sso, issuer, errand, next, form, visitor });
    return left.ok ? left.reply : refused(request, reply, { ...left, issuer, errand });
  }

  app.get<OfProvider>("/oidc/sign-in/:slug", open, (request, reply) =>
    leave(request, reply, "sign_in", null, null, localPath(request.query.next)),
  );

  app.post<OfProvider>("/oidc/sign-in/:slug", open, (request, reply) => {
    const form = formOf(request);
    const kept = form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null;
    return leave(request, reply, "sign_in", null, kept, "/");
  });

  app.post<OfProvider>("/oidc/prove/:slug", writeRoute("read"), async (request, reply) => {
    const form = formOf(request);
    const kept = form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null;
    return leave(request, reply, "prove", request.visitor, kept, localPath(form.get("next")));
  });

  for (const [errand, scope] of [
    ["test", "admin"],
    ["connect", "read"],
  ] as const)
    app.post<OfProvider>(`/oidc/${errand}/:slug`, writeRoute(scope), (request, reply) => {
      const caller = callerOf(request);
      if (errand === "connect") {
        if (caller.user_id === null)
          throw new Problem("forbidden", "Only a person connects a provider, and this is a key.");
        demandProof(caller, clock.now());
      }
      const back = localPath(formOf(request).get("back"));
      return leave(request, reply, errand, request.visitor, null, back);
    });

  app.get<{ Querystring: { state?: unknown } }>("/oidc/callback", open, async (request, reply) => {
    const sso = site.singleSignOn();
    if (!sso) throw new Problem("not-found", "No provider is configured.");
    const { state } = request.query;
    const visitor = await visitorOf(site, request);
    const now = clock.now();
    const taken = await store.run("take_provider_sign_in", {
      hash: hashOf(typeof state === "string" ? state : ""),
      browser: browserOf(site, request),
      session: visitor?.hash ?? null,
      now,
    });
    const issuer = sso.issuers.find((one) => one.issuer === taken.signIn?.issuer) ?? null;
    if (!issuer || !taken.ok) {
      const why = taken.ok ? "unknown" : taken.why;
      const errand = taken.signIn?.errand ?? "sign_in";
      return issuer
        ? refused(request, reply, { why, reason: refusalReason(why), issuer, errand })
        : refuse(site, reply, { why, issuer, errand });
    }
    const { signIn } = taken;
    const { errand } = signIn;
    const callback = new URL(callbackUrl(site));
    callback.search = new URL(request.raw.url ?? "", "http://here").search;
    const identified = await sso.finish(
      issuer,
      { state: String(state), nonce: signIn.nonce, verifier: signIn.verifier },
      callback,
      { seconds: (now - signIn.inserted_at) / 1000, fresh: errand === "prove" },
    );
    if (!identified.ok) return refused(request, reply, { ...identified, issuer, errand });
    if (errand === "prove") return proved(request, reply, issuer, signIn, identified);
    return errand === "test"
      ? tried(request, reply, issuer, signIn, identified)
      : arrived(request, reply, issuer, signIn, identified);
  });

  /** Signs the person in, or connects the provider to the user of the session. */
  async function arrived(
    request: FastifyRequest,
    reply: FastifyReply,
    issuer: Issuer,
    signIn: ProviderSignIn,
    { claims, id_token, sid, fresh }: Identified,
  ): Promise<FastifyReply> {
    const { errand, org_id } = signIn;
    const begun = errand === "sign_in" ? newSession(site, request, "oidc") : null;
    const signed = await store.run("sign_in_by_provider", {
      actor: visitorActor(request, org_id, issuer.name),
      rules: issuer,
      claims,
      connects: errand === "sign_in" ? null : signIn.user_id,
      // The session of the provider may be old: only a new proof counts as one.
      session: begun && { ...begun.session, ...(fresh ? {} : { proved_at: 0 }) },
      id_token,
      sid,
      now: clock.now(),
    });
    if (!signed.ok) {
      const who = claims.email ?? claims.sub;
      return refused(request, reply, {
        why: signed.why,
        reason: refusalReason(signed.why),
        issuer,
        errand,
        who,
      });
    }
    if (!begun) return goTo(site, reply, signIn.next, "added");
    reply.header("set-cookie", begun.cookie);
    return goOn(reply, signIn, begun.csrf);
  }

  /** Leads to the page that the sign-in was for, or to the form that waited for it. */
  function goOn(reply: FastifyReply, { form, next }: ProviderSignIn, csrf: string): FastifyReply {
    return form === null
      ? goTo(site, reply, next, null)
      : sendPage(reply, keptPage(baseOf(site), JSON.parse(form) as KeptForm, csrf));
  }

  /** Takes a new sign-in at the provider as a proof of the person of the session. */
  async function proved(
    request: FastifyRequest,
    reply: FastifyReply,
    issuer: Issuer,
    signIn: ProviderSignIn,
    { claims: { sub }, fresh }: Identified,
  ): Promise<FastifyReply> {
    const { errand, org_id, user_id, session } = signIn;
    const visitor = await visitorOf(site, request);
    const identities = user_id === null ? [] : await store.read.identities(org_id, user_id);
    const own = identities.some((one) => one.issuer === issuer.issuer && one.sub === sub);
    const why = !own ? "other_user" : !fresh ? "old_proof" : null;
    if (why !== null || !visitor || session === null)
      return refused(request, reply, {
        why: why ?? "signed_out",
        reason: refusalReason(why ?? "signed_out"),
        issuer,
        errand,
      });
    await store.run("prove_session", {
      hash: session,
      actor: {
        ...visitorActor(request, org_id, visitor.caller.name),
        user_id: user_id ?? undefined,
      },
      method: "oidc",
      passkey: null,
      now: clock.now(),
    });
    return goOn(reply, signIn, visitor.csrf);
  }

  /** Shows an admin the outcome of a sign-in of this person. */
  async function tried(
    request: FastifyRequest,
    reply: FastifyReply,
    issuer: Issuer,
    { org_id }: ProviderSignIn,
    { claims }: Identified,
  ): Promise<FastifyReply> {
    const actor = visitorActor(request, org_id, issuer.name);
    const decision = await store.run("try_provider", {
      actor,
      rules: issuer,
      claims,
      connects: null,
    });
    const organization = await organizationOf(site, issuer);
    const { kind } = decision;
    const outcome =
      kind === "refused"
        ? refusalSentence(decision.why, issuer, organization?.name ?? null)
        : kind === "create"
          ? `A new account would be created, with the role ${decision.role}.`
          : `You would sign in as ${decision.user.email}, with the role ${decision.role ?? decision.user.role}.`;
    const groups = Array.isArray(claims.groups)
      ? claims.groups.slice(0, 50).join(", ") || "none"
      : claims.groups === "missing"
        ? `the provider sends no claim "${issuer.groups_claim}"`
        : "too many for the provider to send";
    return sendPage(
      reply,
      triedPage(baseOf(site), {
        works: kind !== "refused",
        outcome,
        claims: [
          ["Email", claims.email ?? "none"],
          ["Verified", claims.email_verified ? "yes" : "no"],
          ["Name", claims.name ?? "none"],
          ["Groups", groups],
        ],
      }),
    );
  }
}

const refusalReason = (why: keyof typeof refusalReasons): string => refusalReasons[why];

/** A person without a session, or the provider itself. */
const visitorActor = (request: FastifyRequest, org_id: string, name: string): Actor => ({
  org_id,
  name,
  request_id: request.id,
  client_address: request.ip,
});
