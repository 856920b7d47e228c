/** Shared by `pause` and `resume`. */
import { doneLine } from "../output/style.ts";
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { WebhookMonitor } from "../../api/webhook-monitors.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Run } from "../call/call.ts";
import { exitCodes } from "../call/exit.ts";
import { findOne, monitorKinds, type FoundResource, type MonitorKind } from "../input/find-one.ts";
import { printedAsJson, wantsJson } from "../call/structured.ts";

type Monitor = HealthCheckMonitor | WebhookMonitor;

export function paused(verb: {
  send: (call: Call, client: Client, hit: FoundResource<MonitorKind>) => Promise<Monitor>;
  done: (monitor: Monitor) => string;
}): Run {
  return async (call) => {
    const { io, args, style } = call;
    const client = await call.client();
    const hits = await Promise.all(args.map((typed) => findOne(client, typed, monitorKinds)));
    const changed: Monitor[] = [];
    for (const hit of hits) {
      const monitor = await verb.send(call, client, hit);
      changed.push(monitor);
      if (!wantsJson(call)) io.stdout.write(doneLine(style, `${hit.name}: ${verb.done(monitor)}`));
    }
    printedAsJson(call, changed);
    return exitCodes.done;
  };
}
