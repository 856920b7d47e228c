/** Checks references: targets exist, none form a cycle, and a resource in use is not deleted. */
import { rowsOf } from "./lists.ts";
import { linked } from "./running-state.ts";
import type { TableProcedures } from "../../store/kit/statements.ts";
import { descriptionOf, listsOf, type DescribedKind } from "../../resource/resources.ts";
import {
  idsIn,
  listsWith,
  sortedReferences,
  usesTo,
  type Fields,
  type ReferenceFrom,
} from "../../resource/references.ts";
import type { Declared, ResourceKind } from "../../core/model/model.ts";
import { cycleFaults } from "../../core/declare/cycles.ts";
import { unknownTargets } from "../../core/declare/references.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Context } from "../../store/queries/context.ts";
import { rows, together, type Procedure } from "../../store/kit/procedure.ts";
import { titleOf } from "../../core/text/person.ts";

type Row = Declared & Fields;

/** Faults of references without a target in the organization. */
export const unknownReferences = (
  c: Context,
  kind: DescribedKind,
  wanted: Fields,
  org_id: string,
): Procedure<Fault[]> => unknownAmong(c, idsIn(kind, wanted), org_id);

function* unknownAmong(
  c: Context,
  referrals: ReturnType<typeof idsIn>,
  org_id: string,
): Procedure<Fault[]> {
  const known = new Set<string>();
  for (const { to, targets } of referrals)
    for (const id of targets) if (yield* c.of[to].first({ id, org_id })) known.add(id);
  return [...unknownTargets("", referrals, () => known)];
}

/** Faults of the references of a complete resource. */
export function* brokenReferences(
  c: Context,
  kind: ResourceKind,
  wanted: Fields,
  org_id: string,
): Procedure<Fault[]> {
  const referrals = idsIn(kind, wanted);
  const unknown = yield* unknownAmong(c, referrals, org_id);
  if (unknown.length > 0) return unknown;
  if (!referrals.some(({ to, targets }) => to === kind && targets.length > 0)) return [];

  const own = (wanted["id"] as string | undefined) ?? "";
  const stored: Row[] = yield* tableOf(c, kind).find({ org_id });
  const others = stored
    .filter(({ id }) => id !== own)
    .map((row) => ({
      key: row.id,
      name: titleOf(row),
      referrals: idsIn(kind, row),
      prefix: null,
    }));
  return cycleFaults(kind, [{ key: own, name: titleOf(wanted), referrals, prefix: "" }, ...others]);
}

/** The sentence about the resources that still use this one; null: none does, and it can be deleted. */
export function* usesOf(
  c: Context,
  kind: ResourceKind,
  { id, org_id }: Declared,
): Procedure<string | null> {
  const users = new Set<string>();
  for (const reference of usesTo(kind))
    for (const row of yield* referring(c, reference, id, org_id))
      if (row.id !== id) users.add(nameOf(reference.from, row));
  if (users.size === 0) return null;
  const shown = [...users].slice(0, 10).join(", ");
  const more = users.size > 10 ? ` and ${users.size - 10} more` : "";
  const them = users.size === 1 ? "it" : "them";
  return `This ${descriptionOf(kind).noun} is still used by ${shown}${more}. Change or delete ${them} first.`;
}

const nameOf = (kind: ResourceKind, row: Row) =>
  `${descriptionOf(kind).noun} "${titleOf(row)}" (${row.external_id ?? row.id})`;

/** A resource in whose list deleted ones were, and as it is without them. */
export interface Shortened {
  kind: ResourceKind;
  before: Row;
  after: Row;
}

/** The resources whose lists the deleted ones leave; the sentence about one whose list would be empty. */
export function* listsWithout(
  c: Context,
  kind: ResourceKind,
  gone: readonly Declared[],
): Procedure<Shortened[] | string> {
  const ids = new Set(gone.map(({ id }) => id));
  const shortened: Shortened[] = [];
  const lists = Map.groupBy(gone.length > 0 ? listsWith(kind) : [], ({ from }) => from);
  for (const [from, references] of lists)
    for (const before of yield* tableOf(c, from).find({ org_id: gone[0]!.org_id })) {
      const has = idsIn(from, before).some(
        ({ to, targets }) => to === kind && targets.some((id) => ids.has(id)),
      );
      if (!has) continue;
      const after = sortedReferences(from, before, (to, id) => to === kind && ids.has(id)) as Row;
      const emptied = references.find(
        ({ field, list }) => list === null && (after[field] as string[]).length === 0,
      );
      if (emptied) {
        const { field } = emptied;
        const { noun } = descriptionOf(kind);
        const only = gone.length === 1 ? `This ${noun} is the only one` : `These ${noun}s are all`;
        return `${only} in the ${field} of ${nameOf(from, before)}. Change or delete it first.`;
      }
      shortened.push({ kind: from, before, after });
    }
  return shortened;
}

/** The resources that refer to one by this reference. */
function* referring(
  c: Context,
  { from, field, list, to, many }: ReferenceFrom,
  id: string,
  org_id: string,
): Procedure<Row[]> {
  const table = tableOf(c, from);
  const inTable = listsOf(from).find(({ name }) => name === list);
  if (inTable) {
    const { name, owner } = inTable.table;
    const owners = (yield* rowsOf(c, name).find({ [field]: id })).map((row) => String(row[owner]));
    return (yield* together([...new Set(owners)].map((one) => table.first({ id: one })))).filter(
      (row) => row !== undefined,
    );
  }
  if (!many && list === null) return yield* table.find({ org_id, [field]: id });
  if (field !== linked)
    return (yield* table.find({ org_id })).filter((row) =>
      idsIn(from, row).some((one) => one.to === to && one.targets.includes(id)),
    );
  const users: Row[] = [];
  for (const child of yield* rows(c.q.childrenOf, { parent_id: id })) {
    const row = yield* table.first({ id: child.id });
    if (row) users.push(row);
  }
  return users;
}

const tableOf = (c: Context, kind: ResourceKind) => rowsOf(c, kind) as TableProcedures<Row>;
