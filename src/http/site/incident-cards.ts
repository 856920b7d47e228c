/** Incidents as rows of a page: with their titles, and the people that each reaches. */
import type { Incident } from "../../core/model/model.ts";
import type { IncidentRow } from "../../dashboard/board/model.ts";
import { withFacts } from "../answer/incident-facts.ts";
import type { Site } from "./site.ts";

/** Incidents with the data for their cards. */
export async function cardsOf(
  site: Pick<Site, "store" | "clock">,
  org_id: string,
  incidents: readonly Incident[],
): Promise<IncidentRow[]> {
  const ids = incidents.flatMap((one) => [one.source_id, one.alert_group_id]);
  const [titles, facts] = await Promise.all([
    site.store.read.titles(org_id, [...new Set(ids)]),
    withFacts(site, org_id, incidents),
  ]);
  return facts.map(({ incident, reach, silence }) => ({
    incident,
    source_title: titles.get(incident.source_id) ?? null,
    group_title: titles.get(incident.alert_group_id) ?? null,
    reach,
    quiet: silence,
  }));
}
