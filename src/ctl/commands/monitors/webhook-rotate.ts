import { kindsWith } from "../../../resource/resources.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOne } from "../../input/find-one.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Gives a monitor or group a new inbound URL, or a group a new ping key, and prints the new URL alone. */
export const run: Run = async (call) => {
  const { io, args, options } = call;
  const client = await call.client();
  const ofKey = options["pingKey"] === true;
  const kinds = ofKey ? kindsWith("hasPingKey") : kindsWith("hasAddress");
  const { kind, resource, name } = await findOne(client, args[0]!, kinds);
  const { id } = resource;
  const rotated = ofKey
    ? await client.send("POST /alert_groups/:id/rotate_ping_key", { id })
    : await client.send(`POST /${kind}/:id/rotate_webhook`, { id });
  if (printedAsJson(call, rotated)) return exitCodes.done;
  io.stdout.write(`${ofKey ? rotated.ping_url : rotated.webhook_url}\n`);
  io.stderr.write(
    `${name} has this URL now. The one before works for another 24 h: change what posts there.\n`,
  );
  return exitCodes.done;
};
