/** Loads the report of a period, some monitors and some days at a time, so that no read holds up the others for long. */
import { longestHold, sentPages } from "../../../core/on-call/sent-pages.ts";
import { deletedUser } from "../../../core/text/person.ts";
import type { Range } from "../../../core/history/point.ts";
import { concernsMonitor } from "../../../core/silence/silenced.ts";
import { daysIn } from "../../../core/uptime/days.ts";
import { maintenanceIn, type Planned } from "../../../core/uptime/maintenance.ts";
import { monthAfter, monthPeriod, type Period } from "../../../core/uptime/period.ts";
import { keptChanges, type Past } from "../../../core/uptime/pieces.ts";
import {
  byUptime,
  monitorRow,
  setsOf,
  type Before,
  type MonitorRow,
  type UptimeReport,
} from "../../../core/uptime/report.ts";
import {
  incidentDays,
  incidentFigures,
  noisiest,
  pagedPeople,
  pageFigures,
} from "../../../core/uptime/response.ts";
import { together } from "../../../core/uptime/uptime.ts";
import { beginning } from "../../../dashboard/chart/spans.ts";
import type { MonitorSet, StandingMonitor, StoredPasts } from "../../../store/reads/past/uptime.ts";
import type { Deps } from "../../deps.ts";
import { allGroups } from "../../site/lists.ts";
import { everyRow } from "../../every-row.ts";
import { sentPushes } from "../duty/sent.ts";
import { plannedInTurns } from "./planned-in-turns.ts";
import { nextTurn } from "../../turns.ts";

/** Monitors of a read, and sources that a report names. */
const parts = { monitors: 50, noisiest: 20 };

/** The monitors that a report is about. */
export interface ReportSet extends MonitorSet {
  /** Its title; null: that of the group, project or monitor. */
  title?: string;
}

type Reading = Pick<Deps, "store" | "clock" | "historyKept">;

/** The report of a set of monitors, and of the incidents of their groups. Null: no such group or monitor. */
export async function uptimeReport(
  deps: Reading,
  org_id: string,
  period: Period,
  set: ReportSet,
): Promise<UptimeReport | null> {
  const { store, clock, historyKept } = deps;
  const now = clock.now();
  const [monitors, groups, gaps, silences] = await Promise.all([
    store.read.reported_monitors(org_id, set),
    allGroups(deps, org_id),
    gapsIn(store, period),
    store.read.silences_since(org_id, period.from),
  ]);
  const titles = new Map(groups.map(({ id, title }) => [id, title]));
  const title = titleOf(set, monitors, titles);
  if (title === null) return null;
  const planned: Planned[] = [];
  for (const silence of silences) {
    const times = await plannedInTurns(silence, period);
    if (times.length > 0) planned.push({ silence, times });
  }
  const maintenanceOf = maintenanceIn(planned);
  const kept = now - historyKept;
  const rows: MonitorRow[] = [];
  for (let i = 0; i < monitors.length; i += parts.monitors) {
    const some = monitors.slice(i, i + parts.monitors);
    const stored = await store.read.stored_pasts(
      some.map(({ id }) => id),
      period,
    );
    for (const row of rowsOf(some, stored, { period, gaps, maintenanceOf, kept })) {
      rows.push(row);
      await nextTurn();
    }
  }
  const groupIds = groups.filter(ofSet(set)).map(({ id }) => id);
  const sources = new Set([...monitors.map(({ id }) => id), ...groupIds]);
  const answered = await answeredIn(store, org_id, period, set, sources);
  const people = await store.read.named_people([
    ...new Set(answered.pages.map(({ user_id }) => user_id)),
  ]);
  const paged = pagedPeople(answered.pages, (id) => {
    const { name = deletedUser, timezone = null } = people.get(id) ?? {};
    return { name, timezone: timezone ?? period.timezone };
  });
  const monitorTitles = new Map(monitors.map((one) => [one.id, one.title]));
  return {
    period,
    title,
    kept_since: period.from < kept ? kept : null,
    all: together(rows.map(({ uptime }) => uptime)),
    groups: setsOf(rows, "alert_group_id", (id) => titles.get(id!) ?? "?"),
    projects: setsOf(rows, "project", (id) => id ?? "No project"),
    monitors: byUptime(rows),
    incidents: incidentFigures(answered.incidents),
    incident_days: incidentDays(answered.incidents, daysIn(period, period.timezone)),
    pages: pageFigures(paged),
    noisiest: noisiest(answered.incidents, answered.pages, monitorTitles).slice(0, parts.noisiest),
    people: paged,
    maintenance: announcedIn(planned, monitors),
    gaps,
    before: await beforeOf(store, org_id, period, { set, sources, people }),
  };
}

/** True for the groups whose alerts belong to the set. */
const ofSet =
  ({ alert_group_id, project, ids }: MonitorSet) =>
  (group: { id: string; project: string | null }): boolean =>
    ids === undefined &&
    (alert_group_id === undefined || group.id === alert_group_id) &&
    (project === undefined || group.project === project);

