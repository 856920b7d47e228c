/** Reads the claims of an ID token, and of the user info endpoint, which providers use differently. Pure. */
import { cleanText } from "../text/text.ts";
import { isObject } from "../../resource/part.ts";

/** The claims that decide about an account. */
export interface Claims {
  /** The person at the provider: never changes, and is unique there (OpenID Connect Core 1.0, section 2). */
  sub: string;
  /** Its ASCII letters in lower case; null: none. */
  email: string | null;
  email_verified: boolean;
  name: string | null;
  /** `missing`: the provider sends no such claim. `elsewhere`: they are too many for a token (Entra ID). */
  groups: string[] | "missing" | "elsewhere";
}

/** Characters of a name, and groups that are read. */
const limits = { name: 255, groups: 10_000 };

/** `claims`: of a verified token. */
export function readClaims(
  claims: Readonly<Record<string, unknown>>,
  { groups_claim, verified_claim }: { groups_claim: string; verified_claim: string },
): Claims {
  const { sub, email, name, preferred_username: username } = claims;
  const address = text(email);
  return {
    sub: String(sub),
    email: address && asciiLower(address),
    email_verified: isTrue(claims[verified_claim]),
    name: (text(name) ?? text(username))?.slice(0, limits.name) ?? null,
    groups: groupsIn(claims, groups_claim),
  };
}

/** True when claims that matter may stand at the user info endpoint alone. */
export const isThin = (
  claims: Readonly<Record<string, unknown>>,
  { groups_claim, roles }: { groups_claim: string; roles: readonly unknown[] },
): boolean =>
  text(claims["email"]) === null ||
  (roles.length > 0 && groupsIn(claims, groups_claim) === "missing");

/**
 * Lower case of A–Z alone. `toLowerCase` would make the Kelvin sign a `k`, and the address of one person that of
 * another.
 */
const asciiLower = (address: string): string =>
  address.replace(/[A-Z]/g, (letter) => letter.toLowerCase());

function text(value: unknown): string | null {
  const cleaned = typeof value === "string" ? cleanText(value).trim() : "";
  return cleaned === "" ? null : cleaned;
}

/** Providers send true, "true", 1 and "1". */
const isTrue = (value: unknown): boolean =>
  value === true || value === 1 || value === "true" || value === "1";

function groupsIn(claims: Readonly<Record<string, unknown>>, claim: string): Claims["groups"] {
  const value = valueAt(claims, claim);
  if (typeof value === "string") return [value];
  if (Array.isArray(value))
    return value.slice(0, limits.groups).filter((one) => typeof one === "string");
  // ZITADEL names roles by keys, each with the organizations that granted it: https://zitadel.com/docs/apis/openidoauth/claims
  if (isObject(value)) return Object.keys(value).slice(0, limits.groups);
  // https://learn.microsoft.com/entra/identity-platform/id-token-claims-reference
  const names = claims["_claim_names"];
  const isElsewhere =
    isObject(names) && Object.hasOwn(names, claim) ? true : isTrue(claims["hasgroups"]);
  return isElsewhere ? "elsewhere" : "missing";
}

/**
 * The claim of this name; else the value at the path that it spells: `realm_access.roles`. A name on the way may have dots
 * of its own, as a client of Keycloak in `resource_access.on.acme.example.roles` has.
 */
function valueAt(claims: unknown, claim: string): unknown {
  if (!isObject(claims)) return undefined;
  if (Object.hasOwn(claims, claim)) return claims[claim];
  for (let dot = claim.indexOf("."); dot >= 0; dot = claim.indexOf(".", dot + 1)) {
    const first = claim.slice(0, dot);
    const value = Object.hasOwn(claims, first) && valueAt(claims[first], claim.slice(dot + 1));
    if (value !== false && value !== undefined) return value;
  }
  return undefined;
}
