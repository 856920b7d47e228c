/**
 * Rules of sign-ins with an OpenID Connect provider: how long the browser may take, why one is refused, and the
 * sentences about that. Pure.
 */
import type { Instant, ProviderSignIn } from "../model/model.ts";
import { minute } from "../text/units.ts";
import type { AccountRefusal } from "./oidc-account.ts";
import type { ProviderFailure } from "./issuer.ts";

/** How long a browser may take at the provider, ms. */
export const providerSignInLifetime = 10 * minute;

/** The clocks of a provider and of this node may differ by this much, s. */
export const clockTolerance = 300;

/** Why a browser that comes back is not the one that left. */
export type ReturnRefusal = "unknown" | "used" | "expired" | "other_browser" | "signed_out";

/** Whether the sign-in can be finished; null: it can. */
export function returnRefusal(
  signIn: Pick<ProviderSignIn, "used_at" | "expires_at" | "browser" | "session">,
  back: { browser: string | null; session: string | null },
  now: Instant,
): ReturnRefusal | null {
  // The first thing: another browser must not use it up.
  if (signIn.browser !== back.browser) return "other_browser";
  if (signIn.used_at !== null) return "used";
  if (signIn.expires_at <= now) return "expired";
  return signIn.session !== null && signIn.session !== back.session ? "signed_out" : null;
}

export type SignInRefusal = AccountRefusal | ReturnRefusal | ProviderFailure["why"] | "old_proof";

const ofProvider: Record<ProviderFailure["why"], true> = {
  away: true,
  denied: true,
  invalid: true,
};

export const isSignInRefusal = (word: unknown): word is SignInRefusal =>
  typeof word === "string" &&
  (Object.hasOwn(refusalReasons, word) || Object.hasOwn(ofProvider, word));

/** The answer to the person: one sentence, or a second one with the next step. `askOf`: the organization with the admins. */
export function refusalText(why: SignInRefusal, provider: string, askOf: string): string {
  const admin = `Ask an admin of ${askOf}`;
  switch (why) {
    case "away":
      return `${provider} does not answer. Try again in a minute.`;
    case "denied":
      return `${provider} did not sign you in.`;
    case "invalid":
      return `The answer of ${provider} could not be verified. ${admin}: the audit log has the reason.`;
    case "unknown":
    case "expired":
      return "This sign-in took too long, or is unknown. Start again.";
    case "used":
      return "This sign-in was used already. Start again.";
    case "other_browser":
      return "This sign-in was started in another browser. Start again in this one.";
    case "signed_out":
      return "Your session has ended since. Sign in and try again.";
    case "old_proof":
      return `${provider} did not ask who you are again. Try again, and enter your password there.`;
    case "no_email":
      return `${provider} sent no valid email address of yours. ${admin}.`;
    case "unverified_email":
      return `${provider} has not verified your email address. Verify it there, then sign in again.`;
    case "other_domain":
      return `Your email address is not of a domain that may sign in. ${admin}.`;
    case "not_invited":
      return `You have no account here yet. ${admin} to add you.`;
    case "no_role":
      return `None of your groups at ${provider} may sign in. ${admin}.`;
    case "role_taken":
      return `Your account here has no role any more. ${admin}.`;
    case "other_identity":
      return `Your account here belongs to another account at ${provider}. ${admin} to disconnect that one.`;
    case "other_user":
      return `This account at ${provider} belongs to another user here. ${admin}.`;
    case "admin_by_email":
      return `You are an admin: sign in in another way first, then connect ${provider} in Settings.`;
    case "not_linked":
      return `Your account is not connected to ${provider}. Sign in in another way first, then connect it in Settings.`;
    case "groups_elsewhere":
      return `You are in too many groups for ${provider} to send them. ${admin}.`;
  }
}

/** The reason in the audit log and in the log. */
export const refusalReasons: Record<Exclude<SignInRefusal, ProviderFailure["why"]>, string> = {
  unknown: "unknown state",
  used: "replayed state",
  expired: "state older than 10 min",
  other_browser: "state of another browser",
  signed_out: "session ended before the provider answered",
  old_proof: "no new authentication at the provider",
  no_email: "no valid email claim",
  unverified_email: "unverified email",
  other_domain: "email of another domain",
  not_invited: "not invited",
  no_role: "no group with a role",
  role_taken: "user without a role",
  other_identity: "user has another identity of this provider",
  other_user: "identity of another user",
  admin_by_email: "an admin is not joined by email",
  not_linked: "not connected, and link_by_email is never",
  groups_elsewhere: "groups claim left out by the provider (overage)",
};
