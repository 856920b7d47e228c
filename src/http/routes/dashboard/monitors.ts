/** Monitors, as pages. */
import type { FastifyInstance } from "fastify";
import type { CheckOutcome } from "../../../api/checks.ts";
import { checkPage } from "../../../dashboard/pages/check.ts";
import { monitorPage } from "../../../dashboard/pages/monitor.ts";
import { callerOf } from "../../request/auth.ts";
import { declared, kindsWith } from "../../../resource/resources.ts";
import { timestamp } from "../../answer/present.ts";
import { notFound } from "../../answer/problem.ts";
import { monitorModel, rangeOf } from "../../site/monitor-page.ts";
import { sendPage } from "../../answer/pages.ts";
import { button, writeRoute, frameOf, goTo, mustAsk, page, type Site } from "../../site/site.ts";
import { hour } from "../../../core/text/units.ts";

export function monitorPages(app: FastifyInstance, site: Site): void {
  const { clock } = site;

  for (const kind of kindsWith("isMonitor")) {
    app.get(`/${kind}`, page(), (_request, reply) => goTo(site, reply, "/monitors", null));

    app.get<{ Params: { id: string }; Querystring: { range?: string; runs?: string } }>(
      `/${kind}/:id`,
      page(),
      async (request, reply) => {
        const range = rangeOf(kind, request.query.range);
        const runs = request.query.runs === "bad" ? ("bad" as const) : null;
        const about = { kind, id: request.params.id, range, runs };
        const model = await monitorModel(site, callerOf(request), about);
        if (!model) throw notFound(declared[kind].noun);
        return sendPage(reply, monitorPage(frameOf(site, request), model));
      },
    );

    if (kind === "health_check_monitors")
      app.post<{ Params: { id: string } }>(
        `/${kind}/:id/check`,
        writeRoute("write"),
        async (request, reply) => {
          const { id } = request.params;
          const path = `/${kind}/${encodeURIComponent(id)}`;
          const monitor = await mustAsk(site, request, "GET", path);
          const answer = await mustAsk(site, request, "POST", `${path}/check`);
          const outcome = answer.body as unknown as CheckOutcome;
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

    button(app, site, `/${kind}/:id/pause`, {
      scope: "write",
      body: (form) => {
        const hours = Number(form.get("hours") ?? 0);
        return hours > 0 && hours <= 24 * 365
          ? { until: timestamp(clock.now() + hours * hour) }
          : {};
      },
      done: "paused",
    });
    button(app, site, `/${kind}/:id/resume`, { scope: "write", done: "resumed" });
  }
}
