import type { Answered } from "../../../client/client.ts";
import type { Call, Run } from "../../call/call.ts";
import { confirm } from "../../input/confirm.ts";
import { exitCodes } from "../../call/exit.ts";
import { findOne, nameOf } from "../../input/find-one.ts";
import { plural } from "../../../core/text/plural.ts";
import { oneLine } from "../../output/text.ts";
import { printResult } from "../../call/structured.ts";
import { lostGroups } from "../../tasks/lost-groups.ts";

/** Removes a user, their devices and their membership in groups. */
export const run: Run = async (call) => {
  const { args, style } = call;
  const client = await call.client();
  const { resource } = await findOne(client, args[0]!, ["users"] as const);
  const { id, email } = resource;
  const devices = await client.send("GET /users/:user_id/devices", { user_id: id });
  const returns = await returnOf(call, resource);
  const question = `Remove ${email} with ${plural(devices.length, "device")}?`;
  await confirm(call, [question, ...returns].join(" "));
  const warnings = [...returns, ...(await lostGroups(client, id))];
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

/** A sentence when a project declares the user, whose next apply would undo the removal. */
async function returnOf(call: Call, user: Answered["users"]): Promise<string[]> {
  if (user.project === null) return [];
  const { declaredAt } = await import("../../declare/declared-at.ts");
  const place = (await declaredAt(call, "users", user)) ?? "its files";
  return [
    `Project ${oneLine(user.project)} declares ${user.email}, and its next apply adds the user again, without a device: take the entry out of ${place}, and the email out of all members: and people:.`,
  ];
}
