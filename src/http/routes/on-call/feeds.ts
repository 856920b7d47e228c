/** Calendar feeds: made, listed and revoked here, served at `/calendar`. */
import type { feeds } from "../../../api/routes/feeds.ts";
import { hashKey } from "../../../core/access/api-key.ts";
import { makeInvitationToken } from "../../../core/access/invitation.ts";
import type { StoredFeed } from "../../../core/model/model.ts";
import { listOf } from "../../answer/lists.ts";
import { timestamp } from "../../answer/present.ts";
import { invalid, valueOf } from "../../answer/problem.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";

export function feedRoutes({ store, randomBytes }: Deps): Handlers<keyof typeof feeds> {
  return {
    "GET /calendar_feeds": (asked) => {
      const { org_id } = asked.caller;
      return listOf(asked, {
        read: (page) => store.read.calendar_feeds({ org_id, ...page }),
        position: (feed) => feed,
        present: feedOf,
      });
    },

    "POST /calendar_feeds": async ({ body, actor, now, siteUrl }) => {
      const { schedule_id = null, user_id = null } = body;
      if ((schedule_id === null) === (user_id === null))
        throw invalid([
          { field: "user_id", code: "required", message: "name either a user or a schedule" },
        ]);
      const token = makeInvitationToken(randomBytes);
      const subject = { hash: hashKey(token), schedule_id, user_id };
      const created = await store.run("create_calendar_feed", { actor, ...subject, now });
      const feed = valueOf(created, schedule_id === null ? "user" : "schedule");
      return { ...feedOf(feed), url: `${siteUrl}/calendar/${token}.ics` };
    },

    "DELETE /calendar_feeds/:id": async ({ params, actor, now }) => {
      const removed = await store.run("remove_calendar_feed", { actor, id: params.id, now });
      valueOf(removed, "calendar feed");
    },
  };
}

const feedOf = ({ id, schedule_id, user_id, created_by, inserted_at }: StoredFeed) => ({
  id,
  schedule_id,
  user_id,
  created_by,
  inserted_at: timestamp(inserted_at),
});
