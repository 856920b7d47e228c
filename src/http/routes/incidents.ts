/** Incidents: list, acknowledge, resolve, add notes. `:id` may be the number. */
import type { Author } from "../../core/command/command.ts";
import type { FastifyInstance } from "fastify";
import { IncidentStatus } from "../../api/enumerations.ts";
import {
  Acknowledge,
  Incident,
  IncidentDetail,
  Note,
  PageNow,
  Reopen,
  Resolve,
  Unacknowledge,
} from "../../api/incidents.ts";
import { GivenInstant, Type, type TSchema } from "../../api/schema.ts";
import type { IncidentCommand } from "../../app/incident/incident.ts";
import { incidentStatuses, type IncidentStatus as Status } from "../../core/model/model.ts";
import { actorOf, authorOf, callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { incidentId } from "../request/incident-id.ts";
import { oneWithFacts, withFacts } from "../answer/incident-facts.ts";
import { instantOf } from "../answer/instants.ts";
import { orderedPageParameters, sendList } from "../answer/lists.ts";
import { incident, incidentDetail } from "../answer/present-incident.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { many, one } from "../answer/responses.ts";

export function incidentRoutes(app: FastifyInstance, deps: Deps) {
  const { store, clock, siteUrl } = deps;
  const tags = ["incidents"];

  app.get(
    "/incidents",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "list_incidents",
        summary: "List the incidents",
        querystring: Type.Object(
          {
            status: Type.Optional(
              Type.Array(IncidentStatus(), { description: "Only those with one of these." }),
            ),
            unresolved: Type.Optional(
              Type.Boolean({ description: "`true`: only those that are not resolved." }),
            ),
            alert_group_id: Type.Optional(Type.String()),
            source_id: Type.Optional(Type.String({ description: "Only those of this monitor." })),
            since: Type.Optional(GivenInstant("Opened at or after this instant.")),
            ...orderedPageParameters,
          },
          { additionalProperties: false },
        ),
        response: many(Incident),
      },
    },
    (request, reply) => {
      const { status, unresolved, alert_group_id, source_id, since } = request.query as {
        status?: Status[];
        unresolved?: boolean;
      } & Partial<Record<"alert_group_id" | "source_id" | "since", string>>;
      const { org_id } = callerOf(request);
      const from = instantOf(since) ?? undefined;
      return sendList(request, reply, siteUrl(), {
        read: async (page) =>
          withFacts(
            deps,
            org_id,
            await store.read.incidents({
              org_id,
              ...page,
              statuses:
                unresolved === true
                  ? (status ?? incidentStatuses).filter((one) => one !== "resolved")
                  : status,
              alert_group_id,
              source_id,
              since: from,
            }),
          ),
        position: ({ incident }) => ({ inserted_at: incident.opened_at, id: incident.id }),
        present: incident,
      });
    },
  );

  app.get<{ Params: { id: string } }>(
    "/incidents/:id",
    {
      config: { scope: "read" },
      schema: {
        tags,
        operationId: "get_incident",
        summary: "Get one incident with its timeline and notifications",
        response: one(IncidentDetail),
      },
    },
    async (request, reply) => {
      const id = await incidentId(store, callerOf(request).org_id, request.params.id);
      const row = await store.read.incident(callerOf(request).org_id, id);
      if (!row) throw notFound("incident");
      const facts = await oneWithFacts(deps, row.incident);
      return reply.send(incidentDetail({ ...row, facts }));
    },
  );

  act("acknowledge", "Acknowledge an incident", {
    body: Acknowledge,
    command: (author) => ({ kind: "acknowledged", ...author }),
  });
  act("unacknowledge", "Give an incident back: it is open again", {
    body: Unacknowledge,
    command: (author) => ({ kind: "unacknowledged", ...author }),
  });
  act("page", "Page everyone on call now, regardless of contact hours", {
    body: PageNow,
    command: (author) => ({ kind: "paged_now", ...author }),
  });
  act("resolve", "Resolve an incident", {
    body: Resolve,
    command: (author, body) => ({
      kind: "resolved",
      ...author,
      reason: body["reason"] ?? null,
    }),
  });
  act("reopen", "Reopen a resolved incident whose monitor has failed ever since", {
    body: Reopen,
    command: (author, _body, incident_id) => ({ kind: "reopened", ...author, incident_id }),
  });
  act("notes", "Write a note into the timeline", {
    operationId: "add_incident_note",
    body: Note,
    command: (author, body) => ({ kind: "noted", ...author, text: body["text"] ?? "" }),
  });

  function act(
    verb: string,
    summary: string,
    {
      operationId = `${verb}_incident`,
      body,
      command,
    }: {
      operationId?: string;
      body: TSchema;
      command: (author: Author, body: Record<string, string>, id: string) => IncidentCommand;
    },
  ) {
    app.post<{ Params: { id: string }; Body?: Record<string, string> }>(
      `/incidents/:id/${verb}`,
      {
        config: { scope: "respond" },
        schema: {
          tags,
          operationId,
          summary,
          body,
          response: one(Incident),
        },
      },
      async (request, reply) => {
        const caller = callerOf(request);
        const body = request.body ?? {};
        const incident_id = await incidentId(store, caller.org_id, request.params.id);
        const changed = valueOf(
          await store.run("incident", {
            org_id: caller.org_id,
            incident_id,
            command: command(authorOf(request, body["by"]), body, incident_id),
            actor: actorOf(request),
            now: clock.now(),
          }),
          "incident",
        );
        return reply.send(incident(await oneWithFacts(deps, changed)));
      },
    );
  }
}
