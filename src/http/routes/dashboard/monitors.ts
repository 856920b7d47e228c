/** Monitors, as pages. */
import type { FastifyInstance } from "fastify";
import type { Shown } from "../../../store/reads/resources.ts";
import type { CheckOutcome } from "../../../api/checks.ts";
import { checkPage } from "../../../dashboard/pages/check.ts";
import { mask } from "../../../core/declare/secrets.ts";
import { monitorPage, type MonitorModel } from "../../../dashboard/pages/monitor.ts";
import { beginning, uptimeOf } from "../../../dashboard/uptime.ts";
import { callerOf } from "../../request/auth.ts";
import { declared } from "../../../resource/resources.ts";
import { timestamp, seesCapabilities, webhookUrl } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { activeSilences } from "../../site/active-silences.ts";
import { sendPage } from "../../site/pages.ts";
import { writeRoute, formOf, frameOf, goTo, mustAsk, page, type Site } from "./site.ts";

const hour = 3600_000;
const spans = [
  { over: "last 24 h", ms: 24 * hour, pieces: 48 },
  { over: "last 30 days", ms: 30 * 24 * hour, pieces: 60 },
];
const limits = { history: 30, incidents: 20, runs: 10 };

export function monitorPages(app: FastifyInstance, site: Site): void {
  const { store, clock } = site;

  for (const kind of ["health_check_monitors", "webhook_monitors"] as const) {
    app.get(`/${kind}`, page(), (_request, reply) => goTo(site, reply, "/monitors", null));

    app.get<{ Params: { id: string } }>(`/${kind}/:id`, page(), async (request, reply) => {
      const { org_id } = callerOf(request);
      const { id } = request.params;
      const now = clock.now();
      const monitor = await store.read.resource(kind, org_id, id, now);
      if (!monitor) throw notFound(declared[kind].noun);
      const [titles, incidents, dependencies, history] = await Promise.all([
        store.read.titles(org_id, [monitor.alert_group_id]),
        store.read.incidents({
          org_id,
          source_id: id,
          after: null,
          order: "desc",
          limit: limits.incidents,
        }),
        store.read.dependencies(id),
        store.read.histories(org_id, [id], now - Math.max(...spans.map(({ ms }) => ms))),
      ]);
      const about = {
        group_title: titles.get(monitor.alert_group_id) ?? null,
        incidents,
        quiet: (await activeSilences(site, org_id, now)).ofMonitor({
          id,
          alert_group_id: monitor.alert_group_id,
          status: monitor.subject.status,
          status_since: monitor.subject.status_since,
        }),
        dependencies,
        history: history.slice(-limits.history).reverse(),
        uptimes: spans.map(({ over, ms, pieces }) => ({
          over,
          uptime: uptimeOf(
            [beginning(kind, monitor.inserted_at), ...history],
            now - ms,
            now,
            pieces,
          ),
        })),
      };
      const model: MonitorModel =
        kind === "health_check_monitors"
          ? {
              kind,
              ...about,
              webhook_url: null,
              monitor: mask(kind, monitor as Shown<"health_check_monitors">),
            }
          : {
              kind,
              ...about,
              webhook_url: seesCapabilities(callerOf(request))
                ? webhookUrl(site.siteUrl(), (monitor as Shown<"webhook_monitors">).webhook_id)
                : null,
              monitor: monitor as Shown<"webhook_monitors">,
              runs: (await store.read.runs(id, { limit: 100, after: null }))
                .slice(-limits.runs)
                .reverse(),
            };
      return sendPage(reply, monitorPage(frameOf(site, request), model));
    });

    if (kind === "health_check_monitors")
      app.post<{ Params: { id: string } }>(
        `/${kind}/:id/check`,
        writeRoute("write"),
        async (request, reply) => {
          const { id } = request.params;
          const path = `/${kind}/${encodeURIComponent(id)}`;
          const monitor = await mustAsk(app, site, request, "GET", path);
          const said = await mustAsk(app, site, request, "POST", `${path}/check`);
          const outcome = said.body as unknown as CheckOutcome;
          return sendPage(
            reply,
            checkPage(
              { ...frameOf(site, request), path },
              {
                ...outcome,
                title: String(monitor.body["title"]),
                path,
                results: outcome.results ?? [],
              },
            ),
          );
        },
      );

    for (const verb of ["pause", "resume"] as const)
      app.post<{ Params: { id: string } }>(
        `/${kind}/:id/${verb}`,
        writeRoute("write"),
        async (request, reply) => {
          const form = formOf(request);
          const hours = Number(form.get("hours") ?? 0);
          await mustAsk(
            app,
            site,
            request,
            "POST",
            `/${kind}/${encodeURIComponent(request.params.id)}/${verb}`,
            hours > 0 && hours <= 24 * 365
              ? { body: { until: timestamp(clock.now() + hours * hour) } }
              : {},
          );
          return goTo(
            site,
            reply,
            form.get("back") ?? "/",
            verb === "pause" ? "paused" : "resumed",
          );
        },
      );
  }
}
