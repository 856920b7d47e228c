/** The deleted resources that can be restored. */
import type { DeletedResource } from "../../../api/deleted-resources.ts";
import type { deletedResources } from "../../../api/routes/declarations.ts";
import type * as model from "../../../core/model/model.ts";
import { instantOf } from "../../answer/instants.ts";
import { listOf } from "../../answer/lists.ts";
import { restorableFor } from "../../../core/history/retention.ts";

import { timestamp } from "../../answer/present.ts";
import type { Deps } from "../../deps.ts";
import type { Handlers } from "../../request/asked.ts";
import { restoreSeveral } from "../../request/several-restores.ts";

export const deletedRoutes = ({ store }: Deps): Handlers<keyof typeof deletedResources> => ({
  "GET /deleted_resources": (asked) => {
    const { query, caller } = asked;
    return listOf(asked, {
      read: (page) =>
        store.read.deleted_resources({
          org_id: caller.org_id,
          ...page,
          kind: query.kind,
          project: query.project,
          since: instantOf(query.since) ?? undefined,
        }),
      position: ({ deleted_at, id }) => ({ inserted_at: deleted_at, id }),
      present,
    });
  },

  "POST /deleted_resources/restore": ({ body: { filter, ...which }, caller, actor, now }) => {
    const { since, ...rest } = filter ?? {};
    const at = instantOf(since);
    const chosen = filter && { filter: { ...rest, ...(at !== null && { since: at }) } };
    return restoreSeveral(store, { ...which, ...chosen }, { caller, actor, now });
  },
});

const present = ({ deleted_at, ...row }: model.DeletedResource): DeletedResource => ({
  id: row.id,
  kind: row.kind,
  external_id: row.external_id,
  title: row.title,
  project: row.project,
  deleted_at: timestamp(deleted_at),
  deleted_by: row.deleted_by,
  restorable_until: timestamp(deleted_at + restorableFor),
});
