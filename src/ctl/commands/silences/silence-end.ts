import { doneLine } from "../../output/style.ts";
import type { Silence } from "../../../api/silences.ts";
import type { Client } from "../../../client/client.ts";
import type { Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { silenceText } from "../../output/silence.ts";
import { namesOfSilenced } from "../../tasks/silenced.ts";
import { printedAsJson } from "../../call/structured.ts";

/** Ends silences now, by id or the end of one, and sends notifications on hold. */
export const run: Run = async (call) => {
  const { io, args, style } = call;
  const client = await call.client();
  const ids = await idsOf(client, args);
  const ended: Silence[] = [];
  for (const id of ids) ended.push(await client.send("DELETE /silences/:id", { id }));
  if (printedAsJson(call, ended)) return exitCodes.done;
  const names = await namesOfSilenced(client, ended);
  for (const silence of ended) io.stdout.write(doneLine(style, `${silenceText(silence, names)}`));
  return exitCodes.done;
};

/** Resolves all ids before the first silence ends, so that a typing mistake in the last one changes nothing. */
async function idsOf(client: Client, typed: readonly string[]): Promise<string[]> {
  const silences = await client.send("GET /silences", { query: {} });
  return typed.map((word) => {
    const hits = silences.filter(({ id }) => id === word || id.endsWith(word));
    const [hit] = hits;
    if (hit && hits.length === 1) return hit.id;
    throw wrongInput(
      hit ? "ambiguous" : "not_found",
      hit ? `${hits.length} silences end with "${word}"` : `no silence "${word}"`,
      "name its id, from: monitorctl silence list",
    );
  });
}
