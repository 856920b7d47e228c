/** Why people were told of an incident, or were not; and who would be. */
import type { FastifyInstance } from "fastify";
import { Explanation, Who } from "../../api/explanations.ts";
import { Type } from "../../api/schema.ts";
import { explain, whoWould } from "../../core/explain.ts";
import type { Gate } from "../../core/gate.ts";
import { callerOf } from "../auth.ts";
import type { Deps } from "../deps.ts";
import { incidentId } from "../incident-id.ts";
import { instantOf } from "../instants.ts";
import * as present from "../present.ts";
import { invalid, notFound } from "../problem.ts";
import { one } from "../responses.ts";

export function explanationRoutes(
  app: FastifyInstance,
  { store, clock }: Deps,
) {
  app.get<{ Params: { id: string } }>(
    "/incidents/:id/explanation",
    {
      config: { scope: "read" },
      schema: {
        tags: ["incidents"],
        operationId: "explain_incident",
        summary: "Why each person was told of an incident, or was not",
        response: one(Explanation),
      },
    },
    async (request, reply) => {
      const now = clock.now();
      const { org_id } = callerOf(request);
      const id = await incidentId(store, org_id, request.params.id);
      const evidence = await store.read.evidence(org_id, id, now);
      if (!evidence) throw notFound("incident");
      const { sentence, people } = explain(evidence, now);
      return reply.send({
        sentence,
        people: people.map((person) => ({
          ...person,
          receipt: person.receipt && present.receipt(person.receipt),
          devices: person.devices.map((device) => ({
            ...device,
            gates: device.gates.map(presentGate),
            notifications: device.notifications.map(
              ({ attempts_made, ...notification }) => ({
                ...present.notification(notification),
                attempts_made: attempts_made.map(present.attempt),
              }),
            ),
          })),
        })),
      });
    },
  );

  app.get<{
    Params: { id: string };
    Querystring: { at?: string; priority?: string };
  }>(
    "/alert_groups/:id/who",
    {
      config: { scope: "read" },
      schema: {
        tags: ["alert_groups"],
        operationId: "who_of_alert_group",
        summary: "Who would be told if an incident opened at some moment",
        querystring: Type.Object(
          {
            at: Type.Optional(
              Type.String({ description: "ISO 8601 instant; default: now." }),
            ),
            priority: Type.Optional(
              Type.String({
                description: "1 to 3; default: that of the group.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: one(Who),
      },
    },
    async (request, reply) => {
      const at = instantOf("at", request.query.at) ?? clock.now();
      const asked = request.query.priority;
      if (asked !== undefined && !/^[123]$/.test(asked))
        throw invalid([
          { field: "priority", code: "range", message: "must be 1, 2 or 3" },
        ]);
      const roster = await store.read.roster(
        callerOf(request).org_id,
        request.params.id,
        at,
      );
      if (!roster) throw notFound("alert group");
      const priority = Number(asked ?? roster.group.priority_level);
      return reply.send({
        at: present.timestamp(at),
        priority,
        people: whoWould(roster, priority, at).map((person) => ({
          ...person,
          devices: person.devices.map((device) => ({
            ...device,
            gates: device.gates.map(presentGate),
          })),
        })),
      });
    },
  );
}

function presentGate({ gate, passed, reason, closed }: Gate) {
  const until = closed && closed !== "drop" ? closed.until : null;
  return { gate, passed, reason, until: present.timestampOr(until) };
}
