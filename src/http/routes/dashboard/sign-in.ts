/** Sign-in and sign-out. Opening the link does not use the code: link previews open it too. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { looksLikeEmail } from "../../../resource/schema.ts";
import { hashKey, looksLikeKey } from "../../../core/access/api-key.ts";
import { looksLikeSetupCode, normalizeSetupCode } from "../../../core/access/setup-code.ts";
import { keptPage, signInPage } from "../../../dashboard/sign-in.ts";
import { carriedForm } from "../../site/kept-form.ts";
import { beginSession, expiredCookie, newSession, visitorOf } from "../../request/sessions.ts";
import { actorOf } from "../../request/auth.ts";
import { agentOf } from "../../../core/access/agent.ts";
import { Guesses } from "../../request/guesses.ts";
import { invitePhone } from "../../site/first-run.ts";
import { leaveTo, providerLogout, providersAlone } from "../../site/access/single-sign-on.ts";
import { signInModel } from "../../site/access/sign-in.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import type { Caller } from "../../../store/reads/access.ts";
import { writeRoute, formOf, goTo, localPath, type Site } from "../../site/site.ts";

const longestName = 100;
/** Wrong codes of an address in a minute. */
const mostMisses = 10;
const wrongCode = "This code is unknown, was used already or is too old.";

export function signInRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const guesses = new Guesses(clock, mostMisses);
  const open = { config: { scope: "public" as const }, schema: { hide: true } };

  app.get<{ Querystring: { code?: string; next?: string; refused?: string; by?: string } }>(
    "/login",
    open,
    async (request, reply) => {
      const { code = "", next } = request.query;
      // A visitor with a code wants to use it, signed in or not.
      if (code === "" && (await visitorOf(site, request)))
        return goTo(site, reply, localPath(next), null);
      return sendPage(reply, signInPage(baseOf(site), await signInModel(site, request.query)));
    },
  );

  app.post("/login", open, async (request, reply) => {
    const form = formOf(request);
    const typed = (field: string) => (form.get(field) ?? "").trim().slice(0, longestName);
    const code = typed("code");
    const [name, email] = [typed("name"), typed("email").toLowerCase()];
    const next = localPath(form.get("next"));
    const kept = form.has("kept") ? carriedForm(localPath(form.get("kept")), form) : null;
    const again = async (field: "code" | "email", text: string) =>
      sendPage(
        reply.code(field === "code" ? 401 : 422),
        signInPage(baseOf(site), {
          ...(await signInModel(site, { code: field === "email" ? code : "", next })),
          problem: { field, text },
          typed: { name, email },
          kept,
        }),
      );
    const refuse = async (text: string, key: Caller | null = null) => {
      await missed(request, key);
      return again("code", text);
    };
    // A setup code was made on the server, which decides about this rule itself.
    if (site.oidcOnly && !looksLikeSetupCode(code)) return again("code", providersAlone(site));
    if (looksLikeKey(code)) {
      const caller = await store.read.key_by_hash(hashKey(code));
      const good =
        caller?.key?.revoked_at === null && (caller.expires_at ?? Infinity) > clock.now();
      if (!caller || !good)
        return refuse("This key is mistyped, unknown, expired or revoked.", caller);
      const { cookie, csrf } = await beginSession(site, request, caller, name);
      if (kept)
        return sendPage(reply.header("set-cookie", cookie), keptPage(baseOf(site), kept, csrf));
      return goTo(site, reply.header("set-cookie", cookie), next, null);
    }
    // A code is short enough to be guessed; a key is not, so that the misses of others never refuse one.
    guesses.refuseOver(request.ip, "wrong codes from this address");
    if (code.startsWith("mon_"))
      return refuse("This key is mistyped, unknown, expired or revoked.");
    if (!looksLikeSetupCode(code)) return refuse(wrongCode);
    if (!looksLikeEmail(email))
      return again(
        "email",
        email === "" ? "Your account needs an email address." : "This is not an email address.",
      );
    const { session, cookie } = newSession(site, request, "setup_code");
    const opened = await store.run("open_account", {
      code_hash: hashKey(normalizeSetupCode(code)),
      name: name === "" ? email : name,
      email,
      session,
      now: clock.now(),
    });
    if (!opened.ok) return refuse(wrongCode);
    return goTo(
      site,
      reply.header("set-cookie", cookie),
      await afterSetup(request, session.hash, next),
      null,
    );
  });

  /** Counts a refused sign-in. The first one of an address in a minute, and the one that reaches the limit, are audited. */
  async function missed(request: FastifyRequest, caller: Caller | null): Promise<void> {
    const { ip, headers } = request;
    guesses.missed(ip);
    const count = guesses.misses(ip);
    if (count !== 1 && count !== mostMisses) return;
    const key = caller && { id: caller.id, org_id: caller.org_id, name: caller.key?.name ?? "" };
    const agent = agentOf(headers["user-agent"] ?? "");
    await store.run("audit_refused_sign_in", { key, client_address: ip, agent, now: clock.now() });
  }

  /** The first steps, with a code for a phone; where something is monitored already, the page that was asked for. */
  async function afterSetup(request: FastifyRequest, hash: string, next: string): Promise<string> {
    const signed = await store.read.session(hash);
    if (!signed) return next;
    const { caller } = signed;
    const { devices, monitors } = await store.read.setupSteps(caller.org_id);
    if (monitors > 0 || next !== "/") return next;
    if (devices > 0) return "/start";
    request.caller = caller;
    return `/start?phone=${await invitePhone(site, request, caller.id)}`;
  }

  app.post("/logout", writeRoute("read"), async (request, reply) => {
    const out = request.visitor && (await providerLogout(site, request.visitor.hash));
    if (request.visitor)
      await store.run("end_session", {
        hash: request.visitor.hash,
        actor: actorOf(request),
        now: clock.now(),
      });
    reply.header("set-cookie", expiredCookie(site.siteUrl()));
    return out
      ? leaveTo(site, request, reply, out.name, out.url)
      : goTo(site, reply, "/login", null);
  });
}
