/** Loads the report of on-call duty, some pages and incidents at a time, so that no read holds up the others for long. */
import type { Interval } from "../../../core/hours/interval.ts";
import {
  membersOf,
  reportOf,
  type OnCallReport,
  type ReportedIncident,
  type SentPage,
} from "../../../core/on-call/report.ts";
import { longestHold, sentPages } from "../../../core/on-call/sent-pages.ts";
import { knownName } from "../../../core/text/person.ts";
import type { Deps } from "../../deps.ts";
import { nextTurn } from "../../turns.ts";
import { sentPushes } from "./sent.ts";

/** Incidents whose responses are read at once. */
const incidentsAtOnce = 500;

/** `only`: the ids of the schedules that are reported, with the flags that people have in these; absent: all. */
export async function dutyReport(
  { store }: Pick<Deps, "store">,
  org_id: string,
  period: Interval,
  only?: readonly string[],
): Promise<OnCallReport> {
  const { schedules, users } = await store.read.duty(org_id, period, only);
  const people = [...new Set(schedules.flatMap(membersOf))];
  const time = { from: period.from - longestHold, to: period.until };
  const sent = await sentPushes(store, org_id, time, people);
  const pages = new Map<string, SentPage[]>();
  for (const [person, pushes] of Map.groupBy(sent, ({ user_id }) => user_id)) {
    pages.set(person, sentPages(pushes, period));
    await nextTurn();
  }
  const all = [...pages.values()].flat();
  const paged = [...new Set(all.map(({ incident_id }) => incident_id))];
  const incidents = new Map<string, ReportedIncident>();
  for (let i = 0; i < paged.length; i += incidentsAtOnce) {
    const some = paged.slice(i, i + incidentsAtOnce);
    for (const [id, one] of await store.read.responses_to(some, users)) incidents.set(id, one);
    await nextTurn();
  }
  const groups = [...new Set(all.map(({ alert_group_id }) => alert_group_id))];
  const used = Map.groupBy(await store.read.schedulesIn(groups), ({ group_id }) => group_id);
  const byId = new Map(users.map((user) => [user.id, user]));
  const zones = new Map(schedules.map(({ id, timezone }) => [id, timezone]));
  return reportOf({
    ...period,
    schedules,
    pages,
    incidents,
    schedulesOf: new Map(
      [...used].map(([id, rows]) => [id, rows.map(({ schedule_id }) => schedule_id)]),
    ),
    nameOf: (id) => knownName(byId.get(id)),
    timezoneOf: (_, id) => zones.get(id)!,
  });
}
