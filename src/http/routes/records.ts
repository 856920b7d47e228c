/** Records to read: notifications, monitoring gaps, the audit log. */
import type { records } from "../../api/routes/records.ts";
import type { Deps } from "../deps.ts";
import type { Handlers } from "../request/asked.ts";
import { listOf } from "../answer/lists.ts";
import { instantOf } from "../answer/instants.ts";
import * as present from "../answer/present-records.ts";
import { timestamp } from "../answer/present.ts";
import { notFound } from "../answer/problem.ts";

export const recordRoutes = ({ store }: Deps): Handlers<keyof typeof records> => ({
  "GET /notifications": (asked) => {
    const { status: states, incident_id, user_id } = asked.query;
    const filters = { org_id: asked.caller.org_id, states, incident_id, user_id };
    return listOf(asked, {
      read: (page) => store.read.notifications({ ...page, ...filters }),
      position: (row) => row,
      present: present.notification,
    });
  },

  "GET /notifications/:id": async ({ params, caller }) => {
    const row = await store.read.notification(caller.org_id, params.id);
    if (!row) throw notFound("notification");
    return {
      ...present.notification(row.notification),
      attempts_made: row.attempts.map(present.attempt),
    };
  },

  "GET /blind_periods": (asked) => {
    const since = instantOf(asked.query.since) ?? undefined;
    return listOf(asked, {
      read: (page) => store.read.blind_periods({ ...page, since }),
      position: (row) => ({ inserted_at: row.to, id: row.id }),
      present: present.blindPeriod,
    });
  },

  "GET /audit_events": (asked) => {
    const { org_id } = asked.caller;
    return listOf(asked, {
      read: (page) => store.read.audit_events({ org_id, ...page }),
      position: (row) => ({ inserted_at: row.at, id: row.id }),
      present: ({ org_id: _org, at, changes, ...row }) => ({
        ...row,
        at: timestamp(at),
        changes: changes ?? [],
      }),
    });
  },
});
