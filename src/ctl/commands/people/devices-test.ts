import { doneLine } from "../../output/style.ts";
import { reachable } from "../../../core/status/site.ts";
import { channelOf } from "../../../channel/registry.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { oneLine } from "../../output/text.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Sends a silent test push to the devices of a user, or to one of them. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const user = await findOfKind(client, "users", args[0]!);
  const wanted = args[1];
  const devices = (await client.send("GET /users/:user_id/devices", { user_id: user.id })).filter(
    ({ id, name, target, enabled }) =>
      wanted === undefined ? enabled : [id, name, target].includes(wanted),
  );
  if (devices.length === 0)
    throw wrongInput(
      "not_found",
      wanted === undefined
        ? `${user.email} has no device that is enabled`
        : `${user.email} has no device "${wanted}"`,
      `list them with: monitorctl devices list ${user.email}`,
    );
  const queued = [];
  for (const device of devices)
    queued.push(
      await client.send("POST /users/:user_id/devices/:id/test", {
        user_id: user.id,
        id: device.id,
      }),
    );
  if (printedAsJson(call, queued)) return exitCodes.done;
  for (const { name, kind } of devices)
    io.stdout.write(doneLine(style, `a test is on its way to ${oneLine(name ?? kind)}`));
  const { server } = await client.send("GET /me");
  io.stdout.write(
    reachable(server.site_url) === null
      ? `It asks for an answer that it has no button for: monitord needs an address that phones can open (--site-url)\n`
      : `${nextStep(devices)}; then it is verified: monitorctl devices list\n`,
  );
  return exitCodes.done;
};

/** How the owner of the devices confirms the tests. */
function nextStep(devices: readonly { kind: string }[]): string {
  const ways = new Set(devices.map(({ kind }) => channelOf(kind)?.actions.by));
  if (!ways.has("page")) return "Press “I got it” on the phone";
  return ways.size === 1
    ? "Open the link in it and press “I got it”"
    : "Press “I got it” on the phone, or open the link in it";
}
