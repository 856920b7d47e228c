/** Silences: create, list, correct and end them. */
import type { silences } from "../../api/routes/incidents.ts";
import { authorOf } from "../request/auth.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { silence as present } from "../answer/present.ts";
import { notFound, valueOf } from "../answer/problem.ts";

export const silenceRoutes = ({ store }: Deps): Handlers<keyof typeof silences> => ({
  "GET /silences": (asked) => {
    const { query, caller, now } = asked;
    const asking = { org_id: caller.org_id, current: query.current };
    return listOf(asked, {
      read: (page) => store.read.silences({ ...asking, ...page }, now),
      position: (row) => row,
      present: (row) => present(row, now),
    });
  },

  "GET /silences/:id": async ({ params, caller, now }) => {
    const row = await store.read.silence(caller.org_id, params.id);
    if (!row) throw notFound("silence");
    return present(row, now);
  },

  "POST /silences": async ({ body, misshapen, actor, now, siteUrl, request, reply }) => {
    const { by, from, until, ...asked } = body;
    const silence = valueOf(
      await store.run("create_silence", {
        actor,
        silence: {
          monitor_id: asked.monitor_id ?? null,
          alert_group_id: asked.alert_group_id ?? null,
          source_ids: asked.source_ids ?? [],
          key: asked.key ?? null,
          matchers: asked.matchers ?? [],
          from: instantOf(from) ?? now,
          until: instantOf(until),
          until_recovered: asked.until_recovered ?? false,
          cron: asked.cron ?? null,
          duration_minutes: asked.duration_minutes ?? null,
          timezone: asked.timezone ?? "UTC",
          created_by: authorOf(request, by).by,
          reason: asked.reason,
        },
        misshapen,
        now,
      }),
      "silence",
    );
    reply.header("location", `${siteUrl}/api/v1/silences/${silence.id}`);
    return present(silence, now);
  },

  "PUT /silences/:id": async ({ params: { id }, body: { reason }, actor, now }) =>
    present(
      valueOf(await store.run("correct_silence", { actor, id, reason, now }), "silence"),
      now,
    ),

  "DELETE /silences/:id": async ({ params: { id }, actor, now }) =>
    present(valueOf(await store.run("end_silence", { actor, id, now }), "silence"), now),
});
