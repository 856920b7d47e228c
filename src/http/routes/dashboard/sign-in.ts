/** Sign-in and sign-out. Opening the link does not use the code: link previews open it too. */
import type { ResourceKind } from "../../../core/model/model.ts";
import { factsOf, kindsWith } from "../../../resource/resources.ts";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { looksLikeEmail } from "../../../resource/schema.ts";
import { hashKey, looksLikeKey } from "../../../core/access/api-key.ts";
import { passkeyHost } from "../../../core/access/passkey.ts";
import { looksLikeSetupCode, normalizeSetupCode } from "../../../core/access/setup-code.ts";
import { keptPage, signInPage, type SignInModel } from "../../../dashboard/sign-in.ts";
import { carriedForm, keptForm } from "../../site/kept-form.ts";
import {
  beginSession,
  forgottenCookie,
  newSession,
  visitorOf,
  wasOwnForm,
} from "../../site/sessions.ts";
import { Problem } from "../../answer/problem.ts";
import { loginLimit } from "../../request/guesses.ts";
import { invitePhone } from "./first-run.ts";
import { baseOf, sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, goTo, localPath, type Site } from "./site.ts";

const longestName = 100;
const wrongCode = "This code is unknown, was used already or is too old.";

export function signInRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const open = { config: { scope: "public" as const }, schema: { hide: true } };

  app.get<{ Querystring: { code?: string; next?: string } }>(
    "/login",
    open,
    async (request, reply) => {
      const { code = "", next } = request.query;
      // A visitor with a code wants to use it, signed in or not.
      if (code === "" && (await visitorOf(site, request)))
        return goTo(site, reply, localPath(next), null);
      return sendPage(reply, signInPage(baseOf(site), await modelOf(site, request.query)));
    },
  );

  app.post(
    "/login",
    { ...open, config: { scope: "public", rateLimit: loginLimit } },
    async (request, reply) => {
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
            ...(await modelOf(site, { code: field === "email" ? code : "", next })),
            problem: { field, text },
            typed: { name, email },
            kept,
          }),
        );
      if (looksLikeKey(code)) {
        const caller = await store.read.key_by_hash(hashKey(code));
        const good =
          caller?.key?.revoked_at === null && (caller.expires_at ?? Infinity) > clock.now();
        if (!caller || !good)
          return again("code", "This key is mistyped, unknown, expired or revoked.");
        const { cookie, csrf } = await beginSession(site, caller, name);
        if (kept)
          return sendPage(reply.header("set-cookie", cookie), keptPage(baseOf(site), kept, csrf));
        return goTo(site, reply.header("set-cookie", cookie), next, null);
      }
      if (code.startsWith("mon_"))
        return again("code", "This key is mistyped, unknown, expired or revoked.");
      if (!looksLikeSetupCode(code)) return again("code", wrongCode);
      if (!looksLikeEmail(email))
        return again(
          "email",
          email === "" ? "Your account needs an email address." : "This is not an email address.",
        );
      const { session, cookie } = newSession(site);
      const opened = await store.run("open_account", {
        code_hash: hashKey(normalizeSetupCode(code)),
        name: name === "" ? email : name,
        email,
        session,
        client_address: request.ip,
        now: clock.now(),
      });
      if (!opened.ok) return again("code", wrongCode);
      return goTo(
        site,
        reply.header("set-cookie", cookie),
        await afterSetup(request, session.hash, next),
        null,
      );
    },
  );

  /** The first steps, with a code for a phone; where something is monitored already, the page that was asked for. */
  async function afterSetup(request: FastifyRequest, hash: string, next: string): Promise<string> {
    const signed = await store.read.session(hash);
    if (!signed) return next;
    const { caller } = signed;
    const { devices, monitors } = await store.read.setupSteps(caller.org_id);
    if (monitors > 0 || next !== "/") return next;
    if (devices > 0) return "/start";
    request.caller = caller;
    return `/start?phone=${await invitePhone(app, site, request, caller.id)}`;
  }

  app.post("/logout", writeRoute("read"), async (request, reply) => {
    if (request.visitor)
      await store.run("end_session", { hash: request.visitor.hash, now: clock.now() });
    return goTo(site, reply.header("set-cookie", forgottenCookie(site.siteUrl())), "/login", null);
  });
}

/** The form, empty. */
export async function modelOf(
  { store, siteUrl }: Site,
  query: { code?: string; next?: string },
): Promise<SignInModel> {
  const next = localPath(String(query.next ?? ""));
  return {
    code: String(query.code ?? ""),
    next,
    returnsTo: nameOf(next),
    passkeys: passkeyHost(siteUrl()) !== null && (await store.read.has_passkeys()),
    problem: null,
    typed: { name: "", email: "" },
    kept: null,
  };
}

/** Asks the sender of a form whose session has ended to sign in again; the page keeps the fields. */
export async function keepForm(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request);
  // A sender who was never signed in gets none of the fields back.
  const kept = wasOwnForm(site, form.get("csrf")) ? keptForm(localPath(request.url), form) : null;
  if (!kept) throw signedOut();
  return sendPage(
    reply.code(401),
    signInPage(baseOf(site), { ...(await modelOf(site, {})), kept }),
  );
}

export const signedOut = (): Problem =>
  new Problem("unauthorized", "Your session has expired. Sign in and try again.");

/** Names the page of a path without stored text: the visitor is not signed in yet. */
function nameOf(path: string): string | null {
  const [, section = "", id] = path.split(/[/?]/);
  const incident = section === "incidents" && /^\d{1,9}$/.test(id ?? "");
  return incident ? `incident #${id}` : (sectionNames[section] ?? null);
}

/** A kind as the dashboard calls it, with its article. */
function oneOf(kind: ResourceKind): string {
  const { page, code } = factsOf(kind);
  const noun = page?.noun ?? code.replaceAll("_", " ");
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

const sectionNames: Partial<Record<string, string>> = {
  incidents: "an incident",
  monitors: "the monitors",
  ...Object.fromEntries(kindsWith("page").map((kind) => [kind, oneOf(kind)])),
  silences: "maintenance",
};
