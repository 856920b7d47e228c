import { unknownTarget } from "../silence/unknown-target.ts";
import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import type { Mark } from "../../core/history/point.ts";
import { link } from "../../core/declare/rules-connection.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Adds a mark to the charts of the organization, of a group or of a monitor. */
export function* add_mark(
  c: Context,
  {
    actor,
    mark,
    misshapen = [],
    now,
  }: Acting & {
    mark: Omit<Mark, "id">;
    /** Faults of fields of a wrong shape, which were left out. Any fault refuses the mark. */
    misshapen?: readonly Fault[];
  },
): Procedure<Outcome<Mark>> {
  const faults = allFaults(misshapen, [
    ...(mark.url === null ? [] : link("url", mark.url)),
    ...(yield* unknownTarget(c, mark, actor.org_id)),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const created = { ...mark, id: c.newId(now) };
  yield* c.of.marks.insert({ ...created, org_id: actor.org_id });
  const object = { id: created.id, title: created.text };
  yield* audit(c, { actor, now }, "create", "marks", object);
  return { ok: true, value: created };
}
