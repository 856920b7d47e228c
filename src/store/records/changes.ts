/**
 * Writes the changes of a decision: one writer per kind of change, so that a new kind does not compile
 * until it can be written. All run in the transaction of the command.
 */
import type { Change } from "../../core/command/change.ts";
import type { Snapshot, PagingPlan } from "../../core/command/snapshot.ts";
import type { InboundEvent, MonitoringGap, Incident, Instant } from "../../core/model/model.ts";
import { noBatch } from "../../core/paging/bundle.ts";
import { pagingFrom } from "../../core/paging/paging.ts";
import { priorityNow } from "../../core/paging/priority.ts";
import type { Context } from "../queries/context.ts";
import { keepDeliveries } from "./deliveries.ts";
import { writeDrill } from "./drills.ts";
import { writeFanout, writePushes } from "./outbox.ts";
import { loadPaging, pagingAfter, unpaged } from "./paging.ts";
import { EventWriter } from "./events.ts";
import { raisePages, writeHandover, writeLeaving } from "./handover.ts";
import { writeEnd } from "./mail/notices.ts";
import { writeNotification, type NotificationContext } from "./notify.ts";
import { first, write, type Procedure } from "../kit/procedure.ts";
import { hashOf } from "../../core/health/same-report.ts";
import { recordCheck, recordSubChecks } from "./measures.ts";
import { recordReports } from "./reports.ts";
import { keepRun } from "./runs.ts";
import { addTimeline } from "./timeline.ts";

/** The state within the transaction, after the changes so far. */
interface Progress extends NotificationContext {
  /** The key of an incident to open. */
  key: string;
  /** The number of the next incident that opens. */
  nextNumber: number;
  paging: PagingPlan | null;
  /** The inbound event that opens and resolves incidents; null: none does. */
  event_id: string | null;
  /** The live events for listeners. */
  news: EventWriter;
}

type Writer<K extends Change["kind"]> = (
  c: Context,
  change: Extract<Change, { kind: K }>,
  progress: Progress,
) => Procedure<void>;

const writers: { [K in Change["kind"]]: Writer<K> } = {
  *subject(c, { set }, { snapshot: { subject }, news, now }) {
    const { results, ...rest } = set;
    const columns = results ? { ...rest, results_hash: hashOf(results) } : rest;
    yield* c.of.subjects.update({ id: subject.id }, columns);
    if (results) yield* write(c.q.setResults, { subject_id: subject.id, results });
    if (set.due_at !== undefined && set.due_at !== null && set.due_at <= now) c.nudge("checks");
    if (
      set.wake_at !== undefined &&
      set.wake_at !== null &&
      (subject.wake_at === null || set.wake_at < subject.wake_at)
    )
      c.nudge("wakes", set.wake_at);
    const shown = ["status", "paused_at", "flapping_since"] as const;
    if (shown.some((name) => name in set && set[name] !== subject[name])) news.status(subject);
    Object.assign(subject, set);
  },

  reports: (c, { counts, kept }, { snapshot: { subject }, now }) =>
    recordReports(c, [{ subject, counts, kept }], now),

  *check(c, { check, changed }, { snapshot: { subject }, now }) {
    yield* recordCheck(c, subject.id, check);
    yield* recordSubChecks(c, subject.id, changed, now);
  },

  *"pause-ended"(c, { from }, { snapshot: { subject }, now }) {
    yield* c.of.pauses.insertNew({ subject_id: subject.id, from, to: now });
  },

  *run(c, { beat, lost }, { snapshot: { subject } }) {
    yield* keepRun(c, subject.id, beat, lost);
  },

  *history(c, { status, reason }, { snapshot: { subject }, news, now }) {
    news.status(subject);
    yield* c.of.history.insert({
      id: c.newId(now),
      org_id: subject.org_id,
      subject_id: subject.id,
      at: now,
      status,
      reason,
    });
  },

  // oxlint-disable-next-line require-yield -- Writes no row: other writers read the result.
  *about(_c, { key, incident }, progress) {
    progress.key = key;
    progress.incident = incident;
  },

  *"incident-opened"(c, change, progress) {
    const { subject } = progress.snapshot;
    const id = groupIdOf(progress.snapshot);
    progress.paging ??= yield* loadPaging(c, id);
    const group = progress.paging?.group;
    const priority_level = group ? priorityNow(group, change) : 2;
    progress.incident = yield* c.of.incidents.insert({
      id: c.newId(progress.now),
      org_id: subject.org_id,
      number: progress.nextNumber++,
      source: subject.kind,
      source_id: subject.id,
      key: progress.key,
      alert_group_id: id,
      title: change.title,
      summary: change.summary,
      priority_level,
      opened_at: progress.now,
      opened_by: progress.event_id,
      occurrences: change.occurrences,
      episode: change.episode ?? null,
      resolve_at: change.resolve_at ?? null,
      ...(progress.paging
        ? pagingFrom(
            { priority_level, any_hour_since: null, details: change.details },
            progress.paging,
            progress.now,
          )
        : unpaged(progress.now)),
      details: change.details,
    });
    progress.news.incident(progress.incident, "opened");
    if (progress.incident.act_at !== null) c.nudge("wakes", progress.incident.act_at);
  },

  *incident(c, { set }, progress) {
    if (!progress.incident) return;
    const all = {
      ...set,
      ...(set.resolved_at === undefined
        ? {}
        : { resolved_by: set.resolved_at === null ? null : progress.event_id }),
      ...(yield* pagingAfter(c, progress.incident, set, progress.now)),
    };
    const { id, page_steps, responders } = progress.incident;
    yield* c.of.incidents.update({ id }, all);
    const incident_id = id;
    if (all.status === "resolved" || all.responders === 0) {
      if (page_steps + responders > 0) yield* c.of.escalated_groups.remove({ incident_id });
      if (responders > 0) yield* c.of.responders.remove({ incident_id });
    } else if (page_steps > 0 && all.page_steps === 0)
      yield* write(c.q.forgetEscalations, { incident_id });
    if (all.status === "resolved") yield* writeEnd(c, progress.incident, progress.now);
    if (all.status === "open") c.nudge("coverage");
    progress.incident = { ...progress.incident, ...all };
    if (all.act_at !== undefined && all.act_at !== null) c.nudge("wakes", all.act_at);
    // A report that is only counted is not announced.
    if (all.status) progress.news.incident(progress.incident, all.status);
  },

  *timeline(c, { entry, text, actor, user_id }, { incident, news, now }) {
    if (!incident) return;
    news.incident(incident, "timeline");
    yield* addTimeline(c, incident.id, entry, text, actor, now, user_id);
  },

  *ask(c, { ids }, { now }) {
    yield* write(c.q.ask, { ids: JSON.stringify(ids), now });
    c.nudge("checks");
  },

  *"recheck-dependents"(c, _change, { snapshot: { subject }, now }) {
    yield* write(c.q.recheckDependentsLater, { id: subject.id, now });
    c.nudge("wakes");
  },

  // oxlint-disable-next-line require-yield -- Those of one command are written together.
  *delivery(_c, _change, _progress) {},

  *"delivery-part"(c, { key, done, verdicts }) {
    if (done === null) yield* c.of.unfinished_deliveries.remove({ key });
    else yield* c.of.unfinished_deliveries.update({ key }, { done, verdicts: [...verdicts] });
  },

  *"drill-began"(c, change, { snapshot: { subject }, news, now }) {
    yield* writeDrill(c, subject, change, now);
    news.resource(subject.org_id, "alert_groups", subject.id, "drill");
  },

  *"drill-ended"(c, { drill_id, pushes }, { snapshot: { subject }, news, now }) {
    yield* c.of.drills.update({ id: drill_id }, { ended_at: now });
    yield* writePushes(c, subject.org_id, pushes, now);
    news.resource(subject.org_id, "alert_groups", subject.id, "drill");
  },

  *"handed-over"(c, change, progress) {
    const { incident, now } = progress;
    if (!incident) return;
    yield* writeFanout(c, incident, yield* writeHandover(c, incident, change, now), progress);
  },

  *left(c, { user_ids }, progress) {
    const { incident, now } = progress;
    if (!incident) return;
    yield* writeFanout(c, incident, yield* writeLeaving(c, incident, user_ids, now), progress);
  },

  *"priority-raised"(c, _change, { incident, now }) {
    if (incident) yield* raisePages(c, incident, now);
  },

  *escalated(c, { group_id, asked = false }, { incident, now }) {
    if (!incident) return;
    yield* c.of.escalated_groups.insertNew({
      incident_id: incident.id,
      group_id,
      at: now,
      paged_at: now,
      page_round: 0,
      asked,
    });
  },

  *responders(c, { user_ids, takes_over }, { incident, now }) {
    if (!incident) return;
    for (const user_id of user_ids) {
      const row = { incident_id: incident.id, user_id, at: now, takes_over };
      const added = yield* c.of.responders.insertNew(row);
      if (!added && takes_over)
        yield* c.of.responders.update({ incident_id: incident.id, user_id }, { takes_over });
    }
  },

  *"escalated-group"(c, { group_id, set }, { incident }) {
    if (incident) yield* c.of.escalated_groups.update({ incident_id: incident.id, group_id }, set);
  },

  notify: writeNotification,
};

