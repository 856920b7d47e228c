import type { Answered, Client } from "../../../client/client.ts";
import type { ResourceKind } from "../../../core/model/model.ts";
import type { Call, Run } from "../../program/call.ts";
import { exitCodes } from "../../program/exit.ts";
import { wrongInput } from "../../program/failure.ts";
import { findOfKind } from "../../input/find-one.ts";
import { kindOf } from "../../program/kinds.ts";
import { resourcesText } from "../../output/resources.ts";
import { print, type Printable } from "../../output/print.ts";
import { watched } from "../../tasks/watch.ts";

/** Shows the resources of a kind, or those that were named by external id or id. */
export const run: Run = async (call) => {
  const { kind, names } = asked(call);
  const client = await call.client();
  const read = () => readAll(client, kind, names);
  const how = printable(call, kind);
  if (call.options["watch"] === true) return watched(call, read, how);
  await print(call, await read(), how, names.length === 1);
  return exitCodes.done;
};

/** `hc`, `hc shop api` or `hc/shop`. */
function asked({ args }: Call): { kind: ResourceKind; names: string[] } {
  const [first = "", ...rest] = args;
  const slash = first.indexOf("/");
  if (slash < 1) return { kind: kindOf(first), names: rest };
  const kind = kindOf(first.slice(0, slash));
  const names = args.map((word) => {
    if (word.startsWith(first.slice(0, slash + 1))) return word.slice(slash + 1);
    throw wrongInput(
      "usage",
      "get shows one kind at a time",
      `monitorctl get ${first.slice(0, slash)} ID ID`,
    );
  });
  return { kind, names };
}

async function readAll<K extends ResourceKind>(
  client: Client,
  kind: K,
  names: readonly string[],
): Promise<Answered[K][]> {
  if (names.length === 0) return client.list(kind);
  return Promise.all(names.map((name) => findOfKind(client, kind, name)));
}

function printable({ io, style }: Call, kind: ResourceKind): Printable<Answered[ResourceKind]> {
  return {
    name: ({ external_id, id }) => `${kind}/${external_id ?? id}`,
    text: (resources, wide) =>
      resourcesText(kind, resources as readonly Answered[typeof kind][], io.now(), style, wide),
    empty: `There are no ${kind}. Declare some: monitorctl apply -f monitors.yaml`,
    fields: async () => {
      const { fieldsOf } = await import("../../program/fields.ts");
      return fieldsOf(kind);
    },
  };
}
