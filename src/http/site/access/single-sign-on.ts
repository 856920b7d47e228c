/** Sends a browser to an OpenID Connect provider, and knows it again when it comes back. */
import type { FastifyReply, FastifyRequest } from "fastify";
import type { Issuer, SingleSignOn } from "../../../core/access/issuer.ts";
import {
  isSignInRefusal,
  providerSignInLifetime,
  refusalText,
  type SignInRefusal,
} from "../../../core/access/provider-sign-in.ts";
import type { ProviderErrand } from "../../../core/model/model.ts";
import type { KeptForm } from "../../../dashboard/kept-form.ts";
import { leavePage } from "../../../dashboard/settings/provider-pages.ts";
import type { Connection } from "../../../dashboard/settings/connections.ts";
import type { ProviderButton } from "../../../dashboard/sign-in.ts";
import type { Organization } from "../../../store/reads/access.ts";
import { baseOf, sendPage } from "../../answer/pages.ts";
import { cookieOf, hashOf, tokenOf, type Visitor } from "../../request/sessions.ts";
import { goTo, type Site } from "../site.ts";

/** The cookie that binds a sign-in to its browser. */
const cookieName = "-sign-in";

export const callbackUrl = ({ siteUrl }: Pick<Site, "siteUrl">): string =>
  `${siteUrl()}/oidc/callback`;

/** The buttons of the sign-in page. */
export const providerButtons = ({ singleSignOn }: Pick<Site, "singleSignOn">): ProviderButton[] => {
  const sso = singleSignOn();
  return (sso?.issuers ?? []).map((issuer) => ({
    slug: issuer.slug,
    name: issuer.name,
    away: sso!.stateOf(issuer).problem !== null,
  }));
};

/** Why another way to sign in is closed. */
export const providersAlone = (site: Pick<Site, "singleSignOn">): string =>
  `People sign in here with ${providerButtons(site)
    .map(({ name }) => name)
    .join(" or ")} alone. API keys are for programs.`;

/** The providers that a person of the organization can connect, and their identities there. */
export async function connectionsOf(
  site: Site,
  org_id: string,
  user_id: string,
): Promise<Connection[]> {
  const own = await site.store.read.identities(org_id, user_id);
  const connections: Connection[] = [];
  for (const issuer of site.singleSignOn()?.issuers ?? []) {
    if ((await organizationOf(site, issuer))?.id !== org_id) continue;
    const identity = own.find((one) => one.issuer === issuer.issuer) ?? null;
    connections.push({ slug: issuer.slug, name: issuer.name, issuer: issuer.issuer, identity });
  }
  return connections;
}

/** Where the provider of a session ends its own; null: the session has none, or the provider offers no such thing. */
export async function providerLogout(
  { store, singleSignOn, siteUrl }: Site,
  hash: string,
): Promise<{ name: string; url: string } | null> {
  const sso = singleSignOn();
  const session = sso && (await store.read.provider_session(hash));
  const issuer = session && sso.issuers.find((one) => one.issuer === session.issuer);
  const url = issuer && sso.logoutUrl(issuer, session.id_token, `${siteUrl()}/login`);
  return url ? { name: issuer.name, url } : null;
}

/** The organization whose users sign in with the provider; null: none has its name. */
export async function organizationOf(
  { store }: Pick<Site, "store">,
  issuer: Issuer,
): Promise<Organization | null> {
  const all = await store.read.organizations();
  return (
    all.find(({ name }) => issuer.organization === null || name === issuer.organization) ?? null
  );
}

/** The sentence of a refusal. The first organization has a name that people do not know. */
export const refusalSentence = (
  why: SignInRefusal,
  issuer: Issuer | null,
  organization: string | null,
): string =>
  refusalText(
    why,
    issuer?.name ?? "The provider",
    organization === null || organization === "default" ? "monitord" : organization,
  );

