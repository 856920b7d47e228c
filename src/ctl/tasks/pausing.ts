/** Shared by `pause` and `resume`: monitors that are named, or in one request all that flags choose. */
import { doneLine } from "../output/style.ts";
import type { PausedMonitor } from "../../api/routes/several-bodies.ts";
import type { Body } from "../../api/routes/table.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { findOne, monitorKinds, nameOf } from "../input/find-one.ts";
import { actCarefully, dryIn, flagsChoose } from "./carefully.ts";
import { targetOf } from "../input/target.ts";
import { printedAsJson } from "../call/structured.ts";

interface Pausing {
  send: (
    call: Call,
    client: Client,
    which: Body<"POST /monitors/resume">,
  ) => Promise<PausedMonitor[]>;
  done: (monitor: PausedMonitor) => string;
  /** The message of a monitor that was so already. */
  already: string;
  /** A note on stderr for a whole group. */
  ofGroup?: (group: string) => string;
}

export function paused({ send, done, already, ofGroup }: Pausing): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    const { group, project } = options;
    const filtered = flagsChoose(call, ["group", "project", "all"], "monitor");
    const client = await call.client();
    const line = (one: PausedMonitor, isDry: boolean) => {
      const after = isDry ? `would change, is ${one.status}` : done(one);
      return `${nameOf(one.kind, one)}: ${one.changed ? after : already}`;
    };
    if (filtered) {
      const filter = {
        ...(await targetOf(client, { group })),
        ...(typeof project === "string" && { project }),
      };
      const code = await actCarefully(call, {
        noun: "monitor",
        line,
        send: (more) => send(call, client, { filter, ...more }),
      });
      if (ofGroup && typeof group === "string") io.stderr.write(`${ofGroup(group)}\n`);
      return code;
    }
    const hits = await Promise.all(args.map((typed) => findOne(client, typed, monitorKinds)));
    const ids = hits.map(({ resource }) => resource.id);
    const changed = await send(call, client, { ids, ...dryIn(options) });
    if (!printedAsJson(call, changed))
      for (const one of changed)
        io.stdout.write(doneLine(style, line(one, options["dryRun"] === true)));
    return exitCodes.done;
  };
}
