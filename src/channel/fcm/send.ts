/**
 * Sends one push through Firebase Cloud Messaging. An access token that is refused is replaced once; a
 * second refusal is an answer.
 */
import type { DuePush, PushOutcome } from "../../core/paging/push.ts";
import { again, channelRefused } from "../answer.ts";
import { attemptTimeout, createExchange } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import { createTokenSource, type Token } from "./access-token.ts";
import { fcmBody } from "./body.ts";
import type { FcmSettings } from "./channel.ts";
import { fcmOutcomeOf, type FcmOutcome } from "./outcome.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

const google = "https://fcm.googleapis.com";

export function open({ account, ...urls }: FcmSettings, surroundings: Surroundings): Sender {
  const { now, timeout = attemptTimeout } = surroundings;
  const exchange = createExchange(surroundings);
  const tokenUrl = new URL(urls.tokenUrl ?? account.token_uri);
  const url = new URL(
    `${withoutEndSlashes(urls.url ?? google)}/v1/projects/${encodeURIComponent(account.project_id)}/messages:send`,
  );
  const tokens = createTokenSource({
    account,
    now,
    post: (form) =>
      exchange.send({
        url: tokenUrl,
        method: "POST",
        headers: { "content-type": "application/x-www-form-urlencoded" },
        body: form,
        // Half of an attempt, so that the push that waits for it has the other half.
        timeout: timeout / 2,
      }),
  });

  async function attempt(due: DuePush, endsAt: number): Promise<FcmOutcome> {
    const token = await tokens.get();
    if (token.kind === "failed") return withoutToken(token);
    const answered = await exchange.send({
      url,
      method: "POST",
      headers: {
        "content-type": "application/json",
        authorization: `Bearer ${token.token}`,
      },
      body: JSON.stringify(fcmBody(due, now(), surroundings.site())),
      timeout: endsAt - performance.now(),
    });
    if (answered.kind === "refused") return channelRefused(null, answered.detail);
    const outcome = answered.kind === "answer" ? fcmOutcomeOf(answered) : answered;
    if (outcome.kind === "unauthorized") tokens.refused(token.token);
    return outcome;
  }

  return {
    async push(due) {
      const endsAt = exchange.endsAt();
      const first = await attempt(due, endsAt);
      const outcome = first.kind === "unauthorized" ? await attempt(due, endsAt) : first;
      return outcome.kind === "unauthorized"
        ? channelRefused(401, `the configured service account is refused: ${outcome.detail}`)
        : outcome;
    },
    async check() {
      const token = await tokens.get();
      return token.kind === "failed" ? token.detail : null;
    },
    close: () => exchange.close(),
  };
}

/** The push itself was never sent, and no phone is to blame. */
function withoutToken({ final, detail, retry_after_ms }: Token & { kind: "failed" }): PushOutcome {
  return final ? channelRefused(null, detail) : { ...again(null, detail, false), retry_after_ms };
}
