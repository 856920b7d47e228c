/**
 * Shared by the commands that acknowledge, unacknowledge or resolve incidents: acts on each incident named, or in one
 * request on several or on all that match a filter, and prints the outcome.
 */
import { deletedUser } from "../../core/text/person.ts";
import { doneLine } from "../output/style.ts";
import type { ActedOn } from "../../api/routes/incident-bodies.ts";
import type { Incident } from "../../api/incidents.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Options, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { incidentId } from "../input/incident-id.ts";
import { actCarefully, dryIn, flagsChoose, printLines } from "./carefully.ts";
import { targetOf } from "../input/target.ts";
import { oneLine } from "../output/text.ts";
import { done, printedAsJson, wantsJson } from "../call/structured.ts";

/** The fields that a message is made of. */
type Outcome = Pick<
  Incident,
  "number" | "title" | "status" | "acknowledged_by" | "snoozed_until" | "pages_again"
> &
  Partial<Pick<Incident, "responders">>;

interface Answering {
  /** The states in which the command has an effect; in other states it only reports the current one. */
  from: readonly Incident["status"][];
  send: (client: Client, id: string, body: { by?: string }, options: Options) => Promise<Incident>;
  /** The same for several incidents, in one request; absent: `--group` is for something else. */
  sendAll?: (client: Client, body: Several, options: Options) => Promise<ActedOn[]>;
  /** Whether it had an effect; absent: when the status is another one. */
  took?: (before: Incident, after: Incident) => boolean;
  /** The message after a change. */
  done: (incident: Outcome) => string;
  /** The message without an effect; absent: the status. */
  unchanged?: (incident: Outcome) => string;
}

type SendAll = NonNullable<Answering["sendAll"]>;

const otherStatus = (before: Incident, after: Incident) => after.status !== before.status;

/** Which incidents, and in whose name. */
interface Several {
  numbers?: number[];
  filter?: {
    alert_group_id?: string;
    source_id?: string;
    project?: string;
    status?: "open" | "acknowledged";
    matchers?: string[];
  };
  max?: number;
  dry_run?: boolean;
  by?: string;
}

/** The flags that choose incidents in place of their numbers. */
const filters = ["group", "project", "monitor", "status", "match", "all"] as const;

export function answeredEach({
  from,
  send,
  sendAll,
  took = otherStatus,
  done,
  unchanged = already,
}: Answering): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    if (sendAll && flagsChoose(call, filters, "incident")) return answeredAll(call, sendAll, done);
    // Before anything is sent: a typing mistake in the last must not come after the first was changed.
    const ids = args.map(incidentId);
    const client = await call.client();
    const isDry = options["dryRun"] === true;
    if (sendAll && (isDry || ids.length > 1)) {
      const numbers = await Promise.all(ids.map((id) => numberOf(client, id)));
      const answer = await sendAll(
        client,
        { numbers, ...dryIn(options), ...byOf(options) },
        options,
      );
      // In the order in which they were typed.
      const place = ({ number }: ActedOn) => numbers.indexOf(number);
      const acted = answer.toSorted((a, b) => place(a) - place(b));
      const text = isDry ? wouldChange : done;
      if (!printedAsJson(call, acted))
        printLines(call, acted, (one) => lineOf(one, one.changed ? text : already), Infinity);
      return exitCodes.done;
    }
    const answered: Incident[] = [];
    // All are read at once, and changed in the order in which they were typed.
    const stored = await Promise.all(ids.map((id) => client.send("GET /incidents/:id", { id })));
    for (const [index, before] of stored.entries()) {
      const id = ids[index]!;
      const sent = from.includes(before.status);
      const incident = sent
        ? await send(client, id, byOf(options), options)
        : withoutRecord(before);
      answered.push(incident);
      if (wantsJson(call)) continue;
      const outcome = sent && took(before, incident);
      io.stdout.write(doneLine(style, lineOf(incident, outcome ? done : unchanged)));
    }
    printedAsJson(call, answered);
    return exitCodes.done;
  };
}

/** The number of an incident that is named by its number or id. */
async function numberOf(client: Client, id: string): Promise<number> {
  const number = Number(id);
  return Number.isSafeInteger(number)
    ? number
    : (await client.send("GET /incidents/:id", { id })).number;
}

const byOf = ({ by }: Options): { by?: string } => (typeof by === "string" ? { by } : {});

const lineOf = (incident: Outcome, text: (incident: Outcome) => string): string =>
  `#${incident.number} ${oneLine(incident.title)}: ${text(incident)}`;

const wouldChange = ({ status }: Outcome): string => `would change, is ${status}`;

/** Acts on the unresolved incidents that the flags choose. */
async function answeredAll(
  call: Call,
  sendAll: SendAll,
  done: (incident: Outcome) => string,
): Promise<number> {
  const { options } = call;
  const client = await call.client();
  const which = { filter: await filterOf(client, options), ...byOf(options) };
  return actCarefully(call, {
    noun: "unresolved incident",
    line: (one: ActedOn, isDry) => lineOf(one, isDry ? wouldChange : done),
    send: (more) => sendAll(client, { ...which, ...more }, options),
  });
}

async function filterOf(client: Client, options: Options): Promise<Several["filter"]> {
  const { project, status, match } = options;
  const { monitor_id, alert_group_id } = await targetOf(client, options);
  return {
    ...(alert_group_id !== undefined && { alert_group_id }),
    ...(monitor_id !== undefined && { source_id: monitor_id }),
    ...(typeof project === "string" && { project }),
    ...(typeof status === "string" && { status: status as "open" | "acknowledged" }),
    ...(match !== undefined && { matchers: match as string[] }),
  };
}

/** One thing that is done to one incident, and said. */
export async function answeredOne(
  call: Call,
  said: string,
  send: (client: Client, by: { by?: string }) => Promise<Incident>,
): Promise<number> {
  const client = await call.client();
  const incident = await send(client, byOf(call.options));
  return done(
    call,
    incident,
    lineOf(incident, () => said),
  );
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

/** The status of an incident that a command did not change. */
export function already({ status, acknowledged_by }: Outcome): string {
  if (status === "resolved") return "is resolved already";
  if (status === "open") return "is open already";
  return `was acknowledged by ${oneLine(acknowledged_by ?? deletedUser)} already`;
}
