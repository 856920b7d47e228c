/** Public updates of an incident on the status page of its group. `:id` may be the number. */
import type { FastifyInstance, FastifyRequest } from "fastify";
import { Incident, Publish, Unpublish } from "../../api/incidents.ts";
import type { Static } from "../../api/schema.ts";
import { actorOf, authorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { incidentId } from "../request/incident-id.ts";
import { oneWithFacts } from "../answer/incident-facts.ts";
import { incident } from "../answer/present-incident.ts";
import { valueOf } from "../answer/problem.ts";
import { one } from "../answer/responses.ts";

type Asking = FastifyRequest<{ Params: { id: string } }>;

export function publicationRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock } = deps;
  const tags = ["incidents"];
  const inputOf = async (request: Asking, by: string | undefined) => ({
    actor: actorOf(request),
    incident_id: await incidentId(store, callerOf(request).org_id, request.params.id),
    by: authorOf(request, by).by,
    now: clock.now(),
  });

  app.post<{ Params: { id: string }; Body: Static<typeof Publish> }>(
    "/incidents/:id/publish",
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "publish_incident",
        summary: "Put an incident on the public status page of its group, or add an update there",
        body: Publish,
        response: one(Incident),
      },
    },
    async (request, reply) => {
      const { message, title, by } = request.body;
      const outcome = await store.run("publish", {
        ...(await inputOf(request, by)),
        message,
        title,
      });
      return reply.send(incident(await oneWithFacts(deps, valueOf(outcome, "incident"))));
    },
  );

  app.post<{ Params: { id: string }; Body?: Static<typeof Unpublish> }>(
    "/incidents/:id/unpublish",
    {
      config: { scope: "write" },
      schema: {
        tags,
        operationId: "unpublish_incident",
        summary: "Take an incident off the public status page",
        body: Unpublish,
        response: one(Incident),
      },
    },
    async (request, reply) => {
      const outcome = await store.run("unpublish", await inputOf(request, request.body?.by));
      return reply.send(incident(await oneWithFacts(deps, valueOf(outcome, "incident"))));
    },
  );
}
