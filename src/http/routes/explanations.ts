/** Explains who was notified of an incident, who was not, and who would be. */
import type { FastifyInstance } from "fastify";
import { Explanation, Who } from "../../api/explanations.ts";
import { GivenInstant, Type } from "../../api/schema.ts";
import { explain } from "../../core/explain/explain.ts";
import { whoWould } from "../../core/explain/who-would.ts";
import type { Gate } from "../../core/paging/gate.ts";
import { callerOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import { incidentId } from "../request/incident-id.ts";
import { instantOf } from "../answer/instants.ts";
import * as present from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";
import { one } from "../answer/responses.ts";

export function explanationRoutes(app: FastifyInstance, { store, clock }: Deps) {
  app.get<{ Params: { id: string }; Querystring: { at?: string } }>(
    "/incidents/:id/explanation",
    {
      config: { scope: "read" },
      schema: {
        tags: ["incidents"],
        operationId: "explain_incident",
        summary: "Explain who was notified of an incident, and who was not",
        querystring: Type.Object(
          {
            at: Type.Optional(GivenInstant("Gates as of this instant; default: now.")),
          },
          { additionalProperties: false },
        ),
        response: one(Explanation),
      },
    },
    async (request, reply) => {
      const at = instantOf(request.query.at) ?? clock.now();
      const { org_id } = callerOf(request);
      const id = await incidentId(store, org_id, request.params.id);
      const evidence = await store.read.evidence(org_id, id, at);
      if (!evidence) throw notFound("incident");
      const { sentence, people } = explain(evidence, at);
      return reply.send({
        sentence,
        people: people.map((person) => ({
          ...person,
          receipt: person.receipt && present.receipt(person.receipt),
          devices: person.devices.map((device) => ({
            ...device,
            gates: device.gates.map((gate) => ({
              ...presentGate(gate),
              at: present.timestampOr(gate.at),
            })),
            notifications: device.notifications.map(({ attempts_made, ...notification }) => ({
              ...present.notification(notification),
              attempts_made: attempts_made.map(present.attempt),
            })),
          })),
        })),
      });
    },
  );

  app.get<{
    Params: { id: string };
    Querystring: { at?: string; priority?: number };
  }>(
    "/alert_groups/:id/who",
    {
      config: { scope: "read" },
      schema: {
        tags: ["alert_groups"],
        operationId: "get_on_call",
        summary: "Who would be notified of an incident at some moment",
        querystring: Type.Object(
          {
            at: Type.Optional(GivenInstant("The moment that is asked about; default: now.")),
            priority: Type.Optional(
              Type.Integer({
                minimum: 1,
                maximum: 3,
                description: "Default: that of the group.",
              }),
            ),
          },
          { additionalProperties: false },
        ),
        response: one(Who),
      },
    },
    async (request, reply) => {
      const at = instantOf(request.query.at) ?? clock.now();
      const roster = await store.read.roster(callerOf(request).org_id, request.params.id, at);
      if (!roster) throw notFound("alert group");
      const priority = request.query.priority ?? roster.group.priority_level;
      return reply.send({
        at: present.timestamp(at),
        priority,
        people: whoWould(roster, priority, at).map(
          ({ verdict: _verdict, until: _until, ...person }) => ({
            ...person,
            devices: person.devices.map((device) => ({
              ...device,
              gates: device.gates.map(presentGate),
            })),
          }),
        ),
      });
    },
  );
}

function presentGate({ gate, passed, reason, closed }: Gate) {
  const until = closed && closed !== "drop" ? closed.until : null;
  return { gate, passed, reason, until: present.timestampOr(until) };
}
