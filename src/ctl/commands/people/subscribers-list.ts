import type { Run } from "../../call/call.ts";
import { findOfKind } from "../../input/find-one.ts";
import { ageText } from "../../output/age.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";

/** Lists the subscribers of a status page, confirmed or not. */
export const run: Run = async (call) => {
  const { args, io, style } = call;
  const now = io.now();
  const client = await call.client();
  const page = await findOfKind(client, "status_pages", args[0]!);
  const subscribers = await client.send("GET /status_pages/:id/subscribers", { id: page.id });
  return print(call, subscribers, {
    name: ({ email }) => email,
    text: inColumns(style, [
      ["EMAIL", ({ email }) => email],
      ["ASKED", ({ subscribed_at: at }) => `${ageText(at, now)} ago`],
      ["CONFIRMED", ({ confirmed_at: at }) => (at ? `${ageText(at, now)} ago` : "no")],
      ["ID", ({ id }) => id, "wide"],
    ]),
    empty: `Nobody has subscribed to "${page.title}".`,
  });
};
