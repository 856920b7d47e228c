/** The silence in effect for an incident, a monitor or a group, as users read it. */
import type { Silenced } from "../../api/silences.ts";
import { oneLine } from "./text.ts";

/** `silenced by Ada until 04:00: deploy`; empty without one, and for a server that does not say. */
export function silencedText(
  silenced: Silenced | undefined,
  at: (instant: string) => string = (instant) => instant,
): string {
  if (!silenced) return "";
  const { until, by, why, maintenance } = silenced;
  const who = maintenance ? "maintenance" : `silenced by ${oneLine(by)}`;
  return `${who}${until === null ? "" : ` until ${at(until)}`}: ${oneLine(why)}`;
}

/** `, silenced` after a status; empty without a silence. */
export const silencedMark = ({ silenced }: { silenced?: Silenced }): string =>
  silenced ? `, ${silenced.maintenance ? "maintenance" : "silenced"}` : "";
