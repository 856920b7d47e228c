// The health endpoint of node.mjs in Fastify.
import fastify from "fastify";
import { latestReport } from "./node.mjs";

const app = fastify();
app.get("/health", (_request, reply) => {
  const { status, report } = latestReport();
  return reply.code(status).header("cache-control", "no-store").send(report);
});

const address = await app.listen({ port: Number(process.env.PORT ?? 8090), host: "127.0.0.1" });
console.log(`${address}/health`);
