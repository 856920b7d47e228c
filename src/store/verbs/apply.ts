/** A whole declaration in one transaction: what `plan` answers is what is written, all of it or none. */
import type { Outcome, SaveInput, Verbs } from "../../app/ports.ts";
import type { ResourceKind, Spec } from "../../core/model.ts";
import {
  plan,
  type PlannedChange,
  type PlannedWrite,
  type StoredResource,
  type WantedResource,
} from "../../core/plan.ts";
import type { Context } from "../context.ts";
import { first, rows, write, type Procedure } from "../procedure.ts";
import { by } from "../statements.ts";
import { joinGroup } from "./people.ts";
import { saveResource } from "./save.ts";

type Applied = ReturnType<Verbs["apply"]>;
type Input = Parameters<Verbs["apply"]>[0];
type Fields = Record<string, unknown>;

/** Thrown to roll a half-written apply back; carries its answer. */
export class Undo extends Error {
  override readonly name = "Undo";
  readonly answer: Applied;
  constructor(answer: Applied) {
    super("the apply was refused after it had begun to write");
    this.answer = answer;
  }
}

export function* apply(c: Context, input: Input): Procedure<Applied> {
  const { org_id } = input.actor;
  const before = yield* revisionOf(c, org_id);
  if (input.revision !== null && input.revision !== before)
    return {
      ok: false,
      why: "conflict",
      message:
        "Something was changed since this plan was made. Plan again and look at it.",
    };
  const stored = yield* loadStored(c, org_id);
  const planned = plan(stored, input.wanted, {
    project: input.project,
    adopt: input.adopt,
  });
  if (!planned.ok)
    return planned.why === "invalid"
      ? { ok: false, why: "invalid", faults: planned.faults }
      : {
          ok: false,
          why: "conflict",
          message: planned.faults.map((fault) => fault.message).join(" "),
          faults: planned.faults,
        };

  if (input.dry)
    return {
      ok: true,
      value: {
        revision: before,
        changes: planned.changes,
        warnings: warningsOf(input.wanted, stored),
      },
    };
  const changes = yield* writePlan(c, input, planned.changes, planned.writes);
  return {
    ok: true,
    value: {
      revision: yield* revisionOf(c, org_id),
      changes,
      warnings: warningsOf(input.wanted, stored),
    },
  };
}

function* revisionOf(c: Context, id: string): Procedure<number> {
  const organization = yield* first(c.of.organizations.find("id"), by({ id }));
  return organization?.revision ?? 0;
}

function* writePlan(
  c: Context,
  input: Input,
  changes: readonly PlannedChange[],
  writes: readonly PlannedWrite[],
): Procedure<PlannedChange[]> {
  const { org_id } = input.actor;
  const groupIds = new Map<string, string>();
  for (const group of yield* rows(
    c.of.alert_groups.find("org_id"),
    by({ org_id }),
  ))
    groupIds.set(group.external_id ?? `id:${group.id}`, group.id);

  const written: PlannedChange[] = [];
  const counted = new Map<ResourceKind, number>();
  for (const [i, change] of changes.entries()) {
    const index = counted.get(change.kind) ?? 0;
    counted.set(change.kind, index + 1);
    const planned = writes[i];
    if (!planned || change.action === "unchanged") {
      written.push(change);
      continue;
    }
    const { members, ...fields } = planned.fields;
    const reference = fields["alert_group"];
    delete fields["alert_group"];
    if (typeof reference === "string")
      fields["alert_group_id"] = groupIds.get(reference) ?? reference;
    fields["external_id"] = planned.external_id;
    const saved = yield* saveResource(
      c,
      {
        actor: input.actor,
        kind: change.kind,
        id: change.id,
        given: fields as Partial<Spec<ResourceKind>>,
        complete: fields as Spec<ResourceKind>,
        if_version: null,
        now: input.now,
      } satisfies SaveInput<ResourceKind>,
      input.project,
    );
    if (!saved.ok) throw new Undo(placed(saved, change.kind, index));
    const { id } = saved.value.resource;
    if (change.kind === "alert_groups") {
      groupIds.set(change.external_id, id);
      if (Array.isArray(members))
        yield* setMembers(c, org_id, id, members as string[], input.now);
    }
    written.push({ ...change, id });
  }
  return written;
}