const groupIdOf = (snapshot: Snapshot) =>
  snapshot.kind === "alert_group" ? snapshot.group.id : snapshot.monitor.alert_group_id;

/**
 * Writes the changes in their order; returns the incident after them. `settling`: the monitoring gap whose
 * message the pushes belong to.
 */
export function* writeChanges(
  c: Context,
  snapshot: Snapshot,
  changes: readonly Change[],
  now: Instant,
  settling: MonitoringGap | null = null,
): Procedure<Incident | null> {
  const count = (kind: Change["kind"]) => changes.filter((change) => change.kind === kind).length;
  const n = count("incident-opened");
  // The numbers of all new incidents are taken in one round trip.
  const taken =
    n === 0
      ? undefined
      : yield* first(c.q.takeIncidentNumbers, { org_id: snapshot.subject.org_id, n });
  const deliveries = deliveriesOf(c, changes);
  const part = changes.find((change) => change.kind === "delivery-part");
  const progress: Progress = {
    snapshot,
    incident: snapshot.incident,
    key: "",
    nextNumber: (taken?.last ?? n) - n + 1,
    batch: count("notify") > 1 ? { batch_kind: "command", batch_key: c.newId(now) } : noBatch,
    paging: snapshot.paging ?? null,
    settling,
    recipients: new Map(),
    // Deliveries before the last one only repeat known alerts.
    event_id: part?.event_id ?? deliveries.at(-1)?.id ?? null,
    news: new EventWriter(),
    now,
  };
  for (const change of changes)
    yield* (writers[change.kind] as Writer<Change["kind"]>)(c, change, progress);
  yield* keepDeliveries(c, deliveries);
  for (const event of deliveries) progress.news.delivery(event);
  yield* progress.news.write(c, now);
  return progress.incident;
}

/** The inbound events to store. */
const deliveriesOf = (c: Context, changes: readonly Change[]): InboundEvent[] =>
  changes.flatMap((change) => {
    if (change.kind !== "delivery") return [];
    const { event } = change;
    return [{ ...event, id: event.id ?? c.newId(event.received_at), replayed_at: null }];
  });
