/**
 * Shared by the commands that acknowledge, unacknowledge or resolve incidents: acts on each incident named, or in one
 * request on several or on all that match a filter, and prints the outcome.
 */
import { deletedUser } from "../../core/text/person.ts";
import { doneLine } from "../output/style.ts";
import type { ActedOn } from "../../api/routes/incident-bodies.ts";
import type { Incident } from "../../api/incidents.ts";
import { ApiProblem } from "../../client/errors.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Options, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { wrongInput } from "../call/failure.ts";
import { confirm } from "../input/confirm.ts";
import { incidentId } from "../input/incident-id.ts";
import { canAsk } from "../io.ts";
import { targetOf } from "../input/target.ts";
import { oneLine } from "../output/text.ts";
import { plural } from "../../core/text/plural.ts";
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

export function answeredEach({ from, send, sendAll, took = otherStatus, done }: Answering): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    const filtered = filters.some((flag) => options[flag] !== undefined);
    if (sendAll && filtered) return answeredAll(call, sendAll, done);
    if (args.length === 0)
      throw wrongInput(
        "usage",
        "no incident is named",
        sendAll
          ? "name numbers, or choose by --group, --project, --monitor, --status, --match, or take --all"
          : "name numbers",
      );
    // Before anything is sent: a typing mistake in the last must not come after the first was changed.
    const ids = args.map(incidentId);
    const client = await call.client();
    const numbers = ids.map(Number);
    const isDry = options["dryRun"] === true;
    if (sendAll && (isDry || ids.length > 1) && numbers.every(Number.isSafeInteger)) {
      const answer = await sendAll(
        client,
        { numbers, ...dryIn(options), ...byOf(options) },
        options,
      );
      // In the order in which they were typed.
      const place = ({ number }: ActedOn) => numbers.indexOf(number);
      const acted = answer.toSorted((a, b) => place(a) - place(b));
      if (!printedAsJson(call, acted)) report(call, acted, isDry ? wouldChange : done, Infinity);
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
      io.stdout.write(doneLine(style, lineOf(incident, outcome ? done : already)));
    }
    printedAsJson(call, answered);
    return exitCodes.done;
  };
}

const byOf = ({ by }: Options): { by?: string } => (typeof by === "string" ? { by } : {});

const dryIn = (options: Options) => (options["dryRun"] === true ? { dry_run: true } : {});

const lineOf = (incident: Outcome, text: (incident: Outcome) => string): string =>
  `#${incident.number} ${oneLine(incident.title)}: ${text(incident)}`;

const wouldChange = ({ status }: Outcome): string => `would change, is ${status}`;

/** More than this are asked about on a terminal, and are not printed one by one. */
const many = 20;

/** Acts on the unresolved incidents that the flags choose. */
async function answeredAll(
  call: Call,
  sendAll: SendAll,
  done: (incident: Outcome) => string,
): Promise<number> {
  const { io, args, options } = call;
  if (args.length > 0)
    throw wrongInput(
      "usage",
      "incidents and flags that choose some exclude each other",
      "leave one of them out",
    );
  if (options["all"] === true && filters.some((flag) => flag !== "all" && options[flag]))
    throw wrongInput(
      "usage",
      "--all leaves nothing to narrow down",
      "leave it out, or leave out the other flags",
    );
  const client = await call.client();
  const which = { filter: await filterOf(client, options), ...byOf(options) };
  const isDry = options["dryRun"] === true;
  const send = (more: Partial<Several>) => sendAll(client, { ...which, ...more }, options);
  const asks = !isDry && canAsk(io, options) && !wantsJson(call) && options["yes"] !== true;
  const acted = asks
    ? await send({ max: many }).catch(async (error: unknown) => {
        if (!(error instanceof ApiProblem) || error.status !== 409) throw error;
        const planned = await send({ dry_run: true });
        const changing = planned.filter(({ changed }) => changed);
        report(call, changing, wouldChange, many);
        await confirm(call, `Change ${plural(changing.length, "incident")}?`);
        return send({});
      })
    : await send(dryIn(options));
  if (printedAsJson(call, acted)) return exitCodes.done;
  const changed = acted.filter((one) => one.changed);
  const text = isDry ? wouldChange : done;
  report(call, changed, text, many);
  const verb = isDry ? "would change" : "changed";
  if (changed.length === 0) io.stdout.write(`No incident ${isDry ? verb : "has changed"}.\n`);
  if (acted.length > 1)
    io.stdout.write(
      `${changed.length} of ${plural(acted.length, "unresolved incident")} ${verb}.\n`,
    );
  return exitCodes.done;
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

/** A line for each incident, or for the first of them and the number of the others. */
function report(
  { io, style }: Call,
  acted: readonly ActedOn[],
  text: (incident: Outcome) => string,
  most: number,
): void {
  const shown = acted.length > most ? acted.slice(0, most / 2) : acted;
  for (const one of shown)
    io.stdout.write(doneLine(style, lineOf(one, one.changed ? text : already)));
  if (shown.length < acted.length)
    io.stdout.write(`  … and ${plural(acted.length - shown.length, "other")}\n`);
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

function already({ status, acknowledged_by }: Outcome): string {
  if (status === "resolved") return "is resolved already";
  if (status === "open") return "is open already";
  return `was acknowledged by ${oneLine(acknowledged_by ?? deletedUser)} already`;
}
