/** Loads the data of the page of an incident. */
import { referredIds } from "../../core/audit/referred-ids.ts";
import { explain } from "../../core/explain/explain.ts";
import { ladderOf } from "../../core/explain/ladder.ts";
import {
  changesBefore,
  lookBackMs,
  type ChangeBefore,
} from "../../core/incident/changes-before.ts";
import type { Incident } from "../../core/model/model.ts";
import { titleOf } from "../../core/text/person.ts";
import type { IncidentModel } from "../../dashboard/incident/model.ts";
import { rangeFrom, type ChartRange, type MonitorPast } from "../../dashboard/monitor/model.ts";
import type { Caller } from "../../store/reads/access.ts";
import { oneWithFacts } from "../answer/incident-facts.ts";
import { publishedOn } from "../../core/status/status-page.ts";
import { statusPageUrl } from "../answer/present.ts";
import type { Deps } from "../deps.ts";
import { hoursOf, incidentPast, isResolved } from "./incident-past.ts";
import { allGroups, allUsers } from "./lists.ts";
import { monitorPast } from "./monitor-past.ts";
import { minute } from "../../core/text/units.ts";

const limits = { audit: 200, incidents: 100, marks: 100 };

const lastHours: ChartRange = {
  name: "12h",
  label: "12 h",
  period: "last 12 hours",
  ms: 12 * 60 * minute,
  step_ms: 5 * minute,
};

/** The data of a page; null: no such incident. */
export async function incidentModel(
  deps: Deps,
  caller: Caller,
  id: string,
): Promise<IncidentModel | null> {
  const { store, clock } = deps;
  const { org_id } = caller;
  const row = await store.read.incident(org_id, id);
  if (!row) return null;
  const { incident, guidance, timeline } = row;
  const now = clock.now();
  const [facts, evidence, titles, monitor, deliveries, pages] = await Promise.all([
    oneWithFacts(deps, incident),
    store.read.evidence(org_id, incident.id, now),
    store.read.titles(org_id, [incident.source_id, incident.alert_group_id]),
    monitorOf(deps, incident),
    store.read.deliveries_of_incident(incident),
    store.read.status_pages(org_id),
  ]);
  const changes = await changesOf(deps, incident, monitor);
  const explanation = evidence
    ? explain(evidence, now)
    : { sentence: "", timezone: "UTC", people: [] };
  return {
    incident: facts.incident,
    guidance,
    timeline,
    source_title: titles.get(incident.source_id) ?? null,
    group_title: titles.get(incident.alert_group_id) ?? null,
    reach: facts.reach,
    quiet: facts.silence,
    status_pages: publishedOn(pages, incident).map(({ page_id }) => {
      const page = pages.find(({ id }) => id === page_id)!;
      return { title: page.title, url: statusPageUrl(deps.siteUrl(), page)! };
    }),
    explanation,
    ladder: evidence ? ladderOf(evidence, explanation) : [],
    monitor,
    past: isResolved(incident)
      ? await incidentPast(deps, incident, { timeline, evidence, monitor })
      : null,
    heirs: incident.status === "resolved" ? { users: [], groups: [] } : await heirsOf(deps, org_id),
    deliveries,
    changes,
    titles: await store.read.titles(
      org_id,
      changes.flatMap((one) => (one.kind === "setting" ? referredIds(one.event) : [])),
    ),
  };
}

/** The people and groups of an organization. */
async function heirsOf(deps: Deps, org_id: string): Promise<IncidentModel["heirs"]> {
  const [users, groups] = await Promise.all([allUsers(deps, org_id), allGroups(deps, org_id)]);
  const named = (one: { id: string }) => ({ id: one.id, name: titleOf(one) });
  return { users: users.map(named), groups: groups.map(named) };
}

/** Its monitor: until now, or in the hours of a resolved incident. */
async function monitorOf(deps: Deps, incident: Incident): Promise<MonitorPast | null> {
  const { org_id, source, source_id } = incident;
  const shown: { range: ChartRange; to?: number } = isResolved(incident)
    ? hoursOf(deps, incident)
    : { range: lastHours };
  return source === "alert_group"
    ? null
    : await monitorPast(deps, org_id, {
        kind: `${source}s`,
        id: source_id,
        ...shown,
        since: rangeFrom(shown.range, shown.to ?? deps.clock.now()),
      });
}

async function changesOf(
  { store }: Deps,
  incident: Incident,
  monitor: MonitorPast | null,
): Promise<ChangeBefore[]> {
  const { org_id, opened_at, source_id, alert_group_id } = incident;
  const from = opened_at - lookBackMs;
  // A position just after the incident: later rows are not read.
  const after = { inserted_at: opened_at + 1, id: "" };
  const dependencies = monitor?.dependencies.parents ?? [];
  const concerned = new Set([source_id, alert_group_id, ...dependencies.map(({ id }) => id)]);
  const [audit, incidents, marks] = await Promise.all([
    store.read.audit_events({
      org_id,
      objects: [...concerned],
      since: from,
      after,
      order: "desc",
      limit: limits.audit,
    }),
    store.read.incidents({ org_id, since: from, after, order: "desc", limit: limits.incidents }),
    store.read.marks({
      org_id,
      from,
      to: opened_at + 1,
      monitor: { id: source_id, alert_group_id },
      after: null,
      order: "desc",
      limit: limits.marks,
    }),
  ]);
  return changesBefore(incident, { audit, incidents, marks }, concerned);
}
