/**
 * Shared by the commands that acknowledge, unacknowledge or resolve incidents: acts on each incident
 * named, and prints the outcome.
 */
import { deletedUser } from "../../core/text/person.ts";
import { doneLine } from "../output/style.ts";
import type { ActedOn } from "../../api/routes/incident-bodies.ts";
import type { Incident } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Options, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { wrongInput } from "../call/failure.ts";
import { findOne } from "../input/find-one.ts";
import { incidentId } from "../input/incident-id.ts";
import { oneLine } from "../output/text.ts";
import { done, printedAsJson, wantsJson } from "../call/structured.ts";

interface Answering {
  /** The states in which the command has an effect; in other states it only reports the current one. */
  from: readonly Incident["status"][];
  send: (client: Client, id: string, body: { by?: string }, options: Options) => Promise<Incident>;
  /** The same for all unresolved incidents of an alert group, in one request; absent: `--group` is for something else. */
  sendAll?: (client: Client, body: Several, options: Options) => Promise<ActedOn[]>;
  /** Whether it had an effect; absent: when the status is another one. */
  took?: (before: Incident, after: Incident) => boolean;
  /** The message after a change. */
  done: (incident: Incident) => string;
}

const otherStatus = (before: Incident, after: Incident) => after.status !== before.status;

/** Whose incidents, and in whose name. */
interface Several {
  filter: { alert_group_id: string };
  by?: string;
}

export function answeredEach({ from, send, sendAll, took = otherStatus, done }: Answering): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    const { group } = options;
    if (sendAll && typeof group === "string") return answeredAll(call, group, sendAll);
    if (args.length === 0)
      throw wrongInput(
        "usage",
        "no incident is named",
        "name numbers, or --group with an alert group",
      );
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

/** Acts on the unresolved incidents of a group, and prints those that changed. */
async function answeredAll(
  call: Call,
  group: string,
  sendAll: NonNullable<Answering["sendAll"]>,
): Promise<number> {
  const { io, args, options, style } = call;
  if (args.length > 0)
    throw wrongInput("usage", "incidents and --group exclude each other", "leave one of them out");
  const client = await call.client();
  const { resource } = await findOne(client, group, ["alert_groups"] as const);
  const { by } = options;
  const filter = { alert_group_id: resource.id };
  const acted = await sendAll(client, { filter, ...(typeof by === "string" && { by }) }, options);
  if (printedAsJson(call, acted)) return exitCodes.done;
  for (const { number, title, status } of acted.filter(({ changed }) => changed))
    io.stdout.write(doneLine(style, `#${number} ${oneLine(title)}: ${status}`));
  if (!acted.some(({ changed }) => changed))
    io.stdout.write("No incident of the group has changed.\n");
  return exitCodes.done;
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
  return `was acknowledged by ${oneLine(acknowledged_by ?? deletedUser)} already`;
}
