/** How deliveries to monitors are read. */
import type { ErrorReport } from "../../core/command/command.ts";
import type { DeliveryAnswer, Instant } from "../../core/model/model.ts";

/** The reports of a delivery to a monitor, and the answer to its sender once they are on disk. */
export interface Reported {
  reports: ErrorReport[];
  answer: DeliveryAnswer;
}

/** Reads the text of a delivery to a monitor; throws the problem that it is. */
export type ReadReports = (
  text: Buffer,
  type: string | undefined,
  now: Instant,
) => Reported | Promise<Reported>;
