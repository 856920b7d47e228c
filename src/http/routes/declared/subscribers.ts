/** Subscribers of status pages. */
import type { subscribers } from "../../../api/routes/status-pages.ts";
import type { Subscriber } from "../../../core/model/model.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";
import { listOf } from "../../answer/lists.ts";
import { timestamp, timestampOr } from "../../answer/present.ts";
import { notFound, valueOf } from "../../answer/problem.ts";

const present = ({ id, email, inserted_at, confirmed_at }: Subscriber) => ({
  id,
  email,
  subscribed_at: timestamp(inserted_at),
  confirmed_at: timestampOr(confirmed_at),
});

export const subscriberRoutes = ({ store }: Deps): Handlers<keyof typeof subscribers> => ({
  "GET /status_pages/:id/subscribers": async (asked) => {
    const { params, caller, now } = asked;
    const { org_id } = caller;
    const page_id = params.id;
    if (!(await store.read.resource("status_pages", org_id, page_id, now)))
      throw notFound("status page");
    return listOf(asked, {
      read: (page) => store.read.subscribers({ ...page, org_id, page_id }),
      position: (one) => one,
      present,
    });
  },

  "DELETE /status_pages/:id/subscribers/:subscriber_id": async ({ params, actor, now }) => {
    const { id: page_id, subscriber_id: id } = params;
    valueOf(await store.run("remove_subscriber", { actor, page_id, id, now }), "subscriber");
  },
});
