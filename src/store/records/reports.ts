/** Records error reports: the count of each millisecond and minute, and the bodies that are kept. */
import type { Counted } from "../../core/reports/counted.ts";
import { countByMinute } from "../../core/history/summary.ts";
import type { Instant, Subject } from "../../core/model/model.ts";
import type { Context } from "../queries/context.ts";
import { writeAll, type Procedure } from "../kit/procedure.ts";

/** Reports of one monitor. */
export interface Arrived extends Pick<Counted, "counts" | "kept"> {
  subject: Pick<Subject, "id" | "arrivals_shift">;
}

/** Writes the reports of some monitors, in the transaction of the command. */
export function* recordReports(
  c: Context,
  arrived: readonly Arrived[],
  now: Instant,
): Procedure<void> {
  yield* writeAll(
    c.q.addArrivals,
    arrived.flatMap(({ subject: { id: subject_id, arrivals_shift }, counts }) =>
      counts.map(({ at, count }) => ({ subject_id, at: at - arrivals_shift, count })),
    ),
  );
  yield* writeAll(
    c.q.addErrorMinutes,
    arrived.flatMap(({ subject: { id: subject_id }, counts }) =>
      countByMinute(counts).map((minute) => ({ subject_id, ...minute })),
    ),
  );
  yield* c.of.reports.insertAll(
    arrived.flatMap(({ subject: { id: subject_id }, kept }) =>
      kept.map((report) => ({ ...report, id: c.newId(now), subject_id })),
    ),
  );
}
