/** The first screen. */
import type { FastifyInstance } from "fastify";
import type { BoardMonitor } from "../../../store/reads/monitors.ts";
import type { PageQuery } from "../../../store/reads/reader.ts";
import type { Vitals } from "../../../store/reads/vitals.ts";
import type { Incident, Instant } from "../../../core/model/model.ts";
import { html } from "../../../dashboard/html.ts";
import { csrfField, type Frame } from "../../../dashboard/layout.ts";
import type { CardModel } from "../../../dashboard/incident-card.ts";
import type { MonitorLine } from "../../../dashboard/monitor-line.ts";
import { homePage, type SetupProblem } from "../../../dashboard/pages/home.ts";
import { beginning, uptimeOf } from "../../../dashboard/uptime.ts";
import { callerOf } from "../../request/auth.ts";
import { withFacts } from "../../answer/incident-facts.ts";
import { healthReport } from "../../answer/health.ts";
import { sendPage } from "../../site/pages.ts";
import { activeSilences, type ActiveSilences } from "../../site/active-silences.ts";
import { frameOf, page, type Site } from "./site.ts";
import { plural } from "../../../core/text/plural.ts";

const perPage = 50;
const cards = 20;
const day = 24 * 3600_000;
/** Pieces of the bars: half an hour each. */
const pieces = 48;
/** Figures about the service itself are asked for at most this often, ms. */
const vitalsKept = 5000;

export function homeRoutes(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;
  const vitals = keptVitals(site);

  app.get<{ Querystring: Record<string, string | string[]> }>(
    "/",
    page(),
    async (request, reply) => {
      const { org_id } = callerOf(request);
      const frame = frameOf(site, request);
      const asked = (name: string) => {
        const value = request.query[name];
        return typeof value === "string" ? value.slice(0, 255) : "";
      };
      const filter = {
        search: asked("search"),
        status: asked("status"),
        group: asked("group"),
        page: Math.min(1000, Math.max(1, Number.parseInt(asked("page")) || 1)),
      };
      const now = clock.now();
      const [counts, unresolved, groups, setupSteps, lines, own] = await Promise.all([
        store.read.status_counts(org_id),
        store.read.open_incidents(org_id, cards),
        allGroups(site, org_id),
        store.read.setupSteps(org_id),
        store.read.board_monitors({
          org_id,
          search: filter.search || null,
          status: filter.status || null,
          alert_group_id: filter.group || null,
          limit: perPage + 1,
          offset: (filter.page - 1) * perPage,
        }),
        vitals(now),
      ]);
      const silences = await activeSilences(site, org_id, now);
      const { base } = frame;
      return sendPage(
        reply,
        homePage(frame, {
          counts,
          open: unresolved.open,
          acknowledged: unresolved.acknowledged,
          incidents: await cardsOf(site, org_id, unresolved.incidents),
          monitors: await linesOf(site, org_id, lines.slice(0, perPage), now, silences),
          silences: silences.active.length,
          filter,
          more: lines.length > perPage,
          groups,
          troubles: setupProblems(site, org_id, own, now),
          steps: [
            {
              done: setupSteps.people > 0,
              text: html`<a href="${base}/users/new">Add a person</a>: yourself`,
            },
            {
              done: setupSteps.devices > 0,
              text: html`<a href="${base}/users">Add your phone</a>, with the ntfy app on it`,
            },
            {
              done: setupSteps.groups > 0,
              text: html`<a href="${base}/alert_groups/new">Make an alert group</a>`,
            },
            {
              done: setupSteps.members > 0,
              text: html`<a href="${base}/alert_groups">Become a member</a> of the group`,
            },
            {
              done: setupSteps.monitors > 0,
              text: html`<a href="${base}/health_check_monitors/new">Monitor something</a>, or
                describe it all in a file:
                <code>monitorctl apply -f monitors.yaml</code>
                ${frame.may.write ? tryForm(frame) : null}`,
            },
          ],
        }),
      );
    },
  );
}

/** Checks a URL at once, and leads to the form of its monitor. */
const tryForm = (frame: Frame) =>
  html`<form class="filters" method="post" action="${frame.base}/health_check_monitors/new">
    ${csrfField(frame)}
    <label
      >URL of a page or a health endpoint
      <input type="url" name="url" required placeholder="https://shop.example.com/" /></label
    ><button class="btn" name="try" value="true">Try</button>
  </form>`;

