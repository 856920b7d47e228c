/** Reads of deleted resources that can still be restored. */
import { eq } from "drizzle-orm";
import type { DeletedResource, ResourceKind } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { pageOf, type PageQuery, type Reader } from "../queries/reader.ts";

export function deletedReads(c: Context, read: Reader) {
  const table = c.t.deleted_resources;
  return {
    deleted_resources: read(function* (
      query: PageQuery & { kind?: ResourceKind | undefined },
    ): Procedure<DeletedResource[]> {
      const { kind } = query;
      const page = yield* pageOf(
        c,
        table,
        table.deleted_at,
        query,
        kind === undefined ? undefined : eq(table.kind, kind),
      );
      // The kept rows hold secrets.
      return page.map(({ rows: _rows, ...shown }) => shown);
    }),
  };
}
