/** Routes for supervisors, load balancers and other monitors. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { StoreUnavailable } from "../../store/kit/unavailable.ts";
import { databaseAway, healthReport } from "../answer/health.ts";
import type { Metrics } from "../answer/metrics.ts";

export function operationRoutes(
  app: FastifyInstance,
  { store, clock, outside, notReady, metrics }: Deps & { metrics: Metrics },
) {
  const options = {
    config: { scope: "public" as const, quiet: true },
    schema: { hide: true },
  };

  app.get("/livez", options, (_request, reply) => reply.type("text/plain").send("ok\n"));
  app.get("/readyz", options, (_request, reply) => {
    const why = notReady();
    return reply
      .code(why === null ? 200 : 503)
      .type("text/plain")
      .send(why === null ? "ok\n" : `${why}\n`);
  });
  /** null: the database is unavailable. */
  const vitals = (now: number) =>
    store.read.vitals(now).catch((error: unknown) => {
      if (error instanceof StoreUnavailable) return null;
      throw error;
    });
  app.get("/health", options, async (_request, reply) => {
    const now = clock.now();
    const figures = await vitals(now);
    if (!figures) return reply.code(503).send(databaseAway(now));
    return reply.send(healthReport(figures, outside(), store.failure(), now));
  });
  app.get("/metrics", options, async (_request, reply) => {
    const now = clock.now();
    return reply
      .type(metrics.contentType)
      .send(await metrics.text(await vitals(now), outside(), now));
  });
}
