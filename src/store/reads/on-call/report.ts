/** Reads of on-call duty in a period: shifts as they were, pages that left, and the responses to them. */
import {
  reportOf,
  type OnCallReport,
  type ReportedIncident,
  type ReportedSchedule,
  type SentPage,
} from "../../../core/on-call/report.ts";
import { longestHold, sentPages } from "../../../core/on-call/sent-pages.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import type { Schedules } from "../../../core/on-call/on-call.ts";
import type { Instant, Resources, User } from "../../../core/model/model.ts";
import { knownName, userNamed } from "../../../core/text/person.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";
import type { Context } from "../../queries/context.ts";
import { schedulesFrom } from "../../records/on-call.ts";
import type { Reader } from "../../queries/reader.ts";

export const dutyReads = (c: Context, read: Reader) => ({
  /** `only`: the ids of the schedules that are reported, with the flags that people have in these; absent: all. */
  onCallReport: read(function* (
    org_id: string,
    from: Instant,
    until: Instant,
    only?: readonly string[],
  ): Procedure<OnCallReport> {
    const all = yield* c.of.schedules.find({ org_id });
    const schedules = all
      .filter(({ id }) => only?.includes(id) ?? true)
      .toSorted((a, b) => a.title.localeCompare(b.title, "en"));
    const ids = schedules.map(({ id }) => id);
    const zones = new Map(schedules.map(({ id, timezone }) => [id, timezone]));
    const rotas = yield* schedulesFrom(c, ids, from);
    const reported = schedules.map((one) => scheduleOf(rotas, one, from, until));
    const pages = yield* pagesOf(c, org_id, from, until);
    const groups = JSON.stringify([...new Set(pages.map((page) => page.alert_group_id))]);
    const used = Map.groupBy(
      yield* rows(c.q.schedulesOfGroups, { ids: groups }),
      ({ group_id }) => group_id,
    );
    const users = yield* usersOf(c, reported);
    return reportOf({
      from,
      until,
      schedules: reported,
      pages,
      incidents: yield* responsesTo(c, pages, [...users.values()]),
      schedulesOf: new Map(
        [...used].map(([id, rows]) => [id, rows.map(({ schedule_id }) => schedule_id)]),
      ),
      nameOf: (id) => knownName(users.get(id)),
      timezoneOf: (_, id) => zones.get(id)!,
    });
  }),
});

/** The shifts of a schedule in the period, and the people with turns then. */
function scheduleOf(
  rotas: Schedules,
  { id, title }: Resources["schedules"],
  from: Instant,
  until: Instant,
): ReportedSchedule {
  const versions = rotas.byId.get(id)!.versions.filter(({ since }) => since < until);
  const people = [...new Set(versions.flatMap(({ people }) => people))];
  return { id, title, people, shifts: shiftsOf(rotas, id, from, until) };
}

/** The pages of the period that push servers accepted. */
function* pagesOf(
  c: Context,
  org_id: string,
  from: Instant,
  until: Instant,
): Procedure<SentPage[]> {
  const sent = yield* rows(c.q.pagesBetween, { org_id, from: from - longestHold, until });
  return sentPages(sent, { from, until });
}

/** The first acknowledgement and the first escalation of each incident. */
function* responsesTo(
  c: Context,
  pages: readonly SentPage[],
  users: readonly User[],
): Procedure<Map<string, ReportedIncident>> {
  const ids = JSON.stringify([...new Set(pages.map(({ incident_id }) => incident_id))]);
  const responses = Map.groupBy(
    yield* rows(c.q.responsesAmong, { ids }),
    ({ incident_id }) => incident_id,
  );
  return new Map(
    [...responses].map(([id, entries]) => {
      const acknowledged = entries.find(({ kind }) => kind === "acknowledged");
      const escalated = entries.find(({ kind }) => kind === "escalated");
      return [
        id,
        {
          acknowledged_at: acknowledged?.at ?? null,
          acknowledged_by:
            acknowledged?.user_id ?? userNamed(users, acknowledged?.actor ?? "")?.id ?? null,
          escalated_at: escalated?.at ?? null,
        },
      ];
    }),
  );
}

function* usersOf(
  c: Context,
  schedules: readonly ReportedSchedule[],
): Procedure<Map<string, User>> {
  const ids = new Set(
    schedules.flatMap(({ people, shifts }) => [
      ...people,
      ...shifts.flatMap(({ on_call }) => on_call?.user_id ?? []),
    ]),
  );
  const users = yield* rows(c.q.usersAmong, { ids: JSON.stringify([...ids]) });
  return new Map(users.map((user) => [user.id, user]));
}
