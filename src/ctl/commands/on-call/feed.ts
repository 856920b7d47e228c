import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { jsonText, wantsJson } from "../../call/structured.ts";
import { findOfKind } from "../../input/find-one.ts";

/** Makes the address of a calendar: of a schedule, or with `--user` of the shifts of a person in all schedules. */
export const run: Run = async (call) => {
  const { args, io, options, style } = call;
  const { user } = options;
  const [schedule] = args;
  if ((schedule === undefined) === (typeof user !== "string"))
    throw wrongInput("usage", "name a schedule, or --user with a user", "oncall feed --user ada");
  const client = await call.client();
  const body =
    schedule === undefined
      ? { user_id: (await findOfKind(client, "users", String(user))).id }
      : { schedule_id: (await findOfKind(client, "schedules", schedule)).id };
  const feed = await client.send("POST /calendar_feeds", { body });
  if (wantsJson(call)) {
    io.stdout.write(jsonText(feed));
    return exitCodes.done;
  }
  io.stdout.write(`Subscribe to this address in a calendar. It is shown once:\n  ${feed.url}\n`);
  if (options["qr"] === true) {
    const { qrText } = await import("../../output/qr.ts");
    const { qrOf } = await import("../../../core/text/qr.ts");
    io.stdout.write(`\n${qrText(qrOf(feed.url), style.color)}`);
  }
  return exitCodes.done;
};
