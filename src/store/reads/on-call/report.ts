/** Reads of on-call duty in a period: shifts as they were, pages that left, and the responses to them. */
import { and, eq, gte, isNotNull, lt, or } from "drizzle-orm";
import type { Range } from "../../../core/history/point.ts";
import type { Interval } from "../../../core/hours/interval.ts";
import type { Instant, Resources, User } from "../../../core/model/model.ts";
import type { Schedules } from "../../../core/on-call/on-call.ts";
import {
  membersOf,
  type ReportedIncident,
  type ReportedSchedule,
} from "../../../core/on-call/report.ts";
import type { SentPush } from "../../../core/on-call/sent-pages.ts";
import { shiftsOf } from "../../../core/on-call/shifts.ts";
import { userNamed } from "../../../core/text/person.ts";
import { rows, type Procedure } from "../../kit/procedure.ts";
import type { Context } from "../../queries/context.ts";
import {
  afterPosition,
  among,
  inOrder,
  when,
  type Page,
  type Reader,
} from "../../queries/reader.ts";
import { schedulesFrom } from "../../records/on-call.ts";

/** The shifts of schedules in a period. */
export interface Duty {
  /** By title. */
  schedules: (ReportedSchedule & { timezone: string })[];
  /** The people of the schedules, without deleted ones. */
  users: User[];
}

export const dutyReads = (c: Context, read: Reader) => ({
  /** `only`: the ids of the schedules that are reported; absent: all. */
  duty: read(function* (
    org_id: string,
    { from, until }: Interval,
    only: readonly string[] | undefined,
  ): Procedure<Duty> {
    const all = yield* c.of.schedules.find({ org_id });
    const chosen = all
      .filter(({ id }) => only?.includes(id) ?? true)
      .toSorted((a, b) => a.title.localeCompare(b.title, "en"));
    const ids = chosen.map(({ id }) => id);
    const rotas = yield* schedulesFrom(c, ids, from);
    const schedules = chosen.map((one) => ({
      ...scheduleOf(rotas, one, from, until),
      timezone: one.timezone,
    }));
    const people = JSON.stringify([...new Set(schedules.flatMap(membersOf))]);
    return { schedules, users: yield* rows(c.q.usersAmong, { ids: people }) };
  }),

  /** The pages that were written in a time, and that a push server accepted, in order. `people`: whose; absent: of all. */
  sent_pushes: read(
    (
      org_id: string,
      { from, to }: Range,
      people: readonly string[] | undefined,
      { after, limit }: Page,
    ): Procedure<(SentPush & { id: string })[]> => {
      const { notifications: t } = c.t;
      return rows(
        c.db
          .select({
            id: t.id,
            incident_id: t.incident_id,
            alert_group_id: t.alert_group_id,
            user_id: t.user_id,
            attempted_at: t.attempted_at,
            delivered_at: t.delivered_at,
            inserted_at: t.inserted_at,
          })
          .from(t)
          .where(
            and(
              eq(t.org_id, org_id),
              gte(t.inserted_at, from),
              lt(t.inserted_at, to),
              eq(t.transition, "opened"),
              isNotNull(t.incident_id),
              or(isNotNull(t.delivered_at), eq(t.perhaps_delivered, true)),
              when(people, (ids) => among(t.user_id, ids)),
              afterPosition(t.inserted_at, t.id, { after }),
            ),
          )
          .orderBy(...inOrder(t.inserted_at, t.id, {}))
          .limit(limit),
      );
    },
  ),

  /** The first acknowledgement and the first escalation of each of these incidents. `users`: those that can have acknowledged. */
  responses_to: read(function* (
    incident_ids: readonly string[],
    users: readonly User[],
  ): Procedure<[incident_id: string, ReportedIncident][]> {
    const responses = Map.groupBy(
      yield* rows(c.q.responsesAmong, { ids: JSON.stringify(incident_ids) }),
      ({ incident_id }) => incident_id,
    );
    return [...responses].map(([id, entries]) => {
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
