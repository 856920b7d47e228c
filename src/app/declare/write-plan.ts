/**
 * Writes a plan, as one transaction. Each change is stored with the procedure that a single request uses, many of them
 * side by side: where a statement has a form for many, a database server is asked once. The running state of monitors comes
 * last, in the order in which all transactions lock it: reports wait for it.
 */
import { byKey, completedItems, keyOf, type Item } from "../../resource/part.ts";
import { Directory, toIds, type Fields } from "../../resource/references.ts";
import type { Audited } from "../audit.ts";
import { assign, storedAt } from "./assign.ts";
import { rowsOf } from "./lists.ts";
import { inPart } from "./parts.ts";
import type { Applied, Declaration, DeclaredChange } from "./declaration.ts";
import { removeRows } from "./remove.ts";
import {
  changeOf,
  editedGroups,
  followSaved,
  type Saved,
  savedSchedules,
  type SaveInput,
  storeResource,
} from "./save-resource.ts";
import { followSchedules } from "./rotate.ts";
import { allWritten } from "./written.ts";
import type { Outcome } from "../outcome.ts";
import { reevaluateHeld } from "../push/reevaluate-held.ts";
import { followGroups } from "../push/follow-edits.ts";
import type { PlannedWrite, StoredResource } from "../../core/declare/plan.ts";
import {
  resourceKinds,
  type Instant,
  type ResourceKind,
  type Spec,
} from "../../core/model/model.ts";
import { listsOf, type List } from "../../resource/resources.ts";
import { cut, together, type Procedure } from "../../store/kit/procedure.ts";
import type { Context } from "../../store/queries/context.ts";
import { Undo } from "../../store/kit/undo.ts";

/** True when the resource is no longer declared. */
export const isGone = (action: DeclaredChange["action"]) =>
  action === "delete" || action === "detach";

/** Changes that are written side by side. */
const sideBySide = 250;

/** A plan that can be written. */
export interface PreparedPlan {
  /** With the ids of new resources, so that the order of references does not matter. */
  changes: (DeclaredChange & { id: string })[];
  writes: readonly PlannedWrite[];
  directory: Directory;
}

/** Prepares a plan, with cuts: before it is written the revision must be compared again. */
export function* prepare(
  c: Context,
  planned: { changes: readonly DeclaredChange[]; writes: readonly PlannedWrite[] },
  stored: readonly StoredResource[],
  now: Instant,
): Procedure<PreparedPlan> {
  const changes: PreparedPlan["changes"] = [];
  for (const [at, change] of planned.changes.entries()) {
    changes.push({ ...change, id: change.id ?? c.newId(now) });
    if (at % inPart === inPart - 1) yield* cut();
  }
  const directory = new Directory();
  const add = ({ kind, ...one }: Pick<StoredResource, "kind" | "id" | "external_id" | "fields">) =>
    directory.add(kind, { ...one.fields, id: one.id, external_id: one.external_id });
  for (const [at, one] of stored.entries()) {
    add(one);
    if (at % inPart === inPart - 1) yield* cut();
  }
  for (const [at, write] of planned.writes.entries()) {
    if (!isGone(write.action)) add({ ...write, id: changes[at]!.id });
    if (at % inPart === inPart - 1) yield* cut();
  }
  return { changes, writes: planned.writes, directory };
}

/** A change that stores a resource, and where it was declared within its kind. */
interface Save {
  change: PreparedPlan["changes"][number];
  fields: Fields;
  index: number;
}

/** Writes a plan, with cuts that must not end the transaction; throws `Undo` when something is refused on the way. */
export function* writePlan(
  c: Context,
  input: Declaration,
  { changes, writes, directory }: PreparedPlan,
): Procedure<void> {
  const { actor, now } = input;
  const { org_id } = actor;
  const records: Audited[] = [];
  const saves = savesIn(changes, writes);
  const saved: Saved[] = [];
  for (const kind of resourceKinds) {
    const own = saves.filter(({ change }) => change.kind === kind);
    const store = (one: Save) => stored(c, input, one, directory);
    saved.push(...(yield* each(own.filter(isAlone), 1, store)));
    saved.push(
      ...(yield* each(
        own.filter((one) => !isAlone(one)),
        sideBySide,
        store,
      )),
    );
  }
  records.push(...saved.flatMap((one) => changeOf(one) ?? []));

  const listed: Audited[] = [];
  for (const [kind, list] of resourceKinds.flatMap((one) =>
    listsOf(one).map((of) => [one, of] as const),
  )) {
    const own = saves.filter(({ change, fields }) => change.kind === kind && fields[list.name]);
    const set = (one: Save) => writeList(c, input, list, one, directory);
    listed.push(...(yield* each(own, sideBySide, set)).filter((one) => one !== null));
  }
  records.push(...listed);

  const detached = changes.filter(({ action }) => action === "detach");
  const released = yield* each(detached, sideBySide, function* ({ kind, id }) {
    const row = yield* storedAt(c, kind, id, org_id);
    return row ? yield* assign(c, kind, row, { project: null }, now) : null;
  });
  records.push(...released.filter((one) => one !== null));

  yield* each(
    saved.toSorted((a, b) => inLockOrder(a.resource, b.resource)),
    sideBySide,
    (one) => followSaved(c, one, actor.name, now),
  );
  for (const kind of resourceKinds.toReversed()) {
    const gone = changes.filter((one) => one.kind === kind && one.action === "delete");
    records.push(...(yield* removed(c, input, kind, gone.toSorted(inLockOrder))));
  }
  yield* followSchedules(c, actor, savedSchedules(saved), now);
  const regrouped = listed.filter(({ kind }) => kind === "alert_groups");
  const edited = [...editedGroups(saved), ...regrouped.map(({ object }) => object.id)];
  yield* followGroups(c, org_id, edited, now);
  // Pushes on hold for the old hours may be due by the new ones. Edits of groups re-evaluate all of them.
  if (edited.length === 0 && listed.length > 0) yield* reevaluateHeld(c, org_id, now);
  yield* allWritten(c, records, actor, now, input.project);
}

