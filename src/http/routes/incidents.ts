/** Incidents: list, acknowledge, resolve, add notes, publish. `:id` may be the number. */
import type { incidents } from "../../api/routes/incidents.ts";
import type { IncidentCommand } from "../../app/incident/incident.ts";
import type { Author } from "../../core/command/command.ts";
import { incidentStatuses } from "../../core/model/model.ts";
import { authorOf } from "../request/auth.ts";
import { minute } from "../../core/text/units.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { incidentId } from "../request/incident-id.ts";
import { oneWithFacts, withFacts } from "../answer/incident-facts.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { incident, incidentDetail } from "../answer/present-incident.ts";
import { notFound, valueOf } from "../answer/problem.ts";

type Acting = Extract<keyof typeof incidents, `POST ${string}`>;

export function incidentRoutes(deps: Deps): Handlers<keyof typeof incidents> {
  const { store } = deps;
  const idOf = ({ params, caller }: Asked<Acting | "GET /incidents/:id">) =>
    incidentId(store, caller.org_id, params.id);
  const authorIn = ({ request, body }: Asked<Acting>) => authorOf(request, body.by);

  /** A route that gives a command to the incident. */
  const act =
    <R extends Acting>(command: (author: Author, asked: Asked<R>, id: string) => IncidentCommand) =>
    async (asked: Asked<R>) => {
      const { actor, now } = asked;
      const { org_id } = actor;
      const incident_id = await idOf(asked);
      const changed = await store.run("incident", {
        org_id,
        incident_id,
        command: command(authorIn(asked), asked, incident_id),
        actor,
        now,
      });
      return incident(await oneWithFacts(deps, valueOf(changed, "incident")));
    };

  return {
    "GET /incidents": (asked) => {
      const { status, unresolved, alert_group_id, source_id, since } = asked.query;
      const { org_id } = asked.caller;
      const from = instantOf(since) ?? undefined;
      const statuses =
        unresolved === true
          ? (status ?? incidentStatuses).filter((one) => one !== "resolved")
          : status;
      const filters = { statuses, alert_group_id, source_id, since: from };
      return listOf(asked, {
        read: async (page) =>
          withFacts(deps, org_id, await store.read.incidents({ org_id, ...page, ...filters })),
        position: ({ incident }) => ({ inserted_at: incident.opened_at, id: incident.id }),
        present: incident,
      });
    },

    "GET /incidents/:id": async (asked) => {
      const row = await store.read.incident(asked.caller.org_id, await idOf(asked));
      if (!row) throw notFound("incident");
      const facts = await oneWithFacts(deps, row.incident);
      return incidentDetail({ ...row, facts });
    },

    "POST /incidents/:id/acknowledge": act<"POST /incidents/:id/acknowledge">(
      (author, { body: { for_minutes } }) => ({
        kind: "acknowledged",
        ...author,
        snooze_ms: for_minutes === undefined ? null : for_minutes * minute,
      }),
    ),
    "POST /incidents/:id/unacknowledge": act((author) => ({ kind: "unacknowledged", ...author })),
    "POST /incidents/:id/page": act((author) => ({ kind: "paged_now", ...author })),
    "POST /incidents/:id/resolve": act<"POST /incidents/:id/resolve">((author, { body }) => ({
      kind: "resolved",
      ...author,
      reason: body.reason ?? null,
    })),
    "POST /incidents/:id/reopen": act((author, _asked, incident_id) => ({
      kind: "reopened",
      ...author,
      incident_id,
    })),
    "POST /incidents/:id/notes": act<"POST /incidents/:id/notes">((author, { body }) => ({
      kind: "noted",
      ...author,
      text: body.text,
    })),

    "POST /incidents/:id/publish": async (asked) => {
      const { body, actor, now } = asked;
      const { message, title } = body;
      const { by } = authorIn(asked);
      const input = { actor, incident_id: await idOf(asked), by, now, message, title };
      const outcome = await store.run("publish", input);
      return incident(await oneWithFacts(deps, valueOf(outcome, "incident")));
    },

    "POST /incidents/:id/unpublish": async (asked) => {
      const { actor, now } = asked;
      const { by } = authorIn(asked);
      const input = { actor, incident_id: await idOf(asked), by, now };
      const outcome = await store.run("unpublish", input);
      return incident(await oneWithFacts(deps, valueOf(outcome, "incident")));
    },
  };
}