/** Every alert group, for lists to choose from. */
export async function allGroups({ store, clock }: Pick<Site, "store" | "clock">, org_id: string) {
  const query: PageQuery = { org_id, limit: 1000, after: null };
  const found = await store.read.resources("alert_groups", query, clock.now());
  return found.toSorted((a, b) => a.title.localeCompare(b.title));
}

/** Incidents with the data for their cards. */
export async function cardsOf(
  site: Pick<Site, "store" | "clock">,
  org_id: string,
  incidents: readonly Incident[],
): Promise<CardModel[]> {
  const ids = incidents.flatMap((one) => [one.source_id, one.alert_group_id]);
  const [titles, facts] = await Promise.all([
    site.store.read.titles(org_id, [...new Set(ids)]),
    withFacts(site, org_id, incidents),
  ]);
  return facts.map(({ incident, reach, silence }) => ({
    incident,
    source_title: titles.get(incident.source_id) ?? null,
    group_title: titles.get(incident.alert_group_id) ?? null,
    reach,
    quiet: silence,
  }));
}

async function linesOf(
  { store }: Site,
  org_id: string,
  monitors: readonly BoardMonitor[],
  now: Instant,
  silences: ActiveSilences,
): Promise<MonitorLine[]> {
  const ids = monitors.map(({ id }) => id);
  const [histories, results] = await Promise.all([
    store.read.histories(org_id, ids, now - day),
    store.read.results_of(ids),
  ]);
  const entries = Map.groupBy(histories, ({ subject_id }) => subject_id);
  const checks = new Map(results.map((one) => [one.subject_id, one.results]));
  return monitors.map((monitor) => ({
    ...monitor,
    results: checks.get(monitor.id) ?? [],
    quiet: silences.ofMonitor(monitor),
    uptime: uptimeOf(
      [beginning(monitor.kind, monitor.inserted_at), ...(entries.get(monitor.id) ?? [])],
      now - day,
      now,
      pieces,
    ),
  }));
}

/** Figures that cost more than a page may, kept for a moment. */
function keptVitals({ store }: Site): (now: Instant) => Promise<Vitals> {
  let kept: { at: Instant; vitals: Promise<Vitals> } | null = null;
  return (now) => {
    if (!kept || now - kept.at >= vitalsKept || now < kept.at) {
      const vitals = store.read.vitals(now);
      kept = { at: now, vitals };
      // The next caller tries again.
      vitals.catch(() => (kept = null));
    }
    return kept.vitals;
  };
}

/** Groups that a setup problem names; the rest is a number. */
const namedGroups = 3;

/** Of the service's own checks those that concern everybody. */
const machineryChecks = new Set([
  "database",
  "disk",
  "checks",
  "pushes",
  "push_servers",
  "network",
]);

/** Problems of the service that concern this organization. */
function setupProblems(
  { store, outside }: Site,
  org_id: string,
  vitals: Vitals,
  now: Instant,
): SetupProblem[] {
  const own = <T extends { org_id: string }>(rows: T[]) =>
    rows.filter((row) => row.org_id === org_id);
  const report = healthReport(vitals, outside(), store.failure(), now);
  const machinery = report.checkResults
    .filter(({ name, status }) => status !== "ok" && machineryChecks.has(name))
    .map(({ label, shortSummary }) => ({ text: `${label}: ${shortSummary}.`, path: "/system" }));
  const unreachable = own(vitals.unreachable_groups);
  const broken = own(vitals.broken_devices).length;
  const failing = own(vitals.failing_urls).length;
  const lost = own(vitals.unreached_incidents).filter(({ on_hold }) => !on_hold).length;
  const more = unreachable.length - namedGroups;
  return [
    ...machinery,
    ...(lost > 0
      ? [{ text: `${plural(lost, "open incident")} reached nobody.`, path: "/system" }]
      : []),
    ...unreachable.slice(0, namedGroups).map(({ id, title }) => ({
      text: `${title}: no member can be reached.`,
      path: `/alert_groups/${id}`,
    })),
    ...(more > 0
      ? [
          {
            text: `${plural(more, "more group")} without a reachable member.`,
            path: "/alert_groups",
          },
        ]
      : []),
    ...(broken > 0
      ? [{ text: `${plural(broken, "device")} rejected by the push server.`, path: "/users" }]
      : []),
    ...(failing > 0
      ? [{ text: `${plural(failing, "webhook URL")} rejecting events.`, path: "/inbound_events" }]
      : []),
  ];
}
