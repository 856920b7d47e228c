/** For supervisors, load balancers and other monitors. */
import type { FastifyInstance } from "fastify";
import type { Deps } from "../deps.ts";
import { healthReport } from "../health.ts";
import type { Metrics } from "../metrics.ts";

export function operationRoutes(
  app: FastifyInstance,
  { store, clock, notReady, metrics }: Deps & { metrics: Metrics },
) {
  const options = {
    config: { scope: "public" as const, quiet: true },
    schema: { hide: true },
  };

  app.get("/livez", options, (_request, reply) =>
    reply.type("text/plain").send("ok\n"),
  );
  app.get("/readyz", options, (_request, reply) => {
    const why = notReady();
    return reply
      .code(why === null ? 200 : 503)
      .type("text/plain")
      .send(why === null ? "ok\n" : `${why}\n`);
  });
  app.get("/health", options, async (_request, reply) => {
    const now = clock.now();
    const vitals = await store.read.vitals(now);
    return reply.send(
      healthReport(
        vitals,
        store.healthy() ? null : "The last write failed.",
        now,
      ),
    );
  });
  app.get("/metrics", options, async (_request, reply) =>
    reply
      .type(metrics.contentType)
      .send(await metrics.text(await store.read.vitals(clock.now()))),
  );
}
