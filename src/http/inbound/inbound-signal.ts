/**
 * Takes the signals of runs: start, success, failure, exit code and messages. Both addresses of a monitor lead here, its
 * webhook URL and its ping URL, which differ in their answers alone. A refused signal is kept with the reason, so that
 * none to a known address vanishes.
 */
import type { FastifyRequest } from "fastify";
import type { Store } from "../../app/store.ts";
import type { Beat } from "../../core/command/command.ts";
import type { Instant } from "../../core/model/model.ts";
import { cleanText, cutText } from "../../core/text/text.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import { Problem } from "../answer/problem.ts";
import { isUuid } from "../request/requests.ts";
import { limits } from "../../api/schema.ts";
import { deliveryOf, writtenOf } from "./arrived.ts";
import { unpackedText } from "./inbound-text.ts";
import type { Target } from "./inbound-targets.ts";
import { keepRefused } from "./inbound-take.ts";

/** Characters kept of the output that a run posts. */
export const keptOutput = 16 * 1024;

/** Characters kept of the name of a program. */
const keptAgent = 255;

/** The part of a signal that is wrong. */
export type Wrong = "target" | "word" | "exit_code" | "rid" | "query" | "method";

/** Makes the problem that a refused signal is answered with. */
export type Refusal = (wrong: Wrong, reason: string) => Problem;

export interface Sent {
  target: Target;
  /** The `external_id` in the address; null: a webhook id. */
  name: string | null;
  /** The end of the path: `start`, `success`, `fail`, `log` or an exit code. */
  word: string;
  request: FastifyRequest;
  body: Buffer;
}

/** Resolves when the signal is on disk. Throws a problem of `refusal` after it has been kept. */
export async function takeSignal(
  store: Store,
  sent: Sent,
  now: Instant,
  refusal: Refusal,
): Promise<void> {
  try {
    const output = outputOf(await textOf(sent)) ?? messageOf(queryOf(sent));
    const beat = { ...beatOf(sent, now, refusal), output };
    const command = { kind: "signaled", beat } as const;
    const stored = await store.run("command", { subject_id: sent.target.id, command, now });
    if (!stored) throw refusal("target", "The monitor was deleted.");
  } catch (error) {
    if (!(error instanceof StoreUnavailable)) await keepSignal(store, sent, error, now);
    throw error;
  }
}

/** Keeps a signal that is refused. */
export async function keepSignal(
  store: Store,
  { target, request, body }: Omit<Sent, "name" | "word">,
  error: unknown,
  now: Instant,
): Promise<void> {
  const text = await textOf({ request, body });
  await keepRefused(store, deliveryOf(request, target, body), text, error, now, { of_run: true });
}

function beatOf(
  { target, name, word, request }: Sent,
  now: Instant,
  refusal: Refusal,
): Omit<Beat, "output"> {
  if (target.kind !== "webhook_monitor")
    throw refusal(
      "target",
      name === null
        ? "Runs report to a webhook monitor. This address is an alert group's."
        : `No webhook monitor of this alert group has the external_id "${cutText(name, 255)}".`,
    );
  const mistaken = /\/(start|success|fail|log|\d{1,3})\/?$/.exec(request.url.split("?")[1] ?? "");
  if (mistaken)
    throw refusal("query", `"${mistaken[1]}" belongs into the path, before the question mark.`);
  const { rid, status } = queryOf({ request });
  const isDown = word === "success" && status === "down";
  return {
    rid: ridOf(rid, refusal),
    ...signalOf(isDown ? "fail" : word, refusal),
    at: now,
    method: request.method,
    remote_address: request.ip,
    user_agent: agentOf(request.headers["user-agent"]),
  };
}

function signalOf(word: string, refusal: Refusal): Pick<Beat, "signal" | "exit_code"> {
  if (word === "start" || word === "success" || word === "fail" || word === "log")
    return { signal: word, exit_code: null };
  if (!/^\d+$/.test(word))
    throw refusal(
      "word",
      `"${cutText(word, 50)}" is not a signal: start, success, fail, log and exit codes are.`,
    );
  const exit_code = Number(word);
  if (exit_code > 255)
    throw refusal("exit_code", `${cutText(word, 50)} is not an exit code: they end at 255.`);
  return { signal: exit_code === 0 ? "success" : "fail", exit_code };
}

/** The members of a signal's query; the last of several with one name. */
interface SignalQuery {
  rid?: string;
  /** As in a push URL of Uptime Kuma, whose programs keep it when the address is replaced: `down` makes a success a failure. */
  status?: string;
  /** The output of a run that has no body, as there. */
  msg?: string;
}

function queryOf({ request }: Pick<Sent, "request">): SignalQuery {
  const members = request.query as Record<string, string | string[]>;
  return Object.fromEntries(
    Object.entries(members).map(([name, value]) => [name, [value].flat().at(-1)]),
  );
}

function messageOf({ msg }: SignalQuery): string | null {
  return msg === undefined ? null : outputOf(Buffer.from(msg));
}

function ridOf(given: string | undefined, refusal: Refusal): string | null {
  const rid = given?.toLowerCase();
  if (rid === undefined) return null;
  if (!isUuid(rid)) throw refusal("rid", "rid must be a UUID with its dashes.");
  return rid;
}

/** The body as text; one that cannot be unpacked, or has an unknown charset, as it came. */
async function textOf({ request, body }: Pick<Sent, "request" | "body">): Promise<Buffer> {
  try {
    return await unpackedText(body, writtenOf(request), limits.inboundBody, () => {});
  } catch {
    // No body is a reason to lose a signal.
    return body;
  }
}

/** The beginning of the text. */
function outputOf(bytes: Buffer): string | null {
  const text = cleanText(bytes.toString("utf8")).trim();
  return text === "" ? null : cutText(text, keptOutput);
}

function agentOf(agent: string | undefined): string | null {
  const text = cleanText(agent ?? "").trim();
  return text === "" ? null : cutText(text, keptAgent);
}
