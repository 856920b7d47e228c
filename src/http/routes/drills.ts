/** Drills of an alert group. */
import type { Drill } from "../../api/drills.ts";
import type { drills } from "../../api/routes/alert-groups.ts";
import type { DrillFound } from "../../core/model/model.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { listOf } from "../answer/lists.ts";
import { timestamp, timestampOr } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";

export const drillRoutes = ({ store }: Deps): Handlers<keyof typeof drills> => ({
  "GET /alert_groups/:id/drills": async (asked) => {
    const { org_id } = asked.caller;
    const { id } = asked.params;
    const group = await store.read.resource("alert_groups", org_id, id, asked.now);
    if (!group) throw notFound("alert group");
    return listOf(asked, {
      read: (page) => store.read.drills({ org_id, alert_group_id: id, ...page }),
      position: ({ drill }) => ({ inserted_at: drill.at, id: drill.id }),
      present: presentDrill,
    });
  },

  "POST /alert_groups/:id/drills": async ({ params, actor, now }) =>
    presentDrill(
      valueOf(await store.run("start_drill", { actor, group_id: params.id, now }), "alert group"),
    ),
});

/** A drill with its participants and their responses. */
function presentDrill({ drill: row, people }: DrillFound): Drill {
  return {
    id: row.id,
    alert_group_id: row.alert_group_id,
    at: timestamp(row.at),
    started_by: row.started_by,
    ends_at: timestamp(row.ends_at),
    ended_at: timestampOr(row.ended_at),
    answered: people.flatMap(({ user_id, answered_at, device_id }) =>
      answered_at === null ? [] : [{ user_id, answered_at: timestamp(answered_at), device_id }],
    ),
    unanswered: people.flatMap(({ user_id, answered_at }) =>
      answered_at === null ? [user_id] : [],
    ),
  };
}
