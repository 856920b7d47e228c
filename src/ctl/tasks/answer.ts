/**
 * Shared by the commands that acknowledge, unacknowledge or resolve incidents: acts on each incident
 * named, and prints the outcome.
 */
import { doneLine } from "../output/style.ts";
import type { Incident } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Options, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { incidentId } from "../input/incident-id.ts";
import { oneLine } from "../output/text.ts";
import { done, printedAsJson, wantsJson } from "../call/structured.ts";

interface Answering {
  /** The states in which the command has an effect; in other states it only reports the current one. */
  from: readonly Incident["status"][];
  send: (client: Client, id: string, body: { by?: string }, options: Options) => Promise<Incident>;
  /** Whether it had an effect; absent: when the status is another one. */
  took?: (before: Incident, after: Incident) => boolean;
  /** The message after a change. */
  done: (incident: Incident) => string;
}

const otherStatus = (before: Incident, after: Incident) => after.status !== before.status;

export function answeredEach({ from, send, took = otherStatus, done }: Answering): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    // Before anything is sent: a typing mistake in the last must not come after the first was changed.
    const ids = args.map(incidentId);
    const client = await call.client();
    const { by } = options;
    const body = typeof by === "string" ? { by } : {};
    const answered: Incident[] = [];
    for (const id of ids) {
      const before = await client.send("GET /incidents/:id", { id });
      const sent = from.includes(before.status);
      const incident = sent ? await send(client, id, body, options) : withoutRecord(before);
      answered.push(incident);
      if (wantsJson(call)) continue;
      const outcome = sent && took(before, incident);
      io.stdout.write(
        doneLine(
          style,
          `#${incident.number} ${oneLine(incident.title)}: ${outcome ? done(incident) : already(incident)}`,
        ),
      );
    }
    printedAsJson(call, answered);
    return exitCodes.done;
  };
}

/** One thing that is done to one incident, and said. */
export async function answeredOne(
  call: Call,
  said: string,
  send: (client: Client, by: { by?: string }) => Promise<Incident>,
): Promise<number> {
  const client = await call.client();
  const { by } = call.options;
  const incident = await send(client, typeof by === "string" ? { by } : {});
  return done(call, incident, `#${incident.number} ${oneLine(incident.title)}: ${said}`);
}

/** The same shape for all, whether they were changed or not. */
function withoutRecord(detail: Incident): Incident {
  const incident: Incident & { timeline?: unknown; notifications?: unknown } = {
    ...detail,
  };
  delete incident.timeline;
  delete incident.notifications;
  return incident;
}

function already({ status, acknowledged_by }: Incident): string {
  if (status === "resolved") return "is resolved already";
  if (status === "open") return "is open already";
  return `was acknowledged by ${oneLine(acknowledged_by ?? "somebody")} already`;
}
