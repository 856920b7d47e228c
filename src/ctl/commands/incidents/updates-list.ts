import type { Run } from "../../call/call.ts";
import { publicUpdates } from "../../input/public-update.ts";
import { ageText } from "../../output/age.ts";
import { inColumns } from "../../output/table.ts";
import { oneLine } from "../../output/text.ts";
import { print } from "../../call/print.ts";

/** Lists the public updates of an incident, oldest first. */
export const run: Run = async (call) => {
  const { args, io, style } = call;
  const [incident = ""] = args;
  const now = io.now();
  const updates = await publicUpdates(await call.client(), incident);
  return print(call, updates, {
    name: ({ number }) => String(number),
    text: inColumns(style, [
      ["NUMBER", ({ number }) => String(number)],
      ["POSTED", ({ at }) => `${ageText(at, now)} ago`],
      ["EDITED", ({ edited_at: at }) => (at ? `${ageText(at, now)} ago` : "no")],
      ["STATE", ({ public_state }) => public_state ?? "none"],
      ["TEXT", ({ text }) => oneLine(text)],
      ["ID", ({ id }) => id, "wide"],
    ]),
    empty: `No public updates. Post one: monitorctl publish ${incident} TEXT`,
  });
};
