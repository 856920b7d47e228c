/** Reads of drills, with their participants. */
import { eq } from "drizzle-orm";
import type { DrillFound } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import type { Procedure } from "../kit/procedure.ts";
import { lastDrill, peopleOf } from "../records/drills.ts";
import { pageOf, type PageQuery, type Reader } from "../queries/reader.ts";

export function drillReads(c: Context, read: Reader) {
  const { drills } = c.t;

  return {
    /** The drills of a group. */
    drills: read(function* (
      query: PageQuery & { alert_group_id: string },
    ): Procedure<DrillFound[]> {
      const ofGroup = eq(drills.alert_group_id, query.alert_group_id);
      return yield* peopleOf(c, yield* pageOf(c, drills, drills.at, query, ofGroup));
    }),

    /** The latest drill of a group; null: none. */
    last_drill: read((org_id: string, group_id: string): Procedure<DrillFound | null> =>
      lastDrill(c, org_id, group_id),
    ),
  };
}
