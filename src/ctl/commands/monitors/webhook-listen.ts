/**
 * `webhook listen`: shows deliveries to an inbound URL as they arrive. With `--forward-to` it posts each body to
 * another program too, for developing one without a URL that the sender can reach.
 */
import { kindsWith } from "../../../resource/resources.ts";
import type { Client } from "../../../client/client.ts";
import { findOne, type FoundResource } from "../../input/find-one.ts";
import { jsonLine } from "../../call/structured.ts";
import { oneLine } from "../../output/text.ts";
import type { Call, Run } from "../../call/call.ts";
import { wrongInput } from "../../call/failure.ts";
import { again } from "../../tasks/watch.ts";

const kinds = kindsWith("hasAddress");
type Target = FoundResource<(typeof kinds)[number]>;

/** Deliveries that one look reads at most. */
const atOnce = 100;
/** How long a program may take with a forwarded body, ms. */
const patience = 10_000;

/** A delivery. `body`: as it came; of an accepted report, its JSON anew. */
interface Arrival {
  id: string;
  received_at: string;
  http_status: number;
  reason: string;
  body: string;
}

export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const to = forwardTarget(options["forwardTo"] as string | undefined);
  const client = await call.client();
  const target = await findOne(client, args[0]!, kinds);
  const seen = new Set((await arrivals(client, target)).map(({ id }) => id));
  io.stderr.write(`${target.name}: what arrives from now on; Ctrl-C ends it\n`);
  return again(call, async () => {
    for (const arrival of await arrivals(client, target)) {
      if (seen.has(arrival.id)) continue;
      seen.add(arrival.id);
      const body = to === null ? arrival.body : await wholeBody(client, target, arrival);
      const answer = to === null ? null : await forward(to, body);
      if (options.output === "jsonl")
        io.stdout.write(`${jsonLine({ ...arrival, body, forwarded: answer })}\n`);
      else io.stdout.write(lineOf({ ...arrival, body }, answer, style));
    }
  });
};

function forwardTarget(typed: string | undefined): URL | null {
  if (typed === undefined) return null;
  const url = URL.parse(typed);
  if (url && /^https?:$/.test(url.protocol)) return url;
  throw wrongInput(
    "url",
    `"${typed}" is not a URL to post to`,
    "name it as http://127.0.0.1:3000/hook",
  );
}

/** The latest deliveries, oldest first. Accepted reports of a monitor are kept apart from refused ones. */
async function arrivals(client: Client, { kind, resource }: Target): Promise<Arrival[]> {
  const latest = { order: "desc", limit: atOnce } as const;
  const [events, reports] = await Promise.all([
    client.send("GET /inbound_events", { query: { ...latest, target_id: resource.id } }),
    kind === "webhook_monitors"
      ? client.send("GET /webhook_monitors/:id/reports", { id: resource.id, query: latest })
      : [],
  ]);
  const all: Arrival[] = [
    ...events,
    ...reports.map(({ id, received_at, message, source, meta }) => ({
      id,
      received_at,
      http_status: 202,
      reason: "",
      body: JSON.stringify({ message, source, ...meta }),
    })),
  ];
  return all.toSorted((a, b) => (a.id < b.id ? -1 : 1));
}

/** A list has the beginning of a body. */
async function wholeBody(client: Client, { kind }: Target, { id, body, reason }: Arrival) {
  const isReport = kind === "webhook_monitors" && reason === "";
  return isReport ? body : (await client.send("GET /inbound_events/:id", { id })).body;
}

/** The status that the program answered with, or why it did not answer. */
async function forward(to: URL, body: string): Promise<number | string> {
  try {
    const answer = await fetch(to, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body,
      redirect: "manual",
      signal: AbortSignal.timeout(patience),
    });
    await answer.arrayBuffer();
    return answer.status;
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

function lineOf(
  { received_at, http_status, reason, body }: Arrival,
  answer: number | string | null,
  style: Call["style"],
): string {
  const isRefused = http_status >= 400;
  const status = isRefused ? style.red(String(http_status)) : style.green(String(http_status));
  const why = reason === "" ? "" : `  ${oneLine(reason)}`;
  const passed = answer === null ? "" : `  → ${oneLine(String(answer))}`;
  return `${received_at}  ${status}${passed}${why}\n  ${oneLine(body)}\n`;
}
