/** Series of each monitor for Prometheus, with a key of scope `read`: their labels have titles, which `/metrics` must not show. */
import type { FastifyInstance } from "fastify";
import type { MonitorKind } from "../../core/model/model.ts";
import { exposition, MonitorSeries, type Measured } from "../answer/monitor-series.ts";
import { authenticator } from "../request/auth.ts";
import { nextTurn } from "../turns.ts";
import { page, type Site } from "../site/site.ts";

/** Monitors that are read at once: some milliseconds. */
const pageSize = 200;

const kinds = ["health_check_monitors", "webhook_monitors"] as const satisfies MonitorKind[];

export function monitorSeriesRoutes(app: FastifyInstance, deps: Site): void {
  const { store, clock } = deps;
  app.addHook("onRequest", authenticator(deps));
  app.get("/metrics/monitors", page("read"), async (request, reply) => {
    const { org_id } = request.caller!;
    const now = clock.now();
    const incidents = await store.read.unresolved_by_source(org_id);
    const series = new MonitorSeries();
    for (const kind of kinds)
      for (let after = null as { inserted_at: number; id: string } | null; ;) {
        const monitors = await store.read.resources(kind, { org_id, limit: pageSize, after }, now);
        const ids = monitors.map(({ id }) => id);
        const titles = await store.read.titles(
          org_id,
          monitors.map(({ alert_group_id }) => alert_group_id),
        );
        const times = await store.read.last_response_times(ids, now);
        for (const monitor of monitors)
          series.add(
            {
              kind,
              monitor,
              group: titles.get(monitor.alert_group_id) ?? "",
              response_ms: times.get(monitor.id) ?? null,
              incidents: incidents.get(monitor.id) ?? 0,
            } as Measured,
            now,
          );
        after = monitors.at(-1) ?? null;
        if (monitors.length < pageSize) break;
        await nextTurn();
      }
    const open = /\bapplication\/openmetrics-text\b/.test(request.headers.accept ?? "");
    const form = open ? "openmetrics" : "text";
    return reply.type(exposition[form]).send(series.text(form));
  });
}
