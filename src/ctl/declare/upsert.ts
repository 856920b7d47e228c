/**
 * Applies a declaration to a server that cannot plan: reads its lists, plans with the same function that
 * the service uses, and creates or updates one resource after the other. An interrupted run is finished by
 * running it again, because every step is an upsert by `external_id`.
 */
import type { Declaration, Plan, PlannedChange } from "../../api/declaration.ts";
import { ApiProblem } from "../../client/errors.ts";
import type { Body } from "../../api/routes/table.ts";
import type { Client } from "../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import {
  plan as planChanges,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
} from "../../core/declare/plan.ts";
import { writingOrder } from "../../core/declare/plan-order.ts";
import { keyOf, type Item } from "../../resource/part.ts";
import { eachKind, factsOf, listsOf, type List } from "../../resource/resources.ts";
import { Directory, namesIn, toIds, toNames, type Fields } from "../../resource/references.ts";
import { wantedOf } from "../../manifest/wanted.ts";
import { defaultsOf, knownFields, withoutUnknown } from "./basic-fields.ts";
import { addTargets, pathOfList, withLists } from "./stored.ts";
import { offered } from "../input/offered.ts";
import { exitCodes } from "../call/exit.ts";
import { Failure, failureOf } from "../call/failure.ts";
import { plural } from "../../core/text/plural.ts";

/** In place of the revision that such a server does not have. */
export const noRevision = -1;

type Listed = Fields & { id: string; external_id: string | null };

interface PreparedUpsert {
  plan: Plan;
  writes: PlannedWrite[];
  /** The stored resources, and those created since then. */
  directory: Directory;
  known: (kind: ResourceKind) => ReadonlySet<string>;
}

/** Plans a declaration, and applies it. */
export interface Planner {
  plan(): Promise<Plan>;
  /** With a plan: only if the server has not changed since. */
  apply(shown: Plan | null): Promise<Plan>;
}

/** Plans and applies through the lists of the server. */
export function upsertPlanner(client: Client, declaration: Declaration, adopt: boolean): Planner {
  const prepare = () => prepareFor(client, declaration, adopt);
  return {
    plan: async () => (await prepare()).plan,
    apply: async () => {
      const prepared = await prepare();
      const { plan, writes } = prepared;
      const changes = [...plan.changes];
      let made = 0;
      for (const at of writingOrder(writes)) {
        const change = changes[at]!;
        const write = writes[at]!;
        if (write.action === "unchanged") continue;
        changes[at] = await upserted(client, write, change, prepared).catch((error: unknown) => {
          throw partly(error, change, made);
        });
        made += 1;
      }
      return { ...plan, applied: true, changes };
    },
  };
}

async function prepareFor(
  client: Client,
  declaration: Declaration,
  adopt: boolean,
): Promise<PreparedUpsert> {
  const { project } = declaration;
  const lists = await readLists(client, declaration);
  const directory = new Directory();
  for (const kind of resourceKinds) for (const one of lists[kind]) directory.add(kind, one);
  const known = (kind: ResourceKind) => knownFields(kind, lists[kind][0]);
  const warnings: string[] = [];
  const wanted = wantedOf(declaration).map((resource) =>
    withoutUnknown(resource, known(resource.kind), warnings),
  );
  const stored: StoredResource[] = [];
  for (const kind of resourceKinds)
    for (const listed of lists[kind])
      stored.push(await storedOf(client, kind, listed, wanted, directory, project));
  // Where users cannot be listed, whether a member is known is for the server to say.
  const referred = lists.offersUsers ? [] : referredUsers(wanted);
  const planned = planChanges([...stored, ...referred], wanted, {
    project,
    adopt,
    prune: null,
  });
  if (!planned.ok)
    throw new ApiProblem({
      type: "about:blank",
      title: planned.why,
      status: planned.why === "invalid" ? 422 : 409,
      detail: planned.faults.map((fault) => fault.message).join("\n"),
      instance: "",
      errors: planned.faults,
    });
  const plan = {
    project,
    revision: noRevision,
    applied: false,
    changes: planned.changes,
    warnings,
  };
  return { plan, writes: planned.writes, directory, known };
}

