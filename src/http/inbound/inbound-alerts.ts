/** Extracts alerts from the body of an event for an alert group. */
import { limits } from "../../api/schema.ts";
import { deeperThan, numbersAsWritten } from "../../core/text/json-text.ts";
import type { Delivered } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import type { Read } from "../../inbound/alert.ts";
import { complete, detect } from "../../inbound/detect.ts";
import { withShortTexts } from "../../inbound/long-texts.ts";
import { failure, mappingFormat, readMapped } from "../../inbound/mapping/read-mapped.ts";
import { whyNotJson } from "../../inbound/not-json.ts";
import { carriedBy, isEnvelope } from "../../inbound/sns/envelope.ts";
import { summaryOf } from "../../inbound/wording.ts";
import type { InboundMapping } from "../../resource/inbound-mapping.ts";
import { beginsAsJson, parseLargeJson } from "../request/bodies.ts";
import { Problem } from "../answer/problem.ts";
import { nextTurn, takenInTurns } from "../turns.ts";
import { meantJson } from "./inbound-form.ts";
import type { SnsEnvelopes } from "./sns-envelopes.ts";

/**
 * The alerts of an inbound event; throws a problem without any. The content type is ignored,
 * because templates and proxies set it freely: the body decides, after the mapping of the group. `envelopes` takes those of
 * Amazon SNS; absent: they are only read.
 */
export async function alertsOf(
  body: Buffer,
  now: Instant,
  mapping: InboundMapping | null,
  envelopes?: SnsEnvelopes,
): Promise<Delivered> {
  const sent = await parsed(body.toString("utf8"));
  const doubts = envelopes && isEnvelope(sent) ? await envelopes.take(sent, now) : [];
  const mapped = mapping && (await readBy(mapping, sent));
  if (mapped && typeof mapped !== "string") return deliveredOf(mapped, doubts);
  const detected = detect(sent, now);
  if (!detected.ok) throw new Problem("invalid", [mapped ?? [], detected.reason].flat().join(" "));
  const read = complete(detected, await takenInTurns(detected.alerts));
  return deliveredOf(mapped ? withFailure(read, mapped) : read, doubts);
}

const deliveredOf = (
  { format, alerts, receiver, truncated, left_out = 0, in_turn, remarks }: Read,
  more: readonly string[],
): Delivered => ({
  format,
  alerts,
  receiver,
  truncated,
  remarks: [...remarks, ...more],
  ...(left_out > 0 && { left_out }),
  ...(in_turn && { in_turn }),
});

/**
 * The alerts by the mapping, all of them, or why it fails; null for a question of Amazon SNS. It reads the body that a
 * notification of SNS carries.
 */
async function readBy(mapping: InboundMapping, sent: unknown): Promise<Read | string | null> {
  if (isEnvelope(sent) && sent.Type !== "Notification") return null;
  const contents = readMapped(carriedBy(sent) ?? sent, mapping);
  if (typeof contents === "string") return contents;
  try {
    const alerts = await takenInTurns(contents.alerts);
    return complete({ ...contents, format: mappingFormat }, alerts);
  } catch (error) {
    return failure(error);
  }
}

/** The reason comes first on the phones. */
const withFailure = (read: Read, failed: string): Read => ({
  ...read,
  alerts: read.alerts.map((alert) => ({
    ...alert,
    summary: summaryOf(alert.title, [failed, alert.summary]),
  })),
  remarks: [failed, ...read.remarks],
});

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
    if (!isNoJson || (beginsAsJson(text) && deeperThan(text, limits.depth))) throw error;
    const meant = meantJson(text);
    if (meant !== null) return read(meant);
    const why = whyNotJson(text);
    throw new Problem("malformed", why === "The body is not JSON." ? error.message : why);
  }
}
