/** Reads of declared resources of any kind: one, a page of them, and their titles. */
import { and, count, eq, inArray, isNotNull, isNull, type SQL, type Subquery } from "drizzle-orm";
import type { SQLiteColumn, SQLiteTable } from "drizzle-orm/sqlite-core";
import type {
  Instant,
  ResourceKind,
  Resources,
  Silence,
  Stay,
  Subject,
  SubjectKind,
  User,
  WebhookMonitor,
} from "../../core/model/model.ts";
import { withMeasured } from "../../core/health/own-check.ts";
import {
  silenceOfGroup,
  silenceOfMonitor,
  type SilenceInEffect,
} from "../../core/silence/silenced.ts";
import { currentStart } from "../../core/on-call/current-start.ts";
import { onCallAt } from "../../core/on-call/on-call.ts";
import { firstGap } from "../../core/on-call/gap.ts";
import { rotationOf } from "../../core/on-call/turns.ts";
import { day } from "../../core/text/units.ts";
import { kindsWith, factsOf } from "../../resource/resources.ts";
import type { Context } from "../queries/context.ts";
import { rows, together, type Procedure } from "../kit/procedure.ts";
import { confirmedIn } from "../records/shifts.ts";
import { schedulesFrom } from "../records/on-call.ts";
import { countWindow, knownCount } from "../records/window.ts";
import { among, pageOf, when, type PageQuery, type Reader } from "../queries/reader.ts";

/** A resource as it is shown: declared and running state together. */
export type ShownResource<K extends ResourceKind> = Resources[K] &
  (K extends SubjectKind ? { subject: Subject } : unknown);

/** The same with the silence in effect; null: none. */
export type ShownNow<K extends ResourceKind> = ShownResource<K> &
  (K extends SubjectKind ? { silence: SilenceInEffect | null } : unknown) &
  (K extends "schedules" ? OnCallNow : unknown);

/** The people on call in a schedule. */
interface OnCallNow {
  on_call: StayOf[];
  next: StayOf | null;
  current_start: string | null;
  /** Absent: it was not asked for; null: a year without a gap. */
  gap_at?: Instant | null;
}

/** A person on call, or the next one. */
export type StayOf = Stay &
  Pick<User, "email" | "name"> & {
    /** When the person on call answered for the shift under way; absent: of the next one. */
    confirmed_at?: Instant | null;
  };

/** A page of resources; absent filters match all. */
export interface ResourceQuery extends PageQuery {
  external_id?: string | undefined;
  alert_group_id?: string | undefined;
  project?: string | undefined;
  /** Those with one of these. */
  statuses?: readonly string[] | undefined;
  flapping?: boolean | undefined;
}

/** The kind and title of a resource: the parts of its address. */
export interface SubjectTitle {
  kind: SubjectKind;
  title: string;
}

/** The number of resources of each kind that an organization has. */
export interface SetupSteps {
  groups: number;
  people: number;
  devices: number;
  monitors: number;
  members: number;
}

/** 53 weeks: with both changes of the clocks. */
const aYear = 53 * 7 * day;

