/** Shared by `pause` and `resume`. */
import type { HealthCheckMonitor } from "../../api/health-check-monitors.ts";
import type { WebhookMonitor } from "../../api/webhook-monitors.ts";
import type { Client } from "../../client/client.ts";
import type { Call, Run } from "../program/call.ts";
import { exitCodes } from "../program/exit.ts";
import { found, monitorKinds, type FoundResource, type MonitorKind } from "../input/find.ts";

type Monitor = HealthCheckMonitor | WebhookMonitor;

export function paused(verb: {
  send: (call: Call, client: Client, hit: FoundResource<MonitorKind>) => Promise<Monitor>;
  done: (monitor: Monitor) => string;
}): Run {
  return async (call) => {
    const { io, args, options, style } = call;
    const client = await call.client();
    const hits = await Promise.all(args.map((typed) => found(client, typed, monitorKinds)));
    const changed: Monitor[] = [];
    for (const hit of hits) {
      const monitor = await verb.send(call, client, hit);
      changed.push(monitor);
      if (options.output !== "json")
        io.stdout.write(`${style.green(style.sign.done)} ${hit.name}: ${verb.done(monitor)}\n`);
    }
    if (options.output === "json") io.stdout.write(`${JSON.stringify(changed, null, 2)}\n`);
    return exitCodes.done;
  };
}
