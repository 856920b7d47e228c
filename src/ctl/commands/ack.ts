import type { Incident } from "../../api/incidents.ts";
import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { wrongInput } from "../failure.ts";
import { oneLine } from "../output/text.ts";

/** Acknowledges incidents. That somebody else was first is no error; it is said. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const ids = args.map(idOf);
  const client = await call.client();
  const by = options["by"];
  const answered: Incident[] = [];
  for (const id of ids) {
    const before = await client.incident(id);
    const incident =
      before.status === "open"
        ? await client.acknowledge(id, typeof by === "string" ? { by } : {})
        : before;
    answered.push(incident);
    if (options.output === "json") continue;
    const { number, title } = incident;
    io.stdout.write(
      `${style.green(style.sign.done)} #${number} ${oneLine(title)}: ${outcome(before, incident)}\n`,
    );
  }
  if (options.output === "json")
    io.stdout.write(`${JSON.stringify(answered, null, 2)}\n`);
  return exitCodes.done;
};

function outcome(before: Incident, now: Incident): string {
  const by = oneLine(now.acknowledged_by ?? "somebody");
  if (before.status === "open" && now.status === "acknowledged")
    return `acknowledged by ${by}`;
  return now.status === "acknowledged"
    ? `was acknowledged by ${by} already`
    : "is resolved already";
}

/** `12`, `#12`, or an id. */
function idOf(typed: string): string {
  const id = typed.replace(/^#/, "");
  if (/^[0-9a-f-]+$/i.test(id)) return id;
  throw wrongInput(
    "usage",
    `"${typed}" is neither the number nor the id of an incident`,
    "look at their numbers with: monitorctl incidents",
  );
}