/** All transactions lock running states by their ids. */
const inLockOrder = (a: { id: string }, b: { id: string }) => (a.id < b.id ? -1 : 1);

/** The results of `write` for all items, `size` of them side by side and a cut after these. */
function* each<T, R>(
  items: readonly T[],
  size: number,
  write: (item: T) => Procedure<R>,
): Procedure<R[]> {
  const results: R[] = [];
  for (let from = 0; from < items.length; from += size) {
    results.push(...(yield* together(items.slice(from, from + size).map(write))));
    yield* cut();
  }
  return results;
}

/** The changes that store resources, in the order of the declaration. */
function savesIn(changes: PreparedPlan["changes"], writes: readonly PlannedWrite[]): Save[] {
  const counted = new Map<ResourceKind, number>();
  return changes.flatMap((change, at) => {
    const { kind, action } = change;
    const index = counted.get(kind) ?? 0;
    counted.set(kind, index + 1);
    if (action === "unchanged" || isGone(action)) return [];
    const { fields, external_id } = writes[at]!;
    return { change, fields: { ...fields, external_id }, index };
  });
}

/** Whether others of its kind bear on a change: the address of a status page that becomes free, or the last admin. */
const isAlone = ({ change }: Save): boolean =>
  change.fields.some(
    ({ field, from }) => field === "slug" || (field === "role" && from === "admin"),
  );

type Refused = Extract<Applied, { ok: false }>;

/** Stores one resource; throws when it is refused. */
function* stored(
  c: Context,
  { actor, now, project }: Declaration,
  { change: { kind, action, id, deleted_at }, fields: named, index }: Save,
  directory: Directory,
): Procedure<Saved> {
  const fields = toIds(kind, named, directory);
  for (const { name } of listsOf(kind)) delete fields[name];
  const outcome = yield* storeResource(
    c,
    {
      actor,
      kind,
      id: action === "create" ? null : id,
      given: fields as Partial<Spec<ResourceKind>>,
      complete: fields as Spec<ResourceKind>,
      if_version: null,
      now,
    } satisfies SaveInput<ResourceKind>,
    { project, id, wasDeleted: deleted_at !== undefined },
  );
  if (!outcome.ok) throw new Undo(placed(outcome, kind, index));
  return outcome.value;
}

/** Deletes resources of a kind that are no longer declared; throws when one cannot be deleted. */
function* removed(
  c: Context,
  { actor, now }: Declaration,
  kind: ResourceKind,
  gone: readonly { id: string }[],
): Procedure<Audited[]> {
  const all: Audited[] = [];
  for (let from = 0; from < gone.length; from += sideBySide) {
    const some = gone.slice(from, from + sideBySide);
    const rows = yield* together(some.map(({ id }) => storedAt(c, kind, id, actor.org_id)));
    const known = rows.filter((row) => row !== undefined);
    const outcome = yield* removeRows(c, kind, known, actor, now);
    if (!outcome.ok) throw new Undo(outcome);
    all.push(...known.map((object) => ({ action: "delete", kind, object })));
    yield* cut();
  }
  return all;
}

/** The same answer, its faults named by where they are in the declaration. */
function placed(
  outcome: Extract<Outcome<unknown>, { ok: false }>,
  kind: ResourceKind,
  index: number,
): Refused {
  if (!("faults" in outcome) || !outcome.faults) return outcome;
  return {
    ...outcome,
    faults: outcome.faults.map((fault) => ({
      ...fault,
      field: `${kind}[${index}].${fault.field}`,
    })),
  };
}

/**
 * Makes the rows of a list those that are declared; items that are declared as texts keep their rows. Answers the
 * change of a resource that was there before, null: none.
 */
function* writeList(
  c: Context,
  { actor: { org_id }, now }: Declaration,
  list: List,
  { change: { kind, id, action }, fields }: Save,
  directory: Directory,
): Procedure<Audited | null> {
  const { name, key, table } = list;
  const of = rowsOf(c, table.name);
  const owned = { [table.owner]: id };
  const stored = yield* of.find(owned);
  const left = byKey(list, stored) as Map<string, Fields>;
  const added: Fields[] = [];
  let changed = false;
  const declared = toIds(kind, { [name]: fields[name] }, directory)[name] as Item[];
  for (const item of completedItems(list, declared, stored) as Fields[]) {
    const row = left.get(keyOf(list, item));
    left.delete(keyOf(list, item));
    if (!row) added.push({ ...owned, org_id, ...item, inserted_at: now });
    else if (Object.keys(list.fields).some((one) => !same(item[one], row[one]))) {
      changed = true;
      yield* of.update({ ...owned, ...picked(row, key) }, item);
    }
  }
  yield* of.insertAll(added);
  for (const row of left.values()) yield* of.remove({ ...owned, ...picked(row, key) });
  c.nudge("coverage");
  if (action === "create" || !(changed || added.length > 0 || left.size > 0)) return null;
  return { action: `set_${name}`, kind, object: { ...fields, id } };
}

const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);

const picked = (row: Fields, names: readonly string[]): Fields =>
  Object.fromEntries(names.map((name) => [name, row[name]]));
