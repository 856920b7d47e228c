/** The peer of the ingest row: a bare fastify that validates a report and answers, and stores nothing. */
import { fastify } from "fastify";

const app = fastify();
app.post(
  "/",
  {
    schema: {
      body: {
        type: "object",
        properties: {
          message: { type: "string" },
          source: { type: "string" },
        },
      },
    },
  },
  (_request, reply) => reply.code(202).send({ accepted: 1 }),
);
console.log(`listens on ${await app.listen({ port: 0, host: "127.0.0.1" })}`);
