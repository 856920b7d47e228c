/** Reads of monitors for their checks. */
import type { Checked } from "../../core/health/checked.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import type { Reader } from "./reader.ts";

export function checkedReads({ q }: Context, read: Reader) {
  return {
    /** Of those that are still there. */
    checkedMonitors: read((ids: readonly string[]): Procedure<Checked[]> =>
      rows(q.checkedAmong, { ids: JSON.stringify(ids) }),
    ),
  };
}
