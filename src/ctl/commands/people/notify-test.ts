import type { Client } from "../../../client/client.ts";
import type { Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { wrongInput } from "../../program/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printResult } from "../../output/structured.ts";

interface Person {
  id: string;
  email: string;
}

/** Sends a quiet test push to every device of a user, or of the members of a group (ag/ID). */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const people = await peopleOf(client, args[0]!);
  const queued = [];
  const lines: string[] = [];
  for (const { id, email } of people) {
    const devices = (await client.devices(id)).filter((one) => one.enabled);
    for (const device of devices) queued.push(await client.testDevice(id, device.id));
    const sign = devices.length > 0 ? style.green(style.sign.done) : style.yellow(style.sign.warn);
    lines.push(
      devices.length > 0
        ? `${sign} ${oneLine(email)}: a test is on its way to ${plural(devices.length, "device")}`
        : `${sign} ${oneLine(email)}: has no device: monitorctl devices add ${oneLine(email)}`,
    );
  }
  printResult(call, queued, () => `${lines.join("\n")}\n`);
  return exitCodes.done;
};

async function peopleOf(client: Client, typed: string): Promise<Person[]> {
  if (!typed.startsWith("ag/")) {
    const name = typed.replace(/^user\//, "");
    return [await findOfKind(client, "users", name)];
  }
  const group = await findOfKind(client, "alert_groups", typed.slice("ag/".length));
  const members = await client.members(group.id);
  if (members.length === 0)
    throw wrongInput(
      "nobody",
      `"${group.title}" has no members: nobody is told`,
      "declare some under members: and apply",
    );
  return members.map(({ user_id, email }) => ({ id: user_id, email }));
}
