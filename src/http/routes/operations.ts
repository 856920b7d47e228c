/** Routes for supervisors, load balancers and other monitors. */
import { page } from "../site/site.ts";
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import { databaseAway, healthReport, type Check } from "../answer/health.ts";
import type { Metrics } from "../answer/metrics.ts";

export function operationRoutes(
  app: FastifyInstance,
  { store, clock, outside, notReady, metrics }: Deps & { metrics: Metrics },
) {
  const options = page("public");

  app.get("/livez", options, (_request, reply) => reply.type("text/plain").send("ok\n"));
  /** null: the database is unavailable. */
  const vitals = (now: number) =>
    store.read.vitals(now).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    });
  const health = async (now: number) => {
    const figures = await vitals(now);
    return figures && healthReport(figures, outside(), store.failure(), now);
  };
  app.get<{ Querystring: { verbose?: string } }>("/readyz", options, async (request, reply) => {
    const why = notReady();
    const now = clock.now();
    const { checkResults } =
      request.query.verbose === undefined
        ? { checkResults: [] }
        : ((await health(now)) ?? databaseAway(now));
    return reply
      .code(why === null ? 200 : 503)
      .type("text/plain")
      .send(`${why ?? "ok"}\n${checkResults.map(checkLine).join("")}`);
  });
  app.get("/health", options, async (_request, reply) => {
    const now = clock.now();
    const report = await health(now);
    return report ? reply.send(report) : reply.code(503).send(databaseAway(now));
  });
  app.get("/metrics", options, async (_request, reply) => {
    const now = clock.now();
    const figures = await vitals(now);
    const all = figures && { ...figures, schedules: await store.read.schedules_now(now) };
    return reply.type(metrics.contentType).send(await metrics.text(all, outside(), now));
  });
}

/** A sub-check for people, in a line. */
const checkLine = ({ label, status, notificationMessage, shortSummary }: Check): string =>
  `${status.padEnd(7)}  ${label}: ${notificationMessage || shortSummary}\n`;
