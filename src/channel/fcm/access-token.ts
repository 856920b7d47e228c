/**
 * Access tokens of Google for a service account: requested with a signed assertion, valid for an hour, and
 * kept until shortly before that.
 *
 * Callers share the request that is under way: a hundred pushes make one request. A token that is still
 * valid is returned at once while its successor is fetched. After a failure the next request waits, twice
 * as long each time, up to a minute; until then callers get the same failure.
 */
import { SignJWT } from "jose";
import type { Instant } from "../../core/model/model.ts";
import {
  codeOf,
  isPassing,
  jsonOf,
  retryAfter,
  said,
  type Answer,
  type NoAnswer,
} from "../answer.ts";
import type { ServiceAccount } from "./service-account.ts";

/** The result of a token request. */
export type Token =
  | { kind: "token"; token: string }
  /** `final`: the account is refused until the operator fixes it. */
  | { kind: "failed"; final: boolean; detail: string; retry_after_ms: number };

export interface TokenSource {
  /** A token that has not run out. */
  get(): Promise<Token>;
  /** Says that `token` was refused: it is not given out again. */
  refused(token: string): void;
}

export interface TokenOptions {
  account: ServiceAccount;
  now: () => Instant;
  /** Posts a form to the token endpoint, bounded in time; never rejects. */
  post: (form: string) => Promise<Answer | NoAnswer>;
}

const scope = "https://www.googleapis.com/auth/firebase.messaging";
/** Lifetime of the assertion, s; Google accepts an hour at most. */
const statementLife = 3600;
/** A token is replaced this long before it expires, ms. */
const early = 5 * 60_000;
/** A token that ends sooner than this is not given out: a push takes time too, ms. */
const margin = 30_000;
const firstWait = 1_000;
const longestWait = 60_000;

export function createTokenSource(options: TokenOptions): TokenSource {
  const { now } = options;
  let current: { token: string; ends_at: Instant } | null = null;
  let underWay: Promise<Token> | null = null;
  let failure: { failed: Failed; until: Instant } | null = null;
  let failures = 0;

  async function fetchToken(): Promise<Token> {
    const asked_at = now();
    const read = readAnswer(await options.post(await formFor(options)));
    if (read.kind === "token") {
      current = { token: read.token, ends_at: asked_at + read.lasts_ms };
      failure = null;
      failures = 0;
      return { kind: "token", token: read.token };
    }
    const wait = Math.max(Math.min(firstWait * 2 ** failures, longestWait), read.retry_after_ms);
    failures++;
    const failed = { ...read, retry_after_ms: wait };
    failure = { failed, until: now() + wait };
    return failed;
  }

  /** One request at a time, and none during the wait after a failure. */
  function refresh(): Promise<Token> {
    if (failure) {
      const left = failure.until - now();
      // A clock that was set back must not make the wait longer than it was.
      if (left > 0 && left <= failure.failed.retry_after_ms)
        return Promise.resolve({ ...failure.failed, retry_after_ms: left });
    }
    underWay ??= fetchToken().finally(() => {
      underWay = null;
    });
    return underWay;
  }

  return {
    get() {
      const left = current ? current.ends_at - now() : 0;
      if (!current || left < margin) return refresh();
      // Its failure is for the push that finds no token.
      if (left < early) refresh().catch(() => {});
      return Promise.resolve({ kind: "token", token: current.token });
    },
    refused(token) {
      if (current?.token === token) current = null;
    },
  };
}

async function formFor({ account, now }: TokenOptions): Promise<string> {
  const issued = Math.floor(now() / 1000);
  const assertion = await new SignJWT({ scope })
    .setProtectedHeader({
      alg: "RS256",
      typ: "JWT",
      ...(account.private_key_id !== null && { kid: account.private_key_id }),
    })
    .setIssuer(account.client_email)
    // The audience is Google even if a test has moved its endpoint.
    .setAudience(account.token_uri)
    .setIssuedAt(issued)
    .setExpirationTime(issued + statementLife)
    .sign(account.private_key);
  return new URLSearchParams({
    grant_type: "urn:ietf:params:oauth:grant-type:jwt-bearer",
    assertion,
  }).toString();
}

type Failed = Token & { kind: "failed" };

function readAnswer(
  answered: Answer | NoAnswer,
): { kind: "token"; token: string; lasts_ms: number } | Failed {
  if (answered.kind !== "answer") return failed(answered.detail, answered.kind === "refused");
  const { status, headers } = answered;
  const json = jsonOf(answered.body);
  if (status === 200) {
    const { access_token: token, expires_in: lasts } = json;
    return typeof token === "string" &&
      /^[\x21-\x7e]+$/.test(token) &&
      typeof lasts === "number" &&
      lasts > 0
      ? { kind: "token", token, lasts_ms: lasts * 1000 }
      : failed("HTTP 200, but without one", false);
  }
  // A clock that is set wrong is set right sooner or later; an account that was deleted stays so.
  const clock = /reasonable timeframe/.test(String(json["error_description"]));
  const detail = said(
    status,
    clock ? "the time of this machine is not that of Google: set its clock" : "",
    codeOf(json["error"]),
  );
  const passing = status >= 500 || isPassing(status) || clock;
  return failed(detail, !passing, retryAfter(headers) ?? 0);
}

function failed(detail: string, final: boolean, retry_after_ms = 0): Failed {
  return {
    kind: "failed",
    final,
    detail: `no access token: ${detail}`,
    retry_after_ms,
  };
}
