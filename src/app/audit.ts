/** Writes the audit log: actor, object, and fields before and after without secrets. Append-only. */
import { keptChanges } from "../core/audit/short-change.ts";
import type { AuditChange } from "../core/model/event.ts";
import type { Instant } from "../core/model/model.ts";
import { knownTitle } from "../core/text/person.ts";
import type { Context } from "../store/queries/context.ts";
import type { Procedure } from "../store/kit/procedure.ts";
import { EventWriter } from "../store/records/events.ts";

/** The actor of a change, for the audit log and the timelines. */
export interface Actor {
  org_id: string;
  /** Shown to people: the key's name, or the name that was typed at sign-in. */
  name: string;
  request_id: string | null;
  /** The key that authenticated the actor; absent: an account, or a command on the server. */
  key?: { id: string; name: string };
  /** The browser session; absent: none. */
  session_id?: string;
  /** The user that is signed in; absent: a key, or a command on the server. */
  user_id?: string | undefined;
  /** Absent: a command on the server, or monitord itself. */
  client_address?: string;
  /** Its program in words (`core/access/agent`); absent: as of `client_address`. */
  agent?: string;
}

/** The actor and the instant of a change. */
export interface Acting {
  actor: Actor;
  now: Instant;
}

/** A change, and the object that was changed. */
export interface Audited {
  action: string;
  kind: string;
  object: { id: string; title?: unknown };
  /** Without secrets; absent: the action says all. */
  changes?: readonly AuditChange[];
}

export function* audit(
  c: Context,
  { actor, now }: Acting,
  action: string,
  kind: string,
  object: Audited["object"],
  changes: readonly AuditChange[] = [],
): Procedure<void> {
  yield* auditAll(c, [{ action, kind, object, changes }], actor, now);
}

/** Writes an entry for each change of an actor, each about another object. */
export function* auditAll(
  c: Context,
  entries: readonly Audited[],
  actor: Actor,
  now: Instant,
  part_of: string | null = null,
): Procedure<void> {
  const news = new EventWriter();
  for (const { kind, object, action } of entries)
    news.resource(actor.org_id, kind, object.id, action);
  yield* c.of.audit_events.insertAll(
    entries.map(({ action, kind, object, changes = [] }) => ({
      ...rowOf(c, actor, now),
      part_of,
      changes: changes.length === 0 ? null : keptChanges(changes),
      action,
      object_kind: kind,
      object_id: object.id,
      object_title: knownTitle(object),
    })),
  );
  yield* news.write(c, now);
}

/** Writes the event of an apply, and answers its id, which its parts have. */
export function* auditApply(
  c: Context,
  { actor, now }: Acting,
  project: string,
  counts: Record<string, number>,
  changes: readonly AuditChange[],
): Procedure<string> {
  const event = yield* c.of.audit_events.insert({
    ...rowOf(c, actor, now),
    action: "apply",
    object_kind: "projects",
    object_id: project,
    object_title: project,
    changes: changes.length === 0 ? null : keptChanges(changes),
    counts,
  });
  return event.id;
}

/** The actor, the instant and the place of an event. */
const rowOf = (c: Context, actor: Actor, now: Instant) => ({
  id: c.newId(now),
  org_id: actor.org_id,
  at: now,
  actor: actor.name,
  key_id: actor.key?.id ?? null,
  key_name: actor.key?.name ?? null,
  session_id: actor.session_id ?? null,
  account: actor.user_id ?? null,
  client_address: actor.client_address ?? null,
  agent: actor.agent ?? null,
  request_id: actor.request_id,
});
