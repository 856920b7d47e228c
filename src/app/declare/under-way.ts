/**
 * Stores the apply under way of an organization. A large apply takes several transactions; if its node ends,
 * the next start or another node finishes it.
 */
import { and, eq, notInArray, or } from "drizzle-orm";
import type { Declaration } from "./declaration.ts";
import type { Context } from "../../store/queries/context.ts";
import { cut, rows, type Procedure } from "../../store/kit/procedure.ts";

/** The first row: the options, and how many parts of the declaration follow. */
type Head = Omit<Declaration, "wanted"> & { parts?: number };

/**
 * Records that the apply of `input` is under way, with cuts. It ends before the first change is written: a record
 * without all its parts is dropped after a crash. Recorded again, it adds the missing ones.
 */
export function* began(c: Context, { wanted, ...rest }: Declaration): Procedure<void> {
  const { org_id } = rest.actor;
  const head: Head = { ...rest, parts: wanted.length };
  for (const [part, text] of [JSON.stringify(head), ...wanted].entries()) {
    yield* c.of.applies.insertNew({ org_id, part, node: rest.node, text });
    yield* cut();
  }
}

/** Removes the record that `began` made. */
export function* ended(c: Context, org_id: string): Procedure<void> {
  yield* c.of.applies.remove({ org_id });
}

/** The options of the organization's apply that is under way; null: none is. */
export function* underWay(
  c: Context,
  org_id: string,
): Procedure<Omit<Declaration, "wanted"> | null> {
  const head = yield* c.of.applies.first({ org_id, part: 0 });
  return head ? (JSON.parse(head.text) as Omit<Declaration, "wanted">) : null;
}

/**
 * The applies whose node no longer runs, and that of `lost`, an organization whose apply failed on the way; from here
 * on they are those of `node`.
 */
export function* takenOver(
  c: Context,
  node: string,
  lost: string | null,
): Procedure<Declaration[]> {
  const { applies, nodes } = c.t;
  const running = c.db.select({ id: nodes.id }).from(nodes);
  const heads = yield* rows(
    c.db
      .select({ org_id: applies.org_id })
      .from(applies)
      .where(
        and(
          eq(applies.part, 0),
          or(notInArray(applies.node, running), eq(applies.org_id, lost ?? "")),
        ),
      ),
  );
  const taken: Declaration[] = [];
  for (const { org_id } of heads) {
    yield* c.of.organizations.hold({ id: org_id });
    yield* c.of.applies.update({ org_id }, { node });
    const parts = (yield* c.of.applies.find({ org_id })).toSorted((a, b) => a.part - b.part);
    const [head, ...wanted] = parts.map(({ text }) => text);
    // Another node was first.
    if (head === undefined) continue;
    const { parts: recorded = wanted.length, ...rest } = JSON.parse(head) as Head;
    // Cut off before anything was written.
    if (wanted.length < recorded) yield* ended(c, org_id);
    else taken.push({ ...rest, node, wanted });
    yield* cut();
  }
  return taken;
}
