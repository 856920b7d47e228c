/** Quiet that people ask for, and its end. */
import type { Outcome, Verbs } from "../../app/ports.ts";
import type { Fault } from "../../core/model/fault.ts";
import type { Silence } from "../../core/model/model.ts";
import { rules } from "../../core/declare/rules.ts";
import type { Context } from "../kit/context.ts";
import { write, type Procedure } from "../kit/procedure.ts";
import { audit } from "./audit.ts";

export function* create_silence(
  c: Context,
  { actor, silence, now }: Parameters<Verbs["create_silence"]>[0],
): Procedure<Outcome<Silence>> {
  const faults = [...rules("silences", silence), ...(yield* unknown(c, silence, actor.org_id))];
  if (faults.length > 0) return { ok: false, why: "invalid", faults };
  const made: Silence = {
    ...silence,
    id: c.newId(now),
    org_id: actor.org_id,
    inserted_at: now,
  };
  yield* c.of.silences.insert(made);
  yield* said(c, "create", made, actor, now);
  return { ok: true, value: made };
}

function* unknown(
  c: Context,
  { monitor_id, alert_group_id }: Pick<Silence, "monitor_id" | "alert_group_id">,
  org_id: string,
): Procedure<Fault[]> {
  const faults: Fault[] = [];
  const fault = (field: string, what: string) =>
    faults.push({
      field,
      code: "unknown",
      message: `there is no ${what} with this id`,
    });
  if (alert_group_id !== null && !(yield* c.of.alert_groups.first({ id: alert_group_id, org_id })))
    fault("alert_group_id", "alert group");
  if (monitor_id !== null) {
    const subject = yield* c.of.subjects.first({ id: monitor_id, org_id });
    if (!subject || subject.kind === "alert_group") fault("monitor_id", "monitor");
  }
  return faults;
}

export function* end_silence(
  c: Context,
  { actor, id, now }: Parameters<Verbs["end_silence"]>[0],
): Procedure<Outcome<Silence>> {
  const stored = yield* c.of.silences.first({ id, org_id: actor.org_id });
  if (!stored) return { ok: false, why: "not_found" };
  if (stored.until !== null && stored.until <= now) return { ok: true, value: stored };
  yield* c.of.silences.update({ id }, { until: now });
  const ended = { ...stored, until: now };
  yield* said(c, "end", ended, actor, now);
  yield* write(c.q.lookAgain, { org_id: actor.org_id, now });
  c.nudge("pushes");
  return { ok: true, value: ended };
}

function* said(
  c: Context,
  action: string,
  silence: Silence,
  actor: Parameters<Verbs["end_silence"]>[0]["actor"],
  now: number,
): Procedure<void> {
  const object = { id: silence.id, title: silence.reason };
  yield* audit(c, { action, kind: "silences", object, actor, now });
}
