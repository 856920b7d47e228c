/** Schedules of an alert group. */
import type { groupSchedules } from "../../../api/routes/alert-groups.ts";
import type { MemberRules } from "../../../core/model/model.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";
import * as present from "../../answer/present.ts";
import { notFound, valueOf } from "../../answer/problem.ts";

export const groupScheduleRoutes = ({ store }: Deps): Handlers<keyof typeof groupSchedules> => ({
  "GET /alert_groups/:id/schedules": async ({ params, caller }) => {
    const schedules = await store.read.groupSchedules(caller.org_id, params.id);
    if (!schedules) throw notFound("alert group");
    return schedules.map(present.groupSchedule);
  },

  "PUT /alert_groups/:id/schedules/:schedule_id": async (asked) => {
    const { params, query, body, misshapen, actor, now, reply } = asked;
    const { id: group_id, schedule_id } = params;
    const turn = query.turn ?? "now";
    const input = {
      actor,
      group_id,
      schedule_id,
      turn,
      given: body as Partial<MemberRules>,
      misshapen,
      now,
    };
    const { created, row } = valueOf(
      await store.run("set_group_schedule", input),
      "alert group or schedule",
    );
    if (created) reply.code(201);
    return present.groupSchedule(row);
  },

  "DELETE /alert_groups/:id/schedules/:schedule_id": async ({ params, query, actor, now }) => {
    const { id: group_id, schedule_id } = params;
    const input = { actor, group_id, schedule_id, turn: query.turn ?? "now", now };
    valueOf(await store.run("remove_group_schedule", input), "schedule of the group");
  },
});
