import type { BlindPeriod } from "../../../api/nodes.ts";
import type { Client } from "../../../client/client.ts";
import { ApiProblem } from "../../../client/errors.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { nodesText } from "../../output/nodes.ts";
import { gapsText, isDown, monitorsShown, statusText, worstFirst } from "../../output/status.ts";
import { pastsOf } from "../../tasks/pasts.ts";
import { unresolved } from "../../tasks/unresolved.ts";
import { documented, structured } from "../../call/structured.ts";

/** Shows the unresolved incidents and the monitors that are not healthy, worst first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  if (options["nodes"] === true) {
    const nodes = await client.send("GET /nodes");
    io.stdout.write((await structured(nodes, options.output)) ?? nodesText(nodes, io.now(), style));
    return exitCodes.done;
  }
  const [health, webhooks, incidents, gaps] = await Promise.all([
    client.send("GET /health_check_monitors"),
    client.send("GET /webhook_monitors"),
    unresolved(client),
    blindPeriods(client, io.now()),
  ]);
  const monitors = [...health, ...webhooks];
  const all = options["all"] === true;
  const pasts = await pastsOf(
    client,
    monitorsShown(monitors, all).map(({ id }) => id),
  );
  const value = {
    incidents,
    monitors: worstFirst(monitors),
    blind_periods: gaps,
    histories: [...pasts.values()],
  };
  io.stdout.write(
    (await structured(documented(value), options.output)) ??
      statusText(monitors, incidents, io.now(), style, all, pasts) + gapsText(gaps, style),
  );
  return monitors.some(isDown) && options["exitCode"] === true ? exitCodes.down : exitCodes.done;
};

const lately = 24 * 3600_000;

/** Monitoring gaps of the last day; empty for a server that does not record them. */
async function blindPeriods(client: Client, now: number): Promise<BlindPeriod[]> {
  try {
    const since = new Date(now - lately).toISOString();
    return await client.send("GET /blind_periods", { query: { since } });
  } catch (error) {
    if (error instanceof ApiProblem && error.status === 404) return [];
    throw error;
  }
}
