/** Loads the silences in effect, for pages about other resources. */
import type { MonitorLine } from "../../core/model/monitor-line.ts";
import type { Instant, Silence } from "../../core/model/model.ts";
import {
  inForce,
  silenceOfGroup,
  silenceOfMonitor,
  type SilenceInEffect,
} from "../../core/silence/silenced.ts";
import type { Deps } from "../deps.ts";

/** Maximum number of silences read, and of incidents they may be about. */
const maxSilences = 1000;

export interface ActiveSilences {
  ofMonitor(
    monitor: Pick<MonitorLine, "id" | "alert_group_id" | "status" | "status_since">,
  ): SilenceInEffect | null;
  ofGroup(id: string): SilenceInEffect | null;
  /** The one that covers every incident. */
  ofAll: SilenceInEffect | null;
  /** Active and scheduled silences, and those of them that hold notifications now. */
  standing: readonly Silence[];
  active: readonly Silence[];
}

export async function activeSilences(
  { store }: Pick<Deps, "store">,
  org_id: string,
  now: Instant,
): Promise<ActiveSilences> {
  const silences = await store.read.silences(
    { org_id, current: true, limit: maxSilences, after: null },
    now,
  );
  const waits = silences.some((one) => one.until_recovered);
  const unresolved = waits ? await store.read.open_incidents(org_id, maxSilences) : null;
  return {
    ofMonitor: (monitor) => silenceOfMonitor(silences, monitor, now),
    ofGroup: (id) => silenceOfGroup(silences, id, now),
    ofAll: silenceOfGroup(silences, "", now),
    standing: silences,
    active: silences.filter((one) => inForce(one, unresolved?.incidents ?? [], now)),
  };
}
