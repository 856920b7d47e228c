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
const pauses = [500, 2000];

/** Posts a report, and retries failures that can be temporary: however often it arrives, it counts once. */
export async function send(
  { io, options }: Call,
  url: string,
  body: string,
  contentType?: string,
): Promise<Accepted> {
  const how = {
    ...(contentType === undefined ? {} : { contentType }),
    userAgent: `monitorctl/${version}`,
    timeout: (options.timeout ?? 30) * 1000,
    idempotencyKey: crypto.randomUUID(),
  };
  for (const pause of pauses)
    try {
      return await postInbound(url, body, how);
    } catch (error) {
      const passing =
        error instanceof Unreachable || (error instanceof ApiProblem && error.status >= 500);
      if (!passing) throw error;
      await io.sleep(pause);
    }
  try {
    return await postInbound(url, body, how);
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
