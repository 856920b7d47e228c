import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOne, nameOf } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printResult } from "../../call/structured.ts";

/** Removes a user, their devices and their membership in groups. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const { resource } = await findOne(client, args[0]!, ["users"] as const);
  const { id, email } = resource;
  const devices = await client.send("GET /users/:user_id/devices", { user_id: id });
  await confirm(call, `Remove ${email} with ${plural(devices.length, "device")}?`);
  const warnings = await lostGroups(client, id);
  await client.send("DELETE /users/:id", { id });
  printResult(
    call,
    { removed: id, warnings },
    () =>
      [
        `${style.green(style.sign.done)} removed ${nameOf("users", resource)} (${email})`,
        ...warnings.map((text) => `${style.yellow(style.sign.warn)} ${text}`),
      ].join("\n") + "\n",
  );
  return exitCodes.done;
};

/** A sentence for each group whose only member with a device is the user, with the groups that escalate to it. */
async function lostGroups(client: Client, user_id: string): Promise<string[]> {
  const groups = await client.send("GET /alert_groups");
  const sentences = await Promise.all(
    groups.map(async ({ id, title }) => {
      const members = await client.send("GET /alert_groups/:id/members", { id });
      const others = members.filter((one) => one.user_id !== user_id && one.devices > 0);
      if (others.length > 0 || !members.some((one) => one.user_id === user_id)) return [];
      const from = groups.filter(({ escalate_to }) => escalate_to === id);
      const escalating = from.map((one) => `"${oneLine(one.title)}"`).join(", ");
      return [
        `nobody of "${oneLine(title)}" can be reached any more${escalating === "" ? "" : `, and ${escalating} escalates to it`}`,
      ];
    }),
  );
  return sentences.flat();
}
