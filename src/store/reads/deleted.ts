/** Reads of deleted resources that can still be restored. */
import { eq, gte } from "drizzle-orm";
import type { DeletedResource, Instant, ResourceKind } from "../../core/model/model.ts";
import { idsIn } from "../../resource/references.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { pageOf, when, type PageQuery, type Reader } from "../queries/reader.ts";

export function deletedReads(c: Context, read: Reader) {
  const table = c.t.deleted_resources;
  return {
    deleted_resources: read(function* (
      query: PageQuery & {
        kind?: ResourceKind | undefined;
        project?: string | undefined;
        /** Deleted at or after. */
        since?: Instant | undefined;
      },
    ): Procedure<DeletedResource[]> {
      const { kind, project, since } = query;
      const page = yield* pageOf(
        c,
        table,
        table.deleted_at,
        query,
        when(kind, (v) => eq(table.kind, v)),
        when(project, (v) => eq(table.project, v)),
        when(since, (v) => gte(table.deleted_at, v)),
      );
      // The kept rows hold secrets.
      return page.map(({ rows: _rows, ...shown }) => shown);
    }),

    /** The ids of all that these deleted resources refer to, by their own. */
    targets_of_deleted: read(function* (
      org_id: string,
      ids: readonly string[],
    ): Procedure<Map<string, string[]>> {
      const targets = new Map<string, string[]>();
      for (const id of ids) {
        const kept = yield* c.of.deleted_resources.first({ id, org_id });
        if (kept)
          targets.set(
            id,
            idsIn(kept.kind, kept.rows.resource).flatMap((one) => one.targets),
          );
      }
      return targets;
    }),
  };
}