/** The same answer, its faults named by where they are in the declaration. */
function placed(
  outcome: Extract<Outcome<unknown>, { ok: false }>,
  kind: ResourceKind,
  index: number,
): Applied {
  if (!("faults" in outcome) || !outcome.faults)
    return outcome as Extract<Applied, { ok: false }>;
  return {
    ...outcome,
    faults: outcome.faults.map((fault) => ({
      ...fault,
      field: `${kind}[${index}].${fault.field}`,
    })),
  };
}

function* setMembers(
  c: Context,
  org_id: string,
  group_id: string,
  emails: readonly string[],
  now: number,
): Procedure<void> {
  const wanted = new Set<string>();
  for (const email of emails) {
    const user = yield* first(
      c.of.users.find("org_id", "email_key"),
      by({ org_id, email_key: email.toLowerCase() }),
    );
    if (!user) continue;
    wanted.add(user.id);
    yield* joinGroup(c, group_id, user, now);
  }
  for (const { user_id } of yield* rows(
    c.of.members.find("group_id"),
    by({ group_id }),
  ))
    if (!wanted.has(user_id))
      yield* write(
        c.of.members.remove("group_id", "user_id"),
        by({ group_id, user_id }),
      );
}

/** Everything declared in the organization, in the terms of a plan. */
function* loadStored(c: Context, org_id: string): Procedure<StoredResource[]> {
  const mine = by({ org_id });
  const users = yield* rows(c.of.users.find("org_id"), mine);
  const groups = yield* rows(c.of.alert_groups.find("org_id"), mine);
  const members = yield* rows(c.of.members.find("org_id"), mine);
  const devices = yield* rows(c.of.devices.find("org_id"), mine);
  const emails = new Map(users.map((user) => [user.id, user.email_key]));
  const named = new Map(
    groups.map((group) => [group.id, group.external_id ?? `id:${group.id}`]),
  );
  const stored: StoredResource[] = [];
  const add = (
    kind: ResourceKind,
    row: {
      id: string;
      external_id: string | null;
      project: string | null;
    } & Fields,
    fields: Fields,
  ) => {
    const { id, external_id, project } = row;
    stored.push({ kind, id, external_id, project, fields });
  };
  for (const user of users)
    add("users", user, {
      email: user.email,
      name: user.name,
      // Not declared; for the warnings.
      devices: devices.filter((d) => d.user_id === user.id && d.enabled).length,
    });
  for (const group of groups)
    add("alert_groups", group, {
      ...declaredFields(group),
      members: members
        .filter((member) => member.group_id === group.id)
        .map((member) => emails.get(member.user_id) ?? "")
        .sort(),
    });
  for (const kind of ["health_check_monitors", "webhook_monitors"] as const)
    for (const monitor of yield* rows(c.of[kind].find("org_id"), mine)) {
      const { alert_group_id, ...fields } = declaredFields(monitor);
      add(kind, monitor, {
        ...fields,
        alert_group: named.get(alert_group_id as string) ?? alert_group_id,
      });
    }
  return stored;
}

/** A row without what nobody declares. */
function declaredFields(row: Fields): Fields {
  const {
    id: _id,
    org_id: _org,
    external_id: _external,
    project: _project,
    version: _version,
    inserted_at: _inserted,
    updated_at: _updated,
    webhook_id: _webhook,
    ...fields
  } = row;
  return fields;
}

/** Groups of the declaration through which nobody could be reached. */
function warningsOf(
  wanted: readonly WantedResource[],
  stored: readonly StoredResource[],
): string[] {
  const reachable = new Set(
    stored
      .filter((r) => r.kind === "users" && Number(r.fields["devices"]) > 0)
      .map((r) => String(r.fields["email"]).toLowerCase()),
  );
  return wanted
    .filter((resource) => resource.kind === "alert_groups")
    .flatMap((group) => {
      const members = (group.fields["members"] ??
        stored.find(
          (r) =>
            r.kind === "alert_groups" && r.external_id === group.external_id,
        )?.fields["members"] ??
        []) as string[];
      if (members.some((email) => reachable.has(email.toLowerCase())))
        return [];
      return [
        members.length === 0
          ? `alert group "${group.external_id}" has no members: nobody would be notified`
          : `no member of alert group "${group.external_id}" has a device: nobody would be notified`,
      ];
    });
}
