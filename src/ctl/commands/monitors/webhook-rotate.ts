import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { found } from "../../input/find.ts";

/** Gives a monitor or group a new inbound URL, and prints it alone. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const client = await call.client();
  const kinds = ["webhook_monitors", "alert_groups"] as const;
  const { kind, resource, name } = await found(client, args[0]!, kinds);
  const rotated = await client.rotateWebhook(kind, resource.id);
  if (options.output === "json") {
    io.stdout.write(`${JSON.stringify(rotated, null, 2)}\n`);
    return exitCodes.done;
  }
  io.stdout.write(`${rotated.webhook_url}\n`);
  io.stderr.write(
    `${name} has this URL now. The one before works for another 24 h: change what posts there.\n`,
  );
  return exitCodes.done;
};
