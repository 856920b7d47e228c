import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { wrongInput } from "../failure.ts";
import { incidentId } from "../incident-id.ts";
import { readInput } from "../io.ts";
import { oneLine } from "../output/text.ts";

/** Writes a note into the timeline of an incident; `-` takes it from the input. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const [typed = "", ...words] = args;
  const id = incidentId(typed);
  const given = words.join(" ");
  const text = (
    given === "-" ? (await readInput(io)).toString("utf8") : given
  ).trim();
  if (text === "")
    throw wrongInput(
      "usage",
      "the note is empty",
      `monitorctl note ${typed} "what was found"`,
    );
  const client = await call.client();
  const { by } = options;
  const incident = await client.note(id, {
    text,
    ...(typeof by === "string" ? { by } : {}),
  });
  io.stdout.write(
    options.output === "json"
      ? `${JSON.stringify(incident, null, 2)}\n`
      : `${style.green(style.sign.done)} #${incident.number} ${oneLine(incident.title)}: noted\n`,
  );
  return exitCodes.done;
};
