import { rules } from "../../core/declare/rules.ts";
import { type Acting, audit } from "../audit.ts";
import type { Outcome } from "../outcome.ts";
import { unknownTarget } from "./unknown-target.ts";
import { allFaults } from "../../core/declare/sound.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Silence } from "../../core/model/model.ts";
import type { Context } from "../../store/queries/context.ts";
import type { Procedure } from "../../store/kit/procedure.ts";

/** Creates a silence. */
export function* create_silence(
  c: Context,
  {
    actor,
    silence,
    misshapen = [],
    now,
  }: Acting & {
    silence: Omit<Silence, "id" | "org_id" | "inserted_at">;
    /** Faults of fields of a wrong shape, which were left out. Any fault refuses the silence. */
    misshapen?: readonly Fault[];
  },
): Procedure<Outcome<Silence>> {
  const faults = allFaults(misshapen, [
    ...rules("silences", silence),
    ...(yield* unknownTarget(c, silence, actor.org_id)),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const created: Silence = {
    ...silence,
    id: c.newId(now),
    org_id: actor.org_id,
    inserted_at: now,
  };
  yield* c.of.silences.insert(created);
  yield* audit(c, { actor, now }, "create", "silences", { id: created.id, title: created.reason });
  return { ok: true, value: created };
}
