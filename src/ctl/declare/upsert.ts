/**
 * Applies a declaration to a server that cannot plan: reads its lists, plans with the same function that
 * the service uses, and creates or updates one resource after the other. An interrupted run is finished by
 * running it again, because every step is an upsert by `external_id`.
 */
import type { Declaration, Plan, PlannedChange } from "../../api/declaration.ts";
import { ApiProblem } from "../../client/errors.ts";
import type { Client } from "../../client/client.ts";
import { resourceKinds, type ResourceKind } from "../../core/model/model.ts";
import {
  plan as planChanges,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
} from "../../core/declare/plan.ts";
import { writingOrder } from "../../core/declare/plan-order.ts";
import { sorted } from "../../core/declare/rules.ts";
import { wantedOf } from "../../manifest/wanted.ts";
import { defaultsOf, knownFields, withoutUnknown } from "./basic-fields.ts";
import type { Planner } from "./declare.ts";
import { exitCodes } from "../program/exit.ts";
import { Failure, failureOf } from "../program/failure.ts";
import { plural } from "../../core/text/plural.ts";

/** In place of the revision that such a server does not have. */
export const noRevision = -1;

type Fields = Record<string, unknown>;
type Listed = Fields & { id: string; external_id: string | null };

interface Prepared {
  plan: Plan;
  writes: PlannedWrite[];
  groupIds: Map<string, string>;
  monitorIds: Map<string, string>;
  known: (kind: ResourceKind) => ReadonlySet<string>;
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
      const later: PlannedWrite[] = [];
      let made = 0;
      for (const { at } of writingOrder(writes)) {
        const change = changes[at]!;
        const write = writes[at]!;
        if (write.action === "unchanged") continue;
        if (ahead(write, prepared)) later.push(write);
        changes[at] = await upserted(client, write, change, prepared).catch((error: unknown) => {
          throw partly(error, change, made);
        });
        made += 1;
      }
      // Groups that escalate to one which came after them.
      for (const write of later) await client.create(write.kind, bodyOf(write, prepared));
      return { ...plan, applied: true, changes };
    },
  };
}

