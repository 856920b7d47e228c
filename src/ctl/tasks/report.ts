/** Sends a report to the webhook URL of a monitor or group, passed by name or as the URL itself. */
import { kindsWith } from "../../resource/resources.ts";
import { ApiProblem, Unreachable } from "../../client/errors.ts";
import type { Accepted } from "../../api/inbound.ts";
import { postInbound } from "../../client/inbound.ts";
import type { Call } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure } from "../call/failure.ts";
import { reachRemedy } from "../call/remedies.ts";
import { findOne } from "../input/find-one.ts";
import { plural } from "../../core/text/plural.ts";
import { version } from "../call/version.ts";
import { withoutEndSlashes } from "../../core/text/slashes.ts";

const kinds = kindsWith("hasAddress");

/** True for a monitor that expects reports of runs. A server that is older does not have the fields. */
export const expectsRuns = (resource: object): boolean =>
  ["expect_every_minutes", "expect_cron"].some(
    (field) => ((resource as Record<string, unknown>)[field] ?? null) !== null,
  );

/** True for the address of a ping, at which everything that is posted is the output of a run. */
export const isPingUrl = (url: string): boolean =>
  /\/ping\/[^/]+(\/[^/]+)?$/.test(new URL(url).pathname);

/** An address that takes reports. */
interface InboundTarget {
  url: string;
  /** Where the monitor is pinged, or the monitors of the group are by name. */
  pingUrl: string;
  /** Null: a webhook URL alone does not say so. */
  expectsRuns: boolean | null;
}

/** The addresses for the typed name or URL. A URL needs no key. */
export async function inboundTarget(call: Call, typed: string): Promise<InboundTarget> {
  if (/^https?:\/\//.test(typed)) {
    const url = withoutEndSlashes(typed);
    return { url, pingUrl: url, expectsRuns: isPingUrl(url) ? true : null };
  }
  const { resource } = await findOne(await call.client(), typed, kinds);
  if (resource.webhook_url === null || resource.ping_url === null)
    throw new Failure("this key does not see webhook URLs: its scopes do not include write", {
      exit: exitCodes.access,
      code: "forbidden",
      next: "use a key with the scope write",
    });
  const { webhook_url: url, ping_url: pingUrl } = resource;
  return { url, pingUrl, expectsRuns: expectsRuns(resource) };
}

/** The webhook URL for the typed name or URL. */
export const inboundUrl = async (call: Call, typed: string): Promise<string> =>
  (await inboundTarget(call, typed)).url;

/** Pauses before retries, ms: an application that reports an error has no other place to send it. */
const usualPauses = [500, 2000];

/** The same at the end of a run, whose report is the only one: a server that restarts is back within this time. */
export const longPauses = [...usualPauses, 5000, 10_000, 15_000];

/** No retry begins later, ms. */
const patience = 60_000;

/** Repeats an attempt that fails for a reason that passes, after each of the pauses or when the server asks for it. */
export async function patiently<T>(
  { io }: Call,
  pauses: readonly number[],
  attempt: () => Promise<T>,
): Promise<T> {
  const began = io.now();
  for (const pause of pauses)
    try {
      return await attempt();
    } catch (error) {
      const ms = error instanceof ApiProblem ? (error.retryAfter ?? 0) * 1000 : 0;
      const wait = Math.max(pause, ms);
      if (!isPassing(error) || io.now() + wait - began > patience) throw error;
      await io.sleep(wait);
    }
  return attempt();
}

/** True for a server out of reach or too busy, and for a proxy in front of it that says so, as curl retries them. */
export const isPassing = (error: unknown): boolean =>
  error instanceof Unreachable ||
  (error instanceof ApiProblem &&
    (error.status >= 500 || error.status === 408 || error.status === 429));

/** Posts a report, and retries failures that can be temporary: however often it arrives, it counts once. */
export async function send(
  call: Call,
  url: string,
  body: string,
  contentType?: string,
  pauses: readonly number[] = usualPauses,
): Promise<Accepted> {
  const how = {
    ...(contentType === undefined ? {} : { contentType }),
    userAgent: `monitorctl/${version}`,
    timeout: (call.options.timeout ?? 30) * 1000,
    idempotencyKey: crypto.randomUUID(),
  };
  try {
    return await patiently(call, pauses, () => postInbound(url, body, how));
  } catch (error) {
    if (!(error instanceof Unreachable)) throw error;
    const site = "or correct --site-url of monitord, with which webhook URLs begin";
    throw new Failure(error.message, {
      exit: exitCodes.unreachable,
      code: "unreachable",
      next: reachRemedy(error.cause, error.url, site),
      cause: error,
    });
  }
}

/** `1 report accepted`, `2 alerts accepted as grafana`. */
export function takenText({ accepted, format }: Accepted): string {
  return format
    ? `${plural(accepted, "alert")} accepted as ${format}`
    : `${plural(accepted, "report")} accepted`;
}
