/** Extracts alerts from the body of an event for an alert group. */
import { limits } from "../../api/schema.ts";
import { deeperThan, numbersAsWritten } from "../../core/text/json-text.ts";
import type { Delivered } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import { complete, detect } from "../../inbound/detect.ts";
import { withShortTexts } from "../../inbound/long-texts.ts";
import { whyNotJson } from "../../inbound/not-json.ts";
import { isEnvelope } from "../../inbound/sns/envelope.ts";
import { parseLargeJson } from "../request/bodies.ts";
import { Problem } from "../answer/problem.ts";
import { nextTurn, takenInTurns } from "../turns.ts";
import { meantJson } from "./inbound-form.ts";
import type { SnsEnvelopes } from "./sns-envelopes.ts";

/**
 * The alerts of an inbound event; throws a problem without any. The content type is ignored,
 * because templates and proxies set it freely: the body decides. `envelopes` takes those of Amazon SNS; absent: they are
 * only read.
 */
export async function alertsOf(
  body: Buffer,
  now: Instant,
  envelopes?: SnsEnvelopes,
): Promise<Delivered> {
  const sent = await parsed(body.toString("utf8"));
  const remarks = envelopes && isEnvelope(sent) ? await envelopes.take(sent, now) : [];
  const detected = detect(sent, now);
  if (!detected.ok) throw new Problem("invalid", detected.reason);
  const delivery = complete(detected, await takenInTurns(detected.alerts));
  const { format, alerts, receiver, truncated, left_out = 0 } = delivery;
  remarks.unshift(...delivery.remarks);
  return { format, alerts, receiver, truncated, remarks, ...(left_out > 0 && { left_out }) };
}

async function parsed(text: string): Promise<unknown> {
  const value = await valueIn(text);
  if (text.length <= limits.body) return value;
  await nextTurn();
  return withShortTexts(value);
}

async function valueIn(text: string): Promise<unknown> {
  const read = (json: string) => parseLargeJson(json, limits.deliveryValues, numbersAsWritten);
  try {
    return await read(text);
  } catch (error) {
    const isNoJson = error instanceof Problem && error.problem === "malformed";
    if (!isNoJson || deeperThan(text, limits.depth)) throw error;
    const meant = meantJson(text);
    if (meant !== null) return read(meant);
    const why = whyNotJson(text);
    throw new Problem("malformed", why === "The body is not JSON." ? error.message : why);
  }
}
