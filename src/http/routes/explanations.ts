/** Explains who was notified of an incident, who was not, and who would be. */
import type { explanations } from "../../api/routes/incidents.ts";
import type { who } from "../../api/routes/alert-groups.ts";
import { explain } from "../../core/explain/explain.ts";
import { whoWould } from "../../core/explain/who-would.ts";
import type { Gate } from "../../core/paging/gate.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { incidentId } from "../request/incident-id.ts";
import { instantOf } from "../answer/instants.ts";
import * as present from "../answer/present-records.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";

export const explanationRoutes = ({
  store,
}: Deps): Handlers<keyof typeof explanations | keyof typeof who> => ({
  "GET /incidents/:id/explanation": async ({ params, query, caller, now }) => {
    const at = instantOf(query.at) ?? now;
    const { org_id } = caller;
    const id = await incidentId(store, org_id, params.id);
    const evidence = await store.read.evidence(org_id, id, at);
    if (!evidence) throw notFound("incident");
    const { people, ...explained } = explain(evidence, at);
    return {
      ...explained,
      people: people.map((person) => ({
        ...person,
        receipt: person.receipt && present.receipt(person.receipt),
        devices: person.devices.map((device) => ({
          ...device,
          gates: device.gates.map((gate) => ({
            ...presentGate(gate),
            at: timestampOr(gate.at),
          })),
          notifications: device.notifications.map(({ attempts_made, ...notification }) => ({
            ...present.notification(notification),
            attempts_made: attempts_made.map(present.attempt),
          })),
        })),
      })),
    };
  },

  "GET /alert_groups/:id/who": async ({ params, query, caller, now }) => {
    const at = instantOf(query.at) ?? now;
    const roster = await store.read.roster(caller.org_id, params.id, at);
    if (!roster) throw notFound("alert group");
    const priority = query.priority ?? roster.group.priority_level;
    return {
      at: timestamp(at),
      priority,
      people: whoWould(roster, priority, at).map(
        ({ verdict: _verdict, until: _until, silenced: _silenced, ...person }) => ({
          ...person,
          on_call_until: timestampOr(person.on_call_until),
          devices: person.devices.map((device) => ({
            ...device,
            gates: device.gates.map(presentGate),
          })),
        }),
      ),
    };
  },
});

function presentGate({ gate, passed, reason, closed }: Gate) {
  const until = closed && closed !== "drop" ? closed.until : null;
  return { gate, passed, reason, until: timestampOr(until) };
}