export function resourceReads(c: Context, read: Reader) {
  const { t, db } = c;

  /** The resources whose subject matches. */
  const ofSubjects = (kind: ResourceKind, { org_id }: PageQuery, condition: SQL) =>
    inArray(
      t[kind].id,
      db
        .select({ id: t.subjects.id })
        .from(t.subjects)
        .where(and(eq(t.subjects.org_id, org_id), condition)),
    );

  /**
   * Rows with the state of their subjects, without those that were deleted meanwhile. They are completed in place:
   * copying all of their fields takes as long as reading them.
   */
  function* withSubjects<K extends ResourceKind>(
    kind: K,
    page: readonly Resources[ResourceKind][],
    silences: readonly Silence[],
    now: Instant,
  ): Procedure<ShownNow<K>[]> {
    if (kind === "schedules") yield* withStays(page as ShownNow<"schedules">[], now);
    if (!factsOf(kind).subject) return page as unknown as ShownNow<K>[];
    const ids = JSON.stringify(page.map(({ id }) => id));
    const subjects = yield* rows(c.q.subjectsAmong, { ids });
    const checked = kind === "health_check_monitors" ? yield* rows(c.q.resultsAmong, { ids }) : [];
    const subjectOf = new Map(subjects.map((one) => [one.id, one]));
    const resultsOf = new Map(checked.map((one) => [one.subject_id, one.results]));
    const shown: ShownNow<"webhook_monitors">[] = [];
    for (const row of page as ShownNow<"webhook_monitors">[]) {
      const { id, alert_group_id } = row;
      const stored = subjectOf.get(id);
      if (!stored) continue;
      const results = resultsOf.get(id);
      row.subject = stored as unknown as Subject;
      row.subject.results = results ? withMeasured(results, stored.measured) : null;
      const { status, status_since } = stored;
      row.silence =
        kind === "alert_groups"
          ? silenceOfGroup(silences, id, now)
          : silenceOfMonitor(silences, { id, alert_group_id, status, status_since }, now);
      shown.push(row);
    }
    if (kind === "webhook_monitors") yield* countWindows(shown, now);
    return shown as unknown as ShownNow<K>[];
  }

  /** Sets the people on call of schedules, and the starts that give their turns. */
  function* withStays(page: readonly ShownNow<"schedules">[], now: Instant): Procedure<void> {
    const ids = JSON.stringify(page.map(({ id }) => id));
    const stays = Map.groupBy(yield* rows(c.q.peopleOnCall, { ids }), (one) => one.schedule_id);
    const versions = Map.groupBy(
      yield* rows(c.q.versionsAmong, { ids, from: now }),
      (one) => one.schedule_id,
    );
    // Without a fallback each answers for itself.
    const chained = page.filter(({ otherwise }) => otherwise !== null).map(({ id }) => id);
    const all = yield* schedulesFrom(c, chained, now);
    const confirmed = yield* confirmedIn(c, [...page.map(({ id }) => id), ...all.byId.keys()]);
    for (const row of page) {
      const own = Map.groupBy(stays.get(row.id) ?? [], ({ turn }) => turn);
      const by = new Map(
        row.otherwise === null
          ? []
          : onCallAt(all, row.id, now).map((one) => [one.user_id, one.by] as const),
      );
      row.current_start = currentStart(rotationOf(row), versions.get(row.id) ?? [], now);
      row.on_call = (own.get("now") ?? []).map((stay) => ({
        ...stay,
        confirmed_at: confirmed(by.get(stay.user_id) ?? row.id, stay.user_id),
      }));
      row.next = own.get("next")?.[0] ?? null;
    }
  }

  /** Sets the counts of windows as of `now`; most are known without a statement. */
  function* countWindows(
    page: readonly ShownNow<"webhook_monitors">[],
    now: Instant,
  ): Procedure<void> {
    const fromOf = (monitor: WebhookMonitor) => now - monitor.error_rate_window_minutes * 60_000;
    yield* together(
      page
        .filter((monitor) => knownCount(monitor.subject, fromOf(monitor)) === null)
        .map(function* (monitor) {
          monitor.subject.window_count = yield* countWindow(c, monitor.subject, fromOf(monitor));
        }),
    );
  }

  /** The silences that can cover resources of a kind. */
  function* silencesFor(kind: ResourceKind, org_id: string, now: Instant): Procedure<Silence[]> {
    return factsOf(kind).subject ? yield* rows(c.q.silencesOf, { org_id, now }) : [];
  }

  function* placesOf(org_id: string, ids: readonly string[]): Procedure<Map<string, SubjectTitle>> {
    const places = new Map<string, SubjectTitle>();
    for (const kind of kindsWith("subject")) {
      const table = t[kind];
      const titles = yield* rows(
        db
          .select({ id: table.id, title: table.title })
          .from(table)
          .where(and(eq(table.org_id, org_id), among(table.id, ids))),
      );
      for (const { id, title } of titles) places.set(id, { kind, title });
    }
    return places;
  }

  function* countOf(
    table: (SQLiteTable | Subquery) & { org_id: SQLiteColumn },
    org_id: string,
  ): Procedure<number> {
    const counts = yield* rows(
      db.select({ count: count() }).from(table).where(eq(table.org_id, org_id)),
    );
    return counts[0]?.count ?? 0;
  }

  return {
    /** A resource as of `now`; null: the organization has none with this id. */
    resource: read(function* <K extends ResourceKind>(
      kind: K,
      org_id: string,
      id: string,
      now: Instant,
    ): Procedure<ShownNow<K> | null> {
      const row = yield* c.of[kind as ResourceKind].first({ id, org_id });
      if (!row) return null;
      const silences = yield* silencesFor(kind, org_id, now);
      const page = [row as Resources[ResourceKind]];
      const shown = (yield* withSubjects<K>(kind, page, silences, now))[0] ?? null;
      if (shown && kind === "schedules") {
        const schedules = yield* schedulesFrom(c, [id], now);
        (shown as unknown as OnCallNow).gap_at = firstGap(schedules, id, now, now + aYear);
      }
      return shown;
    }),

    resources: read(function* <K extends ResourceKind>(
      kind: K,
      query: ResourceQuery,
      now: Instant,
    ): Procedure<ShownNow<K>[]> {
      const table = t[kind as ResourceKind];
      const conditions = [
        when(query.external_id, (v) => eq(table.external_id, v)),
        when(query.project, (v) => eq(table.project, v)),
        "alert_group_id" in table
          ? when(query.alert_group_id, (v) => eq(table.alert_group_id, v))
          : undefined,
        when(query.statuses, (v) =>
          ofSubjects(kind, query, inArray(t.subjects.status, v as Subject["status"][])),
        ),
        when(query.flapping, (v) =>
          ofSubjects(kind, query, (v ? isNotNull : isNull)(t.subjects.flapping_since)),
        ),
      ];
      const page: ShownNow<K>[] = [];
      const silences = yield* silencesFor(kind, query.org_id, now);
      let { after } = query;
      for (;;) {
        const limit = query.limit - page.length;
        const pageRows = yield* pageOf(
          c,
          table,
          table.inserted_at,
          { ...query, limit, after },
          ...conditions,
        );
        page.push(
          ...(yield* withSubjects<K>(kind, pageRows as Resources[ResourceKind][], silences, now)),
        );
        // Deleted rows are made up for: a short page is the last one.
        if (pageRows.length < limit || page.length === query.limit) return page;
        after = pageRows.at(-1)!;
      }
    }),

    /** Titles of groups and monitors, by id. */
    titles: read(function* (
      org_id: string,
      ids: readonly string[],
    ): Procedure<Map<string, string>> {
      const places = yield* placesOf(org_id, ids);
      return new Map([...places].map(([id, { title }]) => [id, title]));
    }),

    /** Kinds and titles of groups and monitors, by id. */
    places: read(placesOf),

    /** The progress of a setup. */
    setupSteps: read(function* (org_id: string): Procedure<SetupSteps> {
      return {
        groups: yield* countOf(t.alert_groups, org_id),
        people: yield* countOf(t.users, org_id),
        devices: yield* countOf(t.devices, org_id),
        members: yield* countOf(c.audience.people, org_id),
        monitors:
          (yield* countOf(t.health_check_monitors, org_id)) +
          (yield* countOf(t.webhook_monitors, org_id)),
      };
    }),
  };
}
