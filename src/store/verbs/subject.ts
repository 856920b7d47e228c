/** Verbs that put a command to `decide`: load the subject, ask, write. */
import type { Outcome, Verbs } from "../../app/ports.ts";
import { foundByLooking } from "../../core/gap/blind.ts";
import type { Command } from "../../core/model/command.ts";
import { decide } from "../../core/incident/decide.ts";
import type { Incident, Instant, Subject } from "../../core/model/model.ts";
import { earliest } from "../../core/incident/pause.ts";
import { writeChanges } from "../records/changes.ts";
import { writeTimeline } from "../records/timeline.ts";
import type { Context } from "../kit/context.ts";
import { first, rows, write, type Procedure } from "../kit/procedure.ts";
import { loadSnapshot } from "../records/snapshot.ts";
import { audit } from "./audit.ts";

/** The central verb: what happened, to which subject. null: it does not exist (any more). */
export function* command(
  c: Context,
  input: { subject_id: string; command: Command; key?: string; now: Instant },
): Procedure<Subject | null> {
  const snapshot = yield* loadSnapshot(
    c,
    input.subject_id,
    input.command,
    input.key ?? "",
    input.now,
  );
  if (!snapshot) return null;
  const changes = decide(snapshot, input.command, input.now);
  const told = changes.some(({ kind }) => kind === "notify");
  const settling =
    told && foundByLooking(input.command)
      ? yield* first(c.q.settling, { now: input.now })
      : undefined;
  yield* writeChanges(c, snapshot, changes, input.now, settling);
  return snapshot.subject;
}

/** The verb for callers outside: the row stays here, only the status crosses the threads. */
export function* commandVerb(
  c: Context,
  input: Parameters<Verbs["command"]>[0],
): Procedure<{ status: Subject["status"] } | null> {
  const subject = yield* command(c, input);
  return subject && { status: subject.status };
}

export function* report(
  c: Context,
  { subject_id, reports, now }: Parameters<Verbs["report"]>[0],
): Procedure<{ accepted: number } | null> {
  const subject = yield* command(c, {
    subject_id,
    command: { kind: "reported", reports },
    now,
  });
  return subject && { accepted: reports.length };
}

export function* incident(
  c: Context,
  { org_id, incident_id, command: asked, actor, now }: Parameters<Verbs["incident"]>[0],
): Procedure<Outcome<Incident>> {
  const find = function* () {
    return yield* c.of.incidents.first({ id: incident_id, org_id });
  };
  const before = yield* find();
  if (!before) return { ok: false, why: "not_found" };
  if (before.resolved_at === null)
    yield* command(c, {
      subject_id: before.source_id,
      command: asked,
      key: before.key,
      now,
    });
  else if (asked.kind === "noted")
    // Notes are also for looking back.
    yield* writeTimeline(c, before, "note", asked.text, asked.by, now);
  const after = (yield* find()) ?? before;
  if (actor && (asked.kind === "noted" || after.status !== before.status))
    yield* audit(c, {
      action: asked.kind,
      kind: "incident",
      object: { ...after },
      actor,
      now,
    });
  return { ok: true, value: after };
}

export function* wake_due(
  c: Context,
  { limit, now }: Parameters<Verbs["wake_due"]>[0],
): Procedure<ReturnType<Verbs["wake_due"]>> {
  const due = yield* rows(c.q.dueWakes, { now, limit });
  for (const { id } of due) yield* command(c, { subject_id: id, command: { kind: "woken" }, now });
  const paging = yield* rows(c.q.duePaging, { now, limit });
  for (const { source_id, key } of paging) {
    yield* command(c, {
      subject_id: source_id,
      command: { kind: "paging_due" },
      key,
      now,
    });
    yield* write(c.q.forgetPaging, { source_id, key, now });
  }
  const release = yield* rows(c.q.dueReleases, { limit });
  const wake = yield* first(c.q.nextWake);
  const page = yield* first(c.q.nextPaging);
  return {
    woken: due.length + paging.length,
    release: release.map(({ id }) => id),
    next_at: earliest(wake?.at, page?.at),
  };
}

/** A claim holds this much longer than the fetch may take: for the way to it and back. */
const claimSlack = 15_000;

export function* claim_checks(
  c: Context,
  { node, limit, now }: Parameters<Verbs["claim_checks"]>[0],
): Procedure<ReturnType<Verbs["claim_checks"]>> {
  const due = yield* rows(c.q.dueChecks, { now, limit });
  // One token for all: it is only ever compared with that of one subject.
  const lease = c.newId(now);
  const won = new Set<string>();
  if (due.length > 0)
    for (const { id } of yield* rows(c.q.claimChecks, {
      lease_token: lease,
      lease_node: node,
      now,
      slack: claimSlack,
      ids: JSON.stringify(due.map(({ monitor }) => monitor.id)),
    }))
      won.add(id);
  const next = yield* first(c.q.nextCheck);
  return {
    due: due
      .filter(({ monitor }) => won.has(monitor.id))
      .map(({ monitor }) => ({
        subject_id: monitor.id,
        org_id: monitor.org_id,
        lease,
        lease_until: now + monitor.timeout_seconds * 1000 + claimSlack,
        monitor,
      })),
    next_at: next?.at ?? null,
  };
}
