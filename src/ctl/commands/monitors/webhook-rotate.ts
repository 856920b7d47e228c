import { kindsWith } from "../../../resource/resources.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOne } from "../../input/find-one.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Gives a monitor or group a new inbound URL, and prints it alone. */
export const run: Run = async (call) => {
  const { io, args } = call;
  const client = await call.client();
  const kinds = kindsWith("hasAddress");
  const { kind, resource, name } = await findOne(client, args[0]!, kinds);
  const rotated = await client.send(`POST /${kind}/:id/rotate_webhook`, { id: resource.id });
  if (printedAsJson(call, rotated)) return exitCodes.done;
  io.stdout.write(`${rotated.webhook_url}\n`);
  io.stderr.write(
    `${name} has this URL now. The one before works for another 24 h: change what posts there.\n`,
  );
  return exitCodes.done;
};
