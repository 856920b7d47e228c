import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { nobodyNotified } from "../../call/failure.ts";
import { orNone } from "../../input/offered.ts";
import { findOfKind } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson, wantsJson } from "../../call/structured.ts";

interface Person {
  id: string;
  email: string;
}

/**
 * Sends a silent test push to every device of a user, or of the members of a group (ag/ID). Exits with 10
 * when none of them has an enabled device.
 */
export const run: Run = async (call) => {
  const { args, style, io } = call;
  const client = await call.client();
  const people = await peopleOf(client, args[0]!);
  const queued = [];
  const lines: string[] = [];
  for (const { id, email } of people) {
    const devices = (await client.send("GET /users/:user_id/devices", { user_id: id })).filter(
      (one) => one.enabled,
    );
    for (const device of devices)
      queued.push(
        await client.send("POST /users/:user_id/devices/:id/test", { user_id: id, id: device.id }),
      );
    const sign = devices.length > 0 ? style.green(style.sign.done) : style.yellow(style.sign.warn);
    const text =
      devices.length > 0
        ? `test sent to ${plural(devices.length, "device")}`
        : `no device. Add one: monitorctl devices add ${email}`;
    lines.push(`${sign} ${oneLine(email)}: ${oneLine(text)}\n`);
  }
  const none = queued.length === 0;
  if (!wantsJson(call)) io.stdout.write(lines.join(""));
  if (none)
    throw nobodyNotified(
      "nobody was notified: no enabled device",
      `monitorctl devices add ${people[0]!.email}`,
    );
  printedAsJson(call, queued);
  return exitCodes.done;
};

async function peopleOf(client: Client, typed: string): Promise<Person[]> {
  if (!typed.startsWith("ag/")) {
    const name = typed.replace(/^user\//, "");
    return [await findOfKind(client, "users", name)];
  }
  const group = await findOfKind(client, "alert_groups", typed.slice("ag/".length));
  const { id, title } = group;
  const schedules = await orNone(client.send("GET /alert_groups/:id/schedules", { id }));
  if (schedules.length > 0) return peopleOnCall(client, id, title);
  const members = await client.send("GET /alert_groups/:id/members", { id });
  if (members.length === 0)
    throw nobodyNotified(
      `nobody was notified: "${title}" has no members`,
      "declare its members: and apply",
    );
  return members.map(({ user_id, email }) => ({ id: user_id, email }));
}

/** The members of a group with schedules, and the people on call in these. */
async function peopleOnCall(client: Client, id: string, title: string): Promise<Person[]> {
  const [{ people }, users] = await Promise.all([
    client.send("GET /alert_groups/:id/who", { id }),
    client.send("GET /users"),
  ]);
  if (people.length === 0)
    throw nobodyNotified(`nobody is on call in "${title}"`, "monitorctl oncall");
  const meant = new Set(people.map(({ user_id }) => user_id));
  return users
    .filter((user) => meant.has(user.id))
    .map((user) => ({ id: user.id, email: user.email }));
}
