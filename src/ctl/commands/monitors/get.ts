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
  const fits = await filterOf(call, client);
  const read = async () => sorted(call, (await readAll(client, kind, names)).filter(fits));
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

/** True for resources that the flags let through. */
async function filterOf(
  { options }: Call,
  client: Client,
): Promise<(resource: Answered[ResourceKind]) => boolean> {
  const { status, group, project } = options;
  const groupId =
    typeof group === "string"
      ? (await findOfKind(client, "alert_groups", group.replace(/^ag\//, ""))).id
      : null;
  return (resource) =>
    (status === undefined || ("status" in resource && resource.status === status)) &&
    (groupId === null || ("alert_group_id" in resource && resource.alert_group_id === groupId)) &&
    (project === undefined || resource.project === project);
}

/** In the order of `--sort`: numbers by size, everything else by its text; without a value last. */
function sorted<T extends object>({ options }: Call, resources: T[]): T[] {
  const field = options["sort"];
  if (typeof field !== "string") return resources;
  if (resources.length > 0 && !resources.some((resource) => field in resource))
    throw wrongInput(
      "unknown_field",
      `there is no field "${field}" to sort by`,
      "list the fields with: --json '?'",
    );
  const valueOf = (resource: T) => (resource as Record<string, unknown>)[field] ?? null;
  return resources.toSorted((a, b) => {
    const [x, y] = [valueOf(a), valueOf(b)];
    if (x === null || y === null) return Number(x === null) - Number(y === null);
    return typeof x === "number" && typeof y === "number"
      ? x - y
      : JSON.stringify(x).localeCompare(JSON.stringify(y), "en");
  });
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
