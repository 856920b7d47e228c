/** Reads of monitors for their checks. */
import type { Checked } from "../../core/health/checked.ts";
import type { Context } from "../queries/context.ts";
import { rows, type Procedure } from "../kit/procedure.ts";
import type { Reader } from "./reader.ts";

export function checkedReads({ q }: Context, read: Reader) {
  return {
    /** The check state of the monitors that still exist. */
    checkedMonitors: read((ids: readonly string[]): Procedure<Checked[]> =>
      rows(q.checkedAmong, { ids: JSON.stringify(ids) }),
    ),
  };
}