async function prepareFor(
  client: Client,
  declaration: Declaration,
  adopt: boolean,
): Promise<Prepared> {
  const { project } = declaration;
  const lists = await readLists(client, declaration);
  const idsOf = (listed: readonly Listed[]) =>
    new Map(
      listed.flatMap(({ external_id, id }) =>
        external_id === null ? [] : [[external_id, id] as const],
      ),
    );
  const groupIds = idsOf(lists.alert_groups);
  const monitorIds = idsOf(lists.health_check_monitors);
  const named = new Map(
    [...lists.alert_groups, ...lists.health_check_monitors].map(({ id, external_id }) => [
      id,
      external_id ?? `id:${id}`,
    ]),
  );
  const known = (kind: ResourceKind) => knownFields(kind, lists[kind][0]);
  const warnings: string[] = [];
  const wanted = wantedOf(declaration).map((resource) =>
    withoutUnknown(resource, known(resource.kind), warnings),
  );
  const stored: StoredResource[] = [];
  for (const kind of resourceKinds)
    for (const listed of lists[kind])
      stored.push(await storedOf(client, kind, listed, wanted, named, project));
  // Where users cannot be listed, whether a member is known is for the server to say.
  const people = lists.offersUsers ? [] : membersOf(wanted);
  const planned = planChanges([...stored, ...people], wanted, {
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
  return { plan, writes: planned.writes, groupIds, monitorIds, known };
}

async function readLists(
  client: Client,
  declaration: Declaration,
): Promise<Record<ResourceKind, Listed[]> & { offersUsers: boolean }> {
  const read = async (kind: ResourceKind) => (await client.list(kind)) as unknown as Listed[];
  const users = await read("users").catch((error: unknown) => {
    const missing = error instanceof ApiProblem && error.status === 404;
    if (!missing) throw error;
    if (declaration.users?.length)
      throw new Failure("this server keeps no users that could be declared", {
        exit: exitCodes.input,
        code: "not_offered",
        next: "leave users: out of the files, and add them where the server keeps them",
      });
    return null;
  });
  return {
    offersUsers: users !== null,
    users: users ?? [],
    alert_groups: await read("alert_groups"),
    health_check_monitors: await read("health_check_monitors"),
    webhook_monitors: await read("webhook_monitors"),
  };
}

/** Every declared member, as a known user. */
function membersOf(wanted: readonly WantedResource[]): StoredResource[] {
  const emails = new Set(
    wanted
      .filter((resource) => resource.kind === "alert_groups")
      .flatMap(({ fields }) => (fields["members"] ?? []) as string[])
      .map((email) => email.toLowerCase()),
  );
  return [...emails].map((email) => ({
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
  named: ReadonlyMap<string, string>,
  project: string,
): Promise<StoredResource> {
  const { id, external_id, alert_group_id, ...fields } = listed;
  const asked = wanted.find((w) => w.kind === kind && w.external_id === external_id);
  if (typeof alert_group_id === "string")
    fields["alert_group"] = named.get(alert_group_id) ?? alert_group_id;
  const to = fields["escalate_to"];
  if (typeof to === "string") fields["escalate_to"] = named.get(to) ?? to;
  const parents = fields["depends_on"];
  if (Array.isArray(parents))
    fields["depends_on"] = sorted(parents.map((parent: string) => named.get(parent) ?? parent));
  if (kind === "alert_groups")
    fields["members"] = asked?.fields["members"]
      ? (await client.members(id)).map(({ email }) => email.toLowerCase())
      : [];
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
  prepared: Prepared,
): Promise<PlannedChange> {
  const body = bodyOf(write, prepared);
  if (ahead(write, prepared)) body["escalate_to"] = null;
  const saved = await client.create(write.kind, body);
  if (write.kind === "health_check_monitors") prepared.monitorIds.set(write.external_id, saved.id);
  if (write.kind === "alert_groups") {
    const { members } = write.fields;
    prepared.groupIds.set(write.external_id, saved.id);
    if (members) await setMembers(client, saved.id, members as string[]);
  }
  const url = (saved as { webhook_url?: string }).webhook_url;
  const hasUrl = write.kind === "webhook_monitors" && url !== undefined;
  return { ...change, id: saved.id, ...(hasUrl ? { webhook_url: url } : {}) };
}

/** True for a group that escalates to a group that does not exist yet. */
function ahead({ fields }: PlannedWrite, { groupIds }: Prepared): boolean {
  const to = fields["escalate_to"];
  return typeof to === "string" && !to.startsWith("id:") && !groupIds.has(to);
}

/** The body for the server: the fields that it knows, with groups by their ids. */
function bodyOf(write: PlannedWrite, { groupIds, monitorIds, known }: Prepared): Fields {
  const { members: _, alert_group, ...fields } = write.fields;
  const knows = known(write.kind);
  const body: Fields = {
    ...Object.fromEntries(Object.entries(fields).filter(([name]) => knows.has(name))),
    external_id: write.external_id,
  };
  const idOf = (ids: ReadonlyMap<string, string>, name: string) =>
    ids.get(name) ?? name.replace(/^id:/, "");
  if (typeof alert_group === "string") body["alert_group_id"] = idOf(groupIds, alert_group);
  if (typeof body["escalate_to"] === "string")
    body["escalate_to"] = idOf(groupIds, body["escalate_to"]);
  if (Array.isArray(body["depends_on"]))
    body["depends_on"] = body["depends_on"].map((name: string) => idOf(monitorIds, name));
  return body;
}

async function setMembers(client: Client, group: string, emails: readonly string[]): Promise<void> {
  const before = await client.members(group);
  const had = new Set(before.map(({ email }) => email.toLowerCase()));
  for (const email of emails) if (!had.has(email)) await client.addMember(group, email);
  for (const { email, user_id } of before)
    if (!emails.includes(email.toLowerCase())) await client.removeMember(group, user_id);
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
