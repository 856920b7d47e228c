/** Stores drills, and loads the facts that decide about them. */
import { and, desc, eq } from "drizzle-orm";
import type { Change } from "../../core/command/change.ts";
import type { Drilling } from "../../core/command/snapshot.ts";
import type { Command } from "../../core/command/command.ts";
import type { Drill, DrillFound, Instant, Subject } from "../../core/model/model.ts";
import { earliest } from "../../core/incident/pause.ts";
import type { Context } from "../queries/context.ts";
import { audiencesOf } from "./audience.ts";
import { writePushes } from "./outbox.ts";
import { first, rows, type Procedure } from "../kit/procedure.ts";

/** The facts about a group's drills that a command needs; null: none. */
export function* loadDrilling(
  c: Context,
  subject: Pick<Subject, "id" | "drill_at">,
  command: Command,
  now: Instant,
): Procedure<Drilling | null> {
  if (command.kind !== "woken" && command.kind !== "drill_started") return null;
  const underWay = yield* rows(c.q.drillsUnderWay, {
    alert_group_id: subject.id,
  });
  const ended = command.kind === "woken" ? underWay.filter(({ ends_at }) => ends_at <= now) : [];
  const begins =
    command.kind === "drill_started" || (subject.drill_at !== null && subject.drill_at <= now);
  return {
    people: begins || ended.length > 0 ? yield* audiencesOf(c, [subject.id]) : [],
    over: (yield* peopleOf(c, ended)).map(({ drill, people }) => ({
      drill,
      answers: people,
    })),
    next_end_at: earliest(...underWay.map(({ ends_at }) => (ends_at <= now ? null : ends_at))),
  };
}

/** Drills with their participants. */
export function* peopleOf(c: Context, drills: readonly Drill[]): Procedure<DrillFound[]> {
  if (drills.length === 0) return [];
  const people = Map.groupBy(
    yield* rows(c.q.drillPeople, {
      ids: JSON.stringify(drills.map(({ id }) => id)),
    }),
    ({ drill_id }) => drill_id,
  );
  return drills.map((drill) => ({ drill, people: people.get(drill.id) ?? [] }));
}

/** Writes the start of a drill: participants, and the pushes to them. */
export function* writeDrill(
  c: Context,
  { id: alert_group_id, org_id }: Pick<Subject, "id" | "org_id">,
  { started_by, ends_at, asked, pushes }: Extract<Change, { kind: "drill-began" }>,
  now: Instant,
): Procedure<void> {
  const id = c.newId(now);
  yield* c.of.drills.insert({
    id,
    org_id,
    alert_group_id,
    at: now,
    started_by,
    ends_at,
  });
  yield* c.of.drill_people.insertAll(asked.map((user_id) => ({ drill_id: id, org_id, user_id })));
  yield* writePushes(c, org_id, pushes, now);
}

/** The latest drill of a group; null: none. */
export function* lastDrill(
  c: Context,
  org_id: string,
  alert_group_id: string,
): Procedure<DrillFound | null> {
  const { drills } = c.t;
  const last = yield* first(
    c.db
      .select()
      .from(drills)
      .where(and(eq(drills.org_id, org_id), eq(drills.alert_group_id, alert_group_id)))
      .orderBy(desc(drills.at), desc(drills.id))
      .limit(1),
  );
  return last ? (yield* peopleOf(c, [last]))[0]! : null;
}
