import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { nodesText } from "../output/nodes.ts";
import { isDown, statusText, worstFirst } from "../output/status.ts";
import { unresolved } from "../unresolved.ts";

/** Shows the unresolved incidents and every monitor, worst first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  if (options["nodes"] === true) {
    const nodes = await client.nodes();
    io.stdout.write(
      options.output === "json"
        ? `${JSON.stringify(nodes, null, 2)}\n`
        : nodesText(nodes, io.now(), style),
    );
    return exitCodes.done;
  }
  const [health, webhooks, incidents] = await Promise.all([
    client.list("health_check_monitors"),
    client.list("webhook_monitors"),
    unresolved(client),
  ]);
  const monitors = [...health, ...webhooks];
  io.stdout.write(
    options.output === "json"
      ? `${JSON.stringify({ incidents, monitors: worstFirst(monitors) }, null, 2)}\n`
      : statusText(monitors, incidents, io.now(), style),
  );
  return monitors.some(isDown) && options["exitCode"] === true
    ? exitCodes.down
    : exitCodes.done;
};
