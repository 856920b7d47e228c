/** Adds to the changes of a plan how the turns of schedules move. */
import type { Instant } from "../../core/model/model.ts";
import type { PlannedChange, PlannedWrite, StoredResource } from "../../core/declare/plan-terms.ts";
import { currentStart } from "../../core/on-call/current-start.ts";
import { onCallAt, type Schedule, type Schedules } from "../../core/on-call/on-call.ts";
import { turnChangeText } from "../../core/on-call/turn-change.ts";
import { firstVersion, rotationOf, versionsAfter } from "../../core/on-call/turns.ts";
import { titleOf } from "../../core/text/person.ts";
import { Directory, toIds, type Fields } from "../../resource/references.ts";
import { cut, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { schedulesFrom } from "../../store/records/on-call.ts";

/** The changes of a plan, those of turns with sentences about them. */
export function* withTurns(
  c: Context,
  { changes, writes }: { changes: readonly PlannedChange[]; writes: readonly PlannedWrite[] },
  stored: readonly StoredResource[],
  now: Instant,
): Procedure<PlannedChange[]> {
  const turning = ({ kind, action }: PlannedChange) =>
    kind === "schedules" && (action === "create" || action === "update");
  if (!changes.some(turning)) return [...changes];
  const ids = changes.flatMap((change) => (turning(change) ? (change.id ?? []) : []));
  const all = yield* schedulesFrom(c, ids, now);
  const before = new Map(stored.map((one) => [one.id, one.fields]));
  const people = peopleOf(stored, writes);
  const moved: PlannedChange[] = [];
  for (const [i, change] of changes.entries()) {
    const turns = turning(change)
      ? sentencesOf(all, change.id, before, writes[i]!.fields, people, now)
      : [];
    moved.push(turns.length === 0 ? change : { ...change, turns });
    if (turns.length > 0) yield* cut();
  }
  return moved;
}

interface People {
  directory: Directory;
  nameOf: (id: string) => string;
}

/** The users that exist after the plan. A created one has no id yet: its external_id stands for it. */
function peopleOf(stored: readonly StoredResource[], writes: readonly PlannedWrite[]): People {
  const directory = new Directory();
  const names = new Map<string, string>();
  for (const { kind, external_id, fields, ...one } of [...stored, ...writes]) {
    const id = one.id ?? external_id;
    if (kind !== "users" || id === null || Object.keys(fields).length === 0) continue;
    directory.add(kind, { ...fields, id, external_id });
    names.set(id, titleOf(fields));
  }
  return { directory, nameOf: (id) => names.get(id) ?? id };
}

function sentencesOf(
  { byId, absences }: Schedules,
  known: string | null,
  before: ReadonlyMap<string, Fields>,
  fields: Fields,
  { directory, nameOf }: People,
  at: Instant,
): string[] {
  const id = known ?? "";
  const withIds = (named: Fields) => toIds("schedules", named, directory);
  const rotation = rotationOf(withIds(fields));
  const replaced = before.get(id);
  const old = replaced ? byId.get(id)!.versions : [];
  const after = replaced
    ? versionsAfter(old, rotationOf(withIds(replaced)), rotation, at)
    : [firstVersion(rotation, at)];
  if (after === old) return [];
  const overrides = byId.get(id)?.overrides ?? [];
  const one = { ...fields, id, otherwise: null, versions: after, overrides } as unknown as Schedule;
  const onCall = onCallAt({ byId: new Map([[id, one]]), absences }, id, at);
  const start = currentStart(rotation, after, at);
  return [
    ...turnChangeText({
      before: old,
      after,
      at,
      onCall: onCall.map(({ user_id }) => user_id),
      nameOf,
    }),
    ...(start === rotation.start || rotation.start === null
      ? []
      : [
          `on an empty server, start: ${rotation.start} gives other turns; an export writes ${start}`,
        ]),
  ];
}
