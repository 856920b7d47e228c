/** Marks in charts: add one, list them, delete one. */
import type { marks } from "../../api/routes/monitors.ts";
import { instantOf } from "../answer/instants.ts";
import { listOf } from "../answer/lists.ts";
import { mark as present } from "../answer/present-history.ts";
import { valueOf } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";

export const markRoutes = ({ store }: Deps): Handlers<keyof typeof marks> => ({
  "GET /marks": (asked) => {
    const { org_id } = asked.caller;
    const from = instantOf(asked.query.from) ?? undefined;
    const to = instantOf(asked.query.to) ?? undefined;
    return listOf(asked, {
      read: (page) => store.read.marks({ org_id, ...page, from, to }),
      position: ({ at, id }) => ({ inserted_at: at, id }),
      present,
    });
  },

  "POST /marks": async ({ body, misshapen, caller, actor, now }) => {
    const mark = {
      at: instantOf(body.at) ?? now,
      text: body.text,
      url: body.url ?? null,
      by: body.by ?? caller.name,
      alert_group_id: body.alert_group_id ?? null,
      monitor_id: body.monitor_id ?? null,
    };
    return present(valueOf(await store.run("add_mark", { actor, mark, misshapen, now }), "mark"));
  },

  "DELETE /marks/:id": async ({ params: { id }, actor, now }) => {
    valueOf(await store.run("remove_mark", { actor, id, now }), "mark");
  },
});
