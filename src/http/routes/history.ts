/** The measured past of monitors: points for charts, changes of sub-checks, and many monitors at once. */
import { maxSteps } from "../../api/history.ts";
import type { pasts, subChecks } from "../../api/routes/monitors.ts";
import { floorTo } from "../../core/history/level.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { rangeOf } from "../answer/monitor-metrics.ts";
import { monitorPasts } from "../answer/monitor-pasts.ts";
import { subCheckChange } from "../answer/present-history.ts";
import { timestamp } from "../answer/present.ts";
import { invalid, notFound } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { hour } from "../../core/text/units.ts";

export const historyRoutes = (
  deps: Deps,
): Handlers<keyof typeof subChecks | keyof typeof pasts> => ({
  "GET /health_check_monitors/:id/sub_checks": async ({ params: { id }, query, caller, now }) => {
    const { read } = deps.store;
    if (!(await read.resource("health_check_monitors", caller.org_id, id, now)))
      throw notFound("health check monitor");
    const range = rangeOf(query, now);
    const changes = await read.sub_check_changes({ subject_id: id, ...range });
    return changes.map(subCheckChange);
  },

  "GET /monitors/changes": (asked) => {
    const { monitor_id, alert_group_id, project, since } = asked.query;
    const about = { monitor_id, alert_group_id, project, since: instantOf(since) ?? undefined };
    const { org_id } = asked.caller;
    return listOf(asked, {
      read: (page) => deps.store.read.status_changes({ org_id, ...page, ...about }),
      position: ({ at, id }) => ({ inserted_at: at, id }),
      present: ({ subject_id, kind, external_id, title, at, status, reason }) => ({
        monitor_id: subject_id,
        kind,
        external_id,
        title,
        at: timestamp(at),
        status,
        reason,
      }),
    });
  },

  "GET /monitors/history": async (asked) => {
    const { query, caller, now } = asked;
    const { org_id } = caller;
    const { step = hour / 1000, ids = null } = query;
    const range = rangeOf(query, now);
    const step_ms = step * 1000;
    const from = floorTo(range.from, step_ms);
    const count = Math.ceil((range.to - from) / step_ms);
    if (count > maxSteps)
      throw invalid([
        { field: "step", code: "range", message: `must be longer: at most ${maxSteps} steps` },
      ]);
    return listOf(asked, {
      read: async ({ limit, after }) => {
        const about = { org_id, ids, limit, after: after?.id ?? "" };
        const monitors = await deps.store.read.watched(about);
        return monitorPasts(deps, org_id, monitors, range, { from, step_ms, count });
      },
      position: ({ monitor_id }) => ({ inserted_at: 0, id: monitor_id }),
      present: (past) => past,
    });
  },
});
