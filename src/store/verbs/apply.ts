/** A whole declaration in one transaction: what `plan` answers is what is written, all of it or none. */
import type { Actor, Outcome, SaveInput, Verbs } from "../../app/ports.ts";
import type { Instant, ResourceKind, Spec } from "../../core/model.ts";
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
import { loadStored } from "./declared.ts";
import { joinGroup } from "./people.ts";
import { remove } from "./remove.ts";
import { assign } from "./ownership.ts";
import { saveResource } from "./save.ts";

type Applied = ReturnType<Verbs["apply"]>;
type Input = Parameters<Verbs["apply"]>[0];

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
    prune: input.prune,
  });
  if (!planned.ok)
    return planned.why === "invalid"
      ? { ok: false, why: "invalid", faults: planned.faults }
      : {
          ok: false,
          why: "conflict",
          message: planned.faults.map((fault) => fault.message).join("; "),
          faults: planned.faults,
        };

  const { guard } = planned;
  const warnings = warningsOf(input.wanted, stored);
  if (input.dry)
    return {
      ok: true,
      value: {
        revision: before,
        changes: planned.changes,
        warnings,
        prune_max_needed: guard?.needed ?? null,
      },
    };
  if (guard)
    return {
      ok: false,
      why: "conflict",
      message: guard.fault.message,
      faults: [guard.fault],
    };
  const changes = yield* writePlan(c, input, planned.changes, planned.writes);
  yield* remember(c, input, planned.writes, changes);
  return {
    ok: true,
    value: {
      revision: yield* revisionOf(c, org_id),
      changes,
      warnings,
      prune_max_needed: null,
    },
  };
}

const isGone = (action: PlannedChange["action"]) =>
  action === "delete" || action === "detach";

/** Keeps what was declared, for drift; a project that declares nothing any more is forgotten. */
function* remember(
  c: Context,
  { actor, project, now }: Input,
  writes: readonly PlannedWrite[],
  changes: readonly PlannedChange[],
): Procedure<void> {
  const { org_id } = actor;
  yield* write(
    c.of.projects.remove("org_id", "name"),
    by({ org_id, name: project }),
  );
  const wanted = writes
    .map(({ kind, external_id, fields }, index) => ({
      kind,
      external_id,
      fields,
      id: changes[index]!.id!,
    }))
    // What went has no fields any more.
    .filter((_, index) => !isGone(writes[index]!.action));
  if (wanted.length > 0)
    yield* write(c.of.projects.insert, {
      org_id,
      name: project,
      wanted,
      applied_at: now,
      applied_by: actor.name,
    });
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
    if (isGone(change.action)) {
      yield* released(c, input.actor, change, input.now);
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

/** Deletes what is no longer declared, or lets go of it. */
function* released(
  c: Context,
  actor: Actor,
  { kind, id, action }: PlannedChange,
  now: Instant,
): Procedure<void> {
  if (id === null) return;
  if (action === "delete") {
    const removed = yield* remove(c, {
      actor,
      kind,
      id,
      if_version: null,
      now,
    });
    if (!removed.ok) throw new Undo(removed);
    return;
  }
  yield* assign(c, actor, kind, id, null, now);
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
