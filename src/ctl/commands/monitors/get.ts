import type { Answered, Client } from "../../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../../core/model/model.ts";
import { monitorStatuses } from "../../../core/model/status.ts";
import { didYouMean } from "../../../core/text/nearest.ts";
import { findOfKind, listOf } from "../../input/find-one.ts";
import type { Call, Run } from "../../call/call.ts";
import { exitCodes } from "../../call/exit.ts";
import { wrongInput } from "../../call/failure.ts";
import { kindOf } from "../../input/kinds.ts";
import { resourcesText } from "../../output/resources.ts";
import { print, type Printable } from "../../call/print.ts";
import { watched } from "../../tasks/watch.ts";

/** Resources of one kind: all, or those that are named. */
interface Wanted {
  kind: ResourceKind;
  names: string[];
}

/** Shows resources of one kind or of several: all, or those that were named by external id or id. */
export const run: Run = async (call) => {
  const wanted = wantedBy(call);
  const client = await call.client();
  const fits = await filterOf(call, client);
  const read = async ({ kind, names }: Wanted) =>
    sorted(call, (await readAll(client, kind, names)).filter(fits));
  const [first, ...others] = wanted;
  if (others.length > 0) {
    const { printKinds } = await import("../../tasks/print-kinds.ts");
    const all = wanted.map(async (one) => ({
      ...printable(call, one.kind),
      kind: one.kind,
      resources: await read(one),
    }));
    await printKinds(call, await Promise.all(all));
    return exitCodes.done;
  }
  const how = printable(call, first!.kind);
  if (call.options["watch"] === true) return watched(call, () => read(first!), how);
  return print(call, await read(first!), how, first!.names.length === 1);
};

/** `hc`, `hc shop api`, `hc/shop wh/errors`, `hc,wh` or `all`. */
function wantedBy({ args }: Call): Wanted[] {
  const [first = "", ...rest] = args;
  if (first === "all" && rest.length === 0) return resourceKinds.map(allOf);
  if (first.indexOf("/") >= 1) return named(args);
  const kinds = first.split(",").map(kindOf);
  if (kinds.length === 1) return [{ kind: kinds[0]!, names: rest }];
  if (rest.length === 0) return [...new Set(kinds)].map(allOf);
  throw wrongInput(
    "usage",
    "names of several kinds are KIND/ID",
    `monitorctl get ${first
      .split(",")
      .map((kind) => `${kind}/ID`)
      .join(" ")}`,
  );
}

const allOf = (kind: ResourceKind): Wanted => ({ kind, names: [] });

/** `hc/shop wh/errors`, by kind. */
function named(words: readonly string[]): Wanted[] {
  const pairs = words.map((word) => {
    const slash = word.indexOf("/");
    if (slash >= 1) return { kind: kindOf(word.slice(0, slash)), name: word.slice(slash + 1) };
    throw wrongInput(
      "usage",
      `"${word}" does not say its kind`,
      `monitorctl get ${words[0]} KIND/${word}`,
    );
  });
  return [...Map.groupBy(pairs, ({ kind }) => kind)].map(([kind, all]) => ({
    kind,
    names: all.map(({ name }) => name),
  }));
}

async function readAll<K extends ResourceKind>(
  client: Client,
  kind: K,
  names: readonly string[],
): Promise<Answered[K][]> {
  if (names.length === 0) return listOf(client, kind);
  return Promise.all(names.map((name) => findOfKind(client, kind, name)));
}

/** True for resources that the flags let through. */
async function filterOf(
  { options }: Call,
  client: Client,
): Promise<(resource: Answered[ResourceKind]) => boolean> {
  const { group, project } = options;
  const statuses = statusesOf(options["status"]);
  const groupId =
    typeof group === "string"
      ? (await findOfKind(client, "alert_groups", group.replace(/^ag\//, ""))).id
      : null;
  return (resource) =>
    (statuses === null || ("status" in resource && statuses.includes(resource.status))) &&
    (groupId === null || ("alert_group_id" in resource && resource.alert_group_id === groupId)) &&
    (project === undefined || resource.project === project);
}

/** The statuses of `--status`, between commas; null: all. */
function statusesOf(typed: unknown): string[] | null {
  if (typeof typed !== "string") return null;
  const named = typed.split(",").map((one) => one.trim());
  for (const one of named)
    if (!monitorStatuses.some((known) => known === one))
      throw wrongInput(
        "unknown_status",
        `unknown status "${one}"${didYouMean(one, monitorStatuses)}`,
        `one of, or several between commas: ${monitorStatuses.join(", ")}`,
      );
  return named;
}

/** In the order of `--sort`: numbers by size, everything else by its text; without a value last. */
function sorted<T extends object>({ options }: Call, resources: T[]): T[] {
  const field = options["sort"];
  if (typeof field !== "string") return resources;
  if (resources.length > 0 && !resources.some((resource) => field in resource))
    throw wrongInput(
      "unknown_field",
      `unknown field "${field}" to sort by`,
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

function printable(
  { io, style, options }: Call,
  kind: ResourceKind,
): Printable<Answered[ResourceKind]> {
  return {
    name: ({ external_id, id }) => `${kind}/${external_id ?? id}`,
    text: (resources, wide) =>
      resourcesText(kind, resources as readonly Answered[typeof kind][], io.now(), style, wide),
    empty: ["status", "group", "project"].some((name) => options[name] !== undefined)
      ? `None of the ${kind} fits these filters.`
      : `No ${kind}. Declare some: monitorctl apply -f monitors.yaml`,
    fields: async () => {
      const { fieldsOf } = await import("../../input/fields.ts");
      return fieldsOf(kind);
    },
  };
}
