import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { incidentsText } from "../output/status.ts";
import { structured } from "../output/structured.ts";
import { unresolved } from "../unresolved.ts";

/** Lists the incidents that are not resolved, or all, newest first. */
export const run: Run = async (call) => {
  const { io, options, style } = call;
  const client = await call.client();
  const all = options["all"] === true;
  const incidents = all
    ? (await client.incidents()).toSorted((a, b) => b.number - a.number)
    : await unresolved(client);
  const written = structured(incidents, options.output);
  if (written !== null) io.stdout.write(written);
  else if (incidents.length > 0)
    io.stdout.write(incidentsText(incidents, io.now(), style));
  else
    io.stderr.write(
      all
        ? "There has been no incident.\n"
        : "No unresolved incidents. Earlier ones: monitorctl incidents --all\n",
    );
  return exitCodes.done;
};
