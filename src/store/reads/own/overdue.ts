/** Reads of work that was due by an instant and is not done: for the second net (`daemon/watch/second-net`). */
import { eq } from "drizzle-orm";
import type { Instant } from "../../../core/model/model.ts";
import type { Context } from "../../queries/context.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";
import type { Reader } from "../../queries/reader.ts";

/** Ids of each kind; of a kind with very many, some. */
export interface Overdue {
  /** Subjects whose `wake_at` has passed. */
  deadlines: string[];
  /** Incidents whose next page is due. */
  pages: string[];
  /** Schedules whose handoff is due. */
  handoffs: string[];
  /** Lanes with a due push, and none that is being sent. */
  lanes: string[];
  /** Open incidents and the devices without a page of them: `<incident>/<device>`. */
  unpaged: string[];
}

/** Rows of each kind: a read must be short. */
const most = 100;

export function overdueReads({ q, db, t }: Context, read: Reader) {
  const { notifications } = t;
  return {
    /** The work that was due by `before`. */
    overdue: read(function* (before: Instant): Procedure<Overdue> {
      const at = { now: before, limit: most };
      const wakes = yield* rows(q.dueWakes, at);
      const paging = yield* rows(q.duePaging, at);
      const handoffs = yield* rows(q.dueSchedules, at);
      const due = yield* rows(q.dueLanes, { now: before });
      // A lane with a push under way only takes its time.
      const busy =
        due.length === 0
          ? []
          : yield* rows(
              db
                .selectDistinct({ lane: notifications.lane })
                .from(notifications)
                .where(eq(notifications.state, "leased")),
            );
      const open = yield* rows(q.openIncidents, { after: "", limit: most });
      const ids = JSON.stringify(open.map(({ id }) => id));
      const unpaged =
        open.length === 0
          ? []
          : [
              ...(yield* rows(q.pendingDevices, { ids })),
              ...(yield* rows(q.pendingOfEscalation, { ids })),
              ...(yield* rows(q.pendingResponders, { ids })),
            ];
      return {
        deadlines: wakes.map(({ id }) => id),
        pages: paging.map(({ source_id, key }) => `${source_id}/${key}`),
        handoffs: handoffs.map(({ id }) => id),
        lanes: due.map(({ lane }) => lane).filter((one) => !busy.some(({ lane }) => lane === one)),
        unpaged: unpaged.map(({ incident_id, device_id }) => `${incident_id}/${device_id}`),
      };
    }),
  };
}
