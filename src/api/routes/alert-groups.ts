/** Routes of the members of alert groups: the list, drills, and the notifications of an incident at any moment. */
import {
  GroupSchedule,
  GroupScheduleUpdate,
  Member,
  MemberCreate,
  MemberUpdate,
} from "../alert-groups.ts";
import { answered, many, nothing, one, page, saved } from "./answers.ts";
import { WhoseTurn } from "../enumerations.ts";
import { Drill } from "../drills.ts";
import { Who } from "../explanations.ts";
import { tagged } from "./row.ts";
import { GivenInstant, Type } from "../schema.ts";

export const members = tagged("alert_groups", {
  "GET /alert_groups/:id/members": {
    id: "list_members",
    scope: "read",
    summary: "List the members of an alert group",
    answer: many(Member),
  },
  "POST /alert_groups/:id/members": {
    id: "add_member",
    scope: "write",
    summary:
      "Add a user of the organization to an alert group, with rules of their own or the group's",
    description:
      "The rules hold from the first page on. A user who is a member already (200) gets the given ones.",
    body: MemberCreate,
    judged: true,
    answer: saved(Member),
  },
  "PUT /alert_groups/:id/members/:user_id": {
    id: "update_member",
    scope: "write",
    own: true,
    summary: "Give a member contact hours, a time zone or a least priority of their own",
    body: MemberUpdate,
    judged: true,
    answer: one(Member),
  },
  "DELETE /alert_groups/:id/members/:user_id": {
    id: "remove_member",
    scope: "write",
    summary: "Remove a member from an alert group",
    answer: nothing,
  },
});

const turn = Type.Optional(
  WhoseTurn({ description: "Whose turn of the schedule is meant; default: `now`." }),
);

export const groupSchedules = tagged("alert_groups", {
  "GET /alert_groups/:id/schedules": {
    id: "list_group_schedules",
    scope: "read",
    summary: "List the schedules whose people on call an alert group notifies",
    answer: many(GroupSchedule),
  },
  "PUT /alert_groups/:id/schedules/:schedule_id": {
    id: "set_group_schedule",
    scope: "write",
    summary: "Add a schedule to an alert group, or change the rules of its people",
    query: { turn },
    body: GroupScheduleUpdate,
    judged: true,
    answer: saved(GroupSchedule),
  },
  "DELETE /alert_groups/:id/schedules/:schedule_id": {
    id: "remove_group_schedule",
    scope: "write",
    summary: "Take a schedule out of an alert group",
    query: { turn },
    answer: nothing,
  },
});

export const drills = tagged("alert_groups", {
  "GET /alert_groups/:id/drills": {
    id: "list_drills",
    scope: "read",
    summary: "List the drills of an alert group, with who answered",
    query: page,
    answer: many(Drill),
  },
  "POST /alert_groups/:id/drills": {
    id: "start_drill",
    scope: "write",
    summary: "Ask every member, on every device and without a sound, whether they can be reached",
    answer: answered(201, "It has begun.", Drill),
  },
});

export const who = tagged("alert_groups", {
  "GET /alert_groups/:id/who": {
    id: "get_on_call",
    scope: "read",
    onCall: true,
    summary: "Who would be notified of an incident at some moment",
    query: {
      at: Type.Optional(GivenInstant("The moment that is asked about; default: now.")),
      priority: Type.Optional(
        Type.Integer({ minimum: 1, maximum: 3, description: "Default: that of the group." }),
      ),
    },
    answer: one(Who),
  },
});
