/** The runs and the errors that were reported to a webhook monitor. */
import type { runs } from "../../api/routes/monitors.ts";
import { listOf } from "../answer/lists.ts";
import * as present from "../answer/present-records.ts";
import { notFound } from "../answer/problem.ts";
import type { Deps } from "../deps.ts";
import type { Asked, Handlers } from "../request/asked.ts";

export function runRoutes({ store }: Deps): Handlers<keyof typeof runs> {
  /** Fails where the organization of the caller has no such monitor. */
  async function known({ params: { id }, caller, now }: Asked<keyof typeof runs>) {
    if (!(await store.read.resource("webhook_monitors", caller.org_id, id, now)))
      throw notFound("webhook monitor");
    return id;
  }

  return {
    "GET /webhook_monitors/:id/reports": async (asked) => {
      const id = await known(asked);
      return listOf(asked, {
        read: (page) => store.read.report_page(id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: present.report,
      });
    },

    "GET /webhook_monitors/:id/runs": async (asked) => {
      const id = await known(asked);
      return listOf(asked, {
        read: (page) => store.read.runs(id, page),
        position: (row) => ({ inserted_at: row.at, id: row.id }),
        present: present.run,
      });
    },
  };
}