/** The title of a set; null: no such group or monitor. */
function titleOf(
  { title, alert_group_id, project, ids }: ReportSet,
  monitors: readonly StandingMonitor[],
  groups: ReadonlyMap<string, string>,
): string | null {
  if (title !== undefined) return title;
  if (ids !== undefined) return monitors.length === 1 ? monitors[0]!.title : null;
  if (alert_group_id !== undefined) return groups.get(alert_group_id) ?? null;
  return project ?? "All monitors";
}

async function gapsIn(store: Deps["store"], { from, to }: Range): Promise<Range[]> {
  const gaps = await everyRow(
    (page) => store.read.blind_periods({ since: from, ...page }),
    (gap) => gap.to,
  );
  return gaps.filter((gap) => gap.from < to).map((gap) => ({ from: gap.from, to: gap.to }));
}

/** The rows of some monitors, each as it is asked for. `kept`: since when changes of status are kept. */
function* rowsOf(
  monitors: readonly StandingMonitor[],
  { changes, pauses }: StoredPasts,
  about: {
    period: Period;
    gaps: readonly Range[];
    maintenanceOf: ReturnType<typeof maintenanceIn>;
    kept: number;
  },
): Generator<MonitorRow> {
  const { period, gaps, maintenanceOf, kept } = about;
  const days = daysIn(period, period.timezone);
  const changesOf = Map.groupBy(changes, ({ subject_id }) => subject_id);
  const pausesOf = Map.groupBy(pauses, ({ subject_id }) => subject_id);
  for (const { status, status_since, paused_at, ...monitor } of monitors) {
    const { id, kind, inserted_at } = monitor;
    const stored = changesOf.get(id) ?? [];
    // The status of now is known without a stored change.
    const all = [beginning(kind, inserted_at), ...stored, { at: status_since, status }];
    const past: Past = {
      changes: keptChanges(
        all.toSorted((a, b) => a.at - b.at),
        kept,
      ),
      pauses: [
        ...(pausesOf.get(id) ?? []),
        ...(paused_at === null ? [] : [{ from: paused_at, to: Infinity }]),
      ],
      gaps,
      maintenance: maintenanceOf(monitor),
    };
    yield monitorRow(monitor, past, period, days);
  }
}

/** Incidents of a period, and the pages that left in it. */
async function answeredIn(
  store: Deps["store"],
  org_id: string,
  period: Range,
  { alert_group_id }: MonitorSet,
  sources: ReadonlySet<string>,
) {
  const { from, to } = period;
  const belongs = (one: { source_id: string; alert_group_id: string }) =>
    alert_group_id === undefined
      ? sources.has(one.source_id)
      : one.alert_group_id === alert_group_id;
  // Incidents that opened before can have pages in the period.
  const since = from - longestHold;
  const opened = await everyRow(
    (page) => store.read.answered_incidents(org_id, { from: since, to }, page),
    ({ opened_at }) => opened_at,
  );
  const all = opened.filter(belongs);
  const known = new Set(all.map(({ id }) => id));
  const sent = await sentPushes(store, org_id, { from: since, to });
  return {
    incidents: all.filter(({ opened_at }) => opened_at >= from),
    pages: sentPages(
      sent.filter(({ incident_id }) => known.has(incident_id!)),
      { from, until: to },
    ),
  };
}

/** The figures of the month before; null: the period is not a month. */
async function beforeOf(
  store: Deps["store"],
  org_id: string,
  period: Period,
  about: {
    set: MonitorSet;
    sources: ReadonlySet<string>;
    people: ReadonlyMap<string, { timezone: string | null }>;
  },
): Promise<Before | null> {
  if (period.month === null) return null;
  const month = monthAfter(period.month, -1);
  const before = monthPeriod(month, period.timezone, period.from + 1);
  if (!before) return null;
  const { incidents, pages } = await answeredIn(store, org_id, before, about.set, about.sources);
  const figures = incidentFigures(incidents);
  const { pages: all, night_pages } = pageFigures(
    pagedPeople(pages, (id) => ({
      name: "",
      timezone: about.people.get(id)?.timezone ?? period.timezone,
    })),
  );
  const { unacknowledged } = figures;
  return { month, incidents: figures.incidents, unacknowledged, pages: all, night_pages };
}

/** The planned work that concerned one of the monitors. */
const announcedIn = (
  planned: readonly Planned[],
  monitors: readonly StandingMonitor[],
): UptimeReport["maintenance"] =>
  planned
    .filter(({ silence }) =>
      monitors.some((monitor) => concernsMonitor(silence, monitor, silence.from)),
    )
    .flatMap(({ silence: { reason, inserted_at: announced_at }, times }) =>
      times.map(({ from, to }) => ({ from, to, reason, announced_at })),
    )
    .toSorted((a, b) => a.from - b.from);
