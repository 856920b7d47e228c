import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { whatText, whenText } from "../../output/silence.ts";
import { tableText } from "../../output/table.ts";
import { print } from "../../output/print.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";

/** Lists active and scheduled silences; with `--all` ended ones, too. */
export const run: Run = async (call) => {
  const { options, style } = call;
  const client = await call.client();
  const silences = await client.send("GET /silences", {
    query: options["all"] === true ? {} : { current: true },
  });
  const names = await namesOfSilenced(client, silences);
  await print(call, silences, {
    name: ({ id }) => id,
    text: (some) =>
      tableText(
        ["ID", "STATE", "WHAT", "WHEN", "BY", "WHY"],
        some.map((silence) => [
          silence.id,
          silence.status,
          whatText(silence, names),
          whenText(silence),
          silence.created_by,
          silence.reason,
        ]),
        style,
      ),
    empty: "No silences. Add one: monitorctl silence add --monitor KIND/ID --for 2h --reason TEXT",
  });
  return exitCodes.done;
};
