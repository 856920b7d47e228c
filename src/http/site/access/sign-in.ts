/** The data of the sign-in page, and a form that comes after the end of its session. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { ResourceKind } from "../../../core/model/model.ts";
import { passkeyHost } from "../../../core/access/passkey.ts";
import { signInPage, type SignInModel } from "../../../dashboard/sign-in.ts";
import { factsOf, kindsWith } from "../../../resource/resources.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { Problem } from "../../answer/problem.ts";
import { wasOwnForm } from "../../request/sessions.ts";
import { keptForm } from "../kept-form.ts";
import { providerButtons, refusalOf } from "./single-sign-on.ts";
import { formOf, localPath, type Site } from "../site.ts";

/** The form, empty. */
export async function signInModel(
  site: Site,
  query: { code?: string; next?: string; refused?: string; by?: string },
): Promise<SignInModel> {
  const { store, siteUrl, oidcOnly } = site;
  const next = localPath(String(query.next ?? ""));
  return {
    code: String(query.code ?? ""),
    next,
    returnsTo: pageName(next),
    passkeys: !oidcOnly && passkeyHost(siteUrl()) !== null && (await store.read.has_passkeys()),
    problem: await refusedModel(site, query),
    providers: providerButtons(site),
    providersOnly: oidcOnly,
    typed: { name: "", email: "" },
    kept: null,
  };
}

/** The refusal by a provider that the address names by a word: no text of an address is shown. */
async function refusedModel(
  site: Site,
  { refused, by }: { refused?: string; by?: string },
): Promise<SignInModel["problem"]> {
  const text = await refusalOf(site, refused, by);
  return text === null ? null : { field: "provider", text };
}

/** Asks the sender of a form whose session has ended to sign in again; the page keeps the fields. */
export async function keepForm(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<FastifyReply> {
  const form = formOf(request);
  // A sender without an earlier session gets none of the fields back.
  const kept = wasOwnForm(site, form.get("csrf")) ? keptForm(localPath(request.url), form) : null;
  if (!kept) throw signedOut();
  return sendPage(
    reply.code(401),
    signInPage(baseOf(site), { ...(await signInModel(site, {})), kept }),
  );
}

export const signedOut = (): Problem =>
  new Problem("unauthorized", "Your session has expired. Sign in and try again.");

/** Names the page of a path without stored text: the visitor is not signed in yet. */
function pageName(path: string): string | null {
  const [, section = "", id] = path.split(/[/?]/);
  const incident = section === "incidents" && /^\d{1,9}$/.test(id ?? "");
  return incident ? `incident #${id}` : (sectionNames[section] ?? null);
}

/** A kind as the dashboard calls it, with its article. */
function kindName(kind: ResourceKind): string {
  const { page, code } = factsOf(kind);
  const noun = page?.noun ?? code.replaceAll("_", " ");
  return `${/^[aeio]/.test(noun) ? "an" : "a"} ${noun}`;
}

const sectionNames: Partial<Record<string, string>> = {
  incidents: "an incident",
  device: "the code of your terminal",
  monitors: "the monitors",
  ...Object.fromEntries(kindsWith("page").map((kind) => [kind, kindName(kind)])),
  silences: "maintenance",
};
