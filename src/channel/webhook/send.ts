/** Posts one push to the address of a device. */
import { refused } from "../answer.ts";
import { createExchange } from "../exchange.ts";
import type { Sender, Surroundings } from "../sender.ts";
import { webhookBody } from "./body.ts";
import type { WebhookSettings } from "./channel.ts";
import { webhookOutcome } from "./outcome.ts";
import { signatureOf } from "./signature.ts";

export function open(_: WebhookSettings, surroundings: Surroundings): Sender {
  const exchange = createExchange(surroundings);
  return {
    async push(due) {
      const { target, secret, format } = due.device;
      const url = URL.parse(target);
      if (!url) return refused(null, "the target is not a URL");
      const body = JSON.stringify(webhookBody(due, surroundings.site()));
      const answered = await exchange.send({
        url,
        method: "POST",
        headers: {
          accept: "*/*",
          "content-type": "application/json",
          ...(secret === null
            ? {}
            : { "x-monitord-signature": signatureOf(secret, body, surroundings.now()) }),
        },
        body,
        timeout: exchange.endsAt() - performance.now(),
      });
      return answered.kind === "answer" ? webhookOutcome(answered, format) : answered;
    },
    check: null,
    close: () => exchange.close(),
  };
}
