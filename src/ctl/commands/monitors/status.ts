import { day } from "../../../core/text/units.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { nodesText } from "../../output/nodes.ts";
import { gapsText, isDown, monitorsShown, statusText, worstFirst } from "../../output/status.ts";
import { pastsOf } from "../../tasks/pasts.ts";
import { orNone } from "../../input/offered.ts";
import { targetOf } from "../../input/target.ts";
import { unresolved } from "../../tasks/unresolved.ts";
import { documented, structured } from "../../call/structured.ts";

/** Shows the unresolved incidents and the monitors that are not healthy, worst first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const { project } = options;
  const rows = io.stdout.isTTY ? (io.stdout.rows ?? null) : null;
  const client = await call.client();
  if (options["nodes"] === true) {
    const nodes = await client.send("GET /nodes");
    io.stdout.write((await structured(nodes, options.output)) ?? nodesText(nodes, io.now(), style));
    return exitCodes.done;
  }
  const about = typeof project === "string" ? { project } : {};
  const [health, webhooks, listed, gaps, group] = await Promise.all([
    client.send("GET /health_check_monitors", { query: about }),
    client.send("GET /webhook_monitors", { query: about }),
    // A server with only the basic endpoints has neither.
    orNone(unresolved(client, about)),
    orNone(client.send("GET /blind_periods", { query: { since: sinceLately(io.now()) } })),
    targetOf(client, { group: options["group"] }),
  ]);
  // The group is looked up beside the lists: one round trip less.
  const { alert_group_id } = group;
  const isIn = (one: { alert_group_id: string }) =>
    alert_group_id === undefined || one.alert_group_id === alert_group_id;
  const incidents = listed.filter(isIn);
  const monitors = [...health, ...webhooks].filter(isIn);
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
      statusText(monitors, incidents, io.now(), style, { all, pasts, rows }) +
        gapsText(gaps, style),
  );
  return monitors.some(isDown) && options["exitCode"] === true ? exitCodes.down : exitCodes.done;
};

/** Monitoring gaps of the last day are shown. */
const sinceLately = (now: number) => new Date(now - day).toISOString();
