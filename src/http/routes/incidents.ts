/** Incidents: list, acknowledge, resolve, add notes, publish. `:id` may be the number. */
import type { incidents } from "../../api/routes/incidents.ts";
import type { IncidentCommand } from "../../app/incident/incident.ts";
import type { Author } from "../../core/command/command.ts";
import type { Outcome } from "../../app/outcome.ts";
import { incidentStatuses, type Incident } from "../../core/model/model.ts";
import { authorOf } from "../request/auth.ts";
import { minute } from "../../core/text/units.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { incidentId } from "../request/incident-id.ts";
import { oneWithFacts, withFacts } from "../answer/incident-facts.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { incident, incidentDetail, timelineEntry } from "../answer/present-incident.ts";
import { notFound, valueOf } from "../answer/problem.ts";
import { actOnSeveral } from "../request/several-incidents.ts";

type Acting = Extract<keyof typeof incidents, `${"POST" | "PUT"} ${string}`>;

/** The routes that act on several incidents. */
type Several = Exclude<Acting, `${string} /incidents/:id/${string}`>;

/** How long an acknowledgement lasts, ms; null: until the incident is resolved. */
const snoozeOf = (minutes: number | undefined) => (minutes === undefined ? null : minutes * minute);

export function incidentRoutes(deps: Deps): Handlers<keyof typeof incidents> {
  const { store } = deps;
  const idOf = ({
    params,
    caller,
  }: Asked<
    Exclude<keyof typeof incidents, Several | "GET /incidents" | "GET /incidents/timeline">
  >) => incidentId(store, caller.org_id, params.id);
  const authorIn = ({ request, body }: Asked<Acting>) => authorOf(request, body.by);
  const present = async (outcome: Outcome<Incident>, noun = "incident") =>
    incident(await oneWithFacts(deps, valueOf(outcome, noun)));

  /** A route that gives a command to the incident. */
  const act =
    <R extends Exclude<Acting, Several>>(
      command: (author: Author, asked: Asked<R>, id: string) => IncidentCommand,
    ) =>
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
      return present(changed);
    };

  const several = ({ body, actor, now }: Asked<Several>, command: IncidentCommand) =>
    actOnSeveral(store, body, command, { actor, now });
  const pageNow = act<"POST /incidents/:id/page">((author) => ({ kind: "paged_now", ...author }));

  return {
    "GET /incidents": (asked) => {
      const { status, unresolved, alert_group_id, source_id, project, since } = asked.query;
      const { org_id } = asked.caller;
      const from = instantOf(since) ?? undefined;
      const statuses =
        unresolved === true
          ? (status ?? incidentStatuses).filter((one) => one !== "resolved")
          : status;
      const filters = { statuses, alert_group_id, source_id, project, since: from };
      return listOf(asked, {
        read: async (page) =>
          withFacts(deps, org_id, await store.read.incidents({ org_id, ...page, ...filters })),
        position: ({ incident }) => ({ inserted_at: incident.opened_at, id: incident.id }),
        present: incident,
      });
    },

    "GET /incidents/timeline": async (asked) => {
      const { incident_id, source_id, alert_group_id, project, since } = asked.query;
      const { org_id } = asked.caller;
      const about = {
        incident_id:
          incident_id === undefined ? undefined : await incidentId(store, org_id, incident_id),
        source_id,
        alert_group_id,
        project,
        since: instantOf(since) ?? undefined,
      };
      return listOf(asked, {
        read: (page) => store.read.incident_events({ org_id, ...page, ...about }),
        position: ({ at, id }) => ({ inserted_at: at, id }),
        present: ({ incident_id: id, number, ...entry }) => ({
          incident_id: id,
          number,
          ...timelineEntry(entry),
        }),
      });
    },

    "GET /incidents/:id": async (asked) => {
      const row = await store.read.incident(asked.caller.org_id, await idOf(asked));
      if (!row) throw notFound("incident");
      const facts = await oneWithFacts(deps, row.incident);
      return incidentDetail({ ...row, facts });
    },

    "POST /incidents/acknowledge": (asked) =>
      several(asked, {
        kind: "acknowledged",
        ...authorIn(asked),
        snooze_ms: snoozeOf(asked.body.for_minutes),
      }),
    "POST /incidents/unacknowledge": (asked) =>
      several(asked, { kind: "unacknowledged", ...authorIn(asked) }),
    "POST /incidents/resolve": (asked) =>
      several(asked, {
        kind: "resolved",
        ...authorIn(asked),
        reason: asked.body.reason ?? null,
      }),

    "POST /incidents/:id/acknowledge": act<"POST /incidents/:id/acknowledge">(
      (author, { body: { for_minutes } }) => ({
        kind: "acknowledged",
        ...author,
        snooze_ms: snoozeOf(for_minutes),
      }),
    ),
    "POST /incidents/:id/unacknowledge": act((author) => ({ kind: "unacknowledged", ...author })),
    "POST /incidents/:id/page": async (asked) => {
      const { user_ids = [], alert_group_ids = [] } = asked.body;
      if (user_ids.length + alert_group_ids.length === 0) return pageNow(asked);
      const { actor, now } = asked;
      const incident_id = await idOf(asked);
      const author = authorIn(asked);
      const whom = { user_ids, alert_group_ids };
      const outcome = await store.run("ask_to_help", { actor, incident_id, author, ...whom, now });
      return present(outcome);
    },
    "POST /incidents/:id/hand-over": async (asked) => {
      const { actor, now, body } = asked;
      const incident_id = await idOf(asked);
      const author = authorIn(asked);
      const { user_id = null, alert_group_id = null } = body;
      const to = { user_id, alert_group_id };
      const outcome = await store.run("hand_over", { actor, incident_id, author, ...to, now });
      return present(outcome);
    },
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
      const { message, title, state = null } = body;
      const { by } = authorIn(asked);
      const input = { actor, incident_id: await idOf(asked), by, now, message, title, state };
      const outcome = await store.run("publish", input);
      return present(outcome);
    },

    "PUT /incidents/:id/updates/:update_id": async (asked) => {
      const { params, body, actor, now } = asked;
      const { message, title, state } = body;
      const which = { incident_id: await idOf(asked), update_id: params.update_id };
      const set = { message, title, state };
      const { by } = authorIn(asked);
      const outcome = await store.run("correct_update", { actor, ...which, by, now, ...set });
      return present(outcome, "public update");
    },

    "DELETE /incidents/:id/updates/:update_id": async (asked) => {
      const { params, actor, now } = asked;
      const which = { incident_id: await idOf(asked), update_id: params.update_id };
      const { by } = authorOf(asked.request, undefined);
      const outcome = await store.run("delete_update", { actor, ...which, by, now });
      return present(outcome, "public update");
    },

    "POST /incidents/:id/unpublish": async (asked) => {
      const { actor, now } = asked;
      const { by } = authorIn(asked);
      const input = { actor, incident_id: await idOf(asked), by, now };
      const outcome = await store.run("unpublish", input);
      return present(outcome);
    },
  };
}
