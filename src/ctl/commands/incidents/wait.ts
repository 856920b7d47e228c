import type { Incident } from "../../../api/incidents.ts";
import type { Client } from "../../../client/client.ts";
import { ApiProblem, Unreachable } from "../../../client/errors.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { Failure, wrongInput } from "../../call/failure.ts";
import { findOne, monitorKinds, nameOf, type FoundResource } from "../../input/find-one.ts";
import { goals } from "../../input/goals.ts";
import { incidentId } from "../../input/incident-id.ts";
import { statusLine } from "../../output/status-line.ts";
import { done } from "../../call/structured.ts";

const pause = 1000;
const usual = 120_000;

interface Seen {
  name: string;
  status: string;
  /** For people: why it is so. */
  reason: string | null;
  reached: boolean;
  value: object;
}

/** Waits until a monitor or an incident reaches a state; exits with 8 after the timeout. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const timeout = options.timeout === undefined ? usual : options.timeout * 1000;
  const goal = typeof options["for"] === "string" ? options["for"] : "";
  const client = await call.client();
  const look = await lookAt(client, args[0]!, goal);
  const line = statusLine(io);
  const began = io.now();
  let last: Seen | null = null;
  let away: Unreachable | ApiProblem | null = null;
  for (;;) {
    try {
      last = await look();
      away = null;
    } catch (error) {
      // The deployment may have restarted the proxy in front of monitord.
      if (!passing(error)) throw error;
      away = error;
    }
    if (last?.reached && !away) break;
    const passed = io.now() - began;
    if (passed + pause > timeout) {
      line.clear();
      throw late(args[0]!, goal, last, away, timeout);
    }
    const now = away ? "the server is away" : (last?.status ?? "");
    line.show(
      `waiting for ${last?.name ?? args[0]} to be ${goal} (${now}, ${Math.round(passed / 1000)} s)`,
    );
    await io.sleep(pause);
  }
  line.clear();
  return done(
    call,
    last.value,
    `${last.name}: ${last.status}${last.reason ? `: ${last.reason}` : ""}`,
  );
};

function passing(error: unknown): error is Unreachable | ApiProblem {
  return (
    error instanceof Unreachable ||
    (error instanceof ApiProblem && [429, 502, 503, 504].includes(error.status))
  );
}

async function lookAt(client: Client, typed: string, goal: string): Promise<() => Promise<Seen>> {
  if (/^incidents?\/|^#?\d{1,9}$/.test(typed)) {
    const statuses = statusesOf("incident", goal, typed);
    const id = incidentId(typed);
    return async () => ofIncident(await client.send("GET /incidents/:id", { id }), statuses);
  }
  const hit: FoundResource<(typeof monitorKinds)[number]> = await findOne(
    client,
    typed,
    monitorKinds,
  );
  const { kind } = hit;
  const statuses = statusesOf(kind, goal, typed);
  const { id } = hit.resource;
  return async () => {
    const monitor = await client.send(`GET /${kind}/:id`, { id });
    const never =
      goal === "first-result" && "last_received_at" in monitor && monitor.last_received_at === null;
    return {
      name: nameOf(kind, monitor),
      status: monitor.status,
      reason: monitor.status_reason,
      reached: statuses.includes(monitor.status) && !never,
      value: monitor,
    };
  };
}

function ofIncident(incident: Incident, statuses: readonly string[]): Seen {
  const { number, status, acknowledged_by, resolved_reason } = incident;
  return {
    name: `#${number}`,
    status,
    reason: resolved_reason ?? (acknowledged_by && `by ${acknowledged_by}`),
    reached: statuses.includes(status),
    value: incident,
  };
}

function statusesOf(of: keyof typeof goals, goal: string, typed: string): readonly string[] {
  const known: Record<string, readonly string[]> = goals[of];
  const statuses = known[goal];
  if (statuses) return statuses;
  const words = Object.keys(known);
  throw wrongInput(
    "usage",
    goal === "" ? "no state to wait for given" : `${typed} is never "${goal}"`,
    `monitorctl wait ${typed} --for ${words.join("|")}`,
  );
}

function late(
  typed: string,
  goal: string,
  last: Seen | null,
  away: Error | null,
  timeout: number,
): Failure {
  const now = away
    ? away.message
    : `it is ${last?.status}${last?.reason ? `: ${last.reason}` : ""}`;
  return new Failure(
    `${last?.name ?? typed} was not ${goal} within ${Math.round(timeout / 1000)} s; ${now}`,
    {
      exit: exitCodes.notYet,
      code: "not_yet",
      next: away
        ? "monitorctl doctor"
        : typed.includes("/") && !typed.startsWith("incident")
          ? `monitorctl describe ${typed}, or wait longer with --timeout 10m`
          : "wait longer with --timeout 10m",
    },
  );
}