async function readLists(
  client: Client,
  declaration: Declaration,
): Promise<Record<ResourceKind, Listed[]> & { offersUsers: boolean }> {
  const lists = eachKind((): Listed[] => []);
  let offersUsers = true;
  for (const kind of resourceKinds) {
    const list = (await offered(client, kind)) as Listed[] | null;
    if (list === null && declaration[kind]?.length)
      throw new Failure(`this server keeps no ${kind} that could be declared`, {
        exit: exitCodes.input,
        code: "not_offered",
        next: `leave ${kind}: out of the files, and add them where the server keeps them`,
      });
    if (list === null && kind === "users") offersUsers = false;
    lists[kind] = list ?? [];
  }
  return { ...lists, offersUsers };
}

/** Every referenced user, as a known one. */
function referredUsers(wanted: readonly WantedResource[]): StoredResource[] {
  const emails = wanted
    .flatMap(({ kind, fields }) => namesIn(kind, fields))
    .flatMap(({ to, targets }) => (to === "users" ? targets : []));
  return [...new Set(emails)].map((email) => ({
    kind: "users",
    id: email,
    external_id: null,
    project: null,
    fields: { email },
  }));
}

async function storedOf(
  client: Client,
  kind: ResourceKind,
  listed: Listed,
  wanted: readonly WantedResource[],
  directory: Directory,
  project: string,
): Promise<StoredResource> {
  const asked = wanted.find((w) => w.kind === kind && w.external_id === listed.external_id);
  const isAsked = listsOf(kind).some(({ name }) => asked?.fields[name] !== undefined);
  const [whole] = isAsked ? await withLists(client, kind, [listed]) : [listed];
  const { id, external_id, ...answered } = whole!;
  addTargets(directory, kind, answered);
  const fields = toNames(kind, answered, directory);
  return {
    kind,
    id,
    external_id,
    // A server without projects has no owner to ask about.
    project: "project" in listed ? (listed["project"] as string | null) : project,
    fields: { ...defaultsOf(kind), ...fields },
  };
}

async function upserted(
  client: Client,
  write: PlannedWrite,
  change: PlannedChange,
  prepared: PreparedUpsert,
): Promise<PlannedChange> {
  const body = bodyOf(write, prepared) as Body<`POST /${ResourceKind}`>;
  const saved = await client.send(`POST /${write.kind}`, { body });
  prepared.directory.add(write.kind, {
    ...write.fields,
    id: saved.id,
    external_id: write.external_id,
  });
  for (const list of listsOf(write.kind))
    if (write.fields[list.name])
      await setItems(client, write.kind, saved.id, list, write.fields[list.name] as Item[]);
  const url = (saved as { webhook_url?: string }).webhook_url;
  const { hasAddress, isMonitor } = factsOf(write.kind);
  const hasUrl = hasAddress && isMonitor && url !== undefined;
  return { ...change, id: saved.id, ...(hasUrl ? { webhook_url: url } : {}) };
}

/** The body for the server: the fields that it knows, references by id. */
function bodyOf({ kind, external_id, fields }: PlannedWrite, prepared: PreparedUpsert): Fields {
  const known = prepared.known(kind);
  const lists = listsOf(kind).map(({ name }) => name);
  const kept = Object.fromEntries(
    Object.entries(fields).filter(([name]) => known.has(name) && !lists.includes(name)),
  );
  return { ...toIds(kind, kept, prepared.directory), external_id };
}

/** Adds the items that a list lacks, each by its key, and deletes those that are not declared. */
async function setItems(
  client: Client,
  kind: ResourceKind,
  id: string,
  list: List,
  items: readonly Item[],
): Promise<void> {
  const path = pathOfList(kind, id, list.name);
  const [field] = list.key;
  const { as } = list.fields[field!]!.reference!;
  const before = (await client.request("get", path)) as Fields[];
  const named = before.map((item) => ({ key: keyOf(list, { [as]: item[as] }), id: item[field!] }));
  const [had, wanted] = [named.map(({ key }) => key), items.map((item) => keyOf(list, item))];
  for (const key of wanted)
    if (!had.includes(key)) await client.request("post", path, { [as]: key });
  for (const one of named)
    if (!wanted.includes(one.key))
      await client.request("delete", `${path}/${encodeURIComponent(String(one.id))}`);
}

/** Reports how many changes were made: they are not rolled back here. */
function partly(error: unknown, change: PlannedChange, made: number): Failure {
  const failure = failureOf(error, null);
  return new Failure(
    `${change.kind} ${change.external_id}: ${failure.message}\n${plural(made, "change")} made before this one: what is done stays`,
    {
      exit: failure.exit,
      code: failure.code,
      next: `${failure.next}; running it again goes on where it stopped`,
      cause: error,
    },
  );
}
