/** Adds to incidents the facts that change without them: the people reached, and the silence in effect. */
import { reachOf, type Reach } from "../../core/explain/reach.ts";
import type { Incident, Instant } from "../../core/model/model.ts";
import { silenceable, silenceInEffect, type SilenceInEffect } from "../../core/silence/silenced.ts";
import type { Deps } from "../deps.ts";

/** An incident as it is shown. */
export interface IncidentWithFacts {
  incident: Incident;
  reach: Reach;
  /** null: none, or the incident is resolved. */
  silence: SilenceInEffect | null;
  now: Instant;
}

/** Loads the facts of incidents of one organization together; keeps their order. */
export async function withFacts(
  { store, clock }: Pick<Deps, "store" | "clock">,
  org_id: string,
  incidents: readonly Incident[],
): Promise<IncidentWithFacts[]> {
  const now = clock.now();
  const evidence = await store.read.reach(org_id, incidents, now);
  return evidence.map((one) => ({
    incident: one.incident,
    reach: reachOf(one, now),
    silence:
      one.incident.status === "resolved"
        ? null
        : silenceInEffect(one.silences, silenceable(one.incident), now),
    now,
  }));
}

/** The same for one incident. */
export async function oneWithFacts(
  deps: Pick<Deps, "store" | "clock">,
  incident: Incident,
): Promise<IncidentWithFacts> {
  const [one] = await withFacts(deps, incident.org_id, [incident]);
  return one!;
}
