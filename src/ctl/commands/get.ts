import type { Answered, Client } from "../../client/client.ts";
import { ApiProblem } from "../../client/errors.ts";
import { nearest } from "../../core/nearest.ts";
import type { ResourceKind } from "../../core/model.ts";
import type { Run } from "../call.ts";
import { exitCodes } from "../exit.ts";
import { wrongInput } from "../failure.ts";
import { kindOf } from "../kinds.ts";
import { resourcesText } from "../output/resources.ts";
import { structured } from "../output/structured.ts";

/** Shows the resources of a kind, or the one that was named by external id or id. */
export const run: Run = async (call) => {
  const { io, args, options, style } = call;
  const kind = kindOf(args[0]!);
  const client = await call.client();
  const name = args[1];
  const one = name === undefined ? null : await find(client, kind, name);
  const resources = one ? [one] : await client.list(kind);
  const written = structured(one ?? resources, options.output);
  if (written !== null) io.stdout.write(written);
  else if (options.output === "name")
    for (const { external_id, id } of resources)
      io.stdout.write(`${kind}/${external_id ?? id}\n`);
  else if (resources.length > 0)
    io.stdout.write(resourcesText(kind, resources, io.now(), style));
  else
    io.stderr.write(
      `There are no ${kind}. Declare some: monitorctl apply -f monitors.yaml\n`,
    );
  return exitCodes.done;
};

async function find<K extends ResourceKind>(
  client: Client,
  kind: K,
  name: string,
): Promise<Answered[K]> {
  // A server may not filter by external_id and answer with all of them.
  const listed = await client.list(kind, { external_id: name });
  const found = listed.find((r) => r.external_id === name || r.id === name);
  if (found) return found;
  if (/^[0-9a-f-]{8,}$/i.test(name))
    try {
      return await client.get(kind, name);
    } catch (error) {
      if (!(error instanceof ApiProblem && error.status === 404)) throw error;
    }
  const ids = (await client.list(kind)).flatMap((r) => r.external_id ?? []);
  const meant = nearest(name, ids);
  throw wrongInput(
    "not_found",
    `there is no "${name}" among the ${kind}${meant ? `, did you mean "${meant}"?` : ""}`,
    `look at what there is with: monitorctl get ${kind}`,
  );
}
