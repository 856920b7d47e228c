import type { Range } from "../../../core/history/point.ts";
import { joined } from "../../../core/history/points.ts";
import type { Silence } from "../../../core/model/model.ts";
import { plannedTimes } from "../../../core/uptime/maintenance.ts";
import { nextTurn, takenInTurns } from "../../turns.ts";

/** The times of planned work of a silence that touch the period, in order and apart. Others have their turn meanwhile, and before the next one. */
export async function plannedInTurns(silence: Silence, period: Range): Promise<Range[]> {
  const times = joined(await takenInTurns(plannedTimes(silence, period)));
  if (times.length > 0) await nextTurn();
  return times;
}
