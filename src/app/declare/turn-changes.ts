/** Calculates the turns of schedules as they are after a plan: how they move, and their gaps. */
import type { Instant } from "../../core/model/model.ts";
import type { PlannedChange, PlannedWrite, StoredResource } from "../../core/declare/plan-terms.ts";
import {
  scheduleWarningsOf,
  type DeclaredGroup,
  type PlannedSchedules,
} from "../../core/declare/schedule-warnings.ts";
import { currentStart } from "../../core/on-call/current-start.ts";
import { lineOf, type Schedule } from "../../core/on-call/on-call.ts";
import { turnChangeText } from "../../core/on-call/turn-change.ts";
import { rotationOf, versionsOf, type ScheduleVersion } from "../../core/on-call/turns.ts";
import { titleOf } from "../../core/text/person.ts";
import { schedulesIn } from "../../resource/group-schedule.ts";
import { Directory, toIds, type Fields } from "../../resource/references.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesFrom } from "../../store/records/on-call.ts";
import { withCuts } from "./parts.ts";
import { isGone } from "./write-plan.ts";

interface Plan {
  changes: readonly PlannedChange[];
  writes: readonly PlannedWrite[];
}

/** The changes of a plan, those of turns with sentences about them; and the warnings about schedules of its groups. */
export function* withTurns(
  c: Context,
  plan: Plan,
  stored: readonly StoredResource[],
  now: Instant,
): Procedure<{ changes: PlannedChange[]; warnings: string[] }> {
  const changes = [...plan.changes];
  const groups = groupsOf(plan.writes, stored);
  const used = groups.declared.flatMap(({ fields }) => schedulesIn(fields));
  const writes = plan.writes.filter(({ kind, action }) => kind === "schedules" && !isGone(action));
  if (writes.length === 0 && used.length === 0) return { changes, warnings: [] };
  const directory = directoryOf(stored, plan.writes);
  const idOf = (name: string) => directory.idOf("schedules", name);
  const ids = [...writes.map(keyOf), ...used.map(({ name }) => idOf(name))];
  const { byId, absences } = yield* schedulesFrom(c, ids, now);
  const before = new Map(stored.map((one) => [one.id, one.fields]));
  const after = new Map(byId);
  const planned: PlannedSchedules = {
    all: { byId: after, absences },
    idOf,
    ...peopleOf(stored, plan.writes),
  };
  const edited = new Map<string, Fields>();
  for (const write of writes) {
    const key = keyOf(write);
    const { versions: old = [], overrides = [] } = byId.get(key) ?? {};
    const fields = toIds("schedules", write.fields, directory);
    const known = before.get(key);
    const replaced = known ? toIds("schedules", known, directory) : null;
    const versions = versionsOf(old, replaced, fields, now);
    after.set(key, { ...fields, id: key, versions, overrides } as unknown as Schedule);
    if (versions !== old) edited.set(key, fields);
  }
  for (const [i, write] of plan.writes.entries()) {
    const key = keyOf(write);
    const fields = write.kind === "schedules" ? edited.get(key) : undefined;
    if (!fields) continue;
    const turns = sentencesOf(planned, key, byId.get(key)?.versions ?? [], fields, now);
    changes[i] = { ...changes[i]!, turns };
    yield* cut();
  }
  const judging = scheduleWarningsOf(groups.declared, groups.all, planned, now);
  return { changes, warnings: yield* withCuts(judging) };
}

/** The id of a resource; of one that the plan creates, its external_id stands for it. */
const keyOf = ({ id, external_id }: Pick<PlannedWrite, "id" | "external_id">): string =>
  id ?? external_id;

/** The groups that a plan declares, with the lists that they leave alone; and all groups by external_id. */
function groupsOf(
  writes: readonly PlannedWrite[],
  stored: readonly StoredResource[],
): { declared: DeclaredGroup[]; all: Map<string, Fields> } {
  const all = new Map<string, Fields>();
  for (const { kind, external_id, fields } of stored)
    if (kind === "alert_groups" && external_id !== null) all.set(external_id, fields);
  const declared = writes
    .filter(({ kind, action }) => kind === "alert_groups" && !isGone(action))
    .map(({ external_id, fields }) => {
      const whole = { ...all.get(external_id), ...fields };
      all.set(external_id, whole);
      return { external_id, fields: whole };
    });
  return { declared, all };
}

function directoryOf(
  stored: readonly StoredResource[],
  writes: readonly PlannedWrite[],
): Directory {
  const directory = new Directory();
  const remaining = writes.filter(({ action }) => !isGone(action));
  for (const { kind, id, external_id, fields } of [...stored, ...remaining])
    if (kind === "users" || kind === "schedules")
      directory.add(kind, { ...fields, id: id ?? external_id!, external_id });
  return directory;
}

/** The users that exist after the plan. */
function peopleOf(
  stored: readonly StoredResource[],
  writes: readonly PlannedWrite[],
): Omit<PlannedSchedules, "all" | "idOf"> {
  const users = new Map<string, Fields>();
  for (const { kind, id, external_id, fields } of [...stored, ...writes])
    if (kind === "users") {
      const key = id ?? external_id!;
      users.set(key, { ...users.get(key), ...fields });
    }
  return {
    nameOf: (id) => titleOf(users.get(id) ?? { name: id }),
    emailOf: (id) => String(users.get(id)?.["email"]).toLowerCase(),
    isVerified: (id) => Number(users.get(id)?.["verified"] ?? 0) > 0,
  };
}

function sentencesOf(
  { all, nameOf }: PlannedSchedules,
  id: string,
  before: readonly ScheduleVersion[],
  fields: Fields,
  at: Instant,
): string[] {
  const { versions: after } = all.byId.get(id)!;
  const { people, until } = lineOf(all, id).answerAt(at);
  const rotation = rotationOf(fields);
  const { start } = rotation;
  const current = currentStart(rotation, after, at);
  return [
    ...turnChangeText({
      before,
      after,
      at,
      onCall: { people: people.map(({ user_id }) => user_id), until },
      nameOf,
    }),
    ...(start === null || current === start
      ? []
      : [`on an empty server, start: ${start} gives other turns; an export writes ${current}`]),
  ];
}