/** The sentence of the refusal in an address; null: it has none that is known. */
export async function refusalOf(
  site: Site,
  word: string | undefined,
  slug: string | undefined,
): Promise<string | null> {
  if (!isSignInRefusal(word)) return null;
  const issuer = site.singleSignOn()?.issuers.find((one) => one.slug === slug) ?? null;
  const organization = issuer && (await organizationOf(site, issuer));
  return refusalSentence(word, issuer, organization?.name ?? null);
}

/** The purpose of a way to a provider. */
export interface Errand {
  errand: ProviderErrand;
  /** The page that it leads to. */
  next: string;
  form: KeptForm | null;
  /** The session that begins it; null: none. */
  visitor: Visitor | null;
}

/** Sends the browser to the provider. The caller answers a refusal. */
export async function leaveFor(
  site: Site,
  request: FastifyRequest,
  reply: FastifyReply,
  { sso, issuer, errand, next, form, visitor }: Errand & { sso: SingleSignOn; issuer: Issuer },
): Promise<{ ok: true; reply: FastifyReply } | { ok: false; why: SignInRefusal; reason: string }> {
  const { store, clock, randomBytes, siteUrl } = site;
  const organization = await organizationOf(site, issuer);
  if (!organization)
    return {
      ok: false,
      why: "invalid",
      reason: `no organization is called ${issuer.organization}`,
    };
  const token = () => Buffer.from(randomBytes(32)).toString("base64url");
  const secrets = { state: token(), nonce: token(), verifier: token() };
  const begun = await sso.begin(issuer, secrets, callbackUrl(site), errand === "prove");
  if (!begun.ok) return begun;
  // Kept while it is good: several tabs may sign in at once.
  const browser = tokenOf(request, siteUrl(), cookieName) ?? token();
  const now = clock.now();
  await store.run("begin_provider_sign_in", {
    hash: hashOf(secrets.state),
    org_id: organization.id,
    issuer: issuer.issuer,
    errand,
    browser: hashOf(browser),
    nonce: secrets.nonce,
    verifier: secrets.verifier,
    next,
    form: form && JSON.stringify(form),
    session: visitor?.hash ?? null,
    user_id: visitor?.caller.user_id ?? null,
    expires_at: now + providerSignInLifetime,
    inserted_at: now,
  });
  const { name, attributes } = cookieOf(siteUrl(), cookieName);
  reply.headers({
    "set-cookie": `${name}=${browser}; ${attributes}; Max-Age=${providerSignInLifetime / 1000}`,
    "cache-control": "no-store",
    "referrer-policy": "no-referrer",
  });
  return { ok: true, reply: leaveTo(site, request, reply, issuer.name, begun.url) };
}

/** Leads to an address of the provider. */
export function leaveTo(
  site: Site,
  { method }: FastifyRequest,
  reply: FastifyReply,
  name: string,
  url: string,
): FastifyReply {
  return method === "GET"
    ? reply.redirect(url, 303)
    : sendPage(reply.header("refresh", `0; url=${url}`), leavePage(baseOf(site), name, url));
}

/** The browser that comes back, as its row names it; null: it has no cookie of a sign-in. */
export function browserOf(site: Site, request: FastifyRequest): string | null {
  const token = tokenOf(request, site.siteUrl(), cookieName);
  return token && hashOf(token);
}

/** The pages that sign-ins for these purposes begin on. */
const pagesOf: Record<ProviderErrand, string> = {
  sign_in: "/login",
  test: "/settings/sso",
  connect: "/settings/you",
  prove: "/prove",
};

/** Shows a refusal on the page that the sign-in began on. The address has a word, and no code of the provider. */
export function refuse(
  site: Site,
  reply: FastifyReply,
  { why, issuer, errand }: { why: SignInRefusal; issuer: Issuer | null; errand: ProviderErrand },
): FastifyReply {
  const query = new URLSearchParams({ refused: why, ...(issuer && { by: issuer.slug }) });
  return goTo(site, reply, `${pagesOf[errand]}?${query.toString()}`, null);
}
