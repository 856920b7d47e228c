/** Routes of incidents (`:id` may be the number), and of silences. */
import { answered, many, ofMonitors, ofProject, one, orderedPage, page } from "./answers.ts";
import { IncidentStatus } from "../enumerations.ts";
import { Explanation } from "../explanations.ts";
import {
  Acknowledge,
  AcknowledgeSeveral,
  CorrectUpdate,
  ActedOn,
  Note,
  HandOver,
  PageNow,
  Publish,
  Reopen,
  Resolve,
  ResolveSeveral,
  Unacknowledge,
  UnacknowledgeSeveral,
  Unpublish,
} from "./incident-bodies.ts";
import { Incident, IncidentDetail, IncidentEvent } from "../incidents.ts";
import { tagged } from "./row.ts";
import { GivenInstant, Type } from "../schema.ts";
import { Silence, SilenceCorrect, SilenceCreate } from "../silences.ts";

export const incidents = tagged("incidents", {
  "GET /incidents": {
    id: "list_incidents",
    scope: "read",
    onCall: true,
    summary: "List the incidents",
    query: {
      status: Type.Optional(
        Type.Array(IncidentStatus(), { description: "Only those with one of these." }),
      ),
      unresolved: Type.Optional(
        Type.Boolean({ description: "`true`: only those that are not resolved." }),
      ),
      alert_group_id: Type.Optional(Type.String()),
      source_id: Type.Optional(Type.String({ description: "Only those of this monitor." })),
      project: ofProject,
      since: Type.Optional(GivenInstant("Opened at or after this instant.")),
      ...orderedPage,
    },
    answer: many(Incident),
  },
  "GET /incidents/timeline": {
    id: "list_incident_events",
    scope: "read",
    onCall: true,
    summary: "List the timeline entries of all incidents",
    query: {
      incident_id: Type.Optional(
        Type.String({ description: "Only this incident: its id or number." }),
      ),
      source_id: Type.Optional(Type.String()),
      ...ofMonitors,
      ...orderedPage,
    },
    answer: many(IncidentEvent),
  },
  "GET /incidents/:id": {
    id: "get_incident",
    scope: "read",
    onCall: true,
    summary: "Get one incident with its timeline and notifications",
    answer: one(IncidentDetail),
  },
  "POST /incidents/acknowledge": {
    id: "acknowledge_incidents",
    scope: "respond",
    onCall: true,
    summary: "Acknowledge several incidents",
    body: AcknowledgeSeveral,
    answer: one(Type.Array(ActedOn), "The incidents, by number."),
  },
  "POST /incidents/unacknowledge": {
    id: "unacknowledge_incidents",
    scope: "respond",
    onCall: true,
    summary: "Give several incidents back",
    body: UnacknowledgeSeveral,
    answer: one(Type.Array(ActedOn), "The incidents, by number."),
  },
  "POST /incidents/resolve": {
    id: "resolve_incidents",
    scope: "respond",
    onCall: true,
    summary: "Resolve several incidents",
    body: ResolveSeveral,
    answer: one(Type.Array(ActedOn), "The incidents, by number."),
  },
  "POST /incidents/:id/acknowledge": {
    id: "acknowledge_incident",
    scope: "respond",
    onCall: true,
    summary: "Acknowledge an incident",
    body: Acknowledge,
    answer: one(Incident),
  },
  "POST /incidents/:id/unacknowledge": {
    id: "unacknowledge_incident",
    scope: "respond",
    onCall: true,
    summary: "Give an incident back: it is open again",
    body: Unacknowledge,
    answer: one(Incident),
  },
  "POST /incidents/:id/page": {
    id: "page_incident",
    scope: "respond",
    onCall: true,
    summary:
      "Page everyone on call now, regardless of contact hours; or ask other users and groups to help",
    body: PageNow,
    answer: one(Incident),
  },
  "POST /incidents/:id/hand-over": {
    id: "hand_over_incident",
    scope: "respond",
    onCall: true,
    summary: "Hand an incident over to a user or to another group",
    body: HandOver,
    answer: one(Incident),
  },
  "POST /incidents/:id/resolve": {
    id: "resolve_incident",
    scope: "respond",
    onCall: true,
    summary: "Resolve an incident",
    body: Resolve,
    answer: one(Incident),
  },
  "POST /incidents/:id/reopen": {
    id: "reopen_incident",
    scope: "respond",
    onCall: true,
    summary: "Reopen a resolved incident whose monitor has failed ever since",
    body: Reopen,
    answer: one(Incident),
  },
  "POST /incidents/:id/notes": {
    id: "add_incident_note",
    scope: "respond",
    onCall: true,
    summary: "Write a note into the timeline",
    body: Note,
    answer: one(Incident),
  },
  "POST /incidents/:id/publish": {
    id: "publish_incident",
    scope: "write",
    summary: "Put an incident on the public status page of its group, or add an update there",
    body: Publish,
    answer: one(Incident),
  },
  "PUT /incidents/:id/updates/:update_id": {
    id: "correct_incident_update",
    scope: "write",
    summary: "Correct a public update, or the public title",
    body: CorrectUpdate,
    answer: one(Incident),
  },
  "DELETE /incidents/:id/updates/:update_id": {
    id: "delete_incident_update",
    scope: "write",
    summary: "Delete a public update",
    answer: one(Incident),
  },
  "POST /incidents/:id/unpublish": {
    id: "unpublish_incident",
    scope: "write",
    summary: "Take an incident off the public status page",
    body: Unpublish,
    answer: one(Incident),
  },
});

export const explanations = tagged("incidents", {
  "GET /incidents/:id/explanation": {
    id: "explain_incident",
    scope: "read",
    onCall: true,
    summary: "Explain who was notified of an incident, and who was not",
    query: { at: Type.Optional(GivenInstant("Gates as of this instant; default: now.")) },
    answer: one(Explanation),
  },
});

export const silences = tagged("silences", {
  "GET /silences": {
    id: "list_silences",
    scope: "read",
    summary: "List the silences",
    query: {
      current: Type.Optional(Type.Boolean({ description: "Only those that are not over." })),
      ...page,
    },
    answer: many(Silence),
  },
  "GET /silences/:id": {
    id: "get_silence",
    scope: "read",
    summary: "Get one silence",
    answer: one(Silence),
  },
  "POST /silences": {
    id: "create_silence",
    scope: "respond",
    summary: "Silence a monitor, a group, alerts with certain labels, or everything",
    body: SilenceCreate,
    judged: true,
    answer: answered(201, "It is asked for.", Silence),
  },
  "PUT /silences/:id": {
    id: "correct_silence",
    scope: "respond",
    summary: "Correct the reason of a silence",
    body: SilenceCorrect,
    answer: one(Silence),
  },
  "DELETE /silences/:id": {
    id: "end_silence",
    scope: "respond",
    summary: "End a silence now and send notifications on hold",
    answer: one(Silence),
  },
});
