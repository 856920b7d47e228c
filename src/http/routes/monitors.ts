/** Routes of both kinds of monitor beyond those of every kind: pause, resume, history, metrics. */
import type { pauses } from "../../api/routes/monitors.ts";
import type { Instant, MonitorKind } from "../../core/model/model.ts";
import { pauseSeveral } from "../request/several-monitors.ts";
import type { ShownResource } from "../../store/reads/resources.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";
import { asOfNow } from "../answer/as-of-now.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { resource, timestamp } from "../answer/present.ts";
import { invalid, notFound, valueOf } from "../answer/problem.ts";
import { declared } from "../../resource/resources.ts";
import { metricsOf } from "../answer/monitor-metrics.ts";

type Of<K extends MonitorKind> =
  `POST /${K}/:id/${"pause" | "resume"}` | `GET /${K}/:id/${"history" | "metrics"}`;

/** An end of a pause, which is in the future. */
function endOf(until: string | null | undefined, now: Instant): Instant | null {
  const at = instantOf(until);
  if (at !== null && at <= now)
    throw invalid([{ field: "until", code: "range", message: "must be in the future" }]);
  return at;
}

/** Routes that pause and resume several monitors. */
export const pauseRoutes = ({ store }: Deps): Handlers<keyof typeof pauses> => ({
  "POST /monitors/pause": ({ body: { until, ...which }, actor, now }) =>
    pauseSeveral(store, which, { paused: true, until: endOf(until, now) }, { actor, now }),
  "POST /monitors/resume": ({ body, actor, now }) =>
    pauseSeveral(store, body, { paused: false }, { actor, now }),
});

export function monitorRoutes<K extends MonitorKind>(deps: Deps, kind: K): Handlers<Of<K>> {
  const { store } = deps;
  const { noun } = declared[kind];
  const insist = async ({ params: { id }, caller, now }: Asked<Of<MonitorKind>>) => {
    if (!(await store.read.resource(kind, caller.org_id, id, now))) throw notFound(noun);
    return id;
  };
  const pause = async (asked: Asked<Of<MonitorKind>>, paused: boolean, until: number | null) => {
    const { params, caller, actor, now, siteUrl, reply } = asked;
    const input = { actor, kind, id: params.id, until, paused, now };
    const row = valueOf(await store.run("pause", input), noun) as unknown as ShownResource<K>;
    const current = await asOfNow(deps, kind, row);
    reply.header("etag", `"${current.version}"`);
    return resource(kind, current, siteUrl, caller);
  };

  const handlers = {
    [`POST /${kind}/:id/pause`]: async (asked: Asked<`POST /${MonitorKind}/:id/pause`>) =>
      pause(asked, true, endOf(asked.body.until, asked.now)),

    [`POST /${kind}/:id/resume`]: (asked: Asked<`POST /${MonitorKind}/:id/resume`>) =>
      pause(asked, false, null),

    [`GET /${kind}/:id/history`]: async (asked: Asked<`GET /${MonitorKind}/:id/history`>) => {
      const id = await insist(asked);
      return listOf(asked, {
        read: (page) => store.read.history(asked.caller.org_id, id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: ({ at, status, reason }) => ({ at: timestamp(at), status, reason }),
      });
    },

    [`GET /${kind}/:id/metrics`]: async (asked: Asked<`GET /${MonitorKind}/:id/metrics`>) =>
      metricsOf(deps, await insist(asked), asked),
  };
  // The names above are made of the kind, which a computed key does not keep.
  return handlers as unknown as Handlers<Of<K>>;
}
