import { rules } from "../../core/declare/rules.ts";
import { type Acting, audit } from "../audit.ts";
import type { MaybeMisshapen, Outcome } from "../outcome.ts";
import { unknownTarget } from "./unknown-target.ts";
import { allFaults } from "../../core/declare/sound.ts";
import { spentFaults } from "../../core/silence/silenced.ts";
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
  }: Acting & MaybeMisshapen & { silence: Omit<Silence, "id" | "org_id" | "inserted_at"> },
): Procedure<Outcome<Silence>> {
  const created: Silence = {
    ...silence,
    id: c.newId(now),
    org_id: actor.org_id,
    inserted_at: now,
  };
  const broken = rules("silences", silence);
  const faults = allFaults(misshapen, [
    // Only a sound silence has times to compare with now.
    ...(broken.length > 0 ? broken : spentFaults(created, now)),
    ...(yield* unknownTarget(c, silence, actor.org_id)),
  ]);
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  yield* c.of.silences.insert(created);
  yield* audit(c, { actor, now }, "create", "silences", { id: created.id, title: created.reason });
  return { ok: true, value: created };
}
