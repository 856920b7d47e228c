/**
 * Sends one push through Firebase Cloud Messaging and says what came of it, within ten seconds, whatever
 * Google does. Connections pass the same address guard as all others, over an agent of their own. A token
 * that is refused is replaced once; a second refusal is an answer.
 */
import type { DuePush, Pusher, PushOutcome } from "../app/ports.ts";
import type { AddressProfile, AddressRule } from "../core/access/address.ts";
import type { Instant } from "../core/model/model.ts";
import { createDeadlines } from "../probe/deadlines.ts";
import { exchange } from "../probe/exchange.ts";
import { createGuardedAgent } from "../probe/guarded-agent.ts";
import { createLookup, remembering, type Lookup } from "../probe/lookup.ts";
import { createTokenSource, type Token } from "./access-token.ts";
import { fcmBody } from "./fcm.ts";
import { fcmOutcomeOf, type FcmOutcome } from "./fcm-outcome.ts";
import type { ServiceAccount } from "./service-account.ts";

export interface FcmOptions {
  account: ServiceAccount;
  /** Where messages are sent, without the path that FCM gives it; null: Google. */
  url: string | null;
  /** Where access tokens are given out; null: where the account says. */
  tokenUrl: string | null;
  now: () => Instant;
  profile: () => AddressProfile;
  exceptions: readonly AddressRule[];
  /** `monitord/<version>`. */
  userAgent: string;
  /** The public root address as phones reach it; null: they do not. */
  site?: () => string | null;
  lookup?: Lookup;
  /** The whole attempt, ms. */
  timeout?: number;
}

const google = "https://fcm.googleapis.com";
const maxBytes = 64 * 1024;
const connectTimeout = 5_000;
/** A page still goes out when DNS fails: the address that worked last is good enough for an hour. */
const addressMemory = 60 * 60_000;

export interface FcmPusher extends Pusher {
  /** Whether Google gives out access tokens to the account; null: it does, else why not. */
  check(): Promise<string | null>;
}

export function createFcmPusher(options: FcmOptions): FcmPusher {
  const { account, now } = options;
  const timeout = options.timeout ?? 10_000;
  const deadlines = createDeadlines();
  const agent = createGuardedAgent({
    ...options,
    lookup: remembering(options.lookup ?? createLookup(), addressMemory),
    connectTimeout,
  });
  const headers = {
    accept: "application/json",
    "accept-encoding": "identity",
    "user-agent": options.userAgent,
  };
  const tokenUrl = new URL(options.tokenUrl ?? account.token_uri);
  const url = new URL(
    `${(options.url ?? google).replace(/\/+$/, "")}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`,
  );
  const tokens = createTokenSource({
    account,
    now,
    post: (form) =>
      exchange(agent, deadlines, {
        url: tokenUrl,
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/x-www-form-urlencoded",
        },
        body: form,
        maxBytes,
        // Half of an attempt, so that the push that waits for it has the other half.
        timeout: timeout / 2,
      }),
  });

  async function attempt(due: DuePush, endsAt: number): Promise<FcmOutcome> {
    const token = await tokens.get();
    if (token.kind === "failed") return withoutToken(token);
    const outcome = fcmOutcomeOf(
      await exchange(agent, deadlines, {
        url,
        method: "POST",
        headers: {
          ...headers,
          "content-type": "application/json",
          authorization: `Bearer ${token.token}`,
        },
        body: JSON.stringify(fcmBody(due, now(), options.site?.() ?? null)),
        maxBytes,
        timeout: endsAt - performance.now(),
      }),
    );
    if (outcome.kind === "unauthorized") tokens.refused(token.token);
    return outcome;
  }

  return {
    async push(due) {
      const endsAt = performance.now() + timeout;
      const first = await attempt(due, endsAt);
      const outcome = first.kind === "unauthorized" ? await attempt(due, endsAt) : first;
      return outcome.kind === "unauthorized"
        ? {
            kind: "refused",
            http_status: 401,
            detail: `the configured service account is refused: ${outcome.detail}`,
          }
        : outcome;
    },
    async check() {
      const token = await tokens.get();
      return token.kind === "failed" ? token.detail : null;
    },
    async close() {
      deadlines.close();
      await agent.close();
    },
  };
}

/** The push itself was never sent. */
function withoutToken({ final, detail, retry_after_ms }: Token & { kind: "failed" }): PushOutcome {
  return final
    ? { kind: "refused", http_status: null, detail }
    : {
        kind: "retry",
        http_status: null,
        detail,
        retry_after_ms,
        perhaps_delivered: false,
      };
}
