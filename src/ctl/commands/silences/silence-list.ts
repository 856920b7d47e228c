import type { Run } from "../../call/call.ts";
import { whatText, whenText } from "../../output/silence.ts";
import { inColumns } from "../../output/table.ts";
import { print } from "../../call/print.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";

/** Lists active and scheduled silences; with `--all` ended ones, too. */
export const run: Run = async (call) => {
  const { options, style } = call;
  const client = await call.client();
  const silences = await client.send("GET /silences", {
    query: options["all"] === true ? {} : { current: true },
  });
  const names = await namesOfSilenced(client, silences);
  return print(call, silences, {
    name: ({ id }) => id,
    text: inColumns(style, [
      // The end of an id names it, too.
      ["ID", ({ id }) => ({ text: id, paint: (text) => text, short: id.slice(-12) })],
      ["STATE", ({ status }) => status],
      ["WHAT", (silence) => whatText(silence, names)],
      ["WHEN", whenText],
      ["BY", ({ created_by }) => created_by, "spare"],
      ["WHY", ({ reason }) => reason, "spare"],
    ]),
    empty: "No silences. Add one: monitorctl silence add --monitor KIND/ID --for 2h --reason TEXT",
  });
};
