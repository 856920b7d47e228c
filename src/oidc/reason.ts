/**
 * Turns exceptions of the library into reasons for people. Its errors carry tokens and whole answers as their causes:
 * only their codes, the names of claims and attributes, and the library's own sentences are repeated. Pure.
 */
import type { ProviderFailure } from "../core/access/issuer.ts";
import { AddressRefused } from "../probe/connect.ts";
import { Late } from "../probe/within.ts";
import { Unanswered } from "./way-out.ts";

/** An answer of the provider that is refused. `message`: without secrets. */
export class Untrusted extends Error {
  override name = "Untrusted";
}

/** The members of an error, and of its causes, that are read. */
interface Thrown {
  name?: unknown;
  message?: unknown;
  code?: unknown;
  status?: unknown;
  error?: unknown;
  claim?: unknown;
  attribute?: unknown;
  cause?: unknown;
}

export function failureOf(thrown: unknown): ProviderFailure {
  const chain = chainOf(thrown);
  const away = chain.find(isAway);
  if (away) return { ok: false, why: "away", reason: String(away.message) };
  const own = chain.find((error) => error instanceof Untrusted);
  if (own) return { ok: false, why: "invalid", reason: String(own.message) };
  const codes = chain.map(({ code }) => code);
  if (codes.includes("OAUTH_AUTHORIZATION_RESPONSE_ERROR"))
    return { ok: false, why: "denied", reason: `the provider answered ${errorIn(chain)}` };
  const status = Number(chain.find((error) => error.status !== undefined)?.status ?? 0);
  // A provider that is restarted answers so.
  if (status >= 500) return { ok: false, why: "away", reason: `the provider answered ${status}` };
  return { ok: false, why: "invalid", reason: invalidReason(chain, codes, status) };
}

/** The error and its causes. */
function chainOf(thrown: unknown): Thrown[] {
  const chain: Thrown[] = [];
  for (let error = thrown; isObject(error) && chain.length < 6; error = (error as Thrown).cause)
    chain.push(error);
  return chain;
}

const isObject = (value: unknown): value is object => typeof value === "object" && value !== null;

const isAway = (error: Thrown): boolean =>
  error instanceof Unanswered || error instanceof Late || error instanceof AddressRefused;

/** The error code of the provider (RFC 6749): a short word, or it is not repeated. */
function errorIn(chain: readonly Thrown[]): string {
  const code = chain.find(({ error }) => typeof error === "string")?.error;
  return typeof code === "string" && /^[\w.-]{1,64}$/.test(code) ? code : "an error";
}

function invalidReason(
  chain: readonly Thrown[],
  codes: readonly unknown[],
  status: number,
): string {
  const nameIn = (member: "claim" | "attribute") => {
    const name = chain.find((error) => typeof error[member] === "string")?.[member];
    return typeof name === "string" ? name : member;
  };
  if (codes.includes("OAUTH_RESPONSE_BODY_ERROR"))
    return `the provider refused the code or the client: ${errorIn(chain)}`;
  if (codes.includes("OAUTH_WWW_AUTHENTICATE_CHALLENGE"))
    return `the provider refused the client (${status})`;
  if (codes.includes("OAUTH_JWT_TIMESTAMP_CHECK_FAILED"))
    return `the token has expired or is from the future (${nameIn("claim")})`;
  if (codes.includes("OAUTH_JWT_CLAIM_COMPARISON_FAILED"))
    return `the token has another ${nameIn("claim")}`;
  if (codes.includes("OAUTH_JSON_ATTRIBUTE_COMPARISON_FAILED"))
    return `the answer has another ${nameIn("attribute")}`;
  if (codes.includes("OAUTH_RESPONSE_IS_NOT_JSON")) return "the answer is not JSON";
  if (codes.includes("OAUTH_PARSE_ERROR")) return "the answer is broken JSON";
  if (codes.includes("OAUTH_RESPONSE_IS_NOT_CONFORM")) return `the provider answered ${status}`;
  // The library's own sentence is the deepest one with a code; it names attributes and no values.
  const sentence = chain.findLast(({ code }) => typeof code === "string")?.message;
  return typeof sentence === "string" ? sentence.slice(0, 200) : "the answer cannot be read";
}
